import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { airlockDirectory } from '../core/base/files/airlock-directory.ts';
import type { DesktopDoor } from '../core/contract/desktop-door.ts';
import type { Answer } from '../core/contract/envelope.ts';
import type { HostEvent } from '../core/contract/events.ts';
import type { RunRef } from '../core/contract/topics/vocabulary.ts';
import {
  answers,
  app,
  BrowserWindow,
  calls,
  callsOf,
  children,
  exposed,
  nativeTheme,
  page,
  session,
} from './electron.fixture.ts';
import { t } from './messages.ts';
import { LONGEST_PAUSE_MS } from './quit.ts';

vi.mock('electron', () => import('./electron.fixture.ts'));

const NEEDLE = 'hunter2-needle';
let folder: string;
let door: DesktopDoor;
let requested = 0;

const query = (name: string, input: unknown = {}): Promise<Answer> =>
  door.request(`${++requested}`, name, input);
const answered = async (given: Promise<Answer>): Promise<unknown> => {
  const answer = await given;
  if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer.value;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-main-'));
  for (const [name, path] of Object.entries({
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_RUNTIME_DIR: join(folder, 'runtime'),
    // The practice world remains there until it is stopped.
    TMPDIR: folder,
    // An engine with a new HOME would write its compiled code for seconds when it quits.
    NODE_DISABLE_COMPILE_CACHE: '1',
  }))
    vi.stubEnv(name, path);
  answers.paths.appData = join(folder, 'config');
  await mkdir(join(folder, 'lab'));
  await import('./main.ts');
  await import('./preload.ts');
  await vi.waitFor(() => expect(BrowserWindow.all).toHaveLength(1));
  page.contents = BrowserWindow.all[0]!.webContents;
  door = exposed.airlock as DesktopDoor;
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test('starts in the safe order', () => {
  const order = calls.map(([what]) => what);
  expect(order[0]).toBe('enableSandbox');
  const places = ['registerSchemesAsPrivileged', 'requestSingleInstanceLock', 'whenReady', 'BrowserWindow'];
  expect(order.filter((what) => places.includes(what as string))).toEqual(places);
  expect(Object.keys(session.handlers)).toEqual(
    expect.arrayContaining(['permissionRequest', 'permissionCheck', 'beforeRequest', 'protocol airlock']),
  );
  expect(app.listenerCount('web-contents-created')).toBe(1);
  expect(callsOf('setPath')).toEqual([['userData', join(folder, 'config', 'airlock', 'desktop')]]);
});

test('answers requests of its page from an engine in a process of its own', async () => {
  expect(await answered(query('host.describe'))).toMatchObject({
    carrier: 'desktop',
    home: folder,
    nativeDialogs: true,
    keyStore: { available: true },
  });
  expect(children).toHaveLength(1);
});

test('picks paths in native dialogs', async () => {
  answers.open = { canceled: false, filePaths: ['/data/fleet'] };
  expect(await answered(query('paths.pick', { kind: 'directory', title: 'Workspace' }))).toEqual({
    path: '/data/fleet',
  });
  expect(callsOf('showOpenDialog').at(-1)![1]).toMatchObject({
    title: 'Workspace',
    properties: ['openDirectory', 'createDirectory'],
  });
  answers.save = { canceled: true, filePath: '' };
  const canceled = { kind: 'save', title: 'Plan', startAt: '/data/plan.json', extensions: ['.json'] };
  expect(await answered(query('paths.pick', canceled))).toEqual({});
  expect(callsOf('showSaveDialog').at(-1)![1]).toMatchObject({
    defaultPath: '/data/plan.json',
    filters: [{ name: '*.json', extensions: ['json'] }],
  });
  expect(await query('paths.pick', { kind: 'printer' })).toMatchObject({
    ok: false,
    error: { code: 'usage' },
  });
});

test('a second start shows the window and opens the given path', async () => {
  const before = callsOf('focus').length;
  const workspaces = async () =>
    (await answered(query('workspaces.list'))) as { workspaces: { directory: string }[] };
  app.emit('second-instance', {}, ['electron', 'main.js', '--flag', 'lab'], folder);
  await vi.waitFor(async () =>
    expect((await workspaces()).workspaces.map(({ directory }) => directory)).toEqual([join(folder, 'lab')]),
  );
  expect(callsOf('focus').length).toBeGreaterThan(before);
});

test('a second start with an invalid path reports it', async () => {
  app.emit('second-instance', {}, ['electron', 'main.js', 'nothing-here'], folder);
  await vi.waitFor(() =>
    expect(callsOf('showMessageBox').at(-1)![1]).toMatchObject({ type: 'error', detail: expect.any(String) }),
  );
});

test('the theme of the settings is the theme of the window', async () => {
  type Section = { label: string; submenu: { label?: string; click?: () => void }[] };
  const [menu] = callsOf('menu')[0] as [Section[]];
  menu.flatMap(({ submenu }) => submenu).find(({ label }) => label === t('darkThemeEntry'))!.click!();
  await vi.waitFor(() => expect(nativeTheme.themeSource).toBe('dark'));
  expect(await answered(query('settings.read'))).toMatchObject({ theme: 'dark' });
});

test('a killed engine restarts with the typed credentials, and the page is notified', async () => {
  const reported: HostEvent[] = [];
  const end = door.subscribe(undefined, ({ event }) => reported.push(event));
  const typed = { registry: 'registry.lab:5000', username: 'me', password: NEEDLE };
  expect(await answered(query('credentials.set', { ...typed, keep: 'key-store' }))).toEqual({
    where: 'key store',
  });
  const [engine] = children;
  engine!.kill('SIGKILL');
  const states = () => reported.flatMap((event) => (event.type === 'engine' ? [event.state] : []));
  await vi.waitFor(() => expect(states().slice(-2)).toEqual(['restarting', 'ready']), { timeout: 15_000 });
  expect(children).toHaveLength(2);
  expect(await answered(query('registries.list'))).toMatchObject({
    registries: expect.arrayContaining([
      expect.objectContaining({
        name: typed.registry,
        credentials: expect.objectContaining({ from: 'key-store' }),
      }),
    ]),
  });
  end();
  expect(JSON.stringify(reported)).not.toContain(NEEDLE);
});

test('a pull secret in the key store is stored entry by entry, and forgotten in the same way', async () => {
  const auth = Buffer.from(`me:${NEEDLE}`).toString('base64');
  const text = JSON.stringify({ auths: { 'quay.io': { auth }, 'registry.redhat.io': { auth } } });
  await answered(query('credentials.importPullSecret', { text, keep: 'key-store' }));
  await answered(query('credentials.forget', { registry: 'quay.io' }));
  const { openKeyStore } = await import('./credentials.ts');
  const saved = await (await openKeyStore(join(answers.paths.userData!, 'credentials'))).load();
  expect(Object.keys(saved).sort()).toEqual(['registry.lab:5000', 'registry.redhat.io']);
  await answered(
    query('credentials.set', {
      registry: 'registry.redhat.io',
      username: 'u',
      password: 'p',
      keep: 'session',
    }),
  );
  const left = await (await openKeyStore(join(answers.paths.userData!, 'credentials'))).load();
  expect(Object.keys(left)).toEqual(['registry.lab:5000']);
});

test('typed text is in no file, neither unchanged nor encoded', async () => {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    files
      .filter((entry) => entry.isFile())
      .map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')),
  );
  expect(texts.length).toBeGreaterThan(1);
  const secrets = [NEEDLE, Buffer.from(`me:${NEEDLE}`).toString('base64')];
  for (const text of texts) for (const secret of secrets) expect(text).not.toContain(secret);
});

