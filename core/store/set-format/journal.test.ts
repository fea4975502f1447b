import { appendFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { smallDisk } from '../../../stress/disks/small-disk.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { Journal, replay } from './journal.ts';

let root: string;
let path: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-journal-'));
  path = join(root, 'journal.jsonl');
});
afterEach(() => rm(root, { recursive: true }));

const [a, b, c] = [sha256('a'), sha256('b'), sha256('c')];
const at = (offset: number): { volume: number; offset: number; length: number } => ({
  volume: 1,
  offset,
  length: 1024,
});

test('retains records, but a reservation only with content', async () => {
  const { journal } = await Journal.open(path);
  journal.opened('2026-01-31T10:00:00Z');
  journal.reserve(a, at(0), 10);
  journal.reserve(b, at(1024), 20);
  journal.markDone(a);
  await journal.markSynced(1);
  journal.markPartial(b, 7);
  journal.reserve(c, at(2048), 30);
  await journal.close();
  const again = await Journal.open(path);
  await again.journal.close();
  expect(again.created).toBe('2026-01-31T10:00:00Z');
  expect(Object.fromEntries(again.blobs)).toEqual({
    [a]: { stretch: at(0), size: 10, state: 'done', bytes: 0, ahead: [], synced: true },
    [b]: { stretch: at(1024), size: 20, state: 'partial', bytes: 7, ahead: [], synced: false },
  });
});

test('a sync mark covers the blobs of its count, whatever is finished meanwhile', async () => {
  const { journal } = await Journal.open(path);
  journal.opened('now');
  for (const [i, digest] of [a, b, c].entries()) {
    journal.reserve(digest, at(i * 1024), 10);
    journal.markDone(digest);
  }
  await journal.markSynced(2);
  journal.forget(a);
  await journal.close();
  const { blobs } = replay(await readFile(path));
  expect([a, b, c].map((digest) => [blobs.get(digest)?.state, blobs.get(digest)?.synced])).toEqual([
    ['reserved', false],
    ['done', true],
    ['done', false],
  ]);
});

test('a sync mark covers a blob that was forgotten and finished again only if it covers the second time', async () => {
  const syncedAfter = async (marks: readonly number[], later: readonly number[]) => {
    await rm(path, { force: true });
    const { journal } = await Journal.open(path);
    journal.opened('now');
    journal.reserve(a, at(0), 10);
    journal.markDone(a);
    for (const done of marks) await journal.markSynced(done);
    journal.forget(a);
    journal.markDone(a);
    for (const done of later) await journal.markSynced(done);
    await journal.close();
    const { blobs, done } = replay(await readFile(path));
    expect([blobs.get(a)?.state, done]).toEqual(['done', 2]);
    return blobs.get(a)?.synced;
  };
  expect(await syncedAfter([], [1])).toBe(false);
  expect(await syncedAfter([1], [1])).toBe(false);
  expect(await syncedAfter([1], [1, 2])).toBe(true);
  expect(await syncedAfter([], [2])).toBe(true);
});

test('a new run releases places without content, and forgetting an unknown blob changes nothing', async () => {
  const first = (await Journal.open(path)).journal;
  first.opened('now');
  first.reserve(a, at(0), 10);
  first.reserve(b, at(1024), 10);
  first.markDone(b);
  await first.close();
  const { journal, blobs } = await Journal.open(path);
  expect(blobs.get(a)?.state).toBe('reserved');
  journal.opened('now');
  journal.forget(a);
  journal.reserve(c, at(0), 10);
  journal.markDone(c);
  await journal.close();
  const { blobs: after } = replay(await readFile(path));
  expect([...after.keys()].toSorted()).toEqual([b, c].toSorted());
});

