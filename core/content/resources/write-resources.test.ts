import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryName } from '../../base/files/atomic-file.ts';
import { writeResources } from './write-resources.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-resources-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('creates the folder and writes only complete files with mode 0644', async () => {
  const directory = join(root, 'working-dir', 'cluster-resources');
  await writeResources(directory, [{ name: 'idms-oc-mirror.yaml', content: 'a: ü\n' }]);
  expect(await readdir(directory)).toEqual(['idms-oc-mirror.yaml']);
  const file = join(directory, 'idms-oc-mirror.yaml');
  expect(await readFile(file, 'utf8')).toBe('a: ü\n');
  expect((await stat(file)).mode & 0o777 & ~0o644).toBe(0);
});

test('removes generated and incomplete files of an earlier run, and keeps other files', async () => {
  await writeResources(root, [
    { name: 'idms-oc-mirror.yaml', content: 'old, and longer than the new one\n' },
    { name: 'itms-oc-mirror.yaml', content: 'old\n' },
    { name: 'updateService.yaml', content: 'old\n' },
  ]);
  await writeFile(join(root, 'mine.yaml'), 'mine\n');
  await writeFile(join(root, basename(temporaryName(root))), 'half');
  await writeResources(root, [{ name: 'idms-oc-mirror.yaml', content: 'new\n' }]);
  expect((await readdir(root)).sort()).toEqual(['idms-oc-mirror.yaml', 'mine.yaml']);
  expect(await readFile(join(root, 'idms-oc-mirror.yaml'), 'utf8')).toBe('new\n');
});

test('a folder that cannot be created is a disk error', async () => {
  await writeFile(join(root, 'file'), '');
  await expect(writeResources(join(root, 'file', 'x'), [])).rejects.toMatchObject({
    code: 'disk',
    exitCode: 4,
  });
});
