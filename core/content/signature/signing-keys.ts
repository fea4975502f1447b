import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { PrivateKey } from 'openpgp';
import { z } from 'zod';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { personName } from '../../base/files/person.ts';
import { makePrivateDirectory } from '../../base/files/private-directory.ts';
import {
  type FileFormat,
  inCurrentFormat,
  rethrowFormat,
  writeInFormat,
} from '../../base/formats/file-format.ts';
import type { SigningKeyLine } from '../../contract/topics/keys.ts';
import { readFormat } from '../../store/workspace/workspace.ts';
import { fingerprintGroups } from './fingerprint.ts';
import { t } from './messages.ts';
import { nameInKey, readPublicKey } from './public-key-files.ts';

const FINGERPRINT = z.string().regex(/^[0-9A-F]{40,64}$/);
const LONGEST_NAME = 200;
const LARGEST_PASSPHRASE_FILE = 64 * 1024;
const SIGNING_KEY = z.object({
  fingerprint: FINGERPRINT.describe('Fingerprint of the primary key, upper case'),
  name: z.string().max(LONGEST_NAME).describe('Name in the key'),
  createdBy: z.string().describe('User'),
  createdAt: z.string().describe('Time'),
});
/** A key pair that signs the exports of a workspace, as recorded in the workspace. */
export type SigningKey = z.infer<typeof SIGNING_KEY>;

const FORMAT = { kind: 'state', current: 1 } as const satisfies FileFormat;

/** `signing-keys.json` of a workspace. */
export const SIGNING_KEYS = z.object({
  format: z.literal(FORMAT.current),
  keys: z.array(SIGNING_KEY).max(100).describe('Keys that sign the exports of this workspace'),
});

/**
 * Creates an OpenPGP key pair that signs every later export of a workspace. The private key goes to the user's
 * configuration directory (mode 0600), because workspaces are shared and copied; the public key goes to the workspace.
 * @returns the key, the file of the private key and that of the public key
 * @param options.name one line of at most 200 characters without < and >
 * @throws AirlockError `usage` for another name, `workspace-invalid`, `signing-key`, `disk`, `disk-full`
 */
export async function createSigningKey(
  workspace: string,
  configDirectory: string,
  options: { name: string; passphrase?: string },
): Promise<SigningKey & { privateKey: string; publicKey: string }> {
  const { name, passphrase } = options;
  if (name.length > LONGEST_NAME || !/^[^\p{Cc}<>]+$/u.test(name))
    throw new AirlockError('usage', t('keyNameInvalid'));
  if ((await readFormat(workspace)) === undefined)
    throw new AirlockError('workspace-invalid', t('notAWorkspace', { workspace }), {
      side: 'local',
      remedy: t('notAWorkspaceRemedy'),
    });
  const known = await signingKeysOf(workspace);
  const folder = keyFolder(configDirectory);
  const problem = makePrivateDirectory(folder);
  if (problem !== undefined)
    throw new AirlockError('signing-key', t('keyDirectoryPublic', { folder, problem }), {
      side: 'local',
      remedy: t('keyDirectoryPublicRemedy'),
    });
  const { encryptKey, generateKey } = await import('openpgp');
  const made = await generateKey({ userIDs: [{ name }], format: 'object' });
  const stored = passphrase ? await encryptKey({ privateKey: made.privateKey, passphrase }) : made.privateKey;
  const fingerprint = made.privateKey.getFingerprint().toUpperCase();
  const key: SigningKey = {
    fingerprint,
    name,
    createdBy: personName(),
    createdAt: new Date().toISOString(),
  };
  const publicKey = publicKeyFile(workspace, fingerprint);
  try {
    await writeFileAtomic(privateKeyFile(configDirectory, fingerprint), stored.armor(), { mode: 0o600 });
    await writeFileAtomic(publicKey, publicText(name, fingerprint, made.publicKey.armor()));
    await writeKeys(workspace, [...known, key]);
  } catch (error) {
    throw asAirlockError(error);
  }
  return { ...key, privateKey: privateKeyFile(configDirectory, fingerprint), publicKey };
}

/** Returns the keys that sign the exports of a workspace. @throws AirlockError `signing-key` for a damaged list */
export async function signingKeysOf(workspace: string): Promise<SigningKey[]> {
  const path = listFile(workspace);
  try {
    return SIGNING_KEYS.parse(inCurrentFormat(JSON.parse(await readFile(path, 'utf8')), path, FORMAT)).keys;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    rethrowFormat(cause);
    throw new AirlockError('signing-key', t('signingKeysDamaged', { file: path }), {
      side: 'local',
      cause,
      remedy: t('signingKeysDamagedRemedy'),
    });
  }
}

/** Returns the keys that sign for a workspace, oldest first, as this user sees them. @throws AirlockError `signing-key` */
export async function signingKeyStates(
  workspace: string,
  configDirectory: string,
): Promise<SigningKeyLine[]> {
  const keys = await signingKeysOf(workspace);
  if (keys.length === 0) return [];
  const { readPrivateKey } = await import('openpgp');
  return Promise.all(
    keys.map(async (key) => {
      const text = await readFile(privateKeyFile(configDirectory, key.fingerprint), 'utf8').catch(() => '');
      const armored = await readPrivateKey({ armoredKey: text }).catch(() => undefined);
      return {
        ...key,
        publicKey: publicKeyFile(workspace, key.fingerprint),
        privateKey: armored === undefined ? 'missing' : armored.isDecrypted() ? 'open' : 'protected',
      };
    }),
  );
}

