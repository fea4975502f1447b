import { spawn, spawnSync } from 'node:child_process';
import {
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { personName, rememberSudoUser } from '../../base/files/person.ts';
import { removeStale, takeLock } from './lock.ts';
import { t } from './messages.ts';

let root: string;
let path: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-lock-'));
  path = join(root, 'lock');
});
afterEach(() => rm(root, { recursive: true }));

const holder = (change: object): string =>
  JSON.stringify({
    user: 'kim',
    host: hostname(),
    pid: process.pid,
    since: '2026-01-31T10:00:00Z',
    ...change,
  });

test('a locked workspace is rejected with its holder, and a released lock can be acquired again', async () => {
  const release = await takeLock(path);
  await expect(takeLock(path)).rejects.toMatchObject({
    code: 'workspace-locked',
    exitCode: 4,
    message: expect.stringContaining(`Process ${process.pid} (user `),
  });
  await release();
  expect(await readdir(root)).toEqual([]);
  await (await takeLock(path))();
});

test('one of many concurrent processes acquires the lock', async () => {
  const dead = spawnSync('/bin/true').pid;
  await writeFile(path, holder({ pid: dead }));
  const results = await Promise.allSettled(Array.from({ length: 12 }, () => takeLock(path)));
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1);
});

test('a process that read a stale lock before another process took it over never moves the new lock', async () => {
  await writeFile(path, holder({ pid: spawnSync('/bin/true').pid }));
  const created: string[] = [];
  const late: typeof link = async (from, to) => {
    if (to === `${path}.takeover`) await takeLock(path);
    created.push(`${to}`);
    await link(from, to);
  };
  await expect(takeLock(path, { link: late })).rejects.toMatchObject({ code: 'workspace-locked' });
  expect(created).toEqual([path, `${path}.takeover`, path]);
  expect(await readdir(root)).toEqual(['lock']);
});

test('only one process at a time takes over a stale lock, and the end of that process is noticed', async () => {
  const dead = holder({ pid: spawnSync('/bin/true').pid });
  await writeFile(path, dead);
  await writeFile(`${path}.takeover`, holder({ user: 'other' }));
  await expect(takeLock(path)).rejects.toMatchObject({
    code: 'workspace-locked',
    message: expect.stringContaining('(user other) on'),
  });
  expect(await readFile(path, 'utf8')).toBe(dead);
  await writeFile(`${path}.takeover`, dead);
  await takeLock(path);
  expect(await readdir(root)).toEqual(['lock']);
});

test('ignores the lock of a dead process of this host, also if another process has its number', async () => {
  const dead = spawnSync('/bin/true').pid;
  await writeFile(path, holder({ pid: dead }));
  await (await takeLock(path))();
  const living = spawn('/bin/sleep', ['30']);
  try {
    await writeFile(path, holder({ pid: living.pid, started: 'another boot:123' }));
    await (await takeLock(path))();
    await writeFile(path, holder({ pid: living.pid }));
    await expect(takeLock(path)).rejects.toMatchObject({ code: 'workspace-locked' });
  } finally {
    living.kill();
  }
});

test('keeps the lock of another host, and the remedy names its file', async () => {
  const text = holder({ host: 'elsewhere', pid: 1 });
  await writeFile(path, text);
  await expect(takeLock(path)).rejects.toMatchObject({
    message: expect.stringContaining('(user kim) on elsewhere'),
    remedy: expect.stringContaining(`remove ${path}`),
  });
  expect(await readFile(path, 'utf8')).toBe(text);
});

/** Fails like FAT and some network file systems. */
const noLinks = () => Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' }));

describe.each([
  ['with hard links', {}],
  ['without hard links', { link: noLinks }],
])('%s', (_, links) => {
  test('a lock file is always complete, and one of many concurrent processes acquires it', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(path, links)));
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() });
  });

  test.each([
    ['empty', ''],
    ['half-written', holder({}).slice(0, 30)],
    ['filled with zeros by a file system after a power failure', '\0'.repeat(120)],
    ['other JSON', '{"pid":"x"}'],
  ])('takes over a lock that is %s, and reports it', async (_name, text) => {
    await writeFile(path, text);
    const problems: Problem[] = [];
    const release = await takeLock(path, { ...links, onTakeover: (problem) => problems.push(problem) });
    expect(problems).toMatchObject([
      {
        level: 'info',
        message: t('tornLockTakenOver', { path, size: text.length }),
      },
    ]);
    await expect(takeLock(path, links)).rejects.toMatchObject({ code: 'workspace-locked' });
    await release();
    expect(await readdir(root)).toEqual([]);
  });

  test('one of many processes that find a torn lock acquires it', async () => {
    await writeFile(path, '');
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => takeLock(path, links)));
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  });
});

