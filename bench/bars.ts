import type { Sample } from './steps.ts';
import type { LabSize } from './world.ts';

export interface Spread {
  median: number;
  least: number;
  most: number;
}

/** A bar: what is wanted of a figure, with what was measured. */
export interface Bar {
  figure: string;
  bar: string;
  measured: string;
  contains: boolean;
  /** Whether it counts requests or bytes, which don't depend on the load of the host. */
  isCount: boolean;
}

export function spread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { median, least: sorted[0]!, most: sorted.at(-1)! };
}

type Steps = (name: string) => Sample[];

/** What is wanted of a figure: `least` or `most`, with the digits that are shown. */
interface Wanted {
  least?: number;
  most?: number;
  digits?: number;
  isCount?: boolean;
}

const WORKFLOWS = [
  { step: 'm2d', name: 'mirror to disk', floor: 'curl', directions: 1 },
  { step: 'd2m', name: 'disk to mirror', floor: 'plain-upload', directions: 1 },
  { step: 'm2m', name: 'mirror to mirror', floor: 'curl-and-upload', directions: 2 },
] as const;
/**
 * Limits of counts: requests to the upstream and to the destination, 2 % more than measured because a few depend on the order
 * of responses, and bytes written per needed byte. Small files use more blocks of the file system. The large world has no limits
 * for requests.
 */
const COUNTS = {
  small: { m2d: [189, 0], d2m: [0, 419], m2m: [189, 420], written: [1.25, 0.05] },
  medium: { m2d: [1109, 0], d2m: [0, 2107], m2m: [1109, 2108], written: [1.02, 0.02] },
} as const;
const LINE_BYTES_PER_SECOND = 100_000_000;

/**
 * The bars for which there are samples.
 * @param world bytes of the unique blobs of the image set, the cores that the mirror and the servers share, and the size of the lab
 */
export function barsOf(
  samples: Sample[],
  { needed, cores, size }: { needed: number; cores: number; size: LabSize | undefined },
): Bar[] {
  const of: Steps = (name) => samples.filter(({ step }) => step === name);
  return [
    ...againstFloors(of, cores),
    ...resources(of, needed),
    ...traffic(of, needed),
    ...written(of, needed, size === 'small' ? size : 'medium'),
    ...(size === 'small' || size === 'medium' ? requests(of, size) : []),
    ...unchanged(of),
    ...memoryOfPlan(samples),
  ].filter((each) => each !== undefined);
}

/** Wall times, each as the ratio to the floor of the same run. */
function againstFloors(of: Steps, cores: number): (Bar | undefined)[] {
  const paired = (ours: string, floor: string, value: (ours: Sample, floor: Sample) => number) => {
    const floors = of(floor);
    return of(ours).flatMap((sample, run) => (floors[run] ? [value(sample, floors[run])] : []));
  };
  const wall = (ours: Sample, floor: Sample) => ours.wallSeconds / floor.wallSeconds;
  const limit = (ours: Sample, floor: Sample) =>
    ours.wallSeconds / ((floor.serversCpuSeconds + ours.cpuSeconds) / cores);
  const most = { m2d: 1.5, d2m: 1.05, m2m: 1.2 };
  return [
    ...WORKFLOWS.map(({ step, name, floor }) =>
      bar(`${name}, wall / ${floor}`, paired(step, floor, wall), { most: most[step] }),
    ),
    ...WORKFLOWS.map(({ step, name, floor }) =>
      // Only registries in processes of their own have a known CPU time.
      of(floor)[0]?.serversCpuSeconds
        ? bar(
            `${name}, wall / (CPU of the servers for ${floor} + CPU of Airlock) * cores`,
            paired(step, floor, limit),
            {
              most: 1.1,
            },
          )
        : undefined,
    ),
    bar('mirror to disk at 100 MB/s, wall / curl', paired('m2d-capped', 'curl-capped', wall), { most: 1.1 }),
  ];
}

function resources(of: Steps, needed: number): (Bar | undefined)[] {
  const lineUse = of('m2d-capped').map((s) => needed / (s.wallSeconds * LINE_BYTES_PER_SECOND));
  return [
    bar('mirror to disk at 100 MB/s, part of the line in use', lineUse, { least: 0.95 }),
    ...WORKFLOWS.map(({ step, name, directions }) =>
      bar(
        `${name}, CPU s per GB in each direction`,
        of(step).map((s) => s.cpuSeconds / ((needed * directions) / 1e9)),
        { most: 3 },
      ),
    ),
    ...WORKFLOWS.flatMap(({ step, name }) =>
      [step, `${step}-again`].map((each) =>
        bar(
          `${name}${each === step ? '' : ', unchanged'}, peak memory in MB`,
          of(each).map((s) => s.peakBytes / 1e6),
          { most: 200, digits: 0 },
        ),
      ),
    ),
  ];
}

