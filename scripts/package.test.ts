import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { extractFile, listPackage, statFile } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyCheckout } from './packages/checkout.fixture.ts';
import { electronDist } from './packages/electron-dist.fixture.ts';
import { signingKeyFile, type TestKey } from './packages/signing-key.fixture.ts';
import { ROOT } from './run.ts';

/** Time of the commit, seconds. */
const TIME = 1_790_000_000;
/** Prints the arguments into the package, because fpm can't be had without its download. */
const FPM = `#!/bin/sh
package=$(printf '%s\\n' "$@" | grep -A1 -e '^--package$' | tail -1)
printf '%s\\n' "$SOURCE_DATE_EPOCH" "$@" > "$package"
`;
/** Names of this architecture: Node's, in the name of a deb and an rpm, and fpm's for each. */
const ARCH = {
  x64: { node: 'x64', deb: ['amd64', 'amd64'], rpm: ['x86_64', 'amd64'] },
  arm64: { node: 'arm64', deb: ['arm64', 'arm64'], rpm: ['aarch64', 'aarch64'] },
}[process.arch as 'x64' | 'arm64'];
/** A fuse in the binary: `1`. */
const ENABLED = 0x31;

let directory: string;
let unpacked: string;
let packages: string;
let electron: string;
let key: TestKey;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-package-'));
  electron = await electronDist(join(directory, 'electron'));
  key = await signingKeyFile(directory);
  await writeFile(join(directory, 'fpm'), FPM);
  await chmod(join(directory, 'fpm'), 0o755);
  const options = ['--electron', electron, '--output'];
  unpacked = join(directory, 'first', `linux-${process.arch === 'x64' ? '' : `${process.arch}-`}unpacked`);
  packages = join(directory, 'second');
  const targets = ['tar.gz', 'deb', 'rpm'].flatMap((target) => ['--target', target]);
  await Promise.all([
    build(ROOT, [...options, join(directory, 'first'), '--dir']),
    build(copyCheckout(join(directory, 'another', 'place')), [
      ...[...options, packages, ...targets, '--sign-key', key.file],
    ]),
  ]);
}, 240_000);
afterAll(() => rm(directory, { recursive: true, force: true, maxRetries: 3 }));

/** Runs `npm run package` in a checkout, without a network. */
async function build(root: string, options: string[]): Promise<void> {
  const nowhere = 'http://127.0.0.1:9/';
  await promisify(execFile)(process.execPath, [join(root, 'scripts/package.ts'), ...options], {
    env: {
      ...process.env,
      SOURCE_DATE_EPOCH: String(TIME),
      CUSTOM_FPM_PATH: join(directory, 'fpm'),
      ELECTRON_MIRROR: nowhere,
      ELECTRON_BUILDER_BINARIES_MIRROR: nowhere,
    },
  });
}

/** Returns mode and SHA-256 of all files below a directory. */
async function contentOf(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
    const facts = await stat(join(folder, name));
    if (!facts.isFile()) continue;
    const hash = createHash('sha256').update(await readFile(join(folder, name)));
    found[name] = `${(facts.mode & 0o777).toString(8)} ${hash.digest('hex')}`;
  }
  return found;
}

test('the unpacked directory has Electron, the app, notices and SBOM', async () => {
  expect(Object.keys(await contentOf(unpacked))).toEqual([
    ...[
      'LICENSE.electron.txt',
      'LICENSES.chromium.html',
      'airlock-desktop',
      'chrome-sandbox',
      'locales/en-US.pak',
    ],
    ...[
      'resources/THIRD-PARTY-NOTICES.txt',
      'resources/app.asar',
      'resources/placeholder',
      'resources/sbom.cdx.json',
    ],
    'version',
  ]);
  expect(await readdir(join(directory, 'first'))).toEqual([unpacked.slice(unpacked.lastIndexOf('/') + 1)]);
});

test('app.asar has the bundles, pages, keys and openpgp, and nothing else of the checkout', async () => {
  const asar = join(unpacked, 'resources', 'app.asar');
  const files = listPackage(asar, { isPack: false })
    .map((name) => name.slice(1))
    .filter((name) => !('files' in statFile(asar, name)));
  const built = /^dist\/(electron\/[\w-]+\.c?js|renderer\/assets\/[\w.-]+\.(js|css|woff2|svg|png|jpg))$/;
  expect(files.filter((name) => !built.test(name)).toSorted()).toEqual([
    'LICENSE',
    'dist/renderer/icon.svg',
    'dist/renderer/index.html',
    'node_modules/openpgp/LICENSE',
    'node_modules/openpgp/dist/node/openpgp.mjs',
    'node_modules/openpgp/package.json',
    'package.json',
    'resources/icons/icon.png',
    'resources/keys/redhat-beta-2.asc',
    'resources/keys/redhat-release.asc',
  ]);
  for (const name of ['main.js', 'engine.js', 'volume-hash-worker.js', 'download-worker.js', 'preload.cjs'])
    expect(files).toContain(`dist/electron/${name}`);
  const bytes = await readFile(asar, 'latin1');
  for (const secret of [ROOT, directory, `${homedir()}/.`, 'sourceMappingURL=', "from 'vitest'"])
    expect(bytes.includes(secret), secret).toBe(false);
  const { main, dependencies, scripts } = JSON.parse(extractFile(asar, 'package.json').toString()) as {
    [field: string]: unknown;
  };
  expect({ main, dependencies, scripts }).toMatchObject({
    main: 'dist/electron/main.js',
    scripts: undefined,
    dependencies: { openpgp: expect.stringMatching(/^\d/) },
  });
});

