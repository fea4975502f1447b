import { readFile, realpath } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { Key } from 'openpgp';
import { z } from 'zod';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { personName } from '../../base/files/person.ts';
import {
  type FileFormat,
  inCurrentFormat,
  rethrowFormat,
  writeInFormat,
} from '../../base/formats/file-format.ts';
import { t } from './messages.ts';
import { nameInKey, readPublicKey } from './public-key-files.ts';
import { parseVerificationKeys } from './verification-keys.ts';

const ACT = { by: z.string().describe('User'), at: z.string().describe('Time') };
const TRUSTED = z.object({
  fingerprint: z
    .string()
    .regex(/^[0-9A-F]{40,64}$/)
    .describe('Fingerprint of the primary key, upper case'),
  name: z.string().describe('Name in the key'),
  armored: z
    .string()
    .max(1024 * 1024)
    .describe('The public key'),
  directory: z
    .string()
    .optional()
    .describe(
      'Resolved path of the receiving directory. If absent, the key applies to everything that this user receives',
    ),
  ...ACT,
  before: z
    .array(z.string().regex(/^[0-9a-f]{64}$/))
    .describe('SHA-256 of the unsigned indexes that the directory contained when the key was trusted'),
});
/** A public key that must sign content for this user, and who decided that. */
export type TrustedKey = z.infer<typeof TRUSTED>;

const REMOVED = TRUSTED.pick({ fingerprint: true, name: true, directory: true }).extend({
  ...ACT,
  trusted: z.object(ACT).describe('Who trusted the key (`by`) and when (`at`)'),
});
/** The record of a key that is no longer trusted. */
export type RemovedKey = z.infer<typeof REMOVED>;

const FORMAT = { kind: 'state', current: 1 } as const satisfies FileFormat;

/** `trusted-keys.json` of a user. */
export const TRUSTED_KEYS = z.object({
  format: z.literal(FORMAT.current),
  keys: z.array(TRUSTED).describe('Trusted keys'),
  removed: z.array(REMOVED).describe('Keys that are no longer trusted'),
});
type TrustFile = z.infer<typeof TRUSTED_KEYS>;

/** Keys, one of which must have signed, with their file. */
export interface KeyRing {
  keys: readonly Key[];
  file: string;
}

/** The keys that are required for sets in a place. */
export interface RequiredKeys extends KeyRing {
  fingerprints: ReadonlySet<string>;
  /** SHA-256 of indexes that are accepted unsigned, see {@link TrustedKey}. */
  before: ReadonlySet<string>;
}

/**
 * Returns the keys and removals that this user recorded. They are stored in the user's state directory, because anyone
 * who can replace a set could also add a key next to it.
 * @throws AirlockError `config-unreadable` for a damaged list, which must not look like an empty one
 */
export async function readTrust(stateDirectory: string): Promise<TrustFile> {
  const path = trustFile(stateDirectory);
  try {
    return TRUSTED_KEYS.parse(inCurrentFormat(JSON.parse(await readFile(path, 'utf8')), path, FORMAT));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT')
      return { format: FORMAT.current, keys: [], removed: [] };
    rethrowFormat(cause);
    throw new AirlockError('config-unreadable', t('trustedKeysDamaged', { file: path }), {
      side: 'local',
      at: { file: path },
      cause,
      remedy: t('trustedKeysDamagedRemedy'),
    });
  }
}

/**
 * Requires a signature by a key from now on.
 * @param request.file with exactly one OpenPGP public key
 * @param request.directory that receives; without it, everything that this user receives
 * @param request.before SHA-256 of the unsigned indexes that the directory contains already
 * @param request.fingerprint that the key must have, in any grouping
 * @throws AirlockError `config-unreadable`, `usage` for a key that can't sign or has another fingerprint, `disk`
 */
export async function trustKey(
  stateDirectory: string,
  request: { file: string; directory?: string; before: readonly string[]; fingerprint?: string },
): Promise<TrustedKey> {
  const { file, before } = request;
  const key = await readPublicKey(file);
  const fingerprint = key.getFingerprint().toUpperCase();
  const expected = request.fingerprint && parseFingerprint(request.fingerprint);
  if (expected !== undefined && expected !== fingerprint)
    throw new AirlockError('usage', t('otherFingerprint', { file }), {
      side: 'local',
      expected,
      found: fingerprint,
      remedy: t('otherFingerprintRemedy'),
    });
  const directory = request.directory === undefined ? undefined : await realPath(request.directory);
  const trust = await readTrust(stateDirectory);
  const earlier = trust.keys.find((each) => isSame(each, fingerprint, directory));
  const trusted: TrustedKey = earlier ?? {
    fingerprint,
    name: nameInKey(key),
    armored: key.armor(),
    directory,
    by: personName(),
    at: new Date().toISOString(),
    before: [...before],
  };
  if (!earlier) await writeTrust(stateDirectory, { ...trust, keys: [...trust.keys, trusted] });
  return trusted;
}