function traffic(of: Steps, needed: number): (Bar | undefined)[] {
  const perByte = (step: string, bytes: (sample: Sample) => number) => of(step).map((s) => bytes(s) / needed);
  const once = { most: 1, digits: 3, isCount: true };
  // Before a push, the registry is probed with blobs of up to 2 KiB in total.
  const oncePushed = { ...once, most: (needed + 2048) / needed };
  return [
    ...WORKFLOWS.filter(({ step }) => step !== 'd2m').map(({ step, name }) =>
      bar(
        `${name}, bytes fetched per needed byte`,
        perByte(step, (s) => s.upstream.blobBytesDown),
        once,
      ),
    ),
    ...WORKFLOWS.filter(({ step }) => step !== 'm2d').map(({ step, name }) =>
      bar(
        `${name}, bytes pushed per needed byte`,
        perByte(step, (s) => s.destination.blobBytesUp),
        oncePushed,
      ),
    ),
  ];
}

function written(of: Steps, needed: number, size: keyof typeof COUNTS): (Bar | undefined)[] {
  const [toDisk, push] = COUNTS[size].written;
  // For files in memory, the kernel counts no written bytes.
  const onDisk = of('m2d').filter((s) => s.writtenBytes > needed / 2);
  const beyond = onDisk.map((s) => (s.writtenBytes - (s.left?.working ?? 0)) / needed);
  const pushing = onDisk.length > 0 ? of('d2m').map((s) => s.writtenBytes / needed) : [];
  return [
    bar('mirror to disk, bytes written per needed byte beyond working-dir', beyond, {
      most: toDisk,
      isCount: true,
    }),
    bar('disk to mirror, bytes written per needed byte', pushing, { most: push, isCount: true }),
  ];
}

function requests(of: Steps, size: keyof typeof COUNTS): (Bar | undefined)[] {
  return WORKFLOWS.flatMap(({ step, name }) => {
    const [upstream, destination] = COUNTS[size][step];
    const limits = (most: number) => ({ most, digits: 0, isCount: true });
    return [
      bar(
        `${name}, requests to the upstream`,
        of(step).map((s) => s.upstream.requests),
        limits(upstream),
      ),
      bar(
        `${name}, requests to the destination`,
        of(step).map((s) => s.destination.requests),
        limits(destination),
      ),
    ];
  });
}

function unchanged(of: Steps): (Bar | undefined)[] {
  const most = { m2d: 0.5, d2m: 0.6, m2m: 0.7 };
  const wall = (step: string) => of(step).map((s) => s.wallSeconds);
  // One for each tag, and one that asks whether the registry answers and how it wants to be logged in to.
  const many = [
    ['m2d-2000-again', 'mirror to disk', 2001, (s: Sample) => s.upstream.requests],
    ['d2m-2000-again', 'disk to mirror', 2001, (s: Sample) => s.destination.requests],
    ['d2m-2000-trust-ledger', 'disk to mirror --trust-ledger', 1, (s: Sample) => s.destination.requests],
  ] as const;
  return [
    ...WORKFLOWS.map(({ step, name }) =>
      bar(`${name}, unchanged, wall in s`, wall(`${step}-again`), { most: most[step] }),
    ),
    ...many.flatMap(([step, name, requests, count]) => [
      bar(`${name}, 2,000 images unchanged, wall in s`, wall(step), { most: 1 }),
      bar(`${name}, 2,000 images unchanged, requests`, of(step).map(count), {
        most: requests,
        digits: 0,
        isCount: true,
      }),
    ]),
  ];
}

function memoryOfPlan(samples: Sample[]): (Bar | undefined)[] {
  const peaks = samples.filter(({ step }) => step.startsWith('plan-20000')).map((s) => s.peakBytes / 1e6);
  const highest = peaks.length === 0 ? [] : [Math.max(...peaks)];
  return [bar('plan of 20,000 images, peak memory in MB', highest, { most: 350, digits: 0 })];
}

/** Returns the bar of the median, with the spread of the values; undefined without values. */
function bar(
  figure: string,
  values: number[],
  { least, most, digits = 2, isCount = false }: Wanted,
): Bar | undefined {
  if (values.length === 0) return undefined;
  const { median, least: lowest, most: highest } = spread(values);
  const shown = (value: number) => value.toFixed(digits + 1);
  const range = values.length > 1 ? ` (${shown(lowest)} to ${shown(highest)})` : '';
  return {
    figure,
    bar: least === undefined ? `at most ${most!.toFixed(digits)}` : `at least ${least.toFixed(digits)}`,
    measured: `${shown(median)}${range}`,
    contains: least === undefined ? median <= most! : median >= least,
    isCount,
  };
}
