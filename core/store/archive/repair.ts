import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { syncDirectory } from '../../base/files/atomic-file.ts';
import { open } from '../../base/files/created-files.ts';
import type { Digest } from '../../base/image/digest.ts';
import { classify } from '../set-format/entry-names.ts';
import { type IndexVolume, readSetIndex, type SetIndex } from '../set-format/set-index.ts';
import { BLOCK, END_BYTES, padded } from '../set-format/tar-header.ts';
import { type Check, checksOf, linkDigest, tagsOf, walkFile } from './check-entries.ts';
import { t } from './messages.ts';

/** Sources of content for a repair. */
export interface RepairSources {
  /** Returns all bytes of a blob. The repair verifies them, too. */
  blob(digest: Digest, size: number): AsyncIterable<Buffer>;
  /**
   * Returns a file by its entry's name (`working-dir/…`, `isc_…`), with exactly its original bytes. Undefined when it's
   * unknown.
   */
  file(name: string): Promise<Buffer | undefined>;
  signal?: AbortSignal;
}

export interface RepairResult {
  /** Whether every volume has the SHA-256 of the index again. */
  ok: boolean;
  /** Names of repaired entries. */
  repaired: string[];
  /** Names of entries that remain damaged, each with its cause. */
  failed: { name: string; error: AirlockError }[];
  /** Bytes read from the sources, and bytes given to write calls. */
  fetched: number;
  written: number;
}

/**
 * Rewrites only the damaged and missing entries of a complete set in place, so that every volume matches its index
 * again, byte for byte.
 * @throws AirlockError `workspace-invalid` without an index, `disk`, `disk-full`, `interrupted`
 */
export async function repairSet(directory: string, sources: RepairSources): Promise<RepairResult> {
  const index = await readSetIndex(directory);
  if (!index)
    throw new AirlockError('workspace-invalid', t('indexMissing', { directory }), {
      side: 'local',
    });
  const result: RepairResult = { ok: true, repaired: [], failed: [], fetched: 0, written: 0 };
  try {
    for (const volume of index.volumes) await repairVolume(directory, volume, index, sources, result);
    await syncDirectory(directory);
  } catch (error) {
    throw asAirlockError(error);
  }
  return result;
}

async function repairVolume(
  directory: string,
  volume: IndexVolume,
  index: SetIndex,
  sources: RepairSources,
  result: RepairResult,
): Promise<void> {
  const path = join(directory, volume.name);
  const checks = checksOf(volume, index);
  const damaged: Check[] = [];
  const signal = sources.signal && { signal: sources.signal };
  const handle = await openOrCreate(path);
  try {
    const found = await walkFile(path, checks, { ...signal, onFault: (check) => damaged.push(check) });
    if (found.sha256 === volume.sha256) return;
    const tags = tagsOf(index);
    for (const check of damaged) {
      sources.signal?.throwIfAborted();
      try {
        await repairEntry(handle, check, tags, sources, result);
        result.repaired.push(check.name);
      } catch (error) {
        const known = asAirlockError(error, path);
        if (['disk', 'disk-full', 'interrupted'].includes(known.code)) throw known;
        result.failed.push({ name: check.name, error: known });
      }
    }
    await write(handle, Buffer.alloc(END_BYTES), volume.size - END_BYTES, result);
    await handle.truncate(volume.size);
    await handle.datasync();
  } catch (error) {
    throw asAirlockError(error, path);
  } finally {
    await handle.close();
  }
  const { sha256 } = await walkFile(path, [], { ...signal, onFault: () => {} });
  if (sha256 !== volume.sha256) result.ok = false;
}

async function openOrCreate(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return open(path, 'wx+', 0o644);
  }
}

async function repairEntry(
  handle: FileHandle,
  check: Check,
  tags: ReadonlyMap<string, Digest>,
  sources: RepairSources,
  result: RepairResult,
): Promise<void> {
  const { name, offset, size, expected, header = Buffer.alloc(0) } = check;
  const given = expected !== 'zeros' && linkDigest(name, tags) === undefined;
  const hash = createHash('sha256');
  const start = offset + header.length;
  let at = start;
  for await (const chunk of contentOf(name, size, tags, sources)) {
    if (at + chunk.length > start + size) throw wrongContent(name);
    hash.update(chunk);
    await write(handle, chunk, at, result);
    at += chunk.length;
    if (given) result.fetched += chunk.length;
  }
  if (at !== start + size || (expected !== 'zeros' && hash.digest('hex') !== expected))
    throw wrongContent(name);
  await write(handle, Buffer.alloc(padded(size) - size), at, result);
  await write(handle, header, offset, result);
}

async function* contentOf(
  name: string,
  size: number,
  tags: ReadonlyMap<string, Digest>,
  sources: RepairSources,
): AsyncGenerator<Buffer> {
  const entry = classify(name);
  if (entry.kind === 'blob') yield* sources.blob(entry.digest, size);
  else if (entry.kind === 'filler') {
    const zeros = Buffer.alloc(2048 * BLOCK);
    for (let left = size; left > 0; left -= zeros.length)
      yield zeros.subarray(0, Math.min(left, zeros.length));
  } else {
    const digest = linkDigest(name, tags);
    const content = digest === undefined ? await sources.file(name) : Buffer.from(digest);
    if (!content)
      throw new AirlockError('content-missing', t('fileUnavailable', { name }), { side: 'local' });
    yield content;
  }
}

async function write(
  handle: FileHandle,
  bytes: Buffer,
  position: number,
  result: RepairResult,
): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
    result.written += bytesWritten;
  }
}

function wrongContent(name: string): AirlockError {
  return new AirlockError('digest-mismatch', t('contentWrong', { name }), {
    side: 'source',
  });
}
