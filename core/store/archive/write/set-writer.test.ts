import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import {
  appendFile,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryObjects } from 'node:v8';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Problem } from '../../../base/errors/airlock-error.ts';
import type { Digest } from '../../../base/image/digest.ts';
import type { FilePlace } from '../../../base/image/file-place.ts';
import { finish, sha256 } from '../../../base/image/sha256.ts';
import { blobName } from '../../set-format/entry-names.ts';
import type { FileSystem } from '../../workspace/file-system.ts';
import { type BlobSink, VolumeSink } from './blob-sink.ts';
import { t } from './messages.ts';
import { type SetContent, type SetOptions, SetWriter } from './set-writer.ts';

const MIB = 2 ** 20;
let root: string;
let options: SetOptions;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-set-'));
  options = { directory: join(root, 'lab-0001.partial'), name: 'lab-0001' };
});
afterEach(() => rm(root, { recursive: true }));

interface Content {
  digest: Digest;
  size: number;
  bytes: Buffer;
}
function content(size: number): Content {
  const bytes = randomBytes(size);
  return { digest: sha256(bytes), size, bytes };
}
async function put(set: SetWriter, { digest, size, bytes }: Content, chunk = 65_536): Promise<void> {
  set.reserve({ digest, size });
  const sink = await set.begin(digest);
  for (let at = sink.offset; at < size; at += chunk)
    await sink.write(bytes.subarray(at, Math.min(size, at + chunk)));
  await sink.finish();
}
const end = (links: SetContent['links'] = []): SetContent => ({
  enclave: 'lab',
  number: 1,
  tool: 'test',
  links,
  files: [{ name: 'signatures/x', content: 'signature' }],
  configuration: 'kind: ImageSetConfiguration',
});
const system = (change: Partial<FileSystem>): FileSystem => ({
  holes: true,
  colons: true,
  free: async () => 2 ** 50,
  ...change,
});
const final = (...names: string[]): string => join(root, 'lab-0001', ...names);

/** Writes bytes of a blob to the place of its sink, as another thread does. */
async function putElsewhere(sink: BlobSink, bytes: Buffer): Promise<FilePlace> {
  const from = sink.offset;
  const place = (await sink.place(() => {}))!;
  if (from === 0)
    writeSync(place.fd, place.header, 0, place.header.length, place.position - place.header.length);
  writeSync(place.fd, bytes, 0, bytes.length, place.position + from);
  place.wrote(from, bytes.length);
  return place;
}

test('another thread writes a blob to its place, and what it wrote is kept for the next attempt', async () => {
  const set = await SetWriter.open(options);
  const blob = content(3 * MIB + 7);
  set.reserve(blob);
  const first = await set.begin(blob.digest);
  (await putElsewhere(first, blob.bytes.subarray(0, MIB))).leave(undefined);
  await first.pause();
  const second = await set.begin(blob.digest);
  expect(second.offset).toBe(MIB);
  expect(finish(second.hash.copy())).toBe(sha256(blob.bytes.subarray(0, MIB)));
  (await putElsewhere(second, blob.bytes.subarray(MIB, 2 * MIB))).leave(undefined);
  await second.pause();
  const third = await set.begin(blob.digest);
  const place = await putElsewhere(third, blob.bytes.subarray(2 * MIB));
  writeSync(place.fd, Buffer.alloc(place.padding), 0, place.padding, place.position + blob.size);
  place.leave(blob.digest);
  await third.finish();
  await set.finish(end());
  const extract = ['xOf', final('mirror_000001.tar'), blobName(blob.digest)];
  expect(sha256(execFileSync('tar', extract, { maxBuffer: 8 * MIB }))).toBe(blob.digest);
});

