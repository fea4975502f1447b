import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { JOURNEY_STEPS } from '../../core/app/practice/steps.ts';

// The entire journey takes 12 s on two idle cores, and several times that in parallel with other tests.
vi.setConfig({ testTimeout: 180_000 });

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
let place: string;
let running: ChildProcess | undefined;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'airlock-practice-cli-'));
});
afterEach(() => {
  if (running?.exitCode === null) running.kill('SIGKILL');
});
afterAll(() => rm(place, { recursive: true, force: true }));

/** Starts the command with its temporary folders below `temporary`, and a home without any configuration. */
function start(temporary: string, ...args: string[]) {
  const env = { PATH: process.env.PATH, HOME: place, TMPDIR: temporary, INIT_CWD: place };
  const child = spawn(process.execPath, [main, 'practice', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  const reported = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    reported.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    reported.stderr += text;
  });
  return { child, said: reported, closed: once(child, 'close') as Promise<[number | null]> };
}

async function emptyFolder(name: string): Promise<string> {
  const folder = join(place, name);
  await mkdir(folder);
  return folder;
}

/** Existing practice folders; node may store a cache next to them. */
async function practiceFolders(temporary: string): Promise<string[]> {
  return (await readdir(temporary)).filter((name) => name.startsWith('airlock-'));
}

async function until(child: ChildProcess, condition: () => boolean): Promise<void> {
  while (!condition()) {
    if (child.exitCode !== null) throw new Error(`ended early with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('with --json prints one event per step and the result last, and leaves nothing behind', async () => {
  const temporary = await emptyFolder('json');
  const { said: reported, closed } = start(temporary, '--json');
  expect(await closed).toEqual([0, null]);
  const lines = jsonLines(reported.stdout);
  const names = [...JOURNEY_STEPS];
  const steps = lines.slice(0, -1);
  expect(steps.map(({ type, name }) => [type, name])).toEqual(names.map((name) => ['step', name]));
  for (const step of steps)
    expect(step).toMatchObject({ command: expect.any(String), wallMs: expect.any(Number) });
  expect(lines.at(-1)).toEqual({
    type: 'result',
    status: 'complete',
    steps: steps.map(({ type: _type, ...step }) => step),
  });
  expect(await practiceFolders(temporary)).toEqual([]);
});

test('prints each step as text, and keeps the given folder', async () => {
  const temporary = await emptyFolder('kept');
  const { said: reported, closed } = start(temporary, '--keep', 'practice dir');
  expect(await closed).toEqual([0, null]);
  const directory = join(place, 'practice dir');
  const warnings = reported.stderr.split('\n').filter((line) => line.includes('warning'));
  expect(new Set(warnings)).toEqual(
    new Set(
      ['0001', '0002'].map(
        (number) => `warning: default-${number}: Origin not verified: this host accepts unsigned transfers.`,
      ),
    ),
  );
  expect(reported.stdout).toMatch(
    /Airlock damaged DRIVE-B for this exercise: bytes \d+ to \d+ of default-0001-v0002\.tar/,
  );
  expect(reported.stdout).toMatch(/Found: bytes \d+ to \d+ of default-0001-v0002\.tar are corrupt/);
  expect(reported.stdout).toMatch(/Release 4\.16\.2: \d+ images deleted/);
  expect(reported.stdout).toContain(
    `$ airlock mirror -c '${directory}/practice.yaml' 'file://${directory}/connected'`,
  );
  expect(reported.stdout).toContain('mirror_000001.tar');
  expect(reported.stdout).toContain('| kind: ImageDigestMirrorSet');
  expect(reported.stdout).toMatch(/Verified: \d+ tags in the mirror registry have the same digests/);
  expect(await practiceFolders(temporary)).toEqual([]);
  expect(existsSync(join(directory, 'connected/transfers/default-0001/index.json'))).toBe(true);

  const again = start(temporary, '--keep', directory, '--json');
  expect(await again.closed).toEqual([1, null]);
  expect(jsonLines(again.said.stdout)).toMatchObject([
    { type: 'result', status: 'failed', code: 'usage', steps: [], directory },
  ]);
  expect(existsSync(join(directory, 'connected/transfers/default-0001/index.json'))).toBe(true);
});

test('stops on an interrupt, and cleans up', async () => {
  const temporary = await emptyFolder('interrupted');
  const { child, said: reported, closed } = start(temporary);
  await until(child, () => reported.stdout.includes('1/11 plan'));
  child.kill('SIGINT');
  expect(await closed).toEqual([3, null]);
  expect(reported.stderr).toContain('the practice run was stopped');
  expect(await practiceFolders(temporary)).toEqual([]);
});

test('up leaves the world running until it is interrupted, and prints everything that a user needs', async () => {
  const temporary = await emptyFolder('up');
  const { child, said: reported, closed } = start(temporary, 'up');
  await until(child, () => reported.stdout.includes('airlock registry serve'));
  const [name] = await practiceFolders(temporary);
  const directory = join(temporary, name!);
  const exports = await readFile(join(directory, 'env.sh'), 'utf8');
  expect(reported.stdout).toContain(`. ${directory}/env.sh`);
  expect(reported.stdout).toContain(exports);
  expect(exports).toMatch(/^(export [A-Za-z_]+=\S+\n)+$/);
  const url = /mirror registry +(http:\S+)/.exec(reported.stdout)?.[1];
  expect((await fetch(`${url}/v2/`)).status).toBe(200);
  expect(reported.stdout).toContain(
    `airlock mirror -c ${directory}/imageset.yaml file://${directory}/connected`,
  );
  child.kill('SIGINT');
  expect(await closed).toEqual([0, null]);
  await expect(fetch(`${url}/v2/`)).rejects.toThrow();
  expect(await practiceFolders(temporary)).toEqual([]);
});

test('up --json prints addresses and environment as one event', async () => {
  const temporary = await emptyFolder('up-json');
  const saved = join(place, 'world');
  const { child, said: reported, closed } = start(temporary, 'up', '--json', '--keep', saved);
  await until(child, () => reported.stdout.endsWith('\n'));
  expect(JSON.parse(reported.stdout)).toMatchObject({
    type: 'listening',
    directory: saved,
    environment: { CONTAINERS_REGISTRIES_CONF: join(saved, 'registries.conf') },
    sets: { core: join(saved, 'imageset.yaml') },
  });
  child.kill('SIGTERM');
  expect(await closed).toEqual([0, null]);
  expect(jsonLines(reported.stdout)[1]).toEqual({ type: 'result', status: 'complete', directory: saved });
  expect(existsSync(join(saved, 'env.sh'))).toBe(true);
});

test('rejects unknown arguments before it starts anything', async () => {
  const temporary = await emptyFolder('wrong');
  const { said: reported, closed } = start(temporary, 'down');
  expect(await closed).toEqual([1, null]);
  expect(reported.stderr).toContain("'down' is invalid");
  const file = join(place, 'a-file');
  await writeFile(file, '');
  const onFile = start(temporary, '--keep', file);
  expect(await onFile.closed).not.toEqual([0, null]);
  expect(onFile.said.stderr).toContain(file);
  expect(await practiceFolders(temporary)).toEqual([]);
});
