import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeNewFolder } from './new-folder.ts';

test('writes all files of a new or empty directory, and leaves others unchanged', async () => {
  const home = await mkdtemp(join(tmpdir(), 'airlock-new-folder-'));
  const files = [
    { file: 'README.md', text: 'a' },
    { file: 'documents/worker/cluster.yml', text: 'b' },
  ];
  const path = join(home, 'x/y');
  await writeNewFolder(path, files);
  expect(await readFile(join(path, 'documents/worker/cluster.yml'), 'utf8')).toBe('b');
  expect(await readdir(join(home, 'x'))).toEqual(['y']);
  await mkdir(join(home, 'empty'));
  await writeNewFolder(join(home, 'empty'), files);
  expect((await readdir(join(home, 'empty'))).sort()).toEqual(['README.md', 'documents']);
  await expect(writeNewFolder(path, [])).rejects.toMatchObject({ code: 'file-changed' });
  expect(await readFile(join(path, 'README.md'), 'utf8')).toBe('a');
  await writeFile(join(home, 'file'), '');
  await symlink(join(home, 'elsewhere'), join(home, 'link'));
  for (const name of ['file', 'link'])
    await expect(writeNewFolder(join(home, name), files)).rejects.toMatchObject({ code: 'file-changed' });
  // A directory below a file can't be created. Nothing stays.
  const below = [...files, { file: 'README.md/x', text: '' }];
  await expect(writeNewFolder(join(home, 'partial'), below)).rejects.toThrow();
  expect((await readdir(home)).sort()).toEqual(['empty', 'file', 'link', 'x']);
});