test('ranges that another thread wrote after a gap are kept for the next process, but not for a reader of this one', async () => {
  const set = await SetWriter.open(options);
  const blob = content(3 * MIB);
  set.reserve(blob);
  const first = await set.begin(blob.digest);
  const place = (await first.place(() => {}))!;
  const write = ({ fd, position }: FilePlace, from: number, to: number) => {
    writeSync(fd, blob.bytes, from, to - from, position + from);
  };
  write(place, 2 * MIB, 3 * MIB);
  place.wrote(2 * MIB, MIB);
  expect([first.offset, first.left]).toEqual([0, 2 * MIB]);
  place.leave(undefined);
  await set.close();

  const again = await SetWriter.open(options);
  again.reserve(blob);
  const second = await again.begin(blob.digest);
  const moved: number[] = [];
  const later = (await second.place((bytes) => moved.push(bytes)))!;
  expect([second.offset, second.left]).toEqual([0, 2 * MIB]);
  expect(later.written.gaps(0, blob.size)).toEqual([[0, 2 * MIB]]);
  writeSync(later.fd, later.header, 0, later.header.length, later.position - later.header.length);
  write(later, 0, 2 * MIB);
  later.wrote(0, 2 * MIB);
  expect([second.offset, second.left, moved]).toEqual([3 * MIB, 0, [2 * MIB]]);
  later.leave(finish(await later.rehash()));
  await second.finish();

  const other = content(MIB);
  again.reserve(other);
  const sink = await again.begin(other.digest);
  const before = (await sink.place(() => {}))!;
  before.wrote(MIB / 2, MIB / 2);
  before.leave(undefined);
  for (let at = 0; at < MIB; at += MIB / 4) await sink.write(other.bytes.subarray(at, at + MIB / 4));
  await sink.finish();
  await again.finish(end());
  for (const { digest } of [blob, other]) {
    const extract = ['xOf', final('mirror_000001.tar'), blobName(digest)];
    expect(sha256(execFileSync('tar', extract, { maxBuffer: 8 * MIB }))).toBe(digest);
  }
});

test('the digest of what another thread writes is computed while it writes, with each byte read once', async () => {
  const set = await SetWriter.open(options);
  const blob = content(3 * MIB + 5);
  set.reserve(blob);
  const sink = await set.begin(blob.digest);
  const place = (await sink.place(() => {}))!;
  const write = (from: number, to: number) => {
    writeSync(place.fd, blob.bytes, from, to - from, place.position + from);
    place.wrote(from, to - from);
  };
  write(0, MIB);
  // After a gap.
  write(2 * MIB, 3 * MIB);
  const first = blob.bytes.subarray(0, MIB);
  expect(finish((await place.rehash()).copy())).toBe(sha256(first));
  // Bytes that were hashed aren't read again.
  writeSync(place.fd, Buffer.alloc(MIB), 0, MIB, place.position);
  write(MIB, 2 * MIB);
  const stop = new AbortController();
  const calls = [place.rehash(stop.signal).catch((error: unknown) => error), place.rehash()];
  stop.abort(new Error('stopped'));
  write(3 * MIB, blob.size);
  expect(await calls[0]).toMatchObject({ message: 'stopped' });
  await calls[1];
  expect(finish((await place.rehash()).copy())).toBe(blob.digest);
  writeSync(place.fd, first, 0, MIB, place.position);
  writeSync(place.fd, place.header, 0, place.header.length, place.position - place.header.length);
  place.leave(blob.digest);
  await sink.finish();
  await set.finish(end());
  const extract = ['xOf', final('mirror_000001.tar'), blobName(blob.digest)];
  expect(sha256(execFileSync('tar', extract, { maxBuffer: 8 * MIB }))).toBe(blob.digest);
});

test('the wrong digest of another thread discards the blob', async () => {
  const set = await SetWriter.open(options);
  const blob = content(MIB);
  set.reserve(blob);
  const sink = await set.begin(blob.digest);
  (await putElsewhere(sink, randomBytes(MIB))).leave(sha256('other'));
  await expect(sink.finish()).rejects.toMatchObject({ code: 'digest-mismatch' });
  await put(set, blob);
  await set.finish(end());
});

