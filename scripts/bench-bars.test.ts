import { expect, test } from 'vitest';
import { barsOf } from '../bench/bars.ts';
import type { Sample } from '../bench/steps.ts';

const NEEDED = 1_000_000;
const NO_TRAFFIC = { requests: 0, bytesDown: 0, bytesUp: 0, blobBytesDown: 0, blobBytesUp: 0 };

function sample(step: string, given: Partial<Sample>): Sample {
  return {
    ...{ step, wallSeconds: 1, cpuSeconds: 1, peakBytes: 1, writtenBytes: 0, serversCpuSeconds: 1 },
    ...{ upstream: NO_TRAFFIC, destination: NO_TRAFFIC },
    ...given,
  };
}

function failed(...samples: Sample[]): string[] {
  const bars = barsOf(samples, { needed: NEEDED, cores: 2, size: 'medium' });
  return bars.filter(({ isCount, contains }) => isCount && !contains).map(({ figure }) => figure);
}

test('only counts fail the short benchmark', () => {
  const upstream = { ...NO_TRAFFIC, requests: 1109, blobBytesDown: NEEDED };
  const good = sample('m2d', { upstream, writtenBytes: NEEDED });
  expect(failed(good)).toEqual([]);
  const slow = { wallSeconds: 1000, cpuSeconds: 1000, peakBytes: 1e12 };
  expect(failed({ ...good, ...slow }, sample('curl', {}))).toEqual([]);
  expect(failed({ ...good, upstream: { ...upstream, requests: 1110 } })).toEqual([
    'mirror to disk, requests to the upstream',
  ]);
  expect(failed({ ...good, upstream: { ...upstream, blobBytesDown: NEEDED + 1 } })).toEqual([
    'mirror to disk, bytes fetched per needed byte',
  ]);
  expect(failed({ ...good, writtenBytes: 1.03 * NEEDED })).toEqual([
    'mirror to disk, bytes written per needed byte beyond working-dir',
  ]);
});

test('bytes written to memory have no bar', () => {
  const bars = barsOf([sample('m2d', { writtenBytes: 4096 }), sample('d2m', {})], {
    needed: NEEDED,
    cores: 2,
    size: 'medium',
  });
  expect(bars.filter(({ figure }) => figure.includes('written'))).toEqual([]);
});
