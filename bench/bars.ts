import type { Sample } from './steps.ts';

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
}

export function spread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { median, least: sorted[0]!, most: sorted.at(-1)! };
}

/** The bars for which there are samples. @param needed bytes of the unique blobs of the image set */
export function barsOf(samples: Sample[], needed: number): Bar[] {
  const of = (step: string) => samples.filter((sample) => sample.step === step);
  const median = (step: string, value: (sample: Sample) => number) => spread(of(step).map(value)).median;
  const wall = ({ wallSeconds }: Sample) => wallSeconds;
  const bars: Bar[] = [];
  const ratio = (figure: string, steps: string[], most: number, measured: () => number, digits = 2) => {
    if (steps.some((step) => of(step).length === 0)) return;
    const value = measured();
    bars.push({
      figure,
      bar: `at most ${most.toFixed(digits)}`,
      measured: value.toFixed(digits + 1),
      contains: value <= most,
    });
  };
  const against = (figure: string, ours: string, floor: string, most: number) =>
    ratio(figure, [ours, floor], most, () => median(ours, wall) / median(floor, wall));

  against('mirror to disk, wall / parallel curl, loopback', 'm2d', 'curl', 1.5);
  against('mirror to disk, wall / parallel curl, 100 MB/s line', 'm2d-capped', 'curl-capped', 1.1);
  against('disk to mirror, wall / plain parallel upload', 'd2m', 'plain-upload', 1.3);
  for (const [step, name] of [
    ['m2d', 'mirror to disk'],
    ['m2m', 'mirror to mirror'],
  ] as const)
    ratio(
      `${name}, bytes fetched per needed byte`,
      [step],
      1,
      () => median(step, (s) => s.upstream.blobBytesDown) / needed,
      3,
    );
  for (const [step, name] of [
    ['d2m', 'disk to mirror'],
    ['m2m', 'mirror to mirror'],
  ] as const)
    ratio(
      `${name}, bytes pushed per needed byte`,
      [step],
      1,
      () => median(step, (s) => s.destination.blobBytesUp) / needed,
      3,
    );
  ratio(
    'mirror to disk, bytes written per needed byte beyond working-dir',
    ['m2d'],
    1.02,
    () => median('m2d', ({ writtenBytes, left }) => writtenBytes - (left?.working ?? 0)) / needed,
  );
  ratio(
    'disk to mirror, bytes written per needed byte',
    ['d2m'],
    0.02,
    () => median('d2m', (s) => s.writtenBytes) / needed,
  );
  const again = (step: string, name: string, most: number, requests: (sample: Sample) => number) => {
    ratio(`${name}, 2,000 images unchanged, wall in s`, [step], 1, () => median(step, wall));
    ratio(`${name}, 2,000 images unchanged, requests`, [step], most, () => median(step, requests), 0);
  };
  // One for each tag, and one that asks whether the registry answers and how it wants to be logged in to.
  again('m2d-2000-again', 'mirror to disk', 2001, (s) => s.upstream.requests);
  again('d2m-2000-again', 'disk to mirror', 2001, (s) => s.destination.requests);
  again('d2m-2000-trust-ledger', 'disk to mirror --trust-ledger', 1, (s) => s.destination.requests);
  ratio(
    'plan of 20,000 images, peak memory in MB',
    ['plan-20000'],
    350,
    () =>
      spread(samples.filter(({ step }) => step.startsWith('plan-20000')).map((s) => s.peakBytes)).most / 1e6,
    0,
  );
  return bars;
}
