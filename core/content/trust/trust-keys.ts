import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { type Key, readKeys } from 'openpgp';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { parseVerificationKeys } from '../signature/verification-keys.ts';
import type { ReadFile } from './host-files.ts';
import type { SignedBy, SigstoreSigned } from './policy-schema.ts';
import type { SigstoreKey } from './sigstore-attachment.ts';
import { fingerprintOf } from './simple-signing.ts';

/** A key of a policy, for display. */
export interface TrustKey {
  kind: 'openpgp' | 'sigstore';
  /** OpenPGP: of the primary key, upper case. Sigstore: `sha256:` of the DER form. */
  fingerprint: string;
  /** The file that holds it, or `keyData in FILE`. */
  origin: string;
  /** User ids of an OpenPGP key. */
  names: string[];
}

/** The keys of a `signedBy` requirement. @throws AirlockError `config-unreadable` naming the file */
export async function openpgpKeys(
  requirement: SignedBy,
  policyFile: string,
  readFile: ReadFile,
): Promise<{ keys: Key[]; shown: TrustKey[] }> {
  const keys: Key[] = [];
  const shown: TrustKey[] = [];
  for (const { origin, content } of await contentsOf(requirement, policyFile, readFile)) {
    const found = await keyring(content, origin);
    keys.push(...found);
    for (const key of found)
      shown.push({ kind: 'openpgp', fingerprint: fingerprintOf(key), origin, names: key.getUserIDs() });
  }
  if (keys.length === 0) throw unreadable(`the keyPaths of ${policyFile}`, 'name no key');
  return { keys, shown };
}

/** The keys of a `sigstoreSigned` requirement. @throws AirlockError `config-unreadable` naming the file */
export async function sigstoreKeys(
  requirement: SigstoreSigned,
  policyFile: string,
  readFile: ReadFile,
): Promise<{ keys: SigstoreKey[]; shown: TrustKey[] }> {
  const contents = await contentsOf(requirement, policyFile, readFile);
  const found = contents.map(({ origin, content }) => ({
    origin,
    ...publicKey(content.toString('latin1'), origin),
  }));
  return {
    keys: found,
    shown: found.map(({ origin, fingerprint }) => ({ kind: 'sigstore', fingerprint, origin, names: [] })),
  };
}

/** An armored or a binary OpenPGP keyring. */
async function keyring(content: Buffer, origin: string): Promise<readonly Key[]> {
  const text = content.toString('latin1');
  if (text.includes('-----BEGIN PGP PUBLIC KEY BLOCK-----')) return parseVerificationKeys(text, origin);
  try {
    return await readKeys({ binaryKeys: new Uint8Array(content) });
  } catch (cause) {
    throw unreadable(origin, 'holds no OpenPGP public key that can be read', cause);
  }
}

/** Private keys and certificates hold a public key too, but nobody means to name those here. */
function publicKey(text: string, origin: string): SigstoreKey {
  if (!/-----BEGIN (?:RSA )?PUBLIC KEY-----/.test(text))
    throw unreadable(origin, 'holds no public key as PEM');
  let key: KeyObject;
  try {
    key = createPublicKey(text);
  } catch (cause) {
    throw unreadable(origin, 'holds no public key that can be read', cause);
  }
  if (!['ec', 'rsa', 'ed25519'].includes(key.asymmetricKeyType ?? ''))
    throw unreadable(origin, `holds a key of the kind ${key.asymmetricKeyType}, which signs no images`);
  const der = key.export({ type: 'spki', format: 'der' });
  return { key, fingerprint: `sha256:${createHash('sha256').update(der).digest('hex')}` };
}

async function contentsOf(
  requirement: { keyPath?: string; keyPaths?: string[]; keyData?: string; keyDatas?: string[] },
  policyFile: string,
  readFile: ReadFile,
): Promise<{ origin: string; content: Buffer }[]> {
  const { keyPath, keyPaths, keyData, keyDatas } = requirement;
  const files = keyPath === undefined ? (keyPaths ?? []) : [keyPath];
  const read = files.map(async (origin) => {
    const content = await readFile(origin);
    if (!content) throw unreadable(`the key file ${origin}`, `that ${policyFile} names does not exist`);
    return { origin, content };
  });
  const given = keyData === undefined ? (keyDatas ?? []) : [keyData];
  const inline = given.map((text) => ({
    origin: `keyData in ${policyFile}`,
    content: Buffer.from(text, 'base64'),
  }));
  return [...(await Promise.all(read)), ...inline];
}

function unreadable(what: string, why: string, cause?: unknown): AirlockError {
  return new AirlockError('config-unreadable', `${what} ${why}`, {
    side: 'local',
    remedy: 'Put the public key where the policy says, or name the file that has it.',
    cause,
  });
}