test('a set that is closed stops another thread, and waits until it has left', async () => {
  const set = await SetWriter.open(options);
  const blob = content(2 * MIB);
  set.reserve(blob);
  const place = await putElsewhere(await set.begin(blob.digest), blob.bytes.subarray(0, MIB));
  let isClosed = false;
  const closed = set.close().then(() => {
    isClosed = true;
  });
  await expect.poll(() => place.signal.aborted).toBe(true);
  expect(isClosed).toBe(false);
  place.leave(undefined);
  await closed;
  const again = await SetWriter.open(options);
  again.reserve(blob);
  expect((await again.begin(blob.digest)).offset).toBe(MIB);
  await again.close();
});

test('a set is a tar with everything in its place and a correct index', async () => {
  const set = await SetWriter.open(options);
  const blobs = [content(0), content(1), content(512), content(3 * MIB + 7), content(70_001)];
  for (const blob of blobs) set.reserve(blob);
  // In reverse order, because offsets follow from the reservations, not from the order of arrival.
  await Promise.all(blobs.toReversed().map((blob) => put(set, blob)));
  const [manifest, config, layer] = blobs.map(({ digest }) => digest) as [Digest, Digest, Digest];
  const elsewhere = sha256('sent before');
  const index = await set.finish(
    end([
      { repository: 'a/b', tag: 'v1', digest: manifest, blobs: [config, layer, elsewhere] },
      { repository: 'a/b', tag: 'v2', digest: manifest, blobs: [config, layer] },
    ]),
  );
  expect(await readdir(root)).toEqual(['lab-0001']);
  expect((await readdir(final())).toSorted()).toEqual(['index.json', 'mirror_000001.tar']);
  const out = join(root, 'out');
  execFileSync('mkdir', [out]);
  execFileSync('tar', ['xf', final('mirror_000001.tar'), '-C', out]);
  for (const { digest, bytes } of blobs) expect(await readFile(join(out, blobName(digest)))).toEqual(bytes);
  const repository = join(out, 'docker/registry/v2/repositories/a/b');
  expect(await readFile(join(repository, '_manifests/tags/v2/current/link'), 'utf8')).toBe(manifest);
  expect(await readFile(join(repository, `_layers/sha256/${elsewhere.slice(7)}/link`), 'utf8')).toBe(
    elsewhere,
  );
  expect(await readFile(join(out, 'working-dir/signatures/x'), 'utf8')).toBe('signature');
  expect(await readFile(join(out, `isc_${index.created}`), 'utf8')).toBe('kind: ImageSetConfiguration');
  expect(JSON.parse(await readFile(final('index.json'), 'utf8'))).toEqual(JSON.parse(JSON.stringify(index)));
  const tar = await readFile(final('mirror_000001.tar'));
  expect(index).toMatchObject({ status: 'complete', failed: [], earlier: [elsewhere] });
  expect(index.volumes).toMatchObject([{ size: tar.length, sha256: sha256(tar).slice(7) }]);
  const names = [...index.volumes[0]!.entries].map(([name]) => name);
  expect(names.slice(0, 5)).toEqual(blobs.map(({ digest }) => blobName(digest)));
  expect(new Set(names).size).toBe(names.length);
});

test('finished blobs can be read at once, verified', async () => {
  const set = await SetWriter.open(options);
  const blob = content(MIB + 3);
  await put(set, blob);
  expect(set.size(blob.digest)).toBe(blob.size);
  expect(await set.bytes(blob.digest)).toEqual(blob.bytes);
  const part = await Array.fromAsync(set.read(blob.digest, { offset: 1000, length: 10 }));
  expect(Buffer.concat(part)).toEqual(blob.bytes.subarray(1000, 1010));
  await expect(set.bytes(sha256('other'))).rejects.toMatchObject({ code: 'content-missing' });
  await set.close();
});

