import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ImageLinks } from '../set-format/set-index.ts';
import { attachedAmong, attachedIn, countImages, nameInSet, subjectOf } from './attached-images.ts';
import { testImage } from './set.fixture.ts';
import { SetWriter } from './write/set-writer.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-attached-'));
});
afterEach(() => rm(root, { recursive: true }));

const tagOf = (digest: string, suffix = '.sig'): string => `sha256-${digest.slice(7)}${suffix}`;
const app = testImage('apps/a', 'v1');
const instance = testImage('apps/a', 'instance');
const list = { ...testImage('apps/a', 'list'), instances: [instance.digest] };

test("attachments of an image or of one of its instances don't count as images of the set", async () => {
  const signature = testImage('apps/a', tagOf(app.digest));
  const ofInstance = testImage('apps/a', tagOf(instance.digest));
  const referrers = testImage('apps/a', tagOf(list.digest, ''));
  const pinned = testImage('apps/b', 'any');
  const requested = testImage('apps/c', tagOf(app.digest));
  const { tag: _tag, ...untagged } = testImage('apps/b', 'untagged');
  const links: ImageLinks[] = [
    app,
    signature,
    list,
    ofInstance,
    referrers,
    // Requested by its digest, so the tag is its own.
    { ...pinned, tag: tagOf(pinned.digest, '') },
    // No repository of this name contains its subject, so the content itself was requested.
    requested,
    untagged,
  ];
  const set = await SetWriter.open({ directory: join(root, 'lab-0001.partial'), name: 'lab-0001' });
  const index = await set.finish({ enclave: 'lab', number: 1, tool: 'test', links, files: [] });
  expect(index.images).toHaveLength(8);
  const attached = attachedIn(index);
  const own = index.images.filter((image) => !attached(image)).map(nameInSet);
  expect(own).toEqual([
    'apps/a:v1',
    'apps/a:list',
    `apps/b:${tagOf(pinned.digest, '')}`,
    nameInSet(requested),
  ]);
  expect(countImages(index)).toBe(4);
  // Releases link some images under the same name.
  expect(countImages({ ...index, images: [...index.images, ...index.images] })).toBe(4);
});

test('recognizes attachments of instances only with the links of the set', () => {
  const ofInstance = testImage('apps/a', tagOf(instance.digest));
  expect(attachedAmong([list, ofInstance])(ofInstance)).toBe(false);
  expect(attachedAmong([list, ofInstance], [instance])(ofInstance)).toBe(true);
});

test('a tag determines its subject', () => {
  const { digest } = app;
  expect(subjectOf({ tag: tagOf(digest, '.att'), digest: list.digest })).toBe(digest);
  expect(subjectOf({ tag: tagOf(digest, ''), digest })).toBeUndefined();
  expect(subjectOf({ tag: 'v1', digest })).toBeUndefined();
  expect(subjectOf({ tag: tagOf(digest, '-metadata'), digest: list.digest })).toBeUndefined();
  expect(subjectOf({ digest })).toBeUndefined();
});
