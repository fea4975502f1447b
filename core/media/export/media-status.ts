import { currentCut, type ExportState, exportStates, type ReadBack } from './state.ts';

/** One volume, as the workspace knows it. */
export interface VolumeStatus {
  number: number;
  name: string;
  /** Bytes. */
  size: number;
  /** `written`: on the drive with that label. */
  state: 'written' | 'missing';
  drive?: string;
  at?: string;
  readBack?: ReadBack;
}

/** The progress of a transfer's export. */
export interface ExportStatus {
  transfer: string;
  id: string;
  shortId: string;
  revision: number;
  /** Bytes. */
  volumeSize: number;
  /** By number. */
  volumes: VolumeStatus[];
  /** Bytes of all volumes, and of the written ones. */
  bytes: number;
  bytesWritten: number;
  /** Labels, in the order they were filled. */
  drives: string[];
  complete: boolean;
}

/**
 * Returns the exports of a workspace by enclave and transfer, from the workspace only.
 * @throws AirlockError `archive-malformed`, `workspace-format`, `disk`
 */
export async function mediaStatus(directory: string): Promise<ExportStatus[]> {
  return (await exportStates(directory)).map(exportStatus);
}

/** Returns the status of an export. */
export function exportStatus(state: ExportState): ExportStatus {
  const cut = currentCut(state);
  const written = new Map(state.written.map((volume) => [volume.number, volume]));
  const volumes = cut.volumes.map(({ number, name, size }): VolumeStatus => {
    const found = written.get(number);
    return {
      number,
      name,
      size,
      state: found ? 'written' : 'missing',
      drive: found?.drive,
      at: found?.at,
      readBack: found?.readBack,
    };
  });
  const sum = (list: VolumeStatus[]): number => list.reduce((bytes, { size }) => bytes + size, 0);
  const inTime = state.written.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return {
    transfer: state.transfer,
    id: cut.id,
    shortId: cut.shortId,
    revision: cut.revision,
    volumeSize: cut.volumeSize,
    volumes,
    bytes: sum(volumes),
    bytesWritten: sum(volumes.filter((volume) => volume.state === 'written')),
    drives: [...new Set(inTime.map(({ drive }) => drive))],
    complete: volumes.every((volume) => volume.state === 'written'),
  };
}
