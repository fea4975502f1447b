import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../base/image/sha256.ts';
import { workingFiles } from '../store/workspace/working-files.ts';
import { blobHomes } from './copy/blob-homes.ts';
import { pushedTags } from './copy/pushed-tags.ts';

const DIGEST = sha256('a');
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-pushed-'));
});
afterAll(() => rm(directory, { recursive: true }));

test('a flipped bit in a record of pushed tags or blobs invalidates the record and never changes it', async () => {
  const place = { state: workingFiles(directory, { colons: true }) };
  const tags = await pushedTags(place, 'reg.lan:5000');
  tags.add('a/b', '1', DIGEST);
  tags.add('a/b', '2', DIGEST);
  const homes = await blobHomes(place, 'reg.lan:5000');
  homes.add('a/b', [DIGEST]);
  await tags.save();
  await homes.save();
  const read = async () => {
    const known = await pushedTags(place, 'reg.lan:5000');
    const there = ['1', '2'].filter((tag) => known.has('a/b', tag, DIGEST));
    return [there, (await blobHomes(place, 'reg.lan:5000')).of(DIGEST)];
  };
  expect(await read()).toEqual([['1', '2'], ['a/b']]);
  for (const [name, left] of [
    ['reg.lan-5000.json', [[], ['a/b']]],
    ['reg.lan-5000-blobs.json', [['1', '2'], []]],
  ] as const) {
    const path = join(directory, 'pushed', name);
    const bytes = await readFile(path);
    for (let at = 0; at < bytes.length; at++) {
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= 1 << (at % 8);
      await writeFile(path, flipped);
      expect(await read(), `${name}, byte ${at}`).toEqual(left);
    }
    await writeFile(path, bytes);
  }
});

test('the repositories of a blob are known after additions and deletions, also from the saved record', async () => {
  const place = { state: workingFiles(directory, { colons: true }) };
  const [shared, own] = [sha256('shared'), sha256('own')];
  const homes = await blobHomes(place, 'other.lan');
  homes.add('a', [shared]);
  expect(homes.of(shared)).toEqual(['a']);
  homes.add('b', [shared, own]);
  homes.add('c', [shared]);
  expect(homes.of(shared)).toEqual(['a', 'b', 'c']);
  homes.remove('b', [shared]);
  homes.remove('d', [shared]);
  expect([homes.of(shared), homes.of(own)]).toEqual([['a', 'c'], ['b']]);
  homes.add('b', [shared]);
  await homes.save();
  const read = await blobHomes(place, 'other.lan');
  expect([read.of(shared), read.of(own)]).toEqual([['a', 'b', 'c'], ['b']]);
});