/**
 * Ends the trust in a key and records who ended it.
 * @returns the record, or undefined when the key wasn't trusted there
 * @throws AirlockError `config-unreadable`, `disk`
 */
export async function removeTrustedKey(
  stateDirectory: string,
  fingerprint: string,
  directory?: string,
): Promise<RemovedKey | undefined> {
  const place = directory === undefined ? undefined : await realPath(directory);
  const trust = await readTrust(stateDirectory);
  const found = trust.keys.find((each) => isSame(each, fingerprint, place));
  if (!found) return undefined;
  const removed: RemovedKey = {
    fingerprint,
    name: found.name,
    directory: found.directory,
    by: personName(),
    at: new Date().toISOString(),
    trusted: { by: found.by, at: found.at },
  };
  const keys = trust.keys.filter((each) => each !== found);
  await writeTrust(stateDirectory, { format: FORMAT.current, keys, removed: [...trust.removed, removed] });
  return removed;
}

/**
 * Returns the keys, one of which must have signed content in, or for, any of these places; undefined if no signature is
 * required there.
 * @throws AirlockError `config-unreadable`
 */
export async function requiredKeys(
  stateDirectory: string,
  places: readonly string[],
): Promise<RequiredKeys | undefined> {
  const required = await trustedFor(stateDirectory, places);
  return required.length === 0 ? undefined : ringOf(required, stateDirectory);
}

/** Returns the keys that {@link requiredKeys} consists of, oldest first. @throws AirlockError `config-unreadable` */
export async function trustedFor(stateDirectory: string, places: readonly string[]): Promise<TrustedKey[]> {
  const { keys } = await readTrust(stateDirectory);
  if (keys.length === 0) return [];
  const real = await Promise.all(places.map(realPath));
  return keys.filter(
    ({ directory }) =>
      directory === undefined || real.some((place) => `${place}${sep}`.startsWith(`${directory}${sep}`)),
  );
}

/** Returns all keys that this user trusts anywhere; undefined without any. @throws AirlockError `config-unreadable` */
export async function trustedKeys(stateDirectory: string): Promise<RequiredKeys | undefined> {
  const { keys } = await readTrust(stateDirectory);
  return keys.length === 0 ? undefined : ringOf(keys, stateDirectory);
}

async function ringOf(required: readonly TrustedKey[], stateDirectory: string): Promise<RequiredKeys> {
  const file = trustFile(stateDirectory);
  const parsed = await Promise.all(required.map(({ armored }) => parseVerificationKeys(armored, file)));
  return {
    keys: parsed.flat(),
    file,
    fingerprints: new Set(required.map(({ fingerprint }) => fingerprint)),
    before: new Set(required.flatMap(({ before }) => before)),
  };
}

/** Returns a fingerprint without its groups, upper case. @throws AirlockError `usage` */
export function parseFingerprint(text: string): string {
  const fingerprint = text.replaceAll(/[\s:]|^0x/gi, '').toUpperCase();
  if (!/^([0-9A-F]{40}|[0-9A-F]{64})$/.test(fingerprint))
    throw new AirlockError('usage', t('fingerprintIncomplete', { text: JSON.stringify(text) }), {
      remedy: t('fingerprintIncompleteRemedy'),
    });
  return fingerprint;
}

function isSame(each: TrustedKey, fingerprint: string, directory: string | undefined): boolean {
  return each.fingerprint === fingerprint && each.directory === directory;
}

/** Returns the real path of a directory, or its absolute path if it doesn't exist yet. */
async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

function trustFile(stateDirectory: string): string {
  return join(stateDirectory, 'trusted-keys.json');
}

async function writeTrust(stateDirectory: string, trust: TrustFile): Promise<void> {
  try {
    const text = `${JSON.stringify(trust, undefined, 2)}\n`;
    await writeInFormat(trustFile(stateDirectory), text, FORMAT, { mode: 0o600 });
  } catch (error) {
    throw asAirlockError(error);
  }
}
