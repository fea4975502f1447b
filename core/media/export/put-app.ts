import { createReadStream } from 'node:fs';
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { makeDirectory } from '../../base/files/atomic-file.ts';
import { finish, newHash, sha256 } from '../../base/image/sha256.ts';
import { BUNDLE_NAME, RELEASE_SUMS } from '../record/airlock-page.ts';
import { WRITING } from '../volumes/drive.ts';
import { onDrive } from '../volumes/drive-fault.ts';
import { writeFileOnDrive } from './file-on-drive.ts';
import { t } from './messages.ts';

/** Folder of Airlock on a drive. */
export const APP_FOLDER = 'airlock-app';

/** Largest file that is compared by its content, in bytes. Larger ones are compared by size only. */
const COMPARED = 64 * 1024 * 1024;

/** Airlock on a drive. */
export interface CopiedApp {
  directory: string;
  files: number;
  bytes: number;
  /** Name of the checksum list in `directory`, absent if nothing lists its content. */
  list?: string | undefined;
}

/**
 * Copies Airlock to its own folder on a drive, except identical files. Follows links, because FAT has none.
 * @param source a folder that contains Airlock, or a bundle archive, which is copied with the checksum list next to it and its signature
 * @returns all files, including those that were there
 * @throws AirlockError `usage` for a folder without files or a file that isn't a bundle, `digest-mismatch` for an archive that its
 *   checksum list doesn't match, `disk`, `disk-full`, `interrupted`
 */
export async function putApp(
  source: string,
  drive: string,
  options: { readBack: boolean; signal?: AbortSignal },
): Promise<CopiedApp> {
  const kind = await stat(source).catch((error: unknown) => {
    throw asAirlockError(error);
  });
  if (kind.isFile()) return putBundle(source, drive, options);
  const names = await filesBelow(source);
  if (names.length === 0) throw new AirlockError('usage', t('appEmpty', { source }));
  let bytes = 0;
  for (const name of names) {
    options.signal?.throwIfAborted();
    const from = join(source, name);
    const to = join(drive, APP_FOLDER, name);
    const { size, mode } = await stat(from);
    bytes += size;
    if (await isPresent(from, to, size)) continue;
    try {
      await makeDirectory(join(to, '..'));
    } catch (error) {
      throw onDrive(error);
    }
    const content = createReadStream(from, { highWaterMark: 1024 * 1024 });
    await writeFileOnDrive(to, content, { ...options, unfinished: `${name.split('/').at(-1)}${WRITING}` });
    // Keeps files executable where the file system supports it.
    if (mode & 0o111) await chmod(to, 0o755).catch(() => {});
  }
  return { directory: join(drive, APP_FOLDER), files: names.length, bytes };
}

/** Copies a bundle archive unchanged, the archive first. Compares it with its checksum list before the first byte is written. */
async function putBundle(
  archive: string,
  drive: string,
  options: { readBack: boolean; signal?: AbortSignal },
): Promise<CopiedApp> {
  const name = basename(archive);
  if (!BUNDLE_NAME.test(name))
    throw new AirlockError('usage', t('bundleNameInvalid', { source: archive }), {
      remedy: t('bundleNameInvalidRemedy'),
    });
  const present = new Set(await readdir(dirname(archive)));
  const lists = [`${name}.sha256`, RELEASE_SUMS].filter((file) => present.has(file));
  const sums = await Promise.all(lists.map((file) => sumIn(join(dirname(archive), file), name)));
  // A list of other downloads in this directory doesn't name the archive.
  const at = sums.findIndex((sum) => sum !== undefined);
  const list = lists[at];
  const names = list === undefined ? [name] : [name, list, `${list}.asc`].filter((each) => present.has(each));
  const found = new Map<string, string>();
  for (const file of names) found.set(file, await hashOf(join(dirname(archive), file), options.signal));
  if (list !== undefined && `sha256:${sums[at]}` !== found.get(name))
    throw new AirlockError('digest-mismatch', t('bundleDiffers', { source: archive }), {
      side: 'local',
      found: found.get(name),
      remedy: t('bundleDiffersRemedy'),
    });
  try {
    await makeDirectory(join(drive, APP_FOLDER));
  } catch (error) {
    throw onDrive(error);
  }
  let bytes = 0;
  for (const [file, digest] of found) {
    const from = join(dirname(archive), file);
    const to = join(drive, APP_FOLDER, file);
    const { size } = await stat(from);
    bytes += size;
    const there = await stat(to).catch(() => undefined);
    if (there?.size === size && (await hashOf(to, options.signal)) === digest) continue;
    const content = unchanged(from, digest);
    await writeFileOnDrive(to, content, { ...options, unfinished: `${file}${WRITING}` });
  }
  return { directory: join(drive, APP_FOLDER), files: names.length, bytes, list };
}

/** Yields a file. Fails at its end if it changed since it was hashed, so the file on the drive never gets its name. */
async function* unchanged(path: string, digest: string): AsyncGenerator<Uint8Array> {
  const hash = newHash();
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    hash.update(chunk as Uint8Array);
    yield chunk as Uint8Array;
  }
  if (finish(hash) !== digest)
    throw new AirlockError('digest-mismatch', t('bundleDiffers', { source: path }), {
      side: 'local',
      remedy: t('bundleDiffersRemedy'),
    });
}

async function hashOf(path: string, signal?: AbortSignal): Promise<string> {
  const hash = newHash();
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024, signal }))
      hash.update(chunk as Uint8Array);
  } catch (error) {
    throw asAirlockError(error);
  }
  return finish(hash);
}

/** Returns the paths of all files below a folder, with `/`. Follows links. Link cycles end with a system error. */
async function filesBelow(folder: string, below = ''): Promise<string[]> {
  const found: string[] = [];
  try {
    for (const name of (await readdir(join(folder, below))).toSorted()) {
      const path = below === '' ? name : `${below}/${name}`;
      const kind = await stat(join(folder, path));
      if (kind.isDirectory()) found.push(...(await filesBelow(folder, path)));
      else if (kind.isFile()) found.push(path);
    }
  } catch (error) {
    throw asAirlockError(error);
  }
  return found;
}

async function isPresent(from: string, to: string, size: number): Promise<boolean> {
  const there = await stat(to).catch(() => undefined);
  if (there?.size !== size) return false;
  return size > COMPARED || sha256(await readFile(from)) === sha256(await readFile(to));
}

/** Returns the SHA-256 of a file in a checksum list, in hexadecimal; undefined if the list doesn't name it. */
async function sumIn(list: string, name: string): Promise<string | undefined> {
  const line = /^([0-9a-f]{64}) [ *](.+)$/;
  const matches = (await readFile(list, 'utf8')).split('\n').map((each) => line.exec(each));
  return matches.find((match) => match?.[2] === name)?.[1];
}