test('quitting pauses the run in progress, which keeps its record, and ends the engine', async () => {
  const practice = (await answered(query('practice.start'))) as { workspace: string; configFile: string };
  const settings = {
    workflow: 'mirrorToDisk',
    directory: practice.workspace,
    configFile: practice.configFile,
    rate: 1024,
  };
  const { run } = (await answered(query('runs.start', { settings }))) as { run: RunRef };
  await vi.waitFor(() => expect(callsOf('blocker start')).toHaveLength(1), { timeout: 10_000 });
  const quits = callsOf('quit').length;
  const engine = children.at(-1)!;
  answers.messageBox = 0;
  const began = performance.now();
  app.emit('before-quit', { preventDefault: () => {} });
  await vi.waitFor(() => expect(callsOf('quit').length).toBe(quits + 1), { timeout: 8_000 });
  expect(performance.now() - began).toBeLessThan(LONGEST_PAUSE_MS);
  expect(callsOf('showMessageBox').at(-1)![1]).toMatchObject({ message: t('quitTitle', { runs: 1 }) });
  expect(engine.exitCode).toBe(0);
  const runs = airlockDirectory(run.root, 'runs');
  const [record] = await readdir(runs);
  expect(JSON.parse(await readFile(join(runs, record!, 'run.json'), 'utf8'))).toMatchObject({
    status: 'paused',
  });
});
