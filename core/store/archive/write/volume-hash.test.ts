import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../../../base/image/sha256.ts';
import { VolumeHasher } from './volume-hash.ts';

/** Large enough for a separate thread. */
const SIZE = 17 * 2 ** 20;
let root: string;
let path: string;
let expected: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-hash-'));
  path = join(root, 'mirror_000001.tar');
  const bytes = Buffer.alloc(SIZE, 'content');
  expected = sha256(bytes).slice(7);
  await writeFile(path, bytes);
});
afterEach(() => rm(root, { recursive: true }));

async function thread(script: string): Promise<URL> {
  const file = join(root, 'thread.mjs');
  await writeFile(file, `import { parentPort } from 'node:worker_threads';\n${script}\n`);
  return pathToFileURL(file);
}

test.each([
  ["doesn't start", undefined],
  ['throws at once', "throw new Error('no descriptors');"],
  ['exits on the first order', "parentPort.once('message', () => process.exit(0));"],
  ['throws on the first order', "parentPort.once('message', () => { throw new Error(); });"],
  [
    "can't read the archive file",
    "parentPort.on('message', ({ path, kind }) => kind === 'finish' && parentPort.postMessage({ path }));",
  ],
])('if the thread %s, the digests are still computed', async (_, script) => {
  const missing = pathToFileURL(join(root, 'missing.mjs'));
  const hasher = new VolumeHasher(script === undefined ? missing : await thread(script));
  hasher.advance(path, SIZE);
  const second = join(root, 'mirror_000002.tar');
  await writeFile(second, Buffer.alloc(SIZE));
  expect(await Promise.all([hasher.digest(path, SIZE), hasher.digest(second, SIZE)])).toEqual([
    expected,
    sha256(Buffer.alloc(SIZE)).slice(7),
  ]);
  // Later requests, too.
  expect(await hasher.digest(path, SIZE)).toBe(expected);
  await hasher.close();
});

test('closing the hasher rejects current and later requests with an error', async () => {
  const hasher = new VolumeHasher(await thread("parentPort.on('message', () => {});"));
  const waiting = hasher.digest(path, SIZE);
  const ended = expect(waiting).rejects.toMatchObject({ code: 'interrupted' });
  await hasher.close();
  await ended;
  await expect(hasher.digest(path, SIZE)).rejects.toMatchObject({ code: 'internal' });
  hasher.advance(path, SIZE);
  await hasher.close();
});

test('a missing archive file is an error, not a digest', async () => {
  const hasher = new VolumeHasher();
  await rm(path);
  await expect(hasher.digest(path, SIZE)).rejects.toMatchObject({ code: 'disk' });
  await hasher.close();
});

const MIB = 2 ** 20;
/** A thread that writes what it's asked for to a file, and the digest that a real one would send. */
const RECORDER = `
import { appendFileSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
parentPort.on('message', ({ path, to, kind }) => {
  appendFileSync(path + '.orders', kind + ' ' + to / ${MIB} + '\\n');
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (kind === 'finish') parentPort.postMessage({ path, sha256 });
});`;

test('content is hashed before it is verified, and not again afterwards', async () => {
  const hasher = new VolumeHasher(await thread(RECORDER));
  hasher.advance(path, 20 * MIB);
  hasher.written(path, 30 * MIB);
  hasher.written(path, 40 * MIB);
  // Another blob is complete, but not the one before.
  hasher.advance(path, 21 * MIB);
  hasher.written(path, 60 * MIB);
  hasher.advance(path, 61 * MIB);
  hasher.discard(path);
  hasher.written(path, 80 * MIB);
  hasher.discard(path);
  hasher.discard(path);
  await hasher.digest(path, 90 * MIB);
  await hasher.close();
  expect((await readFile(`${path}.orders`, 'utf8')).trim().split('\n')).toEqual([
    'final 20',
    'unverified 40',
    'unverified 60',
    'final 61',
    'unverified 80',
    'discard 0',
    'finish 90',
  ]);
});

test.each(['discarded', 'complete', 'neither'])(
  'the digest is that of the file if unverified content is %s',
  async (end) => {
    const hasher = new VolumeHasher();
    const [wrong, right] = [Buffer.alloc(SIZE, 'wrong'), Buffer.alloc(SIZE, 'right')];
    await appendFile(path, end === 'complete' ? right : wrong);
    hasher.advance(path, SIZE);
    hasher.written(path, 2 * SIZE);
    // Answers follow in order, so that the thread has read these bytes.
    const second = join(root, 'mirror_000002.tar');
    await writeFile(second, right);
    await hasher.digest(second, SIZE);
    if (end === 'discarded') hasher.discard(path);
    if (end === 'complete') hasher.advance(path, 2 * SIZE);
    const all = Buffer.concat([Buffer.alloc(SIZE, 'content'), right]);
    await writeFile(path, all);
    expect(await hasher.digest(path, 2 * SIZE)).toBe(sha256(all).slice(7));
    await hasher.close();
  },
);
