import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { estimateRecord } from './estimate-record.ts';

test('compares estimates with actual sizes, also in the next process', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-estimates-'));
  const path = join(directory, 'cache', 'estimates.jsonl');
  try {
    const record = estimateRecord(path);
    const now = { guessed: 500, typical: 0 };
    const first = record.error(now);
    expect(first).toBeGreaterThan(0);
    expect(record.error({ guessed: 500, typical: 400 })).toBeGreaterThan(first);
    await record.add({ selection: 'a', estimated: 1100, guessed: 200, typical: 0, found: 1000 });
    await record.add({ selection: 'b', estimated: 900, guessed: 1000, typical: 0, found: 1000 });
    // The typical size was far off, which says nothing about estimates from loaded data.
    await record.add({ selection: 'c', estimated: 90_000, guessed: 90_000, typical: 90_000, found: 1000 });
    const next = estimateRecord(path);
    await next.refresh();
    for (const each of [record, next]) {
      expect(each.error(now)).toBeCloseTo(((0.5 + 0.1) / 2) * 500);
      expect(each.error({ guessed: 500, typical: 500 })).toBeCloseTo((89 / 90) * 500);
      expect([each.previousError('a'), each.previousError('b'), each.previousError('d')]).toEqual([
        0.1,
        -0.1,
        undefined,
      ]);
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
