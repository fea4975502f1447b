import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newTestService, type TestService } from '../service.fixture.ts';
import { defaultConfigDirectory } from '../state/config-directory.ts';

let rig: TestService;
let file: string;
beforeEach(async () => {
  rig = await newTestService();
  file = join(rig.home, '.config/airlock/settings.json');
});
afterEach(async () => {
  await rig[Symbol.asyncDispose]();
});

test('settings are stored, reported as events, and read by the next process', async () => {
  expect(await rig.ask('settings.read', {})).toEqual({
    theme: 'system',
    workspaces: [],
    registries: [],
    defaults: {},
  });
  const written = await rig.ask('settings.write', {
    side: 'connected',
    theme: 'dark',
    defaults: { rate: 4096 },
  });
  expect(written).toMatchObject({ side: 'connected', theme: 'dark', defaults: { rate: 4096 } });
  expect(rig.events).toEqual([{ type: 'settings', settings: written }]);
  expect(await rig.again().ask('settings.read', {})).toEqual(written);
});

test('changes only given fields, and null removes a default', async () => {
  await rig.ask('settings.write', { defaults: { rate: 4096, parallelImages: 8 } });
  expect((await rig.ask('settings.write', { defaults: { rate: 8192 } })).defaults).toEqual({
    rate: 8192,
    parallelImages: 8,
  });
  expect((await rig.ask('settings.write', { defaults: { parallelImages: null } })).defaults).toEqual({
    rate: 8192,
  });
  expect(await rig.fail('settings.write', { defaults: { parallelImages: 99 } })).toMatchObject({
    path: 'defaults.parallelImages',
  });
});

test('stores windows as written, by workspace and by default', async () => {
  const changed = await rig.ask('settings.write', {
    defaults: { windows: ['mon-fri 0:00-4:00 Europe/Oslo'] },
    workspaceWindows: { workspace: '/srv/mirror', windows: ['22:00-05:00 UTC @5MiB/s'] },
  });
  expect(changed.defaults.windows).toEqual(['Mon-Fri 00:00-04:00 Europe/Oslo']);
  expect(changed.workspaceWindows).toEqual({ '/srv/mirror': ['daily 22:00-05:00 UTC @5MiB/s'] });
  const accepted = { workspaceWindows: { workspace: '/srv/mirror', windows: null } };
  expect((await rig.ask('settings.write', accepted)).workspaceWindows).toEqual({});
  expect(await rig.fail('settings.write', { defaults: { windows: ['Mon 25:00-26:00'] } })).toMatchObject({
    code: 'usage',
    column: 5,
  });
});

test('a change without effect is neither written nor reported', async () => {
  await rig.ask('settings.write', { theme: 'system' });
  expect(rig.events).toEqual([]);
  await expect(readFile(file)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('two concurrent hosts lose no changes of each other, and no fields of a newer version', async () => {
  const other = rig.again();
  await Promise.all([
    rig.ask('settings.write', { theme: 'dark' }),
    rig.ask('settings.write', { side: 'both' }),
    rig.ask('settings.write', { defaults: { rate: 4096 } }),
  ]);
  const complete = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...complete, fromTheFuture: { a: 1 } }));
  await other.ask('settings.write', { side: 'connected' });
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    theme: 'dark',
    side: 'connected',
    defaults: { rate: 4096 },
    fromTheFuture: { a: 1 },
  });
});

test('settings without a format are read, and backed up by the first change', async () => {
  await mkdir(join(rig.home, '.config/airlock'), { recursive: true });
  const former = '{"theme": "dark", "workspaces": ["/srv/mirror"], "fromTheFuture": 1}';
  await writeFile(file, former);
  expect(await rig.ask('settings.read', {})).toMatchObject({ theme: 'dark', workspaces: ['/srv/mirror'] });
  expect(await readFile(file, 'utf8')).toBe(former);
  await rig.ask('settings.write', { theme: 'light' });
  expect(await readFile(`${file}.format1`, 'utf8')).toBe(former);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    ...{ format: 2, theme: 'light', workspaces: ['/srv/mirror'] },
    fromTheFuture: 1,
  });
});

test('settings of a newer version are reported and never replaced', async () => {
  await mkdir(join(rig.home, '.config/airlock'), { recursive: true });
  const newer = '{"format": 3, "theme": "dark"}';
  await writeFile(file, newer);
  expect((await rig.ask('settings.read', {})).theme).toBe('system');
  const { files } = await rig.ask('diagnostics.preview', {});
  expect(files.find(({ name }) => name === 'settings.json')?.text).toContain('workspace-format');
  expect(await rig.fail('settings.write', { theme: 'light' })).toMatchObject({ code: 'workspace-format' });
  expect(await readFile(file, 'utf8')).toBe(newer);
});

test('a damaged file is moved aside and listed in the diagnostics', async () => {
  await mkdir(join(rig.home, '.config/airlock'), { recursive: true });
  for (const broken of ['{"theme": "dark",', '{"theme": 5}', '[]']) {
    await writeFile(file, broken);
    expect((await rig.ask('settings.read', {})).theme).toBe('system');
    expect(await readFile(`${file}.broken`, 'utf8')).toBe(broken);
    const { files } = await rig.ask('diagnostics.preview', {});
    expect(files.find(({ name }) => name === 'settings.json')?.text).toContain('settings.json.broken');
  }
  await rig.ask('settings.write', { theme: 'light' });
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ theme: 'light' });
});

test('the folder of settings follows the conventions of the system', () => {
  const home = '/home/me';
  expect(defaultConfigDirectory({ env: {}, home }, 'linux')).toBe('/home/me/.config/airlock');
  expect(defaultConfigDirectory({ env: { XDG_CONFIG_HOME: '/x' }, home }, 'linux')).toBe('/x/airlock');
  expect(defaultConfigDirectory({ env: {}, home }, 'darwin')).toBe(
    '/home/me/Library/Application Support/airlock',
  );
});
