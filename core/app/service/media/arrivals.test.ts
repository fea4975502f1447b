import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { volumesBelow } from '../../../media/export/export.fixture.ts';
import { exportOver, receive } from '../../../media/import/import.fixture.ts';
import { testImage, writeTestSet } from '../../../store/archive/set.fixture.ts';
import { arrivalsIn } from './arrivals.ts';

const SIGNED = testImage('apps/b', 'v1');
const SIGNATURE = testImage('apps/b', `sha256-${SIGNED.digest.slice(7)}.sig`);
const NAME = `${SIGNATURE.repository}:${SIGNATURE.tag}`;
let root: string;
let here: string;
let media: string[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-arrivals-'));
  const directory = join(root, 'workspace');
  here = join(root, 'here');
  await mkdir(directory);
  await writeTestSet(directory, 1, [testImage('apps/a', 'v1'), SIGNED, SIGNATURE]);
  media = await exportOver(root, directory, { media: [5_000_000], volumeSize: 70_000 });
});
afterEach(() => rm(root, { recursive: true }));

/** Alters a layer on the drives; a second call restores it. */
async function damage({ blobs, content }: typeof SIGNED): Promise<void> {
  const layer = content.get(blobs[1]!)!.subarray(8, 64);
  for (const path of (await volumesBelow(...media)).values()) {
    const bytes = await readFile(path);
    const at = bytes.indexOf(layer);
    if (at < 0) continue;
    bytes[at - 1]! ^= 1;
    await writeFile(path, bytes);
  }
}

const allArrived = () =>
  arrivalsIn(here, {
    damaged: new Map(),
    reached: 'imported',
    env: {},
    stateDirectory: join(here, 'state'),
  });
const arrived = async () => (await allArrived()).at(0) ?? expect.fail('nothing came');

test('counts images without their signatures, in complete and incomplete transfers', async () => {
  await damage(SIGNATURE);
  await receive(here, ...media);
  const part = await arrived();
  expect(part).toMatchObject({
    complete: false,
    images: { total: 2, complete: 2 },
    deliverables: [{ images: 2, missing: 0 }],
  });
  // It is listed as an attachment.
  const concerned = part.volumes.flatMap(({ deliverables }) => deliverables);
  expect(concerned.length).toBeGreaterThan(0);
  for (const each of concerned) expect(each).toMatchObject({ images: [NAME], attached: [NAME] });

  await damage(SIGNATURE);
  await receive(here, ...media);
  expect(await arrived()).toMatchObject({
    complete: true,
    images: { total: 2, complete: 2 },
    deliverables: [{ images: 2, missing: 0 }],
  });
});

test('counts an incomplete image once, with or without its signature', async () => {
  await damage(SIGNATURE);
  await damage(SIGNED);
  await receive(here, ...media);
  expect(await arrived()).toMatchObject({
    images: { total: 2, complete: 1 },
    deliverables: [{ images: 2, missing: 1 }],
  });
});

test('reports each of several transfers, also next to one whose files are missing', async () => {
  await receive(here, ...media);
  const directory = join(root, 'workspace');
  const other = testImage('apps/c', 'v1');
  await writeTestSet(directory, 2, [other, SIGNED], { sent: new Set(SIGNED.content.keys()) });
  const to = { transfer: 'lab-0002', media: [5_000_000], volumeSize: 70_000 };
  media = await exportOver(join(root, 'second'), directory, to);
  await damage(other);
  await receive(here, ...media);
  const lines = async () =>
    Object.fromEntries((await allArrived()).map(({ transfer, ...line }) => [transfer, line]));
  // Content of the first transfer completes an image of the second one.
  const second = { complete: false, deliverables: [{ images: 2, missing: 1 }] };
  expect(await lines()).toMatchObject({
    'lab-0001': { complete: true, deliverables: [{ images: 2, missing: 0 }] },
    'lab-0002': { ...second, images: { total: 2, complete: 1 } },
  });
  await rm(join(here, 'transfers', 'lab-0001', 'mirror_000001.tar'));
  expect(await lines()).toMatchObject({ 'lab-0001': { complete: false }, 'lab-0002': second });
});
