import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallDisk } from '../../../stress/disks/small-disk.ts';
import { asAirlockError } from '../errors/airlock-error.ts';
import { makeDirectory, writeFileAtomic } from './atomic-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-directories-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('parents are created, and a directory that exists is left unchanged', async () => {
  const path = join(folder, 'a/b/c');
  await makeDirectory(path, { mode: 0o700 });
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  await makeDirectory(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test('a file in the way is reported as such, at the end of the path and within it', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(makeDirectory(file)).rejects.toMatchObject({ code: 'ENOTDIR', path: file });
  await expect(makeDirectory(join(file, 'x'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test('a read-only file system is reported as read-only, not as a missing path', async () => {
  await using disk = await smallDisk({
    mountPoint: join(folder, 'read-only'),
    bytes: 2 ** 20,
    below: { there: 2 ** 20 },
    readOnly: true,
  });
  const path = join(disk.root, 'a/b');
  const error = asAirlockError(await makeDirectory(path).catch((e: unknown) => e));
  expect(error).toMatchObject({
    code: 'disk',
    message: `the file system is read-only (${join(disk.root, 'a')})`,
  });
  await makeDirectory(join(disk.root, 'there'));
  await expect(writeFileAtomic(join(disk.root, 'file'), 'x')).rejects.toMatchObject({
    code: 'EROFS',
    path: join(disk.root, 'file'),
  });
});

test('reports the target file on a full file system, not the temporary one', async () => {
  await using disk = await smallDisk({ mountPoint: join(folder, 'full'), bytes: 2 ** 20 });
  await disk.fill();
  const path = join(disk.root, 'file');
  const error = asAirlockError(await writeFileAtomic(path, Buffer.alloc(10_000)).catch((e: unknown) => e));
  expect(error).toMatchObject({
    code: 'disk-full',
    message: `no space left on the file system that contains ${path}`,
  });
});
