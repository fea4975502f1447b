import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import type { Digest } from '../../../base/image/digest.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import type { FileSystem } from '../../workspace/file-system.ts';
import { type BlobSink, type SetContent, type SetOptions, SetWriter } from './set-writer.ts';
import { VolumeHasher } from './volume-hash.ts';

const MIB = 2 ** 20;
const SIZE = 40 * MIB;
const END: SetContent = { enclave: 'lab', number: 1, tool: 'test', links: [], files: [] };

let root: string;
let options: SetOptions;
let written: MockInstance<VolumeHasher['written']>;
let advance: MockInstance<VolumeHasher['advance']>;
beforeEach(async () => {
  written = vi.spyOn(VolumeHasher.prototype, 'written');
  advance = vi.spyOn(VolumeHasher.prototype, 'advance');
  root = await mkdtemp(join(tmpdir(), 'airlock-volume-'));
  options = { directory: join(root, 'lab-0001.partial'), name: 'lab-0001' };
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(root, { recursive: true });
});

interface Blob {
  digest: Digest;
  size: number;
  bytes: Buffer;
}

function blob(): Blob {
  const bytes = randomBytes(SIZE);
  return { digest: sha256(bytes), size: SIZE, bytes };
}

async function write(sink: BlobSink, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; at += MIB) await sink.write(bytes.subarray(at, at + MIB));
}

/** Waits until the thread of the last hasher has read all that was requested. It works in order. */
async function untilRead(): Promise<void> {
  const [hasher] = [...advance.mock.contexts, ...written.mock.contexts].slice(-1) as VolumeHasher[];
  if (!hasher) return;
  const other = join(root, 'other.tar');
  await writeFile(other, Buffer.alloc(SIZE));
  await hasher.digest(other, SIZE);
}

/** Completes the set and returns the digests of its volume: the one in its index, and that of its file. */
async function finished(set: SetWriter): Promise<[string, string]> {
  const { volumes } = await set.finish(END);
  const bytes = await readFile(join(root, 'lab-0001', 'mirror_000001.tar'));
  return [volumes[0]!.sha256, sha256(bytes).slice('sha256:'.length)];
}

test('a volume is hashed while its next blob arrives, and only then', async () => {
  const set = await SetWriter.open(options);
  const [first, second] = [blob(), blob()];
  for (const each of [first, second]) set.reserve(each);
  const later = await set.begin(second.digest);
  await write(later, second.bytes);
  expect(written).not.toHaveBeenCalled();
  const next = await set.begin(first.digest);
  await write(next, first.bytes);
  expect(written.mock.lastCall![1]).toBeGreaterThan(SIZE - 2 * MIB);
  await next.finish();
  await later.finish();
  const [recorded, actual] = await finished(set);
  expect(recorded).toBe(actual);
});

test('content with a wrong digest is not part of the digest of its volume', async () => {
  const set = await SetWriter.open(options);
  const right = blob();
  set.reserve(right);
  const wrong = await set.begin(right.digest);
  await write(wrong, randomBytes(SIZE));
  await untilRead();
  await expect(wrong.finish()).rejects.toMatchObject({ code: 'digest-mismatch' });
  const again = await set.begin(right.digest);
  await write(again, right.bytes);
  await again.finish();
  const [recorded, actual] = await finished(set);
  expect(recorded).toBe(actual);
});

test('a blob that another server starts again is hashed from its first byte', async () => {
  const set = await SetWriter.open(options);
  const right = blob();
  set.reserve(right);
  const sink = await set.begin(right.digest);
  await write(sink, randomBytes(SIZE).subarray(MIB));
  await untilRead();
  sink.restart();
  await write(sink, right.bytes);
  await sink.finish();
  const [recorded, actual] = await finished(set);
  expect(recorded).toBe(actual);
});

test.each(['the same process', 'another process'])(
  'a blob is interrupted and completed by %s',
  async (by) => {
    let set = await SetWriter.open(options);
    const [first, second] = [blob(), blob()];
    for (const each of [first, second]) set.reserve(each);
    const interrupted = await set.begin(first.digest);
    await write(interrupted, first.bytes.subarray(0, 24 * MIB));
    await untilRead();
    await interrupted.pause();
    if (by === 'another process') {
      await set.close();
      set = await SetWriter.open(options);
    }
    for (const each of [first, second]) {
      set.reserve(each);
      const sink = await set.begin(each.digest);
      await write(sink, each.bytes.subarray(sink.offset));
      await sink.finish();
    }
    const [recorded, actual] = await finished(set);
    expect(recorded).toBe(actual);
  },
);

test('a blob that is abandoned after a part becomes filler', async () => {
  const set = await SetWriter.open(options);
  const [lost, other] = [blob(), blob()];
  for (const each of [lost, other]) set.reserve(each);
  const interrupted = await set.begin(lost.digest);
  await write(interrupted, lost.bytes.subarray(0, 24 * MIB));
  await untilRead();
  await interrupted.pause();
  set.fail(lost.digest);
  const sink = await set.begin(other.digest);
  await write(sink, other.bytes);
  await sink.finish();
  const [recorded, actual] = await finished(set);
  expect(recorded).toBe(actual);
});

test('an interrupted blob whose header a power failure destroyed is hashed with its new header', async () => {
  const set = await SetWriter.open(options);
  const content = blob();
  set.reserve(content);
  const interrupted = await set.begin(content.digest);
  await write(interrupted, content.bytes.subarray(0, 4 * MIB));
  await set.close();
  vi.clearAllMocks();
  const file = await open(join(options.directory, 'mirror_000001.tar'), 'r+');
  await file.write(Buffer.alloc(512), 0, 512, 0);
  await file.close();
  const next = await SetWriter.open(options);
  next.reserve(content);
  const sink = await next.begin(content.digest);
  expect(sink.offset).toBe(4 * MIB);
  await write(sink, content.bytes.subarray(sink.offset));
  await untilRead();
  await sink.finish();
  const [recorded, actual] = await finished(next);
  expect(recorded).toBe(actual);
});

test('without sparse files, a volume is hashed as it grows, and its final end sets the order of writes', async () => {
  const fileSystem: FileSystem = { holes: false, colons: true, free: async () => 2 ** 50 };
  const set = await SetWriter.open({ ...options, fileSystem });
  const [first, second, third] = [blob(), blob(), blob()];
  for (const each of [first, second, third]) set.reserve(each);
  const complete = async (sink: BlobSink, { bytes }: Blob) => {
    await write(sink, bytes);
    await sink.finish();
  };
  await complete(await set.begin(first.digest), first);
  // The third one starts less than 64 MiB after the first one, so it doesn't wait for the second one.
  const waiting = await set.begin(second.digest);
  await complete(await set.begin(third.digest), third);
  await complete(waiting, second);
  expect(advance.mock.lastCall![1]).toBeGreaterThan(3 * SIZE);
  const [recorded, actual] = await finished(set);
  expect(recorded).toBe(actual);
});
