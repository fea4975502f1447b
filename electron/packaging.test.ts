import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { superviseEngine } from '../core/app/engine-link/supervisor.ts';
import { buildDesktop } from '../scripts/packages/build-desktop.ts';
import { packagingConfiguration } from '../scripts/packages/build-packages.ts';
import { ROOT } from '../scripts/run.ts';
import { answers, app, BrowserWindow, callsOf, children, ipcMain } from './electron.fixture.ts';

vi.mock('electron', () => import('./electron.fixture.ts'));

/** electron-builder's own check of a configuration, which every build runs. */
const { validateConfiguration } = createRequire(createRequire(import.meta.url).resolve('electron-builder'))(
  'app-builder-lib/out/util/config/config.js',
) as { validateConfiguration(config: unknown, log: { isEnabled: boolean }): Promise<void> };

describe('electron-builder.yml', () => {
  let packaging: Record<string, Record<string, unknown>>;
  beforeAll(async () => {
    packaging = (await packagingConfiguration()) as typeof packaging;
  });
  const check = (config: unknown) => validateConfiguration(config, { isEnabled: false });

  test('matches the schema of electron-builder, which finds mistyped names', async () => {
    await check(packaging);
    await expect(check({ ...packaging, linux: { ...packaging['linux'], maintaner: 'A' } })).rejects.toThrow(
      'configuration.linux',
    );
    await expect(check({ ...packaging, electronFuses: { runAsnode: false } })).rejects.toThrow(
      'electronFuses',
    );
  });

  test('has all kinds of packages', () => {
    expect(packaging).toMatchObject({
      linux: { target: ['AppImage', 'rpm', 'deb', 'tar.gz'] },
      win: { target: ['nsis', 'zip'] },
      mac: { target: ['dmg', 'zip'] },
    });
  });

  test('prevents the binary from running anything but the app', () => {
    expect(packaging['electronFuses']).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      onlyLoadAppFromAsar: true,
      enableEmbeddedAsarIntegrityValidation: true,
      enableCookieEncryption: true,
      grantFileProtocolExtraPrivileges: false,
      resetAdHocDarwinSignature: true,
    });
    expect(packaging['asar']).toBe(true);
  });

  test('publishes nothing, and writes no files for updates', () => {
    expect(packaging['publish']).toBeNull();
    expect(packaging['nsis']!['differentialPackage']).toBe(false);
    expect(packaging['dmg']!['writeUpdateInfo']).toBe(false);
  });

  test('keeps the data of the user when the app is removed', () =>
    expect(packaging['nsis']!['deleteAppDataOnUninstall']).toBe(false));
});

