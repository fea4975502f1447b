import { readFile } from 'node:fs/promises';
import { type Key, readKeys } from 'openpgp';
import { AirlockError } from '../../base/errors/airlock-error.ts';

/** Keys that may sign a release. */
export type VerificationKeys = readonly Key[];

const BUNDLED = ['redhat-release.asc', 'redhat-beta-2.asc'].map(
  (name) => new URL(`../../../resources/keys/${name}`, import.meta.url),
);

/**
 * The keys that release signatures are checked with: the bundled Red Hat keys, or those of one file instead.
 * @param replacement path from OCP_SIGNATURE_VERIFICATION_PK; empty counts as not given
 * @throws AirlockError `config-unreadable` for a file that cannot be read or holds no public key
 */
export async function loadVerificationKeys(replacement?: string): Promise<VerificationKeys> {
  const files = replacement ? [replacement] : BUNDLED;
  const keys = await Promise.all(
    files.map(async (file) => parseVerificationKeys(await read(file), `${file}`)),
  );
  return keys.flat();
}

/**
 * Reads armored public keys: any number of blocks with any text around them.
 * @param origin what to call them in messages
 * @throws AirlockError `config-unreadable`
 */
export async function parseVerificationKeys(text: string, origin: string): Promise<VerificationKeys> {
  const blocks =
    text.match(/-----BEGIN PGP PUBLIC KEY BLOCK-----[\s\S]*?-----END PGP PUBLIC KEY BLOCK-----/g) ?? [];
  const unreadable = (cause?: unknown) =>
    new AirlockError('config-unreadable', `${origin} holds no OpenPGP public key that can be read`, {
      remedy: 'Name a file with an armored public key (`gpg --armor --export KEY`).',
      cause,
    });
  if (blocks.length === 0) throw unreadable();
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
    throw new AirlockError('config-unreadable', `the key file ${file} cannot be read`, { cause });
  }
}