test('archive files respect the archive size and are numbered without gaps', async () => {
  const limit = 256 * 1024;
  const set = await SetWriter.open({ ...options, archiveSizeBytes: limit });
  for (let i = 0; i < 20; i++) await put(set, content(50_000 + i));
  const { volumes } = await set.finish(end());
  expect(volumes.length).toBe(4);
  for (const [i, { name, size }] of volumes.entries()) {
    expect(name).toBe(`mirror_00000${i + 1}.tar`);
    expect((await stat(final(name))).size).toBe(size);
    expect(size).toBeLessThanOrEqual(limit);
    execFileSync('tar', ['tf', final(name)]);
  }
});

test('a blob above the archive size gets its own archive file with a warning, or is an error', async () => {
  const warnings: Problem[] = [];
  const archiveSizeBytes = 100 * 1024;
  const set = await SetWriter.open({ ...options, archiveSizeBytes, onWarning: (w) => warnings.push(w) });
  const [small, large, next] = [content(1000), content(200_000), content(1001)];
  for (const blob of [small, large, next]) await put(set, blob);
  expect(warnings).toMatchObject([
    { code: 'archive-size', message: expect.stringContaining(large.digest.slice(7)) },
  ]);
  const { volumes } = await set.finish(end());
  expect(volumes.map(({ entries }) => [...entries].map(([name]) => name))).toMatchObject([
    [blobName(small.digest), blobName(next.digest), 'working-dir/signatures/x', expect.any(String)],
    [blobName(large.digest)],
  ]);
  const second = { ...options, directory: join(root, 'lab-0002.partial'), archiveSizeBytes };
  const strict = await SetWriter.open({ ...second, strict: true });
  expect(() => strict.reserve(large)).toThrow(expect.objectContaining({ code: 'archive-size' }));
  await strict.discard();
  const fat = await SetWriter.open({ ...second, fileSystem: system({ maxFileBytes: 150_000 }) });
  expect(() => fat.reserve(large)).toThrow(expect.objectContaining({ code: 'archive-size' }));
  await fat.discard();
  expect(await readdir(root)).toEqual(['lab-0001']);
});

test('rejects and discards wrong content, and the next attempt succeeds', async () => {
  const set = await SetWriter.open(options);
  const blob = content(2 * MIB);
  set.reserve(blob);
  const first = await set.begin(blob.digest);
  await first.write(randomBytes(blob.size));
  await expect(first.finish()).rejects.toMatchObject({ code: 'digest-mismatch' });
  expect(set.state(blob.digest)).toBe('reserved');
  // Cleaning up after a failure is harmless.
  first.restart();
  await first.pause();
  const short = await set.begin(blob.digest);
  await short.write(blob.bytes.subarray(0, 99));
  await expect(short.finish()).rejects.toMatchObject({ code: 'size-mismatch' });
  const long = await set.begin(blob.digest);
  await long.write(blob.bytes);
  expect(() => long.write(Buffer.alloc(1))).toThrow(expect.objectContaining({ code: 'size-mismatch' }));
  const restarted = await set.begin(blob.digest);
  await restarted.write(randomBytes(MIB));
  restarted.restart();
  expect(restarted.offset).toBe(0);
  await restarted.write(blob.bytes);
  await restarted.finish();
  expect(await set.bytes(blob.digest)).toEqual(blob.bytes);
  await set.close();
});

test('a paused blob resumes at the same byte, in this process and in the next', async () => {
  const blob = content(3 * MIB);
  const first = await SetWriter.open(options);
  first.reserve(blob);
  for (const to of [MIB + 11, 2 * MIB + 5]) {
    const sink = await first.begin(blob.digest);
    await sink.write(blob.bytes.subarray(sink.offset, to));
    await sink.pause();
    expect(first.partialBytes(blob.digest)).toBe(to);
  }
  await first.close();
  const second = await SetWriter.open(options);
  expect([second.state(blob.digest), second.partialBytes(blob.digest)]).toEqual(['partial', 2 * MIB + 5]);
  second.reserve(blob);
  const sink = await second.begin(blob.digest);
  expect(sink.offset).toBe(2 * MIB + 5);
  expect(sink.hash.copy().digest('hex')).toBe(sha256(blob.bytes.subarray(0, sink.offset)).slice(7));
  await sink.write(blob.bytes.subarray(sink.offset));
  await sink.finish();
  expect(await second.bytes(blob.digest)).toEqual(blob.bytes);
  expect(second.bytesWritten).toBeLessThan(MIB + 1024);
  await second.finish(end());
  execFileSync('tar', ['tf', final('mirror_000001.tar')]);
});

