import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LOG_FILE, logFiles, openLog } from './log.ts';

const WRITER = fileURLToPath(new URL('./log-writer.fixture.ts', import.meta.url));

let folder: string;
let directory: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-log-'));
  directory = join(folder, 'state', 'log');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Line {
  time: string;
  level: string;
  source: string;
  pid: number;
  message: string;
  facts?: Record<string, unknown>;
}
const linesOf = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);

test('a line has time, level, process, message, code, run and facts; the first message is preceded by the start', () => {
  const log = openLog({ to: { directory }, source: 'mirror', start: { version: '1.2.3' } });
  expect(log.used).toBe(false);
  log.write('debug', 'not at this level');
  expect(logFiles(directory)).toEqual([]);
  log.write('warning', 'the host\nwaits', { code: 'stalled', run: '/srv/.airlock/runs/1', host: 'quay.io' });
  expect(log.used).toBe(true);
  const file = join(directory, LOG_FILE);
  const own = { time: expect.stringMatching(/^\d{4}-.*Z$/), source: 'mirror', pid: process.pid };
  expect(linesOf(file)).toEqual([
    { ...own, level: 'info', message: 'Started', facts: { version: '1.2.3' } },
    {
      ...{ ...own, level: 'warning', message: 'the host\nwaits', code: 'stalled' },
      ...{ run: '/srv/.airlock/runs/1', facts: { host: 'quay.io' } },
    },
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
});

test('no secret is written, in messages, facts or names of facts below them', () => {
  const log = openLog({
    to: { directory },
    source: 'engine',
    redacted: (text) => text.replaceAll('typed-secret', '(removed)'),
  });
  log.write('error', 'GET https://me:Needle1@r.lan/v2/?token=Needle2 failed: typed-secret', {
    url: 'https://r.lan/x?sig=Needle3',
    deep: [{ header: 'Authorization: Bearer Needle4Needle4Needle4' }],
  });
  const text = readFileSync(join(directory, LOG_FILE), 'utf8');
  expect(text).toContain('https://r.lan/v2/');
  expect(text).not.toMatch(/Needle|typed-secret/);
});

test('a full file is renamed, and a bounded number of files is stored', async () => {
  const log = openLog({ to: { directory }, source: 'serve', rotation: { bytes: 1000, files: 3 } });
  for (let n = 0; n < 200; n++) log.write('info', `line ${n}`);
  const files = logFiles(directory);
  expect(files.length).toBeLessThanOrEqual(4);
  expect((await readdir(directory)).length).toBe(files.length);
  for (const file of files) {
    const { size, mode } = await stat(file);
    expect(size).toBeLessThan(1200);
    expect(mode & 0o777).toBe(0o600);
  }
  // The latest lines are stored without a gap.
  const numbers = files.flatMap(linesOf).map(({ message }) => Number(message.slice('line '.length)));
  expect(numbers.at(-1)).toBe(199);
  expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
});

test('processes that write and rotate at the same time lose no line', async () => {
  const write = (name: string) =>
    promisify(execFile)(process.execPath, [WRITER, directory, name, '1500', '20000']);
  await Promise.all(['a', 'b', 'c'].map(write));
  const files = logFiles(directory);
  expect(files.length).toBeGreaterThan(10);
  const all = files.flatMap(linesOf);
  for (const name of ['a', 'b', 'c'])
    expect(new Set(all.filter(({ source }) => source === name).map(({ message }) => message)).size).toBe(
      1500,
    );
  expect(all).toHaveLength(4500);
}, 60_000);

test('a given file is in text or JSON, and is created again after another program renamed it', async () => {
  const file = join(folder, 'run.log');
  const log = openLog({ to: { file, format: 'text' }, source: 'mirror' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  log.write('info', 'first', { run: '/r', images: 3 });
  await rename(file, `${file}.1`);
  log.write('error', 'second\nline', { code: 'disk' });
  expect(readFileSync(`${file}.1`, 'utf8')).toMatch(/^\S+Z info mirror\[\d+\] first run=\/r images=3\n$/);
  expect(readFileSync(file, 'utf8')).toMatch(/^\S+Z error mirror\[\d+\] second\\nline code=disk\n$/);
  expect(() => openLog({ to: { file: folder, format: 'json' }, source: 'mirror' })).toThrow('EISDIR');
});

test('a directory that others can write to gets no log, and the process continues', async () => {
  openLog({ to: { directory }, source: 'serve' }).write('info', 'first');
  await chmod(directory, 0o777);
  const faults: string[] = [];
  const log = openLog({ to: { directory }, source: 'serve', onFault: (reason) => faults.push(reason) });
  log.write('info', 'second');
  log.write('info', 'third');
  expect(faults).toEqual([expect.stringContaining(directory)]);
  expect(linesOf(join(directory, LOG_FILE)).map(({ message }) => message)).toEqual(['first']);
});

describe.runIf(process.getuid?.() === 0)('as a user with a private group', () => {
  /** A user of every Linux host whose group has no other member. */
  const [, , uid, gid] = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('daemon:'))!
    .split(':')
    .map(Number);
  const state = () => join(folder, 'state');

  /** Writes one line as this user with a directory of this mode above that of the log. @returns the error output */
  async function writeBelow(mode: number, group: number | undefined, log = 0o700): Promise<string> {
    await chmod(folder, 0o755);
    await mkdir(directory, { recursive: true });
    for (const [path, bits] of [
      [directory, log],
      [state(), mode],
    ] as const) {
      await chown(path, uid!, group!);
      await chmod(path, bits);
    }
    const { stderr } = spawnSync(process.execPath, [WRITER, directory, 'serve', '1', '20000'], {
      ...{ uid, gid, encoding: 'utf8' },
    });
    return stderr;
  }

  test('the log is below directories that the group can write to (umask 0002)', async () => {
    expect(await writeBelow(0o775, gid)).toBe('');
    expect(linesOf(join(directory, LOG_FILE))).toHaveLength(1);
  });

  test.each([
    ['others can write above', 0o777, gid, 0o700],
    ['another group can write above', 0o775, 0, 0o700],
    ['the group can write to the directory itself', 0o755, gid, 0o770],
  ])('there is no log if %s', async (_, mode, group, log) => {
    expect(await writeBelow(mode, group, log)).toContain('is writable by its group or by other users');
    expect(await readdir(directory)).toEqual([]);
  });
});
