import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildRenderer } from './build-renderer.ts';
import { findElectron, hasDisplay } from './desktop/find-electron.ts';
import { ROOT } from './run.ts';

let directory: string;
let running: ChildProcess | undefined;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-start-'));
  await buildRenderer();
}, 120_000);
afterEach(async () => {
  if (running?.exitCode === null) running.kill('SIGKILL');
});
afterAll(() => rm(directory, { recursive: true, force: true, maxRetries: 3 }));

async function program(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  await chmod(path, 0o755);
  return path;
}

/** npm start with its own home, PATH and display; resolves when the output matches. */
async function start(
  env: Record<string, string>,
  reported: RegExp,
  ...args: string[]
): Promise<{ output: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'start.ts'), ...args], {
    env: { PATH: process.env.PATH, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  while (!reported.test(output)) {
    if (child.exitCode !== null) throw new Error(`ended early with ${child.exitCode}: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { output, child };
}

test('Electron is found by the variable, in its package, or next to the checkout, and never guessed', async () => {
  const root = join(directory, 'checkout');
  await mkdir(root);
  expect(findElectron(root, {}, 'linux')).toBeUndefined();
  const adjacent = await program(join(directory, 'electron', 'electron'), '');
  expect(findElectron(root, {}, 'linux')).toBe(adjacent);
  // The package without its binary has no path.txt.
  await mkdir(join(root, 'node_modules', 'electron', 'dist'), { recursive: true });
  expect(findElectron(root, {}, 'linux')).toBe(adjacent);
  const packaged = await program(join(root, 'node_modules', 'electron', 'dist', 'electron'), '');
  await writeFile(join(root, 'node_modules', 'electron', 'path.txt'), 'electron');
  expect(findElectron(root, {}, 'linux')).toBe(packaged);
  const chosen = await program(join(directory, 'chosen', 'electron'), '');
  expect(findElectron(root, { ELECTRON_OVERRIDE_DIST_PATH: dirname(chosen) }, 'linux')).toBe(chosen);
  expect(findElectron(root, { ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' }, 'win32')).toBe(packaged);
});

test('the system determines whether there is a display', () => {
  expect(hasDisplay({}, 'linux')).toBe(false);
  expect(hasDisplay({ DISPLAY: '' }, 'linux')).toBe(false);
  expect(hasDisplay({ DISPLAY: ':0' }, 'linux')).toBe(true);
  expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true);
  expect(hasDisplay({}, 'darwin')).toBe(true);
});

test('without a display it reports this, prints the address and keeps running', async () => {
  const { output, child } = await start({}, /Airlock is running at/);
  expect(output).toContain('No display was found for the desktop app');
  const address = /Airlock is running at (\S+)/.exec(output)![1]!;
  expect((await fetch(address, { redirect: 'manual' })).status).toBe(303);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  expect(await ended).toBe(0);
}, 60_000);

test('without Electron it opens the workspace whose path is given', async () => {
  const workspace = join(directory, 'workspace');
  await mkdir(workspace);
  const { child } = await start({}, /Airlock is running at/, workspace, '--listen', '127.0.0.1:0');
  const settings = await readFile(join(directory, 'config', 'airlock', 'settings.json'), 'utf8');
  expect((JSON.parse(settings) as { workspaces: string[] }).workspaces).toEqual([workspace]);
  child.kill('SIGINT');
}, 60_000);

test('with a display and no Electron it reports this in one line, and opens the browser with a single-use token', async () => {
  const reportedValue = join(directory, 'opened');
  const bin = join(directory, 'bin');
  await program(
    join(bin, 'xdg-open'),
    `#!/bin/sh\nprintf '%s' "$1" > '${reportedValue}.part' && mv '${reportedValue}.part' '${reportedValue}'\n`,
  );
  const { output } = await start(
    { DISPLAY: ':99', PATH: `${bin}:${process.env.PATH}`, ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' },
    /Airlock is running at/,
  );
  expect(output).toContain('To get the desktop window, run `npm run install-desktop`.');
  const address = /Airlock is running at (\S+)/.exec(output)![1]!;
  await expect
    .poll(() => readFile(reportedValue, 'utf8').catch(() => ''), { timeout: 5_000 })
    .toMatch(/token=/);
  const opened = await readFile(reportedValue, 'utf8');
  expect(new URL(opened).origin).toBe(new URL(address).origin);
  expect(opened).not.toBe(address);
  expect((await fetch(opened, { redirect: 'manual' })).status).toBe(303);
}, 60_000);

test('with a display and an Electron it starts the desktop app, and ends with it', async () => {
  const binary = await program(join(directory, 'dist', 'electron'), '#!/bin/sh\necho "started $1"\nexit 7\n');
  const { output, child } = await start(
    { DISPLAY: ':99', ELECTRON_OVERRIDE_DIST_PATH: dirname(binary) },
    /started .*\n/,
  );
  expect(output).toContain(`started ${join(ROOT, 'dist', 'electron', 'main.js')}`);
  await expect.poll(() => child.exitCode).toBe(7);
}, 120_000);
