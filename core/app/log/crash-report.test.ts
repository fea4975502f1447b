import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeCrashReport } from './crash-report.ts';
import { logDirectory, openLog } from './log.ts';
import { storedCrashes } from './stored-crashes.ts';

const CRASH = fileURLToPath(new URL('./crash.fixture.ts', import.meta.url));

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'airlock-crash-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const host = () => ({ env: {}, home, tool: 'airlock 1.2.3' });

test.each([
  ['exception', 'uncaughtException'],
  ['rejection', 'unhandledRejection'],
])('an unhandled %s leaves a report without secrets, and the process still fails', async (kind, origin) => {
  openLog({ to: { directory: logDirectory(host()) }, source: 'engine' }).write('info', 'the last message');
  const { status, stderr } = spawnSync(process.execPath, [CRASH, home, kind], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('Error: GET');
  const [crash, ...others] = storedCrashes(host());
  expect(others).toEqual([]);
  expect((await stat(crash!.file)).mode & 0o777).toBe(0o600);
  const text = await readFile(crash!.file, 'utf8');
  expect(text).not.toMatch(/Needle|typed-secret/);
  const report = JSON.parse(text);
  expect(report).toMatchObject({ source: 'engine', tool: 'airlock 1.2.3', node: process.version, origin });
  expect(report.message).toContain('https://r.lan/v2/');
  expect(report.stack.join('\n')).toContain('crash.fixture.ts');
  expect(report.causes).toEqual([
    expect.arrayContaining(['Error: connect https://r.lan failed: (removed)']),
    ['no route'],
  ]);
  expect(report.log.at(-1)).toContain('the last message');
});

test('a process that continues after rejections writes three reports of them', () => {
  const { status, stderr } = spawnSync(process.execPath, [CRASH, home, 'loop'], { encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stderr).toContain('Error: rejection 19');
  expect(storedCrashes(host()).map(({ message }) => message)).toEqual([
    'rejection 2',
    'rejection 1',
    'rejection 0',
  ]);
});

test.runIf(process.getuid?.() === 0)('directories above may be writable by a private group', async () => {
  const daemon = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .find((one) => one.startsWith('daemon:'))!;
  const [, , uid, gid] = daemon.split(':').map(Number);
  const state = join(home, '.local', 'state');
  await mkdir(state, { recursive: true });
  for (const path of [home, join(home, '.local'), state]) {
    await chown(path, uid!, gid!);
    await chmod(path, 0o775);
  }
  spawnSync(process.execPath, [CRASH, home, 'exception'], { uid, gid });
  expect(storedCrashes(host())).toHaveLength(1);
});

test('the last 10 reports are stored, damaged ones are omitted, and a directory of others gets none', async () => {
  for (let n = 0; n < 14; n++) {
    writeCrashReport({ host: host(), source: 'command' }, new Error(`crash ${n}`), 'uncaughtException');
  }
  const directory = logDirectory(host());
  const names = await readdir(directory);
  expect(names).toHaveLength(10);
  const crashes = storedCrashes(host());
  expect(crashes.map(({ message }) => message)).toEqual(
    [13, 12, 11, 10, 9, 8, 7, 6, 5, 4].map((n) => `crash ${n}`),
  );
  await writeFile(crashes[0]!.file, '{');
  expect(storedCrashes(host())).toHaveLength(9);
  await chmod(directory, 0o777);
  expect(writeCrashReport({ host: host(), source: 'command' }, 'text', 'uncaughtException')).toBeUndefined();
  expect(await readdir(directory)).toHaveLength(10);
});
