import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Key } from 'openpgp';
import { visibleText } from '../../base/document/inert-text.ts';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';
import { parseVerificationKeys } from './verification-keys.ts';

const LARGEST_KEY_FILE = 1024 * 1024;
const KEY_FILE = /\.(?:asc|gpg|pgp|pub|key)$/i;
/** A drive comes from outside, so the listed and the read files of a folder are limited. */
const MOST_NAMES = 10_000;
const MOST_FILES = 100;
const LONGEST_NAME = 200;

/** A public key in a file from outside. It isn't trusted until its fingerprint has been compared. */
export interface FoundKey {
  file: string;
  /** Upper case. */
  fingerprint: string;
  /** As the key claims, with active characters spelled out. */
  name: string;
}

/**
 * Returns the one OpenPGP public key of a file.
 * @throws AirlockError `config-unreadable`, `usage` for several keys, and for one that can't sign
 */
export async function readPublicKey(file: string): Promise<Key> {
  const text = await readKeyText(file).catch((cause: unknown) => {
    throw new AirlockError('config-unreadable', t('publicKeyUnreadable', { file }), { side: 'local', cause });
  });
  const keys = await parseVerificationKeys(text, file);
  const [key] = keys;
  if (!key || keys.length > 1)
    throw new AirlockError('usage', t('publicKeyCount', { file, count: keys.length }), {
      side: 'local',
      remedy: t('publicKeyCountRemedy'),
    });
  await key.getSigningKey().catch((cause: unknown) => {
    throw new AirlockError('usage', t('publicKeyUnusable', { file, why: (cause as Error).message }), {
      side: 'local',
      cause,
      remedy: t('publicKeyUnusableRemedy'),
    });
  });
  return key;
}

/** Returns the first name in a key, with active characters spelled out. */
export function nameInKey(key: Key): string {
  return visibleText((key.getUserIDs()[0] ?? '').replaceAll(/[\n\t]/g, ' ')).slice(0, LONGEST_NAME);
}

/**
 * Returns the public keys on drives: in a folder and in the folders of its transfers. The path of a file is read as a
 * key file. In folders, links and files without a usable key are skipped. Each key is returned once.
 * @throws AirlockError as {@link readPublicKey} for a path that is a file, `disk` for one that can't be read
 */
export async function publicKeysAt(paths: readonly string[]): Promise<FoundKey[]> {
  const found = new Map<string, FoundKey>();
  const add = (file: string, key: Key) => {
    const fingerprint = key.getFingerprint().toUpperCase();
    if (!found.has(fingerprint)) found.set(fingerprint, { file, fingerprint, name: nameInKey(key) });
  };
  for (const path of paths) {
    const facts = await lstat(path).catch((error: unknown) => {
      throw asAirlockError(error);
    });
    if (!facts.isDirectory()) {
      add(path, await readPublicKey(path));
      continue;
    }
    const transfers = join(path, 'airlock');
    const folders = [path, ...(await foldersIn(transfers))];
    const files = (await Promise.all(folders.map(keyFilesIn))).flat().slice(0, MOST_FILES);
    for (const file of files) {
      const key = await readPublicKey(file).catch(() => undefined);
      if (key) add(file, key);
    }
  }
  return [...found.values()];
}

/** Reads a file on a drive, which may be a pipe or a device that would block, or larger than the memory. */
async function readKeyText(file: string): Promise<string> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const { size } = await handle.stat().then((facts) => {
      if (!facts.isFile() || facts.size > LARGEST_KEY_FILE) throw new Error(t('notARegularFile'));
      return facts;
    });
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await handle.read(bytes, 0, size, 0);
    return bytes.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function foldersIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries
    .slice(0, MOST_NAMES)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(directory, name));
}

async function keyFilesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries
    .slice(0, MOST_NAMES)
    .filter((entry) => entry.isFile() && KEY_FILE.test(entry.name))
    .map(({ name }) => join(directory, name))
    .toSorted();
}
