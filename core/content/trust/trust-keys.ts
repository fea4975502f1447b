import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import type { Key } from 'openpgp';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { parseVerificationKeys } from '../signature/verification-keys.ts';
import type { ReadFile } from './host-files.ts';
import { t } from './messages.ts';
import type { SignedBy, SigstoreSigned } from './policy-schema.ts';
import type { SigstoreKey } from './sigstore-attachment.ts';
import { fingerprintOf } from './simple-signing.ts';

/** A key of a policy, for display. */
export interface TrustKey {
  kind: 'openpgp' | 'sigstore';
  /** OpenPGP: of the primary key, upper case. Sigstore: `sha256:` of the DER form. */
  fingerprint: string;
  /** The file that contains it, or `keyData in FILE`. */
  origin: string;
  /** User ids of an OpenPGP key. */
  names: string[];
}

/** Returns the keys of a `signedBy` requirement. @throws AirlockError `config-unreadable` with the file */
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
  if (keys.length === 0) throw unreadable(t('keysMissing', { policy: policyFile }));
  return { keys, shown };
}

/** Returns the keys of a `sigstoreSigned` requirement. @throws AirlockError `config-unreadable` with the file */
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

/** Parses an armored or a binary OpenPGP keyring. */
async function keyring(content: Buffer, origin: string): Promise<readonly Key[]> {
  const text = content.toString('latin1');
  if (text.includes('-----BEGIN PGP PUBLIC KEY BLOCK-----')) return parseVerificationKeys(text, origin);
  const { readKeys } = await import('openpgp');
  try {
    return await readKeys({ binaryKeys: new Uint8Array(content) });
  } catch (cause) {
    throw unreadable(t('openPgpKeyMissing', { origin }), cause);
  }
}

/** Rejects private keys and certificates. They contain a public key too, but are probably here by mistake. */
function publicKey(text: string, origin: string): SigstoreKey {
  if (!/-----BEGIN (?:RSA )?PUBLIC KEY-----/.test(text)) throw unreadable(t('pemKeyMissing', { origin }));
  let key: KeyObject;
  try {
    key = createPublicKey(text);
  } catch (cause) {
    throw unreadable(t('keyUnreadable', { origin }), cause);
  }
  if (!['ec', 'rsa', 'ed25519'].includes(key.asymmetricKeyType ?? ''))
    throw unreadable(t('keyType', { origin, type: key.asymmetricKeyType ?? '' }));
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
    if (!content) throw unreadable(t('keyFileMissing', { file: origin, policy: policyFile }));
    return { origin, content };
  });
  const given = keyData === undefined ? (keyDatas ?? []) : [keyData];
  const inline = given.map((text) => ({
    origin: t('keyData', { policy: policyFile }),
    content: Buffer.from(text, 'base64'),
  }));
  return [...(await Promise.all(read)), ...inline];
}

function unreadable(message: string, cause?: unknown): AirlockError {
  return new AirlockError('config-unreadable', message, {
    side: 'local',
    remedy: t('keyRemedy'),
    cause,
  });
}