test('a process that dies in the middle of a blob loses only unwritten data', async () => {
  const blob = content(4 * MIB);
  const first = await SetWriter.open(options);
  first.reserve(blob);
  const sink = await first.begin(blob.digest);
  for (let at = 0; at < 3 * MIB; at += 65_536) await sink.write(blob.bytes.subarray(at, at + 65_536));
  // As after a kill: the set wasn't closed, and less than a second passed, so there is no sync mark.
  const second = await SetWriter.open(options);
  expect(second.partialBytes(blob.digest)).toBeGreaterThan(MIB);
  second.reserve(blob);
  const resumed = await second.begin(blob.digest);
  await resumed.write(blob.bytes.subarray(resumed.offset));
  await resumed.finish();
  expect(second.state(blob.digest)).toBe('done');
  await second.close();
  await first.close();
});

test("failed blobs become fillers of zeros and the set is partial, and blobs that are no longer needed aren't reported", async () => {
  const [saved, failed, dropped] = [content(10_000), content(2 * MIB), content(3 * MIB)];
  const first = await SetWriter.open(options);
  for (const blob of [failed, dropped, saved]) first.reserve(blob);
  for (const { digest, bytes } of [failed, dropped]) {
    const sink = await first.begin(digest);
    await sink.write(bytes.subarray(0, MIB));
    await sink.pause();
  }
  await put(first, saved);
  await first.close();
  const second = await SetWriter.open(options);
  second.reserve(failed);
  second.fail(failed.digest);
  const index = await second.finish(end());
  expect(index).toMatchObject({ status: 'partial', failed: [failed.digest] });
  const entries = [...index.volumes[0]!.entries];
  expect(entries.map(([name]) => name)).toContain(blobName(saved.digest));
  const fillers = entries.filter(([name]) => name.startsWith('airlock-filler/'));
  expect(fillers.map(([, , size]) => size)).toEqual([2 * MIB, 3 * MIB]);
  const tar = await readFile(final('mirror_000001.tar'));
  for (const [, offset, size] of fillers)
    expect(tar.subarray(offset + 512, offset + 512 + size).every((byte) => byte === 0)).toBe(true);
  expect(sha256(tar).slice(7)).toBe(index.volumes[0]!.sha256);
});

test('other blobs get the places that a changed plan no longer needs', async () => {
  const first = await SetWriter.open(options);
  const [a, b, c] = [content(400_000), content(MIB), content(300_000)];
  for (const blob of [a, b]) first.reserve(blob);
  await put(first, c);
  await first.close();
  const second = await SetWriter.open(options);
  expect([second.state(a.digest), second.state(c.digest)]).toEqual(['absent', 'done']);
  const others = [content(350_000), content(600_000), content(MIB)];
  for (const blob of others) await put(second, blob);
  const { volumes, status } = await second.finish(end());
  expect(status).toBe('complete');
  const placed = [...volumes[0]!.entries].map(([name]) => name);
  expect(placed.slice(0, 4)).toEqual([
    blobName(others[0]!.digest),
    blobName(others[1]!.digest),
    'airlock-filler/1',
    blobName(c.digest),
  ]);
  execFileSync('tar', ['tf', final('mirror_000001.tar')]);
});