describe('the sources of the host', () => {
  let sources: { name: string; text: string }[];
  beforeAll(async () => {
    const names = (await readdir(import.meta.dirname)).filter((name) => !/\.(test|fixture)\.ts$/.test(name));
    sources = await Promise.all(
      names.map(async (name) => ({ name, text: await readFile(join(import.meta.dirname, name), 'utf8') })),
    );
  });
  const saying = (pattern: RegExp) =>
    sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

  test('open windows in one place, with one set of preferences', () => {
    expect(saying(/new BrowserWindow\b/)).toEqual(['window.ts']);
    expect(saying(/webPreferences\b/)).toEqual(['window.ts']);
    expect(saying(/WEB_PREFERENCES.*=/)).toEqual(['security.ts']);
  });

  test('neither update themselves, nor report, nor inspect pages', () => {
    expect(
      saying(/autoUpdater|crashReporter|netLog|openDevTools|executeJavaScript|remote\b.*enable/),
    ).toEqual([]);
  });

  test('load nothing but the app itself', () => {
    expect(saying(/loadFile|file:\/\//)).toEqual([]);
    const loads = sources.flatMap(({ text }) =>
      [...text.matchAll(/loadURL\(([^)]*)\)/g)].map(([, what]) => what),
    );
    expect(loads.every((what) => /^(START_PAGE|`\$\{STOPPED_PAGE\}.*)/.test(what!))).toBe(true);
    expect(loads.length).toBeGreaterThan(0);
  });

  test('keep the entry short', () => {
    const main = sources.find(({ name }) => name === 'main.ts')!;
    expect(main.text.split('\n').length).toBeLessThan(100);
  });
});

describe('the bundles', () => {
  let folder: string;
  let bundles: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'airlock-bundles-'));
    bundles = join(folder, 'dist', 'electron');
    await buildDesktop(bundles);
    await mkdir(join(folder, 'node_modules'));
    await symlink(join(ROOT, 'node_modules', 'openpgp'), join(folder, 'node_modules', 'openpgp'));
    await cp(join(ROOT, 'resources', 'keys'), join(folder, 'resources', 'keys'), { recursive: true });
    await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  }, 60_000);
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(folder, { recursive: true, maxRetries: 3 });
  });

  test('are code without source maps and without paths of this machine', async () => {
    const names = await readdir(bundles);
    expect(names).toEqual(
      expect.arrayContaining([
        'main.js',
        'engine.js',
        'preload.cjs',
        'volume-hash-worker.js',
        'download-worker.js',
      ]),
    );
    expect(names.filter((name) => !/\.c?js$/.test(name))).toEqual([]);
    const texts = await Promise.all(names.map((name) => readFile(join(bundles, name), 'utf8')));
    expect(texts.filter((text) => text.includes(ROOT))).toEqual([]);
  });

  test('of the preload require only electron', async () => {
    const text = await readFile(join(bundles, 'preload.cjs'), 'utf8');
    expect([...text.matchAll(/require\(["']([^"']+)["']\)/g)].map(([, name]) => name)).toEqual(['electron']);
    expect(text.length).toBeLessThan(4_000);
  });

  test('import only electron and openpgp from other packages', async () => {
    const names = (await readdir(bundles)).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(names.map((name) => readFile(join(bundles, name), 'utf8')));
    const imported = texts.flatMap((text) =>
      [...text.matchAll(/^import\s[^;]*?from ["']([^."'][^"']*)["']/gm)].map(([, name]) => name!),
    );
    const packages = new Set(imported.filter((name) => !isBuiltin(name)));
    expect([...packages].sort()).toEqual(['electron', 'openpgp']);
  });

  test('of the main process open the window and answer its page', async () => {
    vi.stubEnv('HOME', folder);
    vi.stubEnv('XDG_CONFIG_HOME', join(folder, 'config'));
    answers.paths.appData = join(folder, 'config');
    const entry = join(bundles, 'main.js');
    await import(/* @vite-ignore */ entry);
    await vi.waitFor(() => expect(callsOf('loadURL')).toEqual([['airlock://app/']]));
    const { webPreferences, icon } = BrowserWindow.all[0]!.options as Record<string, { preload: string }>;
    expect(existsSync(webPreferences!.preload)).toBe(true);
    expect(icon).toBe(join(folder, 'resources', 'icons', 'icon.png'));
    const { webContents } = BrowserWindow.all[0]!;
    const request = { kind: 'request', id: '1', name: 'host.describe', input: {} };
    const from = { sender: webContents, senderFrame: webContents.mainFrame };
    expect(await ipcMain.handlers.get('airlock')!(from, request)).toMatchObject({
      ok: true,
      value: { carrier: 'desktop', home: folder },
    });
    app.emit('before-quit', { preventDefault: () => {} });
    await vi.waitFor(() => expect(callsOf('quit')).toHaveLength(1), { timeout: 6_000 });
    vi.unstubAllEnvs();
  });

  test('of the engine work in a folder without the sources', async () => {
    const { forkEngine } = await import('./engine-process.ts');
    const faults: string[] = [];
    const engine = superviseEngine({
      fork: () => forkEngine(join(bundles, 'engine.js')),
      engine: {
        host: { env: { PATH: process.env.PATH }, home: join(folder, 'home'), tool: 'airlock test' },
        carrier: 'desktop',
        configDirectory: join(folder, 'config'),
        keyStore: { available: false },
        nativeDialogs: true,
      },
      onFault: (text) => faults.push(text),
    });
    // The practice world signs its releases, so openpgp and the bundle's lazily loaded parts are found.
    const started = await engine.request('practice.start', {});
    const stopped = await engine.request('practice.stop', {});
    await engine.close();
    expect([started, stopped]).toMatchObject([{ ok: true, value: { state: 'on' } }, { ok: true }]);
    expect([faults, children.at(-1)!.exitCode]).toEqual([[], 0]);
  });
});
