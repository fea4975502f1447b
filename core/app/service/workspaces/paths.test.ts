import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newTestService, type TestService } from '../service.fixture.ts';

let rig: TestService;
beforeEach(async () => {
  rig = await newTestService();
  for (const name of ['mirror', 'mirror-2', '.hidden', 'other']) await mkdir(join(rig.home, name));
  for (const name of ['mirror.yaml', 'mirror.txt', 'a.YML']) await writeFile(join(rig.home, name), '');
  await symlink(join(rig.home, 'other'), join(rig.home, 'mirror-link'));
});
afterEach(async () => {
  await rig[Symbol.asyncDispose]();
});

const names = async (text: string, kind: 'directory' | 'file' = 'directory', extensions: string[] = []) =>
  (await rig.ask('paths.complete', { text, kind, extensions })).entries.map(({ name }) => name);

test('completes a path, folders first, and links by their target', async () => {
  expect(await names(join(rig.home, 'mir'))).toEqual(['mirror', 'mirror-2', 'mirror-link']);
  expect(await names('~/mir')).toEqual(['mirror', 'mirror-2', 'mirror-link']);
  expect(await names('~')).toEqual(['mirror', 'mirror-2', 'mirror-link', 'other']);
  expect(await names(`${rig.home}/`, 'file', ['yaml', '.yml'])).toEqual([
    'mirror',
    'mirror-2',
    'mirror-link',
    'other',
    'a.YML',
    'mirror.yaml',
  ]);
  const { entries } = await rig.ask('paths.complete', { text: '~/other', kind: 'directory' });
  expect(entries).toEqual([{ path: join(rig.home, 'other'), name: 'other', kind: 'directory' }]);
});

test('lists hidden entries once their dot is typed', async () => {
  expect(await names('~/.h')).toEqual(['.hidden']);
});

test('returns no entries and no error for a missing folder, a file or a relative path', async () => {
  expect(await names('/nowhere/at/all')).toEqual([]);
  expect(await names('relative')).toEqual([]);
  expect(await names('~/mirror.yaml/')).toEqual([]);
});

test('truncates a long folder, and reports it', async () => {
  const many = join(rig.home, 'other');
  for (let n = 0; n < 60; n++) await mkdir(join(many, `d${n}`));
  const { entries, truncated } = await rig.ask('paths.complete', { text: `${many}/`, kind: 'directory' });
  expect([entries.length, truncated]).toEqual([50, true]);
});
