import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AirlockClient } from '../../core/contract/envelope.ts';
import type { HostEvent } from '../../core/contract/events.ts';
import type { LiveRun } from '../../core/contract/topics/run.ts';
import { newRig, type Rig } from '../../core/mirror/mirror.fixture.ts';
import { httpClient } from '../../renderer/client/http.ts';
import { buildRenderer } from '../../scripts/build-renderer.ts';
import { CommandProcess } from '../command-process.fixture.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** The tiny world takes about ten seconds. */
const SLOW = 100 * 1024;
const started: ChildProcess[] = [];
let rig: Rig;

beforeAll(async () => {
  await buildRenderer();
  rig = await newRig();
}, 120_000);
afterAll(async () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL');
  await rig[Symbol.asyncDispose]();
});

interface Serving {
  child: ChildProcess;
  /** Exit code. */
  ended: Promise<number | null>;
  said: { stdout: string; stderr: string };
}

/** @param home a home directory that no other process uses at the same time */
function serve(home: string, ...args: string[]): Serving {
  const child = spawn(process.execPath, [MAIN, 'serve', ...args], {
    env: { PATH: process.env.PATH, HOME: home, ...rig.host.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  const reported = { stdout: '', stderr: '' };
  child.stdout.on('data', (data: Buffer) => {
    reported.stdout += data.toString();
  });
  child.stderr.on('data', (data: Buffer) => {
    reported.stderr += data.toString();
  });
  return { child, said: reported, ended: new Promise((resolve) => child.once('close', resolve)) };
}

async function until(matches: () => boolean): Promise<void> {
  while (!matches()) await pause(10);
}

/** Enters like a browser. */
async function enter({ said: reported }: Serving): Promise<AirlockClient> {
  await until(() => reported.stdout.includes('\n'));
  const address = /http:\S+[\w-]{43}/.exec(reported.stdout)![0];
  const entered = await fetch(address, { redirect: 'manual' });
  const cookie = entered.headers.get('set-cookie')!.split(';')[0]!;
  return httpClient({
    base: new URL(address).origin,
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie } }),
  });
}

/** Starts a slow mirror to disk, and resolves when it copies. */
async function startRun(client: AirlockClient, workspace: string) {
  const { run } = await client.request('runs.start', {
    settings: {
      workflow: 'mirrorToDisk',
      directory: workspace,
      configFile: rig.world.sets.core.file,
      rate: SLOW,
    },
  });
  while (((await client.request('runs.live', { run })).progress?.done ?? 0) === 0) await pause(20);
  return run;
}

async function statusOf(live: { directory: string }): Promise<unknown> {
  return (JSON.parse(await readFile(join(live.directory, 'run.json'), 'utf8')) as { status: unknown }).status;
}

