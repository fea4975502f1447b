import { createHash } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { atPath } from '../../base/errors/system-error.ts';
import { sweepTemporary, temporaryName } from '../../base/files/atomic-file.ts';
import { mkdir, open } from '../../base/files/created-files.ts';
import type { ContentSource } from '../../base/image/content.ts';
import { type Digest, hexOf, isDigest } from '../../base/image/digest.ts';
import { finish } from '../../base/image/sha256.ts';
import {
  collectBytes,
  contentMissing,
  type ReadOptions,
  readVerified,
} from '../../base/image/verified-read.ts';
import { t } from './messages.ts';

/**
 * Content-addressed files for content that planning reads repeatedly: manifests, configs and layers of catalogs. The cache can
 * be deleted at any time. Damaged content is removed and reported as `content-missing`.
 */
export interface BlobCache extends ContentSource {
  /** Returns whether all of the content is readable and matches its digest. Removes damaged content. @throws AirlockError `disk` */
  intact(digest: Digest): Promise<boolean>;
  /** Stores content. @throws AirlockError `digest-mismatch`, `disk-full`, `disk` without storing anything */
  put(digest: Digest, content: Buffer | AsyncIterable<Buffer>): Promise<void>;
  /** Removes content. @returns the freed bytes, or 0 if the content wasn't stored @throws AirlockError `disk` */
  remove(digest: Digest): Promise<number>;
}

/** Opens `DIR/cache`, with content at `blobs/sha256/aa/<hex>`. The first `put` creates the directory. */
export async function openBlobCache(directory: string): Promise<BlobCache> {
  const root = join(directory, 'blobs', 'sha256');
  const sizes = await listBlobs(root);

  const pathOf = (digest: Digest): string => join(root, hexOf(digest).slice(0, 2), hexOf(digest));
  const forget = async (digest: Digest): Promise<void> => {
    sizes.delete(digest);
    await rm(pathOf(digest), { force: true });
  };

  async function* read(digest: Digest, options: ReadOptions = {}): AsyncGenerator<Buffer> {
    const size = sizes.get(digest);
    if (size === undefined) throw contentMissing(digest, t('cache'));
    const name = pathOf(digest);
    try {
      const handle = await open(name);
      try {
        yield* readVerified({ handle, name, offset: 0, size }, digest, options);
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (!isDamage(error)) throw error;
      await forget(digest);
      throw new AirlockError('content-missing', t('cacheDamaged', { digest }), {
        side: 'local',
        // The next attempt reads the content from its source.
        retryable: true,
      });
    }
  }

  const intact = async (digest: Digest): Promise<boolean> => {
    if (!sizes.has(digest)) return false;
    try {
      for await (const _ of read(digest));
      return true;
    } catch (error) {
      if (error instanceof AirlockError && error.code === 'content-missing') return false;
      throw error;
    }
  };

  return {
    size: (digest) => sizes.get(digest),
    read,
    intact,
    bytes: (digest, limit = 16 * 1024 * 1024) =>
      collectBytes(read(digest), sizes.get(digest) ?? 0, limit, digest),
    async remove(digest) {
      const size = sizes.get(digest);
      if (size === undefined) return 0;
      try {
        await forget(digest);
        return size;
      } catch (error) {
        throw asAirlockError(error);
      }
    },
    async put(digest, content) {
      if (await intact(digest)) return;
      const path = pathOf(digest);
      const folder = dirname(path);
      try {
        await mkdir(folder, { recursive: true });
        sizes.set(digest, await writeBlob(folder, path, digest, content));
      } catch (error) {
        throw asAirlockError(error);
      }
    },
  };
}

/**
 * Writes without fsync, because syncing thousands of manifests would cost more than downloading them again. Content that a
 * power failure damaged is detected by its digest when it is read.
 */
async function writeBlob(
  folder: string,
  path: string,
  digest: Digest,
  content: Buffer | AsyncIterable<Buffer>,
): Promise<number> {
  const temporary = temporaryName(folder);
  const hash = createHash('sha256');
  let size = 0;
  try {
    const handle = await open(temporary, 'wx', 0o644);
    try {
      for await (const chunk of Buffer.isBuffer(content) ? [content] : content) {
        hash.update(chunk);
        size += chunk.length;
        await handle.writeFile(chunk);
      }
    } finally {
      await handle.close();
    }
    const found = finish(hash);
    if (found !== digest)
      throw new AirlockError('digest-mismatch', t('digestDiffers', { digest }), {
        expected: digest,
        found,
      });
    await rename(temporary, path);
    return size;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw atPath(error, path);
  }
}

async function listBlobs(root: string): Promise<Map<Digest, number>> {
  const sizes = new Map<Digest, number>();
  const prefixes = await readdir(root).catch(() => []);
  await Promise.all(
    prefixes
      .filter((prefix) => /^[0-9a-f]{2}$/.test(prefix))
      .map(async (prefix) => {
        const folder = join(root, prefix);
        // Planning runs without a lock, so another process may be writing here.
        await sweepTemporary(folder);
        for (const name of await readdir(folder).catch(() => [])) {
          const digest = `sha256:${name}`;
          if (!isDigest(digest) || !name.startsWith(prefix)) continue;
          const found = await stat(join(folder, name)).catch(() => undefined);
          if (found?.isFile()) sizes.set(digest, found.size);
        }
      }),
  );
  return sizes;
}

function isDamage(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === 'digest-mismatch' || code === 'size-mismatch' || code === 'ENOENT';
}
