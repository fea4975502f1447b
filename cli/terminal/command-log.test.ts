import { spawnSync } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logDirectory } from '../../core/app/log/log.ts';
import { storedCrashes } from '../../core/app/log/stored-crashes.ts';
import { newRig, type Rig } from '../../core/mirror/mirror.fixture.ts';
import { inProcess } from '../in-process.fixture.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** Loaded by Node before the command: its output fails with an error that no code expects. */
const CRASH = "process.stdout.write=()=>{throw new Error('crash of this test')}";

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

interface Line {
  level: string;
  source: string;
  message: string;
  code?: string;
  run?: string;
  facts?: Record<string, unknown>;
}
async function linesOf(file: string): Promise<Line[]> {
  const text = await readFile(file, 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

test('a run is logged in the state directory, with --json too, and its command line without secrets', async () => {
  const directory = logDirectory(rig.host);
  await rm(directory, { recursive: true, force: true });
  const workspace = `file://${rig.place('workspace')}`;
  const { code } = await inProcess(rig, ['mirror', '-c', rig.world.sets.additional.file, workspace]);
  expect(code).toBe(0);
  const file = join(directory, 'airlock.log');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const lines = await linesOf(file);
  expect(lines.map(({ message }) => message)).toEqual(
    expect.arrayContaining(['Started', 'Run started', 'Phase started', 'Ended with exit code 0']),
  );
  expect(lines[0]).toMatchObject({
    source: 'mirror',
    facts: { command: ['mirror', '-c', expect.anything(), workspace, '--json'] },
  });
  const { run } = lines.find(({ message }) => message === 'Run started')!;
  expect(lines.find(({ message }) => message === 'Plan')!.run).toBe(run);
});

test('an error is logged with its code and remedy, and a secret of the command line is removed', async () => {
  const file = join(rig.directory, 'given.log');
  const { code } = await inProcess(rig, [
    ...['mirror', '-c', join(rig.directory, 'absent.yaml'), 'docker://me:Needle77@reg.example/x'],
    ...['--from', 'file:///absent', '--log-file', file],
  ]);
  expect(code).not.toBe(0);
  const lines = await linesOf(file);
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 'error',
      code: expect.any(String),
      facts: expect.objectContaining({ remedy: expect.any(String) }),
    }),
  );
  expect(await readFile(file, 'utf8')).not.toContain('Needle77');
});

test('--log-level filters --log-file, and --log-format text writes plain lines', async () => {
  const config = rig.world.sets.additional.file;
  const place = rig.place('levels');
  const [errors, debug] = [join(rig.directory, 'errors.log'), join(rig.directory, 'debug.log')];
  const quiet = ['--log-file', errors, '--log-level', 'error'];
  expect((await inProcess(rig, ['mirror', '-c', config, `file://${place}`, ...quiet])).code).toBe(0);
  expect(await readFile(errors, 'utf8')).toBe('');
  const text = ['--log-file', debug, '--log-level', 'debug', '--log-format', 'text'];
  const again = rig.place('again');
  expect((await inProcess(rig, ['mirror', '-c', config, `file://${again}`, ...text])).code).toBe(0);
  expect(await readFile(debug, 'utf8')).toMatch(/^\S+Z debug mirror\[\d+\] Image copied: \S+ /m);
});

test.each([
  [['--log-format', 'json'], 'usage', '--log-file'],
  [['--log-file', '/proc/absent/airlock.log'], 'disk', '/proc/absent/airlock.log'],
])('%j stops the command before it starts', async (options, code, message) => {
  const ended = await inProcess(rig, ['notices', 'list', ...options]);
  expect(ended.code).not.toBe(0);
  expect(ended.result).toMatchObject({ code, message: expect.stringContaining(message) });
});

test('a failed write to --log-file is a warning, and the command completes', async () => {
  const mirror = ['mirror', '-c', rig.world.sets.additional.file, `file://${rig.place('full')}`];
  const ended = await inProcess(rig, [...mirror, '--log-file', '/dev/full'], []);
  expect(ended.code).toBe(0);
  expect(ended.stderr).toContain("The log /dev/full can't be written: ENOSPC");
});

test('a process of a command that crashes leaves a report, and fails', async () => {
  const home = rig.place('home');
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${CRASH}`, MAIN, '--version'],
    { env: { PATH: process.env.PATH, HOME: home }, encoding: 'utf8' },
  );
  expect(status).toBe(1);
  expect(stderr).toContain('Error: crash of this test');
  expect(storedCrashes({ env: {}, home })).toMatchObject([
    { source: 'command', message: 'crash of this test' },
  ]);
});