describe('an app without runs', () => {
  test.concurrent('prints exactly one line, the address, and ends with 0 if nothing was in progress', async () => {
    const serving = serve(rig.place('home'));
    const client = await enter(serving);
    expect(serving.said.stdout).toMatch(
      /^Airlock is running at http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}\n$/,
    );
    expect((await client.request('host.describe', {})).carrier).toBe('browser');
    serving.child.kill('SIGTERM');
    expect(await serving.ended).toBe(0);
    expect(serving.said.stdout.split('\n')).toHaveLength(2);
    expect(serving.said.stderr).not.toContain('token=');
  });

  test.concurrent('opens the workspace in its argument, and rejects a missing directory', async () => {
    const home = rig.place('home');
    const workspace = rig.place('opened');
    const missing = serve(home, `file://${workspace}`);
    expect(await missing.ended).toBe(4);
    expect(missing.said.stderr).toContain(workspace);
    await mkdir(workspace);
    const serving = serve(home, `file://${workspace}`);
    const client = await enter(serving);
    const { workspaces } = await client.request('workspaces.list', {});
    expect(workspaces.map(({ directory }) => directory)).toEqual([workspace]);
    serving.child.kill('SIGTERM');
    expect(await serving.ended).toBe(0);
  });

  test.concurrent('with --json prints the address as an event, and a result at the end; --listen sets the port', async () => {
    const accepted = createServer();
    const port = await new Promise<number>((resolve) =>
      accepted.listen(0, '127.0.0.1', () => resolve((accepted.address() as { port: number }).port)),
    );
    const rejected = serve(rig.place('home'), '--json', '--listen', `127.0.0.1:${port}`);
    expect(await rejected.ended).toBe(1);
    expect(JSON.parse(rejected.said.stdout)).toMatchObject({ type: 'result', code: 'usage' });
    expect(rejected.said.stdout).toContain('in use');
    await new Promise((resolve) => accepted.close(resolve));

    const serving = serve(rig.place('home'), '--json', '--listen', `127.0.0.1:${port}`);
    await until(() => serving.said.stdout.includes('\n'));
    const event = JSON.parse(serving.said.stdout) as { type: string; url: string };
    expect(event.type).toBe('listening');
    expect(event.url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/\\?token=[\\w-]{43}$`));
    serving.child.kill('SIGINT');
    expect(await serving.ended).toBe(0);
    const lines = serving.said.stdout.trimEnd().split('\n');
    expect(lines.slice(1).map((line) => JSON.parse(line) as unknown)).toEqual([
      { type: 'result', status: 'complete' },
    ]);
  });
});

describe('listens only on loopback addresses', () => {
  const commands = new CommandProcess();
  afterAll(() => commands.end());
  test.each([
    '0.0.0.0:0',
    '[::]:0',
    '192.0.2.1:80',
    'evil.example:80',
    '127.0.0.1.evil.example:80',
    '127.0.0.1',
  ])('rejects %s', async (listen) => {
    const args = ['serve', '--listen', listen];
    const { code, stdout, stderr } = await commands.run({ host: rig.host, args, format: [] });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/isn't a loopback address|ADDR:PORT/);
  });
});

describe('a run of an app', () => {
  test.concurrent('an interrupt pauses the run in progress, ends with 3, and the next host resumes the run', async ({
    expect,
  }) => {
    const workspace = rig.place('paused');
    const home = rig.place('home');
    const first = serve(home);
    const client = await enter(first);
    const run = await startRun(client, workspace);
    const live = await client.request('runs.live', { run });
    const began = performance.now();
    first.child.kill('SIGINT');
    expect(await first.ended).toBe(3);
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(await statusOf(live)).toBe('paused');

    const second = serve(home);
    const again = await enter(second);
    const resumed = await again.request('runs.resume', { run });
    await again.request('runs.adjust', { run: resumed.run, limits: { rate: null } });
    await expect
      .poll(async () => (await again.request('runs.live', { run: resumed.run })).status, { timeout: 20_000 })
      .toBe('complete');
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);

    // The hosts and their engines write to one log, without the token of the address.
    const { XDG_STATE_HOME = join(home, '.local', 'state') } = rig.host.env;
    const log = await readFile(join(XDG_STATE_HOME, 'airlock', 'log', 'airlock.log'), 'utf8');
    const lines = log.trimEnd().split('\n');
    const logged = lines.map((line) => JSON.parse(line) as { source: string; message: string });
    const said = (source: string) =>
      logged.filter((line) => line.source === source).map((line) => line.message);
    expect(said('serve')).toEqual(expect.arrayContaining(['Serving the app', 'Ended with exit code 3']));
    expect(said('engine')).toEqual(expect.arrayContaining(['Started', 'Run: running', 'Run: pausing']));
    expect(log).not.toMatch(/token=|[\w-]{43}\b/);
  }, 120_000);

  test.concurrent('an engine that is killed during a run is restarted, pages are notified, and the run resumes', async () => {
    const serving = serve(rig.place('home'));
    const client = await enter(serving);
    const heard: HostEvent[] = [];
    const listening = new AbortController();
    client.events(({ event }) => heard.push(event), { signal: listening.signal });
    const run = await startRun(client, rig.place('killed'));
    await until(() =>
      heard.some((event) => event.type === 'job' && event.job.kind === 'run' && event.job.own),
    );
    process.kill(await engineOf(serving), 'SIGKILL');
    const resumed = () => heard.flatMap((event) => (event.type === 'engine' ? event.resumed : []))[0];
    await until(() => resumed() !== undefined);
    expect(resumed()).toEqual({ root: run.root, sequence: run.sequence + 1 });
    await client.request('runs.adjust', { run: resumed()!, limits: { rate: null } });
    const latest = (sequence: number): LiveRun | undefined =>
      heard
        .flatMap((event) =>
          event.type === 'job' && event.job.kind === 'run' && event.job.run.sequence === sequence
            ? [event.job]
            : [],
        )
        .at(-1);
    await until(() => latest(run.sequence + 1)?.status === 'complete');
    expect(latest(run.sequence)?.status).toBe('interrupted');
    listening.abort();
    serving.child.kill('SIGTERM');
    expect(await serving.ended).toBe(0);
  }, 120_000);

  test.concurrent('if the host itself is killed, its engine pauses the run and ends', async ({ expect }) => {
    const serving = serve(rig.place('home'));
    const client = await enter(serving);
    const run = await startRun(client, rig.place('orphaned'));
    const live = await client.request('runs.live', { run });
    const engine = await engineOf(serving);
    serving.child.kill('SIGKILL');
    await expect.poll(() => statusOf(live), { timeout: 10_000 }).toBe('paused');
    await expect.poll(() => isAlive(engine), { timeout: 5_000 }).toBe(false);
  }, 120_000);
});

/** Process id of the engine: the host's only child (Linux). */
async function engineOf({ child }: Serving): Promise<number> {
  const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
  const pids = children.trim().split(' ').map(Number);
  expect(pids).toHaveLength(1);
  return pids[0]!;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
