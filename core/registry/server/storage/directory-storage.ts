import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { type Digest, hexOf, isDigest } from '../../../base/image/digest.ts';
import { parseManifest } from '../../../base/image/manifest.ts';
import { fileBlobSink } from './file-blob-sink.ts';
import { t } from './messages.ts';
import { isRepository, isTag } from './name-grammar.ts';
import type { RegistryStorage } from './storage.ts';

const READ_BYTES = 256 * 1024;

/**
 * A storage in a directory that survives restarts. Content is stored once, by digest, in `blobs/sha256/aa/HEX`. A
 * repository consists of small files: `repositories/NAME/_manifests/HEX` (its media type), `_tags/TAG` (a digest),
 * `_blobs/HEX` (empty) and `_referrers/SUBJECT/HEX` (empty). No element of a repository name starts with `_`. Supports
 * one server at a time. Deleted content remains on disk.
 */
export function directoryStorage(directory: string): RegistryStorage {
  const root = join(directory, 'repositories');
  const at = (repository: string, ...names: string[]) => join(root, checkedRepository(repository), ...names);
  const manifestFile = (repository: string, digest: Digest) => at(repository, '_manifests', hex(digest));
  const tagFile = (repository: string, tag: string) => at(repository, '_tags', checkedTag(tag));
  const blobFile = (repository: string, digest: Digest) => at(repository, '_blobs', hex(digest));
  const contentFile = (digest: Digest) =>
    join(directory, 'blobs/sha256', hex(digest).slice(0, 2), hex(digest));

  const { temporaryFile, place } = uploadFolder(join(directory, 'uploads'));

  async function isKnown(repository: string): Promise<boolean> {
    return (await exists(at(repository, '_manifests'))) || (await exists(at(repository, '_blobs')));
  }

  async function manifest(repository: string, digest: Digest) {
    const mediaType = await contentOf(manifestFile(repository, digest));
    if (mediaType === undefined) return undefined;
    return { mediaType, digest, bytes: await readFile(contentFile(digest)) };
  }

  async function tagOf(repository: string, tag: string): Promise<Digest | undefined> {
    const text = await contentOf(tagFile(repository, tag));
    return text !== undefined && isDigest(text) ? text : undefined;
  }

  async function hasBlob(repository: string, digest: Digest): Promise<boolean> {
    return exists(blobFile(repository, digest));
  }

  async function collectRepositories(path: string, names: string[]): Promise<void> {
    for (const name of await namesIn(join(root, path))) {
      if (name.startsWith('_')) continue;
      const repository = path === '' ? name : `${path}/${name}`;
      if (await isKnown(repository)) names.push(repository);
      await collectRepositories(repository, names);
    }
  }

  return {
    manifest,
    tag: tagOf,
    async tags(repository) {
      const tags = await namesIn(at(repository, '_tags'));
      return tags.length > 0 || (await isKnown(repository)) ? tags.sort() : undefined;
    },
    async repositories() {
      const names: string[] = [];
      await collectRepositories('', names);
      return names.sort();
    },
    async referrers(repository, subject) {
      const names = await namesIn(at(repository, '_referrers', hex(subject)));
      return names.map((name): Digest => `sha256:${name}`);
    },
    async blobSize(repository, digest) {
      if (!(await hasBlob(repository, digest))) return undefined;
      return (await stat(contentFile(digest))).size;
    },
    async *readBlob(digest, { offset, length, signal }) {
      if (length === 0) return;
      const range = { start: offset, end: offset + length - 1 };
      yield* createReadStream(contentFile(digest), { ...range, highWaterMark: READ_BYTES, signal });
    },
    writer: {
      async putManifest(repository, { digest, bytes, mediaType }, { subject }, tag) {
        await place(contentFile(digest), bytes);
        await place(manifestFile(repository, digest), mediaType);
        if (subject) await mark(at(repository, '_referrers', hex(subject.digest), hex(digest)));
        if (tag !== undefined) await place(tagFile(repository, tag), digest);
      },
      async deleteManifest(repository, digest) {
        const stored = await manifest(repository, digest);
        if (!stored) return false;
        for (const tag of await namesIn(at(repository, '_tags'))) {
          if ((await tagOf(repository, tag)) === digest) await remove(tagFile(repository, tag));
        }
        const { subject } = parseManifest(stored.bytes, stored.mediaType);
        if (subject) await remove(at(repository, '_referrers', hex(subject.digest), hex(digest)));
        return remove(manifestFile(repository, digest));
      },
      deleteTag: (repository, tag) => remove(tagFile(repository, tag)),
      async mountBlob(repository, digest, from) {
        if (!(await hasBlob(from, digest))) return false;
        await mark(blobFile(repository, digest));
        return true;
      },
      deleteBlob: (repository, digest) => remove(blobFile(repository, digest)),
      newBlob: async () =>
        fileBlobSink(await temporaryFile(), async (temporary, repository, digest) => {
          await mkdir(dirname(contentFile(digest)), { recursive: true });
          await rename(temporary, contentFile(digest));
          await mark(blobFile(repository, digest));
        }),
    },
  };
}

/** Manages files that don't have their final names yet. */
function uploadFolder(uploads: string) {
  /** Unfinished files of a killed server are removed before the first write. */
  let swept: Promise<void> | undefined;
  async function temporaryFile(): Promise<string> {
    swept ??= rm(uploads, { recursive: true, force: true });
    await swept;
    await mkdir(uploads, { recursive: true });
    return join(uploads, randomUUID());
  }

  /** Writes a file atomically, also on power failure, because the target of a tag or manifest must be on disk first. */
  async function place(file: string, bytes: Buffer | string): Promise<void> {
    const temporary = await temporaryFile();
    const handle = await open(temporary, 'wx');
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await mkdir(dirname(file), { recursive: true });
    await rename(temporary, file);
  }

  return { temporaryFile, place };
}

async function mark(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '');
}

function hex(digest: Digest): string {
  if (!isDigest(digest)) throw new AirlockError('reference-invalid', t('notADigest', { digest }));
  return hexOf(digest);
}

/** Names become paths here, so they are checked here, too, regardless of the caller. */
function checkedRepository(name: string): string {
  if (!isRepository(name)) throw new AirlockError('reference-invalid', t('notARepository', { name }));
  return name;
}

function checkedTag(tag: string): string {
  if (!isTag(tag)) throw new AirlockError('reference-invalid', t('notATag', { tag }));
  return tag;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error) => absent(error, false),
  );
}

async function contentOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error) => absent(error, undefined));
}

async function namesIn(path: string): Promise<string[]> {
  return readdir(path).catch((error) => absent(error, []));
}

async function remove(path: string): Promise<boolean> {
  return unlink(path).then(
    () => true,
    (error) => absent(error, false),
  );
}

/** Returns the answer for a missing file. Throws every other error. */
function absent<T>(error: NodeJS.ErrnoException, answer: T): T {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return answer;
  throw error;
}
