import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createMessage, type PrivateKey, readPrivateKeys, sign } from 'openpgp';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { makeTemporaryDirectory } from '../../base/files/temporary-directory.ts';
import {
  checkDetachedSignature,
  type DetachedApproval,
  LARGEST_SIGNATURE,
  type SignedFile,
} from '../../content/signature/detached-signature.ts';
import type { Vouched } from '../../content/signature/origin.ts';
import { filledWords, runOutsideCommand, wordsOfCommand } from '../../content/signature/outside-command.ts';
import { unlockedKey } from '../../content/signature/signing-keys.ts';
import type { KeyRing } from '../../content/signature/trusted-keys.ts';
import { INDEX_NAME } from '../../store/set-format/set-index.ts';
import { t } from './messages.ts';

/** The signer: a file with an OpenPGP private key, a command (for example, for a smart card), or an unlocked key. */
export type IndexSigner =
  | { key: string; passphrase?: string }
  | { command: string }
  | { unlocked: PrivateKey };

/** A detached signature over `index.json`, which is written next to it. */
export interface IndexSignature {
  name: `${typeof INDEX_NAME}.asc` | `${typeof INDEX_NAME}.sig`;
  content: Buffer;
  by: Vouched;
}

type Options = { env: Readonly<Record<string, string | undefined>>; signal?: AbortSignal };

const LARGEST_KEY_FILE = 1024 * 1024;
const EXAMPLE_COMMAND = "'gpg --armor --detach-sign --output - {index}'";

/**
 * Signs the index of a set. The index has the digests of all bytes of the set.
 *
 * A command runs without a shell and without input. `{index}` in its words stands for the file, which is otherwise its last
 * argument. It writes the signature to standard output, or to the file that `{signature}` stands for.
 * @param index its file, and the bytes that were read from it
 * @throws AirlockError `config-unreadable` for an unusable key, `usage` for a command that can't be run or fails,
 *   `interrupted`
 */
export async function signIndex(
  index: SignedFile,
  signer: IndexSigner,
  options: Options,
): Promise<IndexSignature> {
  if ('unlocked' in signer) return signedWithKey(index, signer.unlocked);
  if ('key' in signer)
    return signedWithKey(index, await signingKey(signer.key, signer.passphrase), signer.key);
  const content = await signedByCommand(index, signer.command, options);
  const armored = content.includes('-----BEGIN PGP SIGNATURE-----');
  return { name: `${INDEX_NAME}.${armored ? 'asc' : 'sig'}`, content, by: { by: 'command' } };
}

async function signedWithKey(
  index: SignedFile,
  key: PrivateKey,
  file = key.getFingerprint().toUpperCase(),
): Promise<IndexSignature> {
  const signature = await sign({
    message: await createMessage({ binary: new Uint8Array(index.content) }),
    signingKeys: key,
    detached: true,
    format: 'armored',
  }).catch((cause: unknown) => {
    throw keyUnusable(file, t('keySignFailed', { file, cause: (cause as Error).message }), cause);
  });
  return {
    name: `${INDEX_NAME}.asc`,
    content: Buffer.from(signature),
    by: { by: 'key', fingerprint: key.getFingerprint().toUpperCase() },
  };
}

async function signingKey(file: string, passphrase?: string): Promise<PrivateKey> {
  const facts = await stat(file).catch(() => undefined);
  if (!facts?.isFile() || facts.size > LARGEST_KEY_FILE) throw keyUnusable(file, t('keyNotAFile', { file }));
  try {
    const content = await readFile(file);
    const text = content.toString('latin1');
    const [key] = text.includes('-----BEGIN PGP PRIVATE KEY BLOCK-----')
      ? await readPrivateKeys({ armoredKeys: text })
      : await readPrivateKeys({ binaryKeys: new Uint8Array(content) });
    if (key?.isDecrypted()) return key;
    if (key) return await unlockedKey(key, file, passphrase);
  } catch (cause) {
    if (cause instanceof AirlockError) throw cause;
    throw keyUnusable(file, t('keyUnreadable', { file }), cause);
  }
  throw keyUnusable(file, t('keyMissing', { file }));
}

function keyUnusable(file: string, message: string, cause?: unknown): AirlockError {
  return new AirlockError('config-unreadable', message, {
    side: 'local',
    at: { file },
    cause,
    remedy: t('keyRemedy', { example: EXAMPLE_COMMAND }),
  });
}

async function signedByCommand(index: SignedFile, command: string, options: Options): Promise<Buffer> {
  const words = wordsOfCommand(command);
  const failed = (message: string, cause?: unknown) =>
    new AirlockError('usage', message, { side: 'local', cause, remedy: t('commandRemedy') });
  const [program] = words;
  if (program === undefined) throw failed(t('commandEmpty'));
  const folder = await makeTemporaryDirectory('sign').catch((error: unknown) => {
    throw asAirlockError(error);
  });
  try {
    const signature = join(folder, 'signature');
    const toFile = words.some((word) => word.includes('{signature}'));
    const withIndex = words.some((word) => word.includes('{index}')) ? words : [...words, '{index}'];
    const {
      end,
      output,
      message: reported,
    } = await runOutsideCommand(filledWords(withIndex, { index: index.file, signature }), {
      ...options,
      output: LARGEST_SIGNATURE,
      unusable: (cause) => failed(t('commandUnusable', { program, cause: (cause as Error).message }), cause),
    });
    if (end !== 0)
      throw failed(
        reported
          ? t('commandFailedWith', { program, end: String(end), output: reported })
          : t('commandFailed', { program, end: String(end) }),
      );
    const content = toFile ? await readFile(signature).catch(() => Buffer.alloc(0)) : output;
    if (content.length === 0) throw failed(t('signatureMissing', { program }));
    if (content.length > LARGEST_SIGNATURE) throw failed(t('signatureTooLong', { program }));
    const seen = await readFile(index.file).catch(() => undefined);
    if (!seen?.equals(index.content)) throw failed(t('indexChanged', { file: index.file }));
    return content;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Checks the signature next to an index on a drive, `index.json.asc` or `index.json.sig`.
 * @param index its file on the drive, and the bytes that were read from it
 * @param required keys, a file with OpenPGP public keys, or a command, which runs without a shell and exits with 0 for a valid
 *   signature. `{index}` and `{signature}` in its words stand for the two files, which are otherwise its last arguments
 * @throws AirlockError `index-unsigned` without a valid signature, `config-unreadable` for an invalid key file, `usage` for a
 *   command that can't be run, `interrupted`
 */
export function checkIndexSignature(
  index: SignedFile,
  required: string | KeyRing,
  options: Options,
): Promise<DetachedApproval> {
  const unaccepted = (reason: string, cause?: unknown) =>
    new AirlockError('index-unsigned', t('signatureInvalid', { file: index.file, reason }), {
      at: { file: index.file },
      side: 'source',
      cause,
    });
  return checkDetachedSignature(
    index,
    { required, option: '--verify-key', subject: 'index', unaccepted },
    options,
  );
}

/** Returns the signer as a transfer record names it. */
export function signerInRecord(approval: DetachedApproval): Vouched {
  return approval.by === 'key' ? { by: 'key', fingerprint: approval.fingerprint } : { by: 'command' };
}