/** Returns the public key file that signed transfers contain; undefined if the workspace doesn't have it. Never throws. */
export async function publicKeyOf(
  workspace: string,
  fingerprint: string,
): Promise<{ name: string; content: string } | undefined> {
  const file = publicKeyFile(workspace, fingerprint);
  const key = await readPublicKey(file).catch(() => undefined);
  if (key?.getFingerprint().toUpperCase() !== fingerprint) return undefined;
  return { name: basename(file), content: publicText(nameInKey(key), fingerprint, key.armor()) };
}

/** Returns the first line of a passphrase file. @throws AirlockError `config-unreadable` */
export async function readPassphrase(file: string): Promise<string> {
  const unreadable = (cause?: unknown) =>
    new AirlockError('config-unreadable', t('passphraseUnreadable', { file }), { side: 'local', cause });
  const facts = await stat(file).catch((cause: unknown) => {
    throw unreadable(cause);
  });
  if (!facts.isFile() || facts.size > LARGEST_PASSPHRASE_FILE) throw unreadable();
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw unreadable(cause);
  });
  const [line = ''] = text.split(/\r?\n/);
  if (line === '')
    throw new AirlockError('config-unreadable', t('passphraseEmpty', { file }), { side: 'local' });
  return line;
}

/** Stops signing with a key; its private key file stays. @returns the key, or undefined for one that didn't sign here */
export async function removeSigningKey(
  workspace: string,
  fingerprint: string,
): Promise<SigningKey | undefined> {
  const keys = await signingKeysOf(workspace);
  const removed = keys.find((key) => key.fingerprint === fingerprint);
  if (!removed) return undefined;
  await writeKeys(
    workspace,
    keys.filter((key) => key !== removed),
  ).catch((error: unknown) => {
    throw asAirlockError(error);
  });
  return removed;
}

/**
 * Returns the private key that signs the exports of a workspace by default: of its keys, the newest one that this user
 * has. Undefined when the workspace has none.
 * @throws AirlockError `signing-key` when this user has none of them, or the passphrase is missing or wrong
 */
export async function workspaceSigningKey(
  workspace: string,
  configDirectory: string | undefined,
  passphrase?: string,
): Promise<PrivateKey | undefined> {
  const keys = await signingKeysOf(workspace);
  for (const { fingerprint } of keys.toReversed()) {
    if (configDirectory === undefined) break;
    const file = privateKeyFile(configDirectory, fingerprint);
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw asAirlockError(error);
    });
    if (text === undefined) continue;
    const { readPrivateKey } = await import('openpgp');
    const key = await readPrivateKey({ armoredKey: text }).catch((cause: unknown) => {
      throw new AirlockError('signing-key', t('privateKeyMissing', { file }), {
        side: 'local',
        cause,
      });
    });
    if (key.getFingerprint().toUpperCase() !== fingerprint)
      throw new AirlockError('signing-key', t('privateKeyOfOther', { file, fingerprint }), {
        side: 'local',
      });
    return unlockedKey(key, file, passphrase);
  }
  if (keys.length === 0) return undefined;
  const [{ fingerprint, createdBy }] = keys.slice(-1) as [SigningKey];
  throw new AirlockError(
    'signing-key',
    t('privateKeyOfOtherUser', { workspace, fingerprint, user: createdBy }),
    { side: 'local', remedy: t('privateKeyOfOtherUserRemedy', { workspace }) },
  );
}

/** Returns a private key ready to sign. @throws AirlockError `signing-key` when the passphrase is missing or wrong */
export async function unlockedKey(key: PrivateKey, file: string, passphrase?: string): Promise<PrivateKey> {
  if (key.isDecrypted()) return key;
  const wrong = (message: string, cause?: unknown) =>
    new AirlockError('signing-key', message, { side: 'local', cause, remedy: t('passphraseRemedy') });
  if (passphrase === undefined) throw wrong(t('passphraseRequired', { file }));
  const { decryptKey } = await import('openpgp');
  return decryptKey({ privateKey: key, passphrase }).catch((cause: unknown) => {
    throw wrong(t('passphraseWrong', { file }), cause);
  });
}

function keyFolder(configDirectory: string): string {
  return join(configDirectory, 'keys');
}

function privateKeyFile(configDirectory: string, fingerprint: string): string {
  return join(keyFolder(configDirectory), `${fingerprint}.key`);
}

/** Returns the path of a public key in its workspace. */
export function publicKeyFile(workspace: string, fingerprint: string): string {
  return airlockDirectory(workspace, `signing-key-${fingerprint.slice(-16)}.asc`);
}

function listFile(workspace: string): string {
  return airlockDirectory(workspace, 'signing-keys.json');
}

async function writeKeys(workspace: string, keys: readonly SigningKey[]): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT.current, keys }, undefined, 2)}\n`;
  await writeInFormat(listFile(workspace), text, FORMAT);
}

/** Programs that read keys skip the text in front of the block. */
function publicText(name: string, fingerprint: string, armored: string): string {
  return `${t('publicKeyText', { name, fingerprint: fingerprintGroups(fingerprint) })}\n\n${armored}`;
}