test('after a power failure, all content after the last sync mark is verified', async () => {
  const [synced, torn, good] = [content(100_000), content(100_001), content(100_002)];
  const first = await SetWriter.open(options);
  await put(first, synced);
  await first.close();
  const second = await SetWriter.open(options);
  await put(second, torn);
  await put(second, good);
  const journal = join(options.directory, 'journal.jsonl');
  const before = await readFile(journal);
  await second.close();
  // The state before the last mark, followed by an incomplete line, and content that was never synced.
  await writeFile(journal, before);
  await appendFile(journal, '{"t":"sync","do');
  const volume = join(options.directory, 'mirror_000001.tar');
  const handle = await open(volume, 'r+');
  await handle.write(Buffer.alloc(4096), 0, 4096, 512 + 100_352 + 512);
  await handle.close();
  const third = await SetWriter.open(options);
  expect([synced, torn, good].map(({ digest }) => third.state(digest))).toEqual(['done', 'absent', 'done']);
  expect(await third.bytes(good.digest)).toEqual(good.bytes);
  await put(third, torn);
  await third.finish(end());
  execFileSync('tar', ['tf', final('mirror_000001.tar')]);
});

test('a set with a journal truncated at any byte can be completed', async () => {
  const blobs = [content(5000), content(6000), content(7000)];
  const first = await SetWriter.open(options);
  for (const blob of blobs) await put(first, blob);
  await first.close();
  const volume = join(options.directory, 'mirror_000001.tar');
  const journal = await readFile(join(options.directory, 'journal.jsonl'));
  const tar = await readFile(volume);
  for (let cut = 0; cut < journal.length; cut += 37) {
    const directory = join(root, `cut-${cut}.partial`);
    const set = await SetWriter.open({ directory, name: `cut-${cut}` });
    await set.close();
    await writeFile(join(directory, 'journal.jsonl'), journal.subarray(0, cut));
    await writeFile(join(directory, 'mirror_000001.tar'), tar.subarray(0, cut * 30));
    const resumed = await SetWriter.open({ directory, name: `cut-${cut}` });
    for (const blob of blobs) if (resumed.state(blob.digest) !== 'done') await put(resumed, blob);
    for (const blob of blobs) expect(await resumed.bytes(blob.digest)).toEqual(blob.bytes);
    const { volumes } = await resumed.finish(end());
    const complete = await readFile(join(root, `cut-${cut}`, 'mirror_000001.tar'));
    expect(sha256(complete).slice(7)).toBe(volumes[0]!.sha256);
  }
});

test('detects truncated and missing archive files', async () => {
  const [a, b] = [content(100_000), content(100_000)];
  const first = await SetWriter.open(options);
  await put(first, a);
  await put(first, b);
  await first.close();
  await truncate(join(options.directory, 'mirror_000001.tar'), 150_000);
  const second = await SetWriter.open(options);
  expect([a, b].map(({ digest }) => second.state(digest))).toEqual(['done', 'absent']);
  await second.close();
  await rm(join(options.directory, 'mirror_000001.tar'));
  const third = await SetWriter.open(options);
  expect(third.state(a.digest)).toBe('absent');
  expect(third.empty).toBe(true);
  await third.discard();
  expect(await readdir(root)).toEqual([]);
});

test('the next run removes leftovers of a run that died while it closed the set', async () => {
  const set = await SetWriter.open(options);
  const blob = content(1000);
  await put(set, blob);
  await set.close();
  await writeFile(join(options.directory, 'index.json'), '{}');
  await writeFile(join(options.directory, 'mirror_000002.tar'), 'links of that run');
  await appendFile(join(options.directory, 'mirror_000001.tar'), randomBytes(9000));
  const again = await SetWriter.open(options);
  const { volumes } = await again.finish(end());
  expect((await readdir(final())).toSorted()).toEqual(['index.json', 'mirror_000001.tar']);
  expect((await stat(final('mirror_000001.tar'))).size).toBe(volumes[0]!.size);
});

