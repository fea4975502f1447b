import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import { openKnownTags } from './known-tags.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-tags-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const tag = (name: string) => ({ registry: 'quay.io', repository: 'lab/app', tag: name });
const [one, two] = [sha256('one'), sha256('two')];

test('tags are available to the next process, and concurrent writers lose nothing', async () => {
  const here = openKnownTags(directory);
  const there = openKnownTags(directory);
  here.put(tag('v1'), one);
  there.put(tag('v2'), two);
  await here.save();
  await there.save();
  const later = openKnownTags(directory);
  expect([later.get(tag('v1'))?.digest, later.get(tag('v2'))?.digest]).toEqual([one, two]);
  expect(Date.now() - Date.parse(later.get(tag('v1'))!.at)).toBeLessThan(60_000);
  expect(here.get(tag('v2'))).toBeUndefined();
  here.refresh();
  expect(here.get(tag('v2'))?.digest).toBe(two);
});

test('images by digest are not stored, and a damaged file counts as empty', async () => {
  const tags = openKnownTags(directory);
  tags.put({ ...tag('v1'), digest: one }, one);
  expect(tags.get(tag('v1'))).toBeUndefined();
  await writeFile(join(directory, 'known-tags.json'), '{"quay.io/lab/app:v1": ["sha256');
  const damaged = openKnownTags(directory);
  expect(damaged.get(tag('v1'))).toBeUndefined();
  damaged.put(tag('v1'), one);
  await damaged.save();
  expect(openKnownTags(directory).get(tag('v1'))?.digest).toBe(one);
});
