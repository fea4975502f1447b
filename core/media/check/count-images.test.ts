import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { testImage, writeTestSet } from '../../store/archive/set.fixture.ts';
import type { SetIndex } from '../../store/set-format/set-index.ts';
import { volumesBelow } from '../export/export.fixture.ts';
import { exportRecord } from '../export/record.ts';
import { exportOcLayout } from '../formats/write-oc-layout.ts';
import { exportOcMirror } from '../formats/write-oc-mirror.ts';
import { exportOver, receive } from '../import/import.fixture.ts';
import { importRecord } from '../import/record.ts';
import { countRecordedImages, recordForDrive } from '../record/record.ts';
import { recordPage } from '../record/record-html.ts';
import { workspaceUsage } from '../retention/usage.ts';
import { listTransfers } from '../transfer/list-transfers.ts';

const IMAGES = [testImage('apps/a', 'v1'), testImage('apps/b', 'v1'), testImage('apps/b', 'v2')];
const SIGNATURE = testImage('apps/b', `sha256-${IMAGES[1]!.digest.slice(7)}.sig`);
const NAME = `${SIGNATURE.repository}:${SIGNATURE.tag}`;
const NOW = { tool: 'airlock test', now: new Date() };
let root: string;
let directory: string;
let here: string;
let index: SetIndex;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-count-'));
  [directory, here] = [join(root, 'workspace'), join(root, 'here')];
  await mkdir(airlockDirectory(directory), { recursive: true });
  await writeFile(airlockDirectory(directory, 'format.json'), '{"format":2}\n');
  ({ index } = await writeTestSet(directory, 1, [...IMAGES, SIGNATURE]));
});
afterEach(() => rm(root, { recursive: true }));

test('both sides count the same images, with each signature as part of the image that it signs', async () => {
  expect(index.images).toHaveLength(4);
  expect(await listTransfers(directory)).toMatchObject([{ images: 3 }]);
  expect((await workspaceUsage(directory)).deliverables).toMatchObject([{ images: 3 }]);
  const media = await exportOver(root, directory, { media: [5_000_000], volumeSize: 70_000 });
  const { transfers } = await receive(here, ...media);
  const arrival = transfers[0]!;
  expect(arrival).toMatchObject({ complete: true, images: { total: 3, complete: 3 } });
  expect(await listTransfers(here)).toMatchObject([{ images: 3 }]);

  const sent = await exportRecord({ directory, transfer: 'lab-0001', ...NOW });
  for (const record of [
    sent,
    recordForDrive(sent),
    await importRecord({ directory: here, arrival, origin: { state: 'not-verified' }, ...NOW }),
  ]) {
    expect(record.images.map(({ name }) => name)).toContain(NAME);
    expect(countRecordedImages(record)).toBe(3);
    expect(JSON.stringify(recordPage(record))).toContain(', 3 images"');
  }
});

test('reports the missing content of a signature, and its image stays usable', async () => {
  const media = await exportOver(root, directory, { media: [5_000_000], volumeSize: 70_000 });
  const layer = Buffer.from(SIGNATURE.content.get(SIGNATURE.blobs[1]!)!.subarray(0, 64));
  for (const path of (await volumesBelow(...media)).values()) {
    const bytes = await readFile(path);
    const at = bytes.indexOf(layer);
    if (at < 0) continue;
    bytes[at + 5]! ^= 1;
    await writeFile(path, bytes);
  }
  const { transfers, damage } = await receive(here, ...media);
  const concerned = { images: [NAME], attached: [NAME] };
  expect(damage).toMatchObject([{ deliverables: [concerned] }]);
  expect(transfers).toMatchObject([
    { complete: false, images: { total: 3, complete: 3 }, missing: [concerned] },
  ]);
});

test('counts a missing image once, with its signature as attached', async () => {
  const media = await exportOver(root, directory, { media: [5_000_000], volumeSize: 70_000 });
  const wrong = [IMAGES[1]!, SIGNATURE].map(({ blobs, content }) =>
    Buffer.from(content.get(blobs[1]!)!.subarray(0, 64)),
  );
  for (const path of (await volumesBelow(...media)).values()) {
    const bytes = await readFile(path);
    for (const layer of wrong) {
      const at = bytes.indexOf(layer);
      if (at >= 0) bytes[at + 5]! ^= 1;
    }
    await writeFile(path, bytes);
  }
  const { transfers } = await receive(here, ...media);
  expect(transfers).toMatchObject([
    {
      images: { total: 3, complete: 2 },
      missing: [{ images: [NAME, 'apps/b:v1'], attached: [NAME] }],
    },
  ]);
});

test('counts the same images in formats of other tools, written and imported', async () => {
  const [oc, ocMirror] = [join(root, 'oc'), join(root, 'oc-mirror')];
  const request = { directory, transfer: 'lab-0001', readBack: false };
  for (const to of [oc, ocMirror]) await mkdir(to);
  const { drives } = await exportOcLayout({ ...request, to: [oc] });
  expect(drives).toMatchObject([{ images: { length: 4 }, attached: [NAME] }]);
  await exportOcMirror({ ...request, to: [ocMirror], volumeSize: 1e9 });
  for (const from of [oc, ocMirror]) {
    const there = `${from}-received`;
    expect((await receive(there, from)).transfers).toMatchObject([{ images: { total: 3, complete: 3 } }]);
    expect(await listTransfers(there)).toMatchObject([{ images: 3 }]);
  }
});

test('counts images without signatures also after the import of a damaged set of another tool', async () => {
  const to = join(root, 'drive');
  await mkdir(to);
  const request = { directory, transfer: 'lab-0001', readBack: false, to: [to], volumeSize: 1e9 };
  const [file] = (await exportOcMirror(request)).files;
  const bytes = await readFile(file!.path);
  bytes[bytes.indexOf(SIGNATURE.content.get(SIGNATURE.blobs[1]!)!.subarray(0, 64)) + 5]! ^= 1;
  await writeFile(file!.path, bytes);
  expect((await receive(here, to)).transfers).toMatchObject([
    { complete: false, images: { total: 3, complete: 3 }, missing: [{ images: [NAME], attached: [NAME] }] },
  ]);
});
