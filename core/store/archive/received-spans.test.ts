import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EntryList, IndexEntry } from '../set-format/index-entries.ts';
import { openImageSource } from './archive-source.ts';
import {
  entriesIn,
  entryArrived,
  entryRange,
  fileArrived,
  RECEIVED_NAME,
  readReceived,
} from './received-spans.ts';
import { testImage, writeTestSet } from './set.fixture.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-received-'));
});
afterEach(() => rm(root, { recursive: true }));

const OPEN = JSON.stringify({ t: 'open', format: 2, index: 'a'.repeat(64) });
const line = (t: 'received' | 'lost', f: number, o: number, l: number): string =>
  JSON.stringify({ t, f, o, l });

test('lines add and remove spans, and a torn or invalid line ends the journal', async () => {
  const { directory, index } = await writeTestSet(root, 1, [testImage('a', 'v1'), testImage('b', 'v1')]);
  const [volume] = index.volumes;
  const [first, second] = volume!.entries;
  const [low, high] = entryRange(second!);
  const right = [OPEN, line('received', 1, 0, high), line('lost', 1, low, 512)];
  const read = async (...lines: string[]) => {
    await writeFile(join(directory, RECEIVED_NAME), lines.join('\n'));
    return readReceived(directory, index);
  };
  for (const last of [
    '{"t":"received","f":1,',
    line('received', 9, 0, 512),
    line('received', 1, 0, volume!.size + 1),
    line('received', 1, -512, 512),
    'null',
  ]) {
    const {
      received,
      length,
      index: about,
    } = await read(...right, last, line('received', 1, 0, volume!.size), '');
    expect(length).toBe(right.join('\n').length + 1);
    expect(about).toBe('a'.repeat(64));
    expect(entryArrived(received[0]!, first!)).toBe(true);
    expect(entryArrived(received[0]!, second!)).toBe(false);
    expect(fileArrived(received[0]!, volume!)).toBe(false);
  }
  expect((await read(...right.slice(1), '')).length).toBe(0);
  const all = await read(OPEN, line('received', 1, 0, volume!.size - 1024), '');
  expect(fileArrived(all.received[0]!, volume!)).toBe(true);
});

test('excludes tags of incomplete images from a set that is still arriving', async () => {
  const [a, b] = [testImage('a', 'v1', ['both', 'a']), testImage('b', 'v1', ['both', 'b'])];
  const { directory, index } = await writeTestSet(root, 1, [a, b]);
  const incoming = `${directory}.incoming`;
  await rename(directory, incoming);
  const own = b.blobs.find((digest) => !a.blobs.includes(digest))!;
  const [volume] = index.volumes;
  const [low, high] = entryRange(volume!.entries.find(([name]) => name.includes(own.slice(7)))!);
  await writeFile(
    join(incoming, RECEIVED_NAME),
    [OPEN, line('received', 1, 0, low), line('received', 1, high, volume!.size - high), ''].join('\n'),
  );
  for (const path of [root, incoming]) {
    const source = await openImageSource(path);
    expect([...source.tags().keys()]).toEqual(['a']);
    expect(source.size(own)).toBeUndefined();
    for (const [digest, bytes] of a.content) expect(await source.bytes(digest)).toEqual(bytes);
    await source.close();
  }
});

test('finds the entries with bytes in a range without reading all others', () => {
  const sizes = fc.array(fc.nat({ max: 2000 }), { maxLength: 30 });
  fc.assert(
    fc.property(sizes, fc.nat({ max: 60_000 }), fc.nat({ max: 10_000 }), (all, from, length) => {
      const entries: IndexEntry[] = [];
      for (const [i, size] of all.entries()) {
        const last = entries.at(-1);
        entries.push([`isc_${i}`, last ? entryRange(last)[1] : 0, size]);
      }
      const found = entries.filter((entry) => {
        const [start, end] = entryRange(entry);
        return Math.min(end, from + length) > Math.max(start, from);
      });
      const read = new Set<number>();
      const counted: EntryList = {
        length: entries.length,
        at: (place) => {
          read.add(place);
          return entries.at(place);
        },
        [Symbol.iterator]: () => expect.unreachable('the search reads only entries of the range'),
      };
      expect([...entriesIn(counted, from, from + length)]).toEqual(found);
      // The binary search and the end of the range need the offsets of others.
      expect(read.size).toBeLessThanOrEqual(found.length + 7);
    }),
  );
});
