import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportWorkspace, volumesBelow } from '../export/export.fixture.ts';
import { exportOver, fingerprint } from './import.fixture.ts';
import { inspectDrive } from './inspect-drive.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-inspect-'));
});
afterEach(() => rm(root, { recursive: true }));

test('each drive of an export shows its volumes, and nothing on it changes', async () => {
  const { directory } = await exportWorkspace(root, 12);
  const drives = await exportOver(root, directory, { media: [300_000, 9e6], volumeSize: 100_000 });
  const before = await fingerprint(drives[0]!);
  const [first, second] = await Promise.all(drives.map((drive) => inspectDrive(drive)));
  const of = (await volumesBelow(...drives)).size;
  expect(first!.transfers).toMatchObject([{ transfer: 'lab-0001', enclave: 'lab', of }]);
  const numbers = [...first!.transfers[0]!.volumes, ...second!.transfers[0]!.volumes];
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: of }, (_, i) => i + 1));
  expect(first!.transfers[0]!.bytes).toBeGreaterThan(100_000);
  expect(first!.free).toBeLessThanOrEqual(first!.bytes!);
  expect(await fingerprint(drives[0]!)).toEqual(before);
});

test('a folder without transfers, a copied set, and archives of oc-mirror are distinguished', async () => {
  const empty = join(root, 'empty');
  await mkdir(empty);
  expect(await inspectDrive(empty)).toMatchObject({ transfers: [], foreign: [], entries: 0 });
  await writeFile(join(empty, 'holiday.jpg'), 'x');
  expect(await inspectDrive(empty)).toMatchObject({ transfers: [], entries: 1 });
  const { directory } = await exportWorkspace(root, 2);
  expect((await inspectDrive(directory)).transfers).toMatchObject([{ transfer: 'lab-0001', volumes: [] }]);
  const foreign = join(root, 'foreign');
  await mkdir(foreign);
  await writeFile(join(foreign, 'mirror_000001.tar'), '');
  expect(await inspectDrive(foreign)).toMatchObject({ transfers: [], foreign: ['oc-mirror'] });
});

test('links are not followed, and an invalid export document is a problem', async () => {
  const drive = join(root, 'drive');
  await mkdir(join(drive, 'airlock'), { recursive: true });
  await symlink('/', join(drive, 'all'));
  await writeFile(join(drive, 'airlock', 'export.json'), '{"format":2}');
  const found = await inspectDrive(drive);
  expect(found.transfers).toEqual([]);
  expect(found.rejected.map(({ code }) => code)).toEqual(['archive-malformed']);
});

test('a path that does not exist, or is a file, is an error with a remedy', async () => {
  await expect(inspectDrive(join(root, 'gone'))).rejects.toMatchObject({ code: 'disk' });
  await writeFile(join(root, 'file'), '');
  await expect(inspectDrive(join(root, 'file'))).rejects.toMatchObject({ code: 'usage' });
});