test('removes a torn line before it writes more', async () => {
  const { journal } = await Journal.open(path);
  journal.opened('now');
  journal.reserve(a, at(0), 10);
  journal.markDone(a);
  await journal.close();
  await appendFile(path, '{"t":"done","d":"');
  const again = (await Journal.open(path)).journal;
  again.reserve(b, at(1024), 10);
  again.markDone(b);
  await again.close();
  const { blobs, done } = replay(await readFile(path));
  expect([blobs.get(a)?.state, blobs.get(b)?.state, done]).toEqual(['done', 'done', 2]);
});

test('reads any bytes up to the first invalid line', () => {
  const complete = Buffer.from(
    [
      { t: 'open', format: 1, created: 'x' },
      { t: 'reserve', d: a.slice(7), p: 1, o: 0, l: 1024, s: 3 },
      { t: 'done', d: a.slice(7) },
      { t: 'sync', done: 1 },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
  fc.assert(
    fc.property(fc.nat({ max: complete.length - 1 }), fc.uint8Array({ maxLength: 40 }), (position, bytes) => {
      const changed = Buffer.concat([complete.subarray(0, position), bytes, complete.subarray(position)]);
      const { length, blobs } = replay(changed);
      expect(length).toBeLessThanOrEqual(changed.length);
      for (const { stretch } of blobs.values()) expect(stretch.offset % 512).toBe(0);
    }),
  );
});

test('ranges after a gap are restored up to the first that is not one', async () => {
  const { journal } = await Journal.open(path);
  journal.opened('now');
  journal.reserve(a, at(0), 100);
  journal.markPartial(a, 7, [
    [20, 30],
    [40, 50],
  ]);
  await journal.close();
  const restored = async () => {
    const again = await Journal.open(path);
    await again.journal.close();
    return again.blobs.get(a);
  };
  expect(await restored()).toMatchObject({
    ...{ state: 'partial', bytes: 7 },
    ahead: [
      [20, 30],
      [40, 50],
    ],
  });
  const text = await readFile(path, 'utf8');
  for (const wrong of ['[40,101]', '[30,50]', '[25,50]', '[50,40]', '[40.5,50]', '["40",50]', '40']) {
    await writeFile(path, text.replace('[40,50]', wrong));
    expect((await restored())?.ahead, wrong).toEqual([[20, 30]]);
  }
});

test('a closed journal writes nothing, whatever file now uses its descriptor', async () => {
  const { journal } = await Journal.open(path);
  journal.opened('now');
  await Promise.all([journal.close(), journal.close()]);
  const before = await readFile(path);
  const others = await Promise.all(
    Array.from({ length: 20 }, (_, i) => open(join(root, `other-${i}`), 'wx+')),
  );
  const rejected = expect.objectContaining({ code: 'internal', message: expect.stringContaining(path) });
  expect(() => journal.markDone(a)).toThrow(rejected);
  expect(() => journal.markPartial(a, 5)).toThrow(rejected);
  await expect(journal.markSynced(0)).rejects.toEqual(rejected);
  for (const other of others) {
    expect((await other.stat()).size).toBe(0);
    await other.close();
  }
  expect(await readFile(path)).toEqual(before);
});

test("a line on a full disk is an error with the journal's name, and leaves no torn line before later ones", async () => {
  await using disk = await smallDisk({ mountPoint: join(root, 'disk'), bytes: 256 * 1024 });
  const onDisk = join(disk.root, 'journal.jsonl');
  const { journal } = await Journal.open(onDisk);
  journal.opened('now');
  journal.reserve(a, at(0), 10);
  journal.reserve(b, at(1024), 2 ** 20);
  await disk.fill();
  const filling = () => {
    for (let bytes = 0; bytes < 2 ** 20; bytes++) journal.markPartial(b, bytes);
  };
  expect(filling).toThrow(
    expect.objectContaining({
      code: 'disk-full',
      message: `no space left on the file system that contains ${onDisk}`,
    }),
  );
  await disk.empty();
  journal.markDone(a);
  await journal.close();
  const again = await Journal.open(onDisk);
  await again.journal.close();
  expect([again.blobs.get(a)?.state, again.blobs.get(b)?.state]).toEqual(['done', 'partial']);
});