test('the fuses of the binary are set', async () => {
  const {
    version,
    resetAdHocDarwinSignature: _,
    ...fuses
  } = (await getCurrentFuseWire(join(unpacked, 'airlock-desktop'))) as unknown as Record<string, unknown>;
  const wire = Object.fromEntries(
    Object.entries(fuses)
      .filter(([option]) => option in FuseV1Options)
      .map(([option, state]) => [FuseV1Options[Number(option)], state === ENABLED]),
  );
  expect(version).toBe('1');
  expect(wire).toEqual({
    RunAsNode: false,
    EnableCookieEncryption: true,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    LoadBrowserProcessSpecificV8Snapshot: false,
    GrantFileProtocolExtraPrivileges: false,
  });
});

test('SBOM and notices name Electron and all packages in the app, and no tools', async () => {
  const { components } = JSON.parse(await readFile(join(unpacked, 'resources', 'sbom.cdx.json'), 'utf8')) as {
    components: { name: string; version: string }[];
  };
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['electron', 'openpgp', 'react-dom', 'undici', 'zod']));
  for (const tool of ['vite', 'typescript', 'electron-builder', 'vitest', 'commander'])
    expect(names).not.toContain(tool);
  const notices = await readFile(join(unpacked, 'resources', 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const { name, version } of components) expect(notices).toContain(`\n${name} ${version} (`);
});

test('builds of one commit in different directories are identical', async () => {
  const { node: arch } = ARCH;
  const archive = join(packages, `airlock-desktop-0.1.0-linux-${arch}.tar.gz`);
  const target = join(directory, 'unpacked');
  await mkdir(target);
  expect(spawnSync('tar', ['-xzf', archive, '--strip-components=1', '-C', target]).status).toBe(0);
  expect(await contentOf(target)).toEqual(await contentOf(unpacked));

  const { stdout } = spawnSync('tar', ['--numeric-owner', '--full-time', '--utc', '-tvzf', archive], {
    encoding: 'utf8',
  });
  const facts = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/));
  expect(new Set(facts.map(([, owner, , day, time]) => `${owner} ${day} ${time}`))).toEqual(
    new Set(['0/0 2026-09-21 14:13:20']),
  );
  const names = facts.map((words) => words.at(-1)!.replace(/\/$/, ''));
  expect(names).toEqual(names.toSorted());

  const again = join(directory, 'third');
  await build(ROOT, ['--electron', electron, '--output', again, '--target', 'tar.gz']);
  const other = await readFile(join(again, basename(archive)));
  expect(other.equals(await readFile(archive))).toBe(true);
}, 120_000);

test('deb and rpm are requested from fpm with desktop entry, icons and times of the commit', async () => {
  for (const kind of ['deb', 'rpm'] as const) {
    const [named, architecture] = ARCH[kind];
    const name = `airlock-desktop-0.1.0-linux-${named}.${kind}`;
    const args = (await readFile(join(packages, name), 'utf8')).split('\n');
    const after = (option: string) => args[args.indexOf(option) + 1];
    expect(args[0]).toBe(String(TIME));
    expect(after('--name')).toBe('airlock-desktop');
    expect(after('--architecture')).toBe(architecture);
    expect(after('--license')).toBe('Apache-2.0');
    const places = args
      .filter((each) => each.includes('=/'))
      .map((each) => each.slice(each.indexOf('=') + 1));
    expect(places).toEqual([
      '/opt/Airlock',
      ...[16, 24, 32, 48, 64, 128, 256, 512].map(
        (size) => `/usr/share/icons/hicolor/${size}x${size}/apps/airlock-desktop.png`,
      ),
      '/usr/share/applications/airlock-desktop.desktop',
    ]);
  }
});

test('sha256sum and gpg check all packages', async () => {
  const list = join(packages, 'SHA256SUMS');
  expect(spawnSync('sha256sum', ['--strict', '--quiet', '-c', list], { cwd: packages }).status).toBe(0);
  const listed = (await readFile(list, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.slice(66));
  const entries = await readdir(packages, { withFileTypes: true });
  const files = entries.filter((each) => each.isFile()).map(({ name }) => name);
  expect([...listed, 'SHA256SUMS', 'SHA256SUMS.asc'].toSorted()).toEqual(files.toSorted());
  expect(key.verify(list)).toBe(0);
  await writeFile(list, 'changed');
  expect(key.verify(list)).not.toBe(0);
});

test.each([
  [['--arch', 'riscv'], "--arch is 'riscv'. Valid values: x64, arm64."],
  [['--electron', '.', '--arch', 'x64', '--arch', 'arm64'], '--electron is for one architecture'],
  [['--unknown'], "Unknown option '--unknown'"],
])('%j is rejected', (options, message) => {
  const script = join(ROOT, 'scripts', 'package.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, ...options], { encoding: 'utf8' });
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('    at ');
  expect(status).toBe(1);
});