test('without sparse files, writers wait for their turn, but not for a failed blob', async () => {
  const set = await SetWriter.open({ ...options, fileSystem: system({ holes: false }) });
  // Ten times the window, with little content, because only the order of writes matters here.
  const wide = 40 * MIB;
  const blobs = Array.from({ length: 5 }, (_, i) => {
    const bytes = Buffer.alloc(wide, i + 1);
    return { digest: sha256(bytes), size: wide, bytes };
  });
  for (const blob of blobs) set.reserve(blob);
  const [first, second, third, , last] = blobs as [Content, Content, Content, Content, Content];
  const near = await set.begin(first.digest);
  const far = await set.begin(last.digest);
  let wrote = false;
  const writing = (async () => {
    for (let at = 0; at < wide; at += MIB) await far.write(last.bytes.subarray(at, at + MIB));
    wrote = true;
    await far.finish();
  })();
  await near.write(first.bytes);
  expect((await stat(join(options.directory, 'mirror_000001.tar'))).size).toBeLessThan(2 * wide);
  await near.finish();
  // All open sinks wait for blobs that weren't started, but writing continues.
  await writing;
  expect(wrote).toBe(true);
  set.fail(second.digest);
  await put(set, third, MIB);
  expect((await set.finish(end())).status).toBe('partial');
});

test('in order, blobs behind a failed one at the front continue', async () => {
  const set = await SetWriter.open({ ...options, fileSystem: system({ holes: false }) });
  const size = 70 * MIB;
  const front = { digest: sha256('never comes'), size };
  const bytes = Buffer.alloc(MIB, 7);
  const behind = { digest: sha256(bytes), size: MIB, bytes };
  set.reserve(front);
  set.reserve(behind);
  const stuck = await set.begin(front.digest);
  const sink = await set.begin(behind.digest);
  let passed = false;
  const writing = (async () => {
    await sink.write(bytes);
    await sink.finish();
    passed = true;
  })();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(passed).toBe(false);
  await stuck.pause();
  set.fail(front.digest);
  await writing;
  expect(passed).toBe(true);
  await set.close();
});

test('reports insufficient space before anything is written', async () => {
  const set = await SetWriter.open({ ...options, fileSystem: system({ free: async () => 100_000 }) });
  set.reserve(content(90_000));
  await set.checkSpace();
  set.reserve(content(9_000));
  await expect(set.checkSpace()).rejects.toMatchObject({
    code: 'disk-full',
    expected: expect.stringContaining('100352'),
    found: '100000 bytes',
  });
  await set.discard();
});

test('one digest has one size, and only one writer at a time', async () => {
  const set = await SetWriter.open(options);
  const blob = content(1000);
  set.reserve(blob);
  expect(() => set.reserve({ ...blob, size: 999 })).toThrow(
    expect.objectContaining({ code: 'size-mismatch' }),
  );
  const sink = await set.begin(blob.digest);
  await expect(set.begin(blob.digest)).rejects.toMatchObject({ code: 'internal' });
  await expect(set.begin(sha256('unknown'))).rejects.toMatchObject({ code: 'internal' });
  await expect(set.finish(end())).rejects.toMatchObject({ code: 'internal' });
  await sink.pause();
  await set.putBytes(blob.digest, blob.bytes);
  expect(set.state(blob.digest)).toBe('done');
  await set.putBytes(blob.digest, blob.bytes);
  await set.close();
});

