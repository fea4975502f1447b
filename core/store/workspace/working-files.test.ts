import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { probeFileSystem } from './file-system.ts';
import { workingFiles } from './working-files.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-files-'));
});
afterEach(() => rm(root, { recursive: true }));

test('writes files completely, and reads and lists them by prefix', async () => {
  const files = workingFiles(root, { colons: true });
  expect(await files.list('')).toEqual([]);
  await files.write('signatures/b', 'B');
  await files.write('signatures/a', Buffer.from('A'));
  await files.write('signatures/a', 'A2');
  await files.write('hold-release/x/y', '');
  await files.write('.history/.history-2026-01-31T10:00:00Z', 'h');
  await writeFile(join(root, 'signatures', '.airlock-tmp-00000000-1-00000000-00ff'), 'half');
  expect((await files.read('signatures/a'))?.toString()).toBe('A2');
  expect(await files.read('signatures')).toBeUndefined();
  expect(await files.read('signatures/c')).toBeUndefined();
  expect(await files.list('signatures/')).toEqual(['signatures/a', 'signatures/b']);
  expect(await files.list('signatures/b')).toEqual(['signatures/b']);
  expect(await files.list('sign')).toEqual(['signatures/a', 'signatures/b']);
  expect(await files.list('hold-release/')).toEqual(['hold-release/x/y']);
  expect(await files.list('absent/x')).toEqual([]);
});

test('a disk without colons: writes another name, warns, and reads both', async () => {
  const warnings: Problem[] = [];
  const files = workingFiles(root, { colons: false, onWarning: (w) => warnings.push(w) });
  await files.write('a/b:c', 'x');
  expect(await readdir(join(root, 'a'))).toEqual(['b-c']);
  expect((await files.read('a/b:c'))?.toString()).toBe('x');
  expect((await workingFiles(root, { colons: true }).read('a/b:c'))?.toString()).toBe('x');
  expect(warnings).toMatchObject([{ level: 'warning', message: expect.stringContaining('a/b-c') }]);
});

test('writes several files, with the same checks and names as single ones', async () => {
  const warnings: string[] = [];
  const files = workingFiles(root, {
    colons: false,
    onWarning: ({ message }) => warnings.push(message),
  });
  await files.writeAll?.(
    new Map([
      ['a/x:1', 'one'],
      ['b/y', 'two'],
    ]),
  );
  expect(String(await files.read('a/x:1'))).toBe('one');
  expect(await files.list('')).toEqual(['a/x-1', 'b/y']);
  expect(warnings).toHaveLength(1);
  await expect(files.writeAll?.(new Map([['../x', 'x']]))).rejects.toMatchObject({ code: 'internal' });
});

test.each(['../x', 'a/../../x', '/etc/passwd', '', 'a//b', 'a\0b'])('rejects %j as a name', async (name) => {
  const files = workingFiles(root, { colons: true });
  await expect(files.write(name, 'x')).rejects.toMatchObject({ code: 'internal' });
  await expect(files.read(name)).rejects.toMatchObject({ code: 'internal' });
});

test('examines the file system without leaving anything', async () => {
  const system = await probeFileSystem(root);
  expect(system).toMatchObject({ holes: true, colons: true });
  expect(system.maxFileBytes).toBeUndefined();
  expect(await system.free()).toBeGreaterThan(0);
  expect(await readdir(root)).toEqual([]);
});
