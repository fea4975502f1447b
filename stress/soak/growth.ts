import { cpus } from 'node:os';
import type { ProcessState, Resource } from './process-state.ts';

/** The state of the process after a practice run or a small mirror of a round. */
export interface SoakSample extends ProcessState {
  round: number;
  after: 'practice' | 'mirror';
  /** Requests that faults affected, and bytes that were compared with their digests. */
  faults: number;
  bytes: number;
}

/** Rounds at the start in which code is compiled and caches are filled. */
export const WARM_UP_ROUNDS = 5;

/**
 * The growth that is accepted between the first and the last round after the warm-up. A leak of 1 KiB per mirror exceeds the
 * limit of the heap.
 */
const ACCEPTED: Record<Resource, number> = {
  heap: 256 * 1024,
  buffers: 256 * 1024,
  handles: 0.5,
  threads: 0.5,
  descriptors: 0.5,
  files: 0.5,
};

/** The accepted growth of the heap from round 6 to 40 while V8 compiles functions that run once per round. It declines. */
export const COMPILED_CODE = 3 * 1024 * 1024;

/** Returns the growth of a resource over all samples by linear regression (least squares), in its unit. */
function growthOf(samples: readonly SoakSample[], resource: Resource): number {
  const count = samples.length;
  if (count < 2) return 0;
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / count;
  const values = samples.map((sample) => sample[resource]);
  const [middle, level] = [(count - 1) / 2, mean(values)];
  const covariance = mean(values.map((value, index) => (index - middle) * (value - level)));
  const variance = mean(values.map((_, index) => (index - middle) ** 2));
  return (covariance / variance) * (count - 1);
}

/** A resource that grew more than accepted. */
export interface Leak {
  after: SoakSample['after'];
  resource: Resource;
  growth: number;
  accepted: number;
}

/** Returns the resources that grew more than accepted after the first rounds, separately for practice runs and mirrors. */
export function leaks(
  samples: readonly SoakSample[],
  warmUp = WARM_UP_ROUNDS,
  acceptedHeap = ACCEPTED.heap,
): Leak[] {
  const limits = { ...ACCEPTED, heap: acceptedHeap };
  return (['practice', 'mirror'] as const).flatMap((after) => {
    const series = samples.filter((sample) => sample.after === after && sample.round > warmUp);
    return (Object.keys(limits) as Resource[]).flatMap((resource) => {
      const growth = growthOf(series, resource);
      const accepted = limits[resource];
      return growth > accepted ? [{ after, resource, growth, accepted }] : [];
    });
  });
}

const ROWS = 8;
const BAR = 30;

/** Returns a Markdown table with the last sample of selected rounds, a bar for the heap, and the growth in the last row. */
export function soakTable(samples: readonly SoakSample[]): string {
  const last = samples.at(-1)?.round ?? 0;
  const ends = [...new Map(samples.map((sample) => [sample.round, sample])).values()];
  const step = Math.max(1, Math.floor(last / ROWS));
  const shown = ends.filter(
    ({ round }) => round === 1 || round === WARM_UP_ROUNDS || round % step === 0 || round === last,
  );
  const most = Math.max(...shown.map(({ heap }) => heap));
  const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(2);
  const cells = shown.map(({ round, heap, buffers, handles, threads, descriptors, files }) => [
    ...[round, mib(heap), '█'.repeat(Math.round((heap / most) * BAR)), mib(buffers)],
    ...[handles, threads, descriptors, files],
  ]);
  const settled = samples.filter(({ round, after }) => round > WARM_UP_ROUNDS && after === 'mirror');
  const growth = (resource: Resource) => growthOf(settled, resource);
  const head = ['round', 'heap MiB', '', 'buffers MiB', 'handles', 'threads', 'descriptors', 'files'];
  const total = [
    ...['growth', mib(growth('heap')), '', mib(growth('buffers'))],
    ...(['handles', 'threads', 'descriptors', 'files'] as const).map((each) => growth(each).toFixed(2)),
  ];
  return [head, head.map(() => '---'), ...cells, total].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Returns a paragraph about the date, the machine and the amount of work. */
export function soakSummary(samples: readonly SoakSample[]): string {
  const sum = (value: (sample: SoakSample) => number) =>
    samples.reduce((total, sample) => total + value(sample), 0);
  const practiceRuns = sum(({ after }) => (after === 'practice' ? 1 : 0));
  const faults = sum((sample) => sample.faults).toLocaleString('en-US');
  const compared = (sum(({ bytes }) => bytes) / 1e6).toFixed(0);
  return [
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.version}: ${practiceRuns} practice runs and`,
    `${samples.length - practiceRuns} mirrors with ${faults} affected requests. ${compared} MB were compared, without a wrong byte.`,
    'The rows show the end of a round.',
  ].join('\n');
}
