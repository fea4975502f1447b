import type { FaultRule, FaultScript } from '../../core/registry/server/faults/fault-script.ts';
import type { RegistryServer } from '../../core/registry/server/start.ts';

const uploads = { method: 'PUT', path: '/blobs/uploads/' };

/** Faults that a client with the default retries recovers from. Each mirror gets the next one, at both registries. */
const SCRIPTS: FaultScript[] = [
  { rules: [{ status: 429, retryAfter: 0, every: 9, times: 4 }] },
  { rules: [{ status: 500, every: 8, times: 4 }] },
  { rules: [{ status: 503, every: 11, times: 4 }] },
  { rules: [{ reset: 'before', every: 9, times: 4 }] },
  {
    rules: [
      { blobsOnly: true, resetAfterBytes: 4000, every: 3, times: 6 },
      { ...uploads, resetUploadAfterBytes: 200, every: 3, times: 6 },
    ],
  },
  {
    rules: [
      { blobsOnly: true, truncateAfterBytes: 4000, every: 3, times: 6 },
      { ...uploads, truncateUploadAfterBytes: 200, every: 3, times: 6 },
    ],
  },
  {
    rules: [
      { blobsOnly: true, corruptAtByte: 90, every: 4, times: 2 },
      { ...uploads, corruptUploadAtByte: 90, every: 6, times: 2 },
    ],
  },
  {
    rules: [
      { blobsOnly: true, stallAfterBytes: 3000, every: 7, times: 2 },
      { ...uploads, loseAnswer: true, every: 7, times: 2 },
    ],
  },
  { latencyMs: 5, rules: [{ delayMs: 100, status: 502, every: 12, times: 5 }] },
];

/** The same faults for downloads of selected blobs, in the same order. */
const IN_BLOBS: FaultRule[] = [
  { status: 429, retryAfter: 0 },
  { status: 500 },
  { status: 503 },
  { reset: 'before' },
  { resetAfterBytes: 4000 },
  { truncateAfterBytes: 4000 },
  { corruptAtByte: 90 },
  { stallAfterBytes: 3000 },
  { delayMs: 100, status: 502 },
];

/** A practice run has two retries, so it gets one fault of each kind, far apart. */
const PRACTICE: FaultScript = {
  rules: [
    { status: 503, after: 10, times: 1 },
    { reset: 'before', after: 40, times: 1 },
    { blobsOnly: true, truncateAfterBytes: 3000, after: 12, times: 1 },
    { ...uploads, resetUploadAfterBytes: 200, after: 15, times: 1 },
  ],
};

/**
 * Gives registries the faults of a mirror, by its number.
 * @param blobs digests whose downloads get faults of their own
 */
export function mirrorFaults(
  number: number,
  registries: readonly RegistryServer[],
  blobs: readonly string[],
): void {
  const { rules, ...others } = SCRIPTS[number % SCRIPTS.length]!;
  const effect = IN_BLOBS[number % IN_BLOBS.length]!;
  const inBlobs = { ...effect, blobsOnly: true, path: blobs.join('|'), every: 2, times: 4 };
  for (const { faults } of registries) faults.set({ ...others, rules: [inBlobs, ...(rules ?? [])] });
}

/** Gives registries the faults of a practice run. */
export function practiceFaults(registries: readonly RegistryServer[]): void {
  for (const { faults } of registries) faults.set(PRACTICE);
}

/** Ends the faults of registries. Returns the number of requests that they affected. */
export function endFaults(registries: readonly RegistryServer[]): number {
  for (const { faults } of registries) faults.clear();
  const counts = registries.flatMap(({ stats }) => [...Object.values(stats.faults)]);
  return counts.reduce((sum, count) => sum + count, 0);
}
