import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLock } from './lock.ts';

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

test('one holds it, the other is told who; given back it can be taken again', async () => {
  const release = await takeLock(path);
  await expect(takeLock(path)).rejects.toMatchObject({
    code: 'workspace-locked',
    exitCode: 4,
    message: expect.stringContaining(`process ${process.pid} of`),
  });
  await release();
  expect(await readdir(root)).toEqual([]);
  await (await takeLock(path))();
});

test('of many at once, one wins', async () => {
  const dead = spawnSync('/bin/true').pid;
  await writeFile(path, holder({ pid: dead }));
  const results = await Promise.allSettled(Array.from({ length: 12 }, () => takeLock(path)));
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1);
});

test('a dead process of this host holds nothing, nor one whose number another has now', async () => {
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

test('another host: nobody here can know, so the remedy names the file', async () => {
  const text = holder({ host: 'elsewhere', pid: 1 });
  await writeFile(path, text);
  await expect(takeLock(path)).rejects.toMatchObject({
    message: expect.stringContaining('kim on elsewhere'),
    remedy: expect.stringContaining(`remove ${path}`),
  });
  expect(await readFile(path, 'utf8')).toBe(text);
});

test('a lock that cannot be read is held', async () => {
  await writeFile(path, '');
  await expect(takeLock(path)).rejects.toMatchObject({ remedy: expect.stringContaining(path) });
});
