import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { airlockDirectory } from '../../../base/files/airlock-directory.ts';
import { newTestService, type TestService } from '../service.fixture.ts';
import { t } from './messages.ts';

let rig: TestService;
let one: string;
beforeEach(async () => {
  rig = await newTestService();
  one = join(rig.directory, 'one');
});
afterEach(async () => {
  await rig[Symbol.asyncDispose]();
});

test('creates a folder only on request, and lists the last opened one first', async () => {
  expect(await rig.fail('workspaces.open', { directory: one })).toMatchObject({
    code: 'disk',
    message: t('directoryMissing', { folder: one }),
  });
  expect(await rig.ask('workspaces.open', { directory: `${one}/`, create: true })).toMatchObject({
    directory: one,
    name: 'one',
    state: 'empty',
    enclaves: [],
    practice: false,
  });
  expect(await readdir(one)).toEqual([]);
  const two = join(rig.directory, 'two');
  await rig.ask('workspaces.open', { directory: two, create: true });
  await rig.ask('workspaces.open', { directory: one });
  const { workspaces } = await rig.ask('workspaces.list', {});
  expect(workspaces.map(({ directory }) => directory)).toEqual([one, two]);
  expect(rig.events.filter(({ type }) => type === 'workspaces')).toHaveLength(3);
  await rig.ask('workspaces.forget', { directory: two });
  expect((await rig.ask('workspaces.list', {})).workspaces).toHaveLength(1);
  expect(await readdir(two)).toEqual([]);
});

test('the state of a folder shows its problem', async () => {
  const own = airlockDirectory(one);
  await mkdir(own, { recursive: true });
  await rig.ask('workspaces.open', { directory: one });
  const state = async () => (await rig.ask('workspaces.list', {})).workspaces[0];

  await writeFile(join(own, 'format.json'), '{"format": 99}');
  expect(await state()).toMatchObject({ state: 'unsupported-format', detail: expect.stringContaining('99') });
  expect(await rig.fail('workspaces.open', { directory: one })).toMatchObject({ code: 'workspace-format' });
  await writeFile(join(own, 'format.json'), 'nonsense');
  expect(await state()).toMatchObject({ state: 'unreadable' });
  await writeFile(join(own, 'format.json'), '{"format": 2}');

  const holder = { user: 'me', host: hostname(), pid: process.pid, since: '2026-01-01T00:00:00Z' };
  await writeFile(join(own, 'lock'), JSON.stringify(holder));
  expect(await state()).toMatchObject({ state: 'locked', detail: expect.stringContaining(`${process.pid}`) });
  await writeFile(join(own, 'lock'), JSON.stringify({ ...holder, pid: 2 ** 22 }));
  expect(await state()).toMatchObject({ state: 'empty' });

  await rm(one, { recursive: true });
  expect(await state()).toMatchObject({ state: 'absent' });
  await writeFile(one, 'a file now');
  expect(await rig.fail('workspaces.open', { directory: one })).toMatchObject({ code: 'workspace-invalid' });
});

test('reports a folder that this user may not enter, without an exception', async () => {
  await rig.ask('workspaces.open', { directory: one, create: true });
  await mkdir(airlockDirectory(one, 'format.json'), { recursive: true });
  expect((await rig.ask('workspaces.list', {})).workspaces[0]).toMatchObject({
    state: 'unreadable',
    detail: expect.stringContaining('EISDIR'),
  });
});
