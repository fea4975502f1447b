import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type Checkout,
  type Mirror,
  makeCheckout,
  startMirror,
  startProxy,
} from './electron-mirror.fixture.ts';
import { installDesktop, offerElectron, type StartPlace } from './offer-electron.ts';

let checkout: Checkout;
let mirror: Mirror;

beforeEach(async () => {
  checkout = await makeCheckout();
  mirror = await startMirror(checkout.path, checkout.archive);
  useMirror(mirror.url);
  // The installer's cache of this user is never read or written.
  vi.stubEnv('electron_config_cache', join(checkout.root, 'cache'));
  for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'no_proxy', 'NO_PROXY', 'CI'])
    vi.stubEnv(name, undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await mirror.close();
});

function useMirror(url: string): void {
  for (const name of ['npm_config_electron_mirror', 'NPM_CONFIG_ELECTRON_MIRROR'])
    vi.stubEnv(name, undefined);
  vi.stubEnv('ELECTRON_MIRROR', `${url}/`);
}

/** A place whose user types the given lines, and everything that it prints. */
function place(
  typed: string[],
  { terminal = true, env = {} }: { terminal?: boolean; env?: Record<string, string> } = {},
): StartPlace & { printed(): string } {
  let printed = '';
  const input = Object.assign(new PassThrough(), { isTTY: terminal });
  const output = Object.assign(
    new Writable({
      write(chunk: Buffer, _, done) {
        const text = chunk.toString();
        printed += text;
        if (text.includes('(y/n)') && typed.length > 0) input.write(`${typed.shift()!}\n`);
        done();
      },
    }),
    { isTTY: terminal },
  );
  const { root } = checkout;
  return { root, env, configDirectory: join(root, 'config'), input, output, printed: () => printed };
}

const executable = () => join(checkout.root, 'node_modules', 'electron', 'dist', 'electron');

test('it names size, host and directory, asks, downloads, verifies and installs Electron', async () => {
  const user = place(['what?', 'y']);
  expect(await offerElectron(user)).toBe(executable());
  const size = `${(checkout.archive.length / 1024).toFixed(0)} KiB`;
  const dist = dirname(executable());
  expect(user.printed()).toContain(`Download ${size} from ${new URL(mirror.url).host} to ${dist}? (y/n)`);
  // An answer that is neither yes nor no repeats the question.
  expect(user.printed().split('(y/n)')).toHaveLength(3);
  expect(await readFile(executable(), 'utf8')).toContain('started');
  expect(mirror.requests).toEqual([`HEAD ${checkout.path}`, `GET ${checkout.path}`]);
  // Nothing is left of the download, and the next start doesn't contact the mirror.
  expect(
    (await readdir(join(checkout.root, 'node_modules', 'electron'))).filter((name) => name.startsWith('.')),
  ).toEqual([]);
});

test('the answer is remembered for this version: no stays no, and a new version asks again', async () => {
  expect(await offerElectron(place(['n']))).toBeUndefined();
  const again = place(['y']);
  const requests = mirror.requests.length;
  expect(await offerElectron(again)).toBeUndefined();
  expect(again.printed()).toBe('');
  expect(mirror.requests).toHaveLength(requests);
  expect(existsSync(executable())).toBe(false);
  await writeFile(join(checkout.root, 'config', 'electron.json'), '{"version":"1.0.0","download":false}');
  expect(await offerElectron(place(['y']))).toBe(executable());
});

test('the end of the input opens the browser, and leaves the question for the next start', async () => {
  const user = place([]);
  const offered = offerElectron(user);
  await expect.poll(() => user.printed()).toContain('(y/n)');
  (user.input as PassThrough).end();
  expect(await offered).toBeUndefined();
  expect(await offerElectron(place(['y']))).toBe(executable());
});

