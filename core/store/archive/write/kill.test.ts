import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../../../base/image/sha256.ts';
import { verifySource } from '../verify.ts';
import { blobNumber, COUNT } from './kill-writer.fixture.ts';
import { SetWriter } from './set-writer.ts';

const FIXTURE = fileURLToPath(new URL('./kill-writer.fixture.ts', import.meta.url));
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-kill-'));
});
afterEach(() => rm(root, { recursive: true }));

/** Returns the lines that the writer printed before it ended or was killed after this number of lines. */
function run(killAfter: number): Promise<string[]> {
  // On a busy host, the kill is delayed, but the writer doesn't finish before it.
  const atMost = Number.isFinite(killAfter) ? [`${killAfter + 5}`] : [];
  const child = spawn(process.execPath, [FIXTURE, join(root, 'kill-0001.partial'), ...atMost], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let reported = '';
  child.stdout.on('data', (data: Buffer) => {
    reported += data.toString();
    if (reported.split('\n').length > killAfter) child.kill('SIGKILL');
  });
  return new Promise((resolve) => child.on('close', () => resolve(reported.trim().split('\n'))));
}

test('kill -9 at any moment loses only data in flight, and the completed set is the same', async () => {
  let finished = 0;
  for (const killAfter of [2, 3 + Math.floor(Math.random() * 15), 12]) {
    const lines = await run(killAfter);
    expect(lines[0]).toMatch(/^kept \d+$/);
    const saved = Number(lines[0]!.slice(5));
    // The next process finds everything that a process reported as done.
    expect(saved).toBeGreaterThanOrEqual(finished);
    finished = saved + lines.filter((line) => line.startsWith('done')).length;
  }
  expect(finished).toBeLessThan(COUNT);
  const set = await SetWriter.open({ directory: join(root, 'kill-0001.partial'), name: 'kill-0001' });
  const blobs = Array.from({ length: COUNT }, (_, i) => blobNumber(i));
  for (const { digest, bytes } of blobs)
    if (set.state(digest) === 'done') expect(await set.bytes(digest)).toEqual(bytes);
  await set.close();
  const last = await run(Number.POSITIVE_INFINITY);
  expect(last.at(-1)).toBe('complete');
  expect(Number(last[0]!.slice(5))).toBeGreaterThanOrEqual(finished);
  expect(await verifySource(join(root, 'kill-0001'))).toMatchObject({ ok: true, blobs: COUNT });
  const index = JSON.parse(await readFile(join(root, 'kill-0001', 'index.json'), 'utf8')) as {
    volumes: { name: string; sha256: string }[];
  };
  for (const { name, sha256: expected } of index.volumes)
    expect(sha256(await readFile(join(root, 'kill-0001', name))).slice(7)).toBe(expected);
});