test('ignores the time of a torn lock, because clocks may have changed', async () => {
  for (const time of [new Date('2001-01-01'), new Date('2099-01-01')]) {
    await writeFile(path, '');
    await utimes(path, time, time);
    await (await takeLock(path))();
  }
});

test('waits for a lock that is being written', async () => {
  await writeFile(path, '');
  const taking = takeLock(path);
  const living = holder({ user: 'kim' });
  await writeFile(path, living);
  await expect(taking).rejects.toMatchObject({ message: expect.stringContaining('(user kim) on') });
  expect(await readFile(path, 'utf8')).toBe(living);
});

test('a process that was stopped while it wrote its lock finds that another took it', async () => {
  // The hard link fails, and before the exclusive write another process acquires the lock.
  const late = async () => {
    await writeFile(path, holder({ user: 'other' }));
    return noLinks();
  };
  await expect(takeLock(path, { link: late })).rejects.toMatchObject({
    message: expect.stringContaining('(user other) on'),
  });
});

test('the lock of an earlier boot of this host is taken over with the name of its holder', async () => {
  // The number of a live process, with an earlier start time.
  await writeFile(path, holder({ started: '11111111-2222-3333-4444-555555555555/42' }));
  const problems: Problem[] = [];
  await (await takeLock(path, { onTakeover: (problem) => problems.push(problem) }))();
  expect(problems[0]!.message).toBe(
    t('lockTakenOver', { pid: process.pid, user: 'kim', path, since: '2026-01-31T10:00:00Z' }),
  );
});

test('distinguishes another host with the same name', async () => {
  const text = holder({ machine: 'ffffffffffffffff', pid: spawnSync('/bin/true').pid });
  await writeFile(path, text);
  await expect(takeLock(path)).rejects.toMatchObject({
    message: expect.stringContaining(`on another host that is also named ${hostname()}`),
    remedy: expect.stringContaining(`remove ${path}`),
  });
  expect(await readFile(path, 'utf8')).toBe(text);
});

test("control characters in a lock don't reach the terminal", async () => {
  await writeFile(path, holder({ user: 'kim\u001b[2J', host: 'elsewhere' }));
  await expect(takeLock(path)).rejects.toMatchObject({ message: expect.not.stringContaining('\u001b') });
});

test('with sudo, a lock contains the name of the person, too', async () => {
  rememberSudoUser('kim');
  try {
    const release = await takeLock(path);
    expect(JSON.parse(await readFile(path, 'utf8')).user).toBe(`${userInfo().username} (sudo by kim)`);
    await release();
    rememberSudoUser('\u001b[31mevil name');
    expect(personName()).toBe(userInfo().username);
  } finally {
    rememberSudoUser(undefined);
  }
});

describe('anything but a lock file in its place is an error that names it', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['a named pipe', async () => spawnSync('mkfifo', [path])],
    ['a directory', () => mkdir(path)],
    ['a symbolic link', () => symlink(join(root, 'nothing'), path)],
    ['a symbolic link', () => symlink('/etc/passwd', path)],
    [
      'a 4,097-byte file',
      async () => {
        await writeFile(path, '');
        await truncate(path, 4097);
      },
    ],
  ])('%s', async (what, create) => {
    await create();
    await expect(takeLock(path)).rejects.toMatchObject({
      code: 'workspace-lock-invalid',
      message: `${path} is ${what}, not an Airlock lock file`,
      remedy: t('lockInvalidRemedy', { path }),
    });
    expect(await readdir(root)).toEqual(['lock']);
  });
});

test("a lock that was moved by mistake doesn't replace the lock of a third process", async () => {
  await writeFile(path, holder({ user: 'second' }));
  const third = holder({ user: 'third' });
  const late: typeof link = async (from, to) => {
    await writeFile(to, third, { flag: 'wx' });
    await link(from, to);
  };
  expect(await removeStale(path, 'stale', late)).toBe(false);
  expect(await readFile(path, 'utf8')).toBe(third);
  expect(await readdir(root)).toEqual(['lock']);
});

test.each([
  ['with hard links', link],
  ['without hard links', noLinks],
])('a lock that was moved by mistake is restored %s', async (_name, links) => {
  const second = holder({ user: 'second' });
  await writeFile(path, second);
  expect(await removeStale(path, 'stale', links)).toBe(false);
  expect(await readFile(path, 'utf8')).toBe(second);
  expect(await removeStale(path, second, links)).toBe(true);
  expect(await readdir(root)).toEqual([]);
});