test.each([
  ['without a terminal', { terminal: false }],
  ['in CI', { env: { CI: 'true' } }],
  ['with AIRLOCK_NO_DOWNLOAD', { env: { AIRLOCK_NO_DOWNLOAD: '1' } }],
])('%s it never asks and contacts nobody', async (_, options) => {
  const user = place(['y'], options);
  expect(await offerElectron(user)).toBeUndefined();
  expect(user.printed()).toBe('');
  expect(mirror.requests).toEqual([]);
});

test.each(['0', 'false', ''])('variables with the value "%s" count as not set', async (value) => {
  const user = place(['n'], { env: { CI: value, AIRLOCK_NO_DOWNLOAD: value } });
  await offerElectron(user);
  expect(user.printed()).toContain('(y/n)');
});

test('a wrong checksum installs nothing, and names the reason and the next step', async () => {
  await mirror.close();
  const altered = Buffer.from(checkout.archive);
  altered[100]! ^= 1;
  mirror = await startMirror(checkout.path, altered);
  useMirror(mirror.url);
  const user = place(['y']);
  expect(await offerElectron(user)).toBeUndefined();
  expect(user.printed()).toMatch(/couldn't be installed: .*checksum/i);
  expect(user.printed()).toContain('Opening the app in the browser instead.');
  expect(existsSync(dirname(executable()))).toBe(false);
});

test.each(['server', 'proxy'])(
  'a %s without an answer delays the start by 3 s at most, without a question',
  async (kind) => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const address = `http://127.0.0.1:${(silent.address() as { port: number }).port}`;
    useMirror(kind === 'server' ? address : 'https://electron.example.com');
    // It accepts the connection, but opens no tunnel.
    if (kind === 'proxy') vi.stubEnv('https_proxy', address);
    const started = performance.now();
    const user = place(['y']);
    expect(await offerElectron(user)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(3_900);
    expect(user.printed()).toBe('');
    silent.close();
  },
  10_000,
);

test('install-desktop installs without a question, and reports what is already installed', async () => {
  const user = place([], { terminal: false });
  expect(await installDesktop(user)).toBe(true);
  expect(user.printed()).toContain(`in ${dirname(executable())}. To open the app, run \`npm start\`.`);
  const again = place([], { terminal: false });
  expect(await installDesktop(again)).toBe(true);
  expect(again.printed()).toBe(`Electron is already installed: ${executable()}\n`);
  // After `npm ci`, the installer's cache has the archive: no question, and no request.
  const { length } = mirror.requests;
  const dist = dirname(executable());
  await rm(dist, { recursive: true });
  expect(await offerElectron(place([]))).toBe(executable());
  expect(mirror.requests).toHaveLength(length);
});

test('install-desktop names an unreachable host, the reason and the alternatives', async () => {
  await mirror.close();
  const user = place([], { terminal: false });
  expect(await installDesktop(user)).toBe(false);
  expect(user.printed()).toContain(`can't be downloaded from ${new URL(mirror.url).host}: ECONNREFUSED`);
  expect(user.printed()).toContain(
    `unpack the archive of Electron to ${join(checkout.root, '..', 'electron')}`,
  );
  mirror = await startMirror(checkout.path, checkout.archive);
});

test('size, download and progress work through the proxy of the environment', async () => {
  await mirror.close();
  mirror = await startMirror(checkout.path, checkout.archive, 500);
  const proxy = await startProxy(Number(new URL(mirror.url).port));
  vi.stubEnv('http_proxy', proxy.url);
  useMirror('http://electron.example.com');
  const user = place(['y']);
  expect(await offerElectron(user)).toBe(executable());
  expect(user.printed()).toContain('from electron.example.com to');
  expect(user.printed()).toMatch(
    /Downloading Electron \S+ from electron\.example\.com: \d+ KiB of \d+ KiB, .*\/s, .* left/,
  );
  const address = `http://electron.example.com${checkout.path}`;
  expect(proxy.requests).toEqual([`HEAD ${address}`, 'CONNECT electron.example.com:80']);
  await proxy.close();
}, 20_000);