test('a set that is closed while content arrives saves it and rejects later content', async () => {
  const [blob, next] = [content(3 * MIB), content(1000)];
  const set = await SetWriter.open(options);
  for (const each of [blob, next]) set.reserve(each);
  const sink = await set.begin(blob.digest);
  await sink.write(blob.bytes.subarray(0, 2 * MIB));
  await Promise.all([set.close(), set.close()]);
  const files = ['journal.jsonl', 'mirror_000001.tar'].map((name) => join(options.directory, name));
  const before = await Promise.all(files.map((file) => readFile(file)));
  const late = expect.objectContaining({ code: 'interrupted' });
  expect(() => sink.write(blob.bytes.subarray(2 * MIB))).toThrow(late);
  await expect(sink.finish()).rejects.toEqual(late);
  sink.restart();
  await sink.pause();
  expect(() => set.reserve(content(10))).toThrow(late);
  await expect(set.begin(next.digest)).rejects.toEqual(late);
  await expect(set.putBytes(next.digest, next.bytes)).rejects.toEqual(late);
  await expect(set.finish(end())).rejects.toMatchObject({ code: 'internal' });
  expect(await Promise.all(files.map((file) => readFile(file)))).toEqual(before);
  const again = await SetWriter.open(options);
  expect(again.partialBytes(blob.digest)).toBe(2 * MIB);
  await put(again, blob);
  expect(await again.bytes(blob.digest)).toEqual(blob.bytes);
  await again.close();
});

test('an overwritten header loses only its own content', async () => {
  const [first, second, third] = [content(300), content(400), content(500)];
  const set = await SetWriter.open(options);
  for (const blob of [first, second, third]) await put(set, blob);
  await set.close();
  // Journal lines at the start of the archive file, as after a full disk.
  const volume = await open(join(options.directory, 'mirror_000001.tar'), 'r+');
  await volume.write(`{"t":"partial","d":"${first.digest.slice(7)}","n":531456}\n`.repeat(11), 0);
  await volume.close();
  const warnings: Problem[] = [];
  const again = await SetWriter.open({ ...options, onWarning: (warning) => warnings.push(warning) });
  expect([first, second, third].map(({ digest }) => again.state(digest))).toEqual([
    'absent',
    'absent',
    'done',
  ]);
  expect(warnings.map(({ message }) => message)).toEqual([
    t('contentDamaged', { count: 2, directory: options.directory }),
  ]);
  for (const blob of [first, second]) await put(again, blob);
  await again.finish(end());
  execFileSync('tar', ['tf', final('mirror_000001.tar')]);
});

test('a set with only damaged content starts again with a new file', async () => {
  const [first, second] = [content(300), content(400)];
  const set = await SetWriter.open(options);
  await put(set, first);
  await set.close();
  const volume = join(options.directory, 'mirror_000001.tar');
  await writeFile(volume, Buffer.alloc((await stat(volume)).size));
  const again = await SetWriter.open(options);
  expect(again.state(first.digest)).toBe('absent');
  for (const blob of [first, second]) await put(again, blob);
  await again.finish(end());
  expect(execFileSync('tar', ['tf', final('mirror_000001.tar')]).toString()).toContain(
    blobName(second.digest),
  );
});

test("a set isn't complete while one of its headers is damaged", async () => {
  const blobs = [content(100_000), content(200), content(300)];
  const set = await SetWriter.open(options);
  for (const blob of blobs) await put(set, blob);
  const path = join(options.directory, 'mirror_000001.tar');
  const offset = 512 + 100_352;
  const volume = await open(path, 'r+');
  await volume.write('overwritten', offset);
  await volume.close();
  await expect(set.finish(end())).rejects.toMatchObject({
    code: 'disk',
    exitCode: 4,
    message: t('headerDamaged', { path, name: blobName(blobs[1]!.digest), offset }),
  });
  await set.close();
  const again = await SetWriter.open(options);
  expect(blobs.map(({ digest }) => again.state(digest))).toEqual(['done', 'absent', 'done']);
  await put(again, blobs[1]!);
  expect(await again.finish(end())).toMatchObject({ status: 'complete' });
  execFileSync('tar', ['tf', final('mirror_000001.tar')]);
});

test('finished blobs release their sinks', async () => {
  const set = await SetWriter.open(options);
  for (let i = 0; i < 50; i++) await put(set, content(100));
  // Values that the last calls left on the stack may still refer to some.
  expect(queryObjects(VolumeSink, { format: 'count' })).toBeLessThan(10);
  await set.close();
});
