import { readFile } from 'node:fs/promises';
import type { Key } from 'openpgp';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

/** Keys that can sign a release. */
export type VerificationKeys = readonly Key[];

const BUNDLED = ['redhat-release.asc', 'redhat-beta-2.asc'].map(
  (name) => new URL(`../../../resources/keys/${name}`, import.meta.url),
);

/** Read once, because several steps of a run need them. Keys that can't be read are read again. */
let bundled: Promise<VerificationKeys> | undefined;

/**
 * Returns the keys for release signatures: the bundled Red Hat keys, or those of a file that replaces them.
 * @param replacement path from OCP_SIGNATURE_VERIFICATION_PK; an empty one is ignored
 * @throws AirlockError `config-unreadable` for a file that can't be read or contains no public key
 */
export function loadVerificationKeys(replacement?: string): Promise<VerificationKeys> {
  if (replacement) return keysIn([replacement]);
  bundled ??= keysIn(BUNDLED).catch((error: unknown) => {
    bundled = undefined;
    throw error;
  });
  return bundled;
}

async function keysIn(files: readonly (string | URL)[]): Promise<VerificationKeys> {
  const keys = await Promise.all(
    files.map(async (file) => parseVerificationKeys(await read(file), `${file}`)),
  );
  return keys.flat();
}

/**
 * Returns a function that returns the keys. It loads the bundled ones when it's first called, because only releases need them and
 * loading takes time. Keys that replace them are loaded at once.
 * @param replacement path from OCP_SIGNATURE_VERIFICATION_PK; an empty one is ignored
 * @throws AirlockError `config-unreadable` for a file that can't be read or contains no public key
 */
export async function verificationKeysWhenNeeded(
  replacement: string | undefined,
): Promise<() => Promise<VerificationKeys>> {
  if (!replacement) return loadVerificationKeys;
  const keys = await loadVerificationKeys(replacement);
  return async () => keys;
}

/**
 * Parses armored public keys: any number of blocks with any text around them.
 * @param origin their name in messages
 * @throws AirlockError `config-unreadable`
 */
export async function parseVerificationKeys(text: string, origin: string): Promise<VerificationKeys> {
  const blocks =
    text.match(/-----BEGIN PGP PUBLIC KEY BLOCK-----[\s\S]*?-----END PGP PUBLIC KEY BLOCK-----/g) ?? [];
  const unreadable = (cause?: unknown) =>
    new AirlockError('config-unreadable', t('keyMissing', { origin }), {
      remedy: t('keyMissingRemedy'),
      cause,
    });
  if (blocks.length === 0) throw unreadable();
  const { readKeys } = await import('openpgp');
  try {
    return (await Promise.all(blocks.map((armoredKeys) => readKeys({ armoredKeys })))).flat();
  } catch (error) {
    throw unreadable(error);
  }
}

async function read(file: string | URL): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new AirlockError('config-unreadable', t('keyUnreadable', { file: String(file) }), { cause });
  }
}
