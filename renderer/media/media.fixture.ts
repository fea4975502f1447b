import type { ArrivalLine, DriveLine, ExportLine, MediaJob } from '../../core/contract/topics/media.ts';

type VolumeState = ArrivalLine['volumes'][number]['state'];

/** The plan of fleet-0008: three volumes of 4 GB with two deliverables, none of them written. */
export function exportLine(more: Partial<ExportLine> = {}): ExportLine {
  return {
    transfer: 'fleet-0008',
    started: false,
    shortId: 'ABCD',
    revision: 1,
    volumeSize: 4e9,
    volumes: [1, 2, 3].map((number) => ({
      number,
      name: `fleet-0008-v000${number}.tar`,
      size: 4e9,
      state: 'missing',
      deliverable: number < 3 ? 'release 4.16.1-x86_64' : 'odf',
    })),
    bytes: 12e9,
    bytesWritten: 0,
    drives: [],
    complete: false,
    projected: [],
    left: { volumes: 0, bytes: 0 },
    fingerprint: '7F3K-29QX',
    ...more,
  };
}

/** The same plan with its first volumes on FLEET-A. */
export function startedExport(written: number): ExportLine {
  const line = exportLine({ started: true, drives: ['FLEET-A'] });
  const volumes = line.volumes.map((volume) =>
    volume.number <= written ? { ...volume, state: 'written' as const, drive: 'FLEET-A' } : volume,
  );
  return { ...line, volumes, complete: written === volumes.length };
}

const JOB = {
  kind: 'media',
  id: 'j',
  status: 'running',
  startedAt: '2026-01-01T00:00:00Z',
  progress: { done: 0, total: 1, rate: 0 },
  volumes: [],
  safe: [],
  problems: [],
} as const;

/** An export of fleet-0008 to /mnt/a that writes its second volume. */
export function exportJob(more: Partial<MediaJob> = {}, settings: object = {}): MediaJob {
  return {
    ...structuredClone(JOB),
    settings: {
      kind: 'export',
      workspace: '/w',
      transfer: 'fleet-0008',
      to: ['/mnt/a'],
      profile: 'drive',
      format: 'airlock',
      readBack: true,
      requireCheck: false,
      ...settings,
    },
    phase: 'writing',
    drive: 'FLEET-A',
    volume: 2,
    ...more,
  } as MediaJob;
}

/** A running import from /mnt/a into /r. */
export function importJob(more: Partial<MediaJob> = {}, settings: object = {}): MediaJob {
  return {
    ...structuredClone(JOB),
    settings: {
      kind: 'import',
      from: ['/mnt/a'],
      directory: '/r',
      watch: false,
      requireCheck: false,
      ...settings,
    },
    phase: 'receiving',
    ...more,
  } as MediaJob;
}

/** The received fleet-0008 with volumes in these states. */
export function arrivalLine(states: readonly VolumeState[], more: Partial<ArrivalLine> = {}): ArrivalLine {
  return {
    transfer: 'fleet-0008',
    enclave: 'fleet',
    number: 8,
    directory: '/r/transfers/fleet-0008.incoming',
    complete: states.every((state) => state === 'complete'),
    checked: true,
    origin: { state: 'not-verified', summary: 'Origin not verified: this host accepts unsigned transfers.' },
    bytes: 10,
    bytesReceived: 5,
    images: { total: 546, complete: 540 },
    volumes: states.map((state, i) => ({
      number: i + 1,
      name: `p${i + 1}`,
      size: 4096,
      state,
      bytes: 4096,
      bytesReceived: state === 'complete' ? 4096 : 0,
      deliverables: [],
    })),
    deliverables: [],
    files: [],
    summary: '',
    code: '',
    fingerprint: '7F3K-29QX',
    createdAt: '2026-01-01T00:00:00Z',
    ...more,
  };
}

/** The drive FLEET-A, mounted at /mnt/a. */
export function driveLine(more: Partial<DriveLine> = {}): DriveLine {
  return {
    device: '/dev/sdb1',
    label: 'FLEET-A',
    model: 'SanDisk Ultra',
    bytes: 32 * 1024 ** 3,
    free: 8 * 1024 ** 3,
    fileSystem: 'exFAT',
    readOnly: false,
    mountPoint: '/mnt/a',
    system: false,
    ...more,
  };
}
