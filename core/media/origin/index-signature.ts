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

/** What signs: a file with an OpenPGP private key, or a command such as one that asks a smart card. */
export type IndexSigner =
  | { key: string; passphrase?: string }
  | { command: string }
  | { unlocked: PrivateKey };

/** A detached signature over `index.json`, as it goes beside it. */
export interface IndexSignature {
  name: `${typeof INDEX_NAME}.asc` | `${typeof INDEX_NAME}.sig`;
  content: Buffer;
  by: Vouched;
}

type Options = { env: Readonly<Record<string, string | undefined>>; signal?: AbortSignal };

const LARGEST_KEY_FILE = 1024 * 1024;

/**
 * Signs the index of a set: whoever has it knows every byte of the set.
 *
 * A command is run without a shell and without input; `{index}` in its words is the file, put behind them where they do not
 * name it. It writes the signature to standard output, or to the file that `{signature}` stands for.
 * @param index its file, and the bytes that were read from it
 * @throws AirlockError `config-unreadable` for a key that cannot be used, `usage` for a command that cannot be run or fails,
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
    throw keyUnusable(file, `cannot sign: ${(cause as Error).message}`, cause);
  });
  return {
    name: `${INDEX_NAME}.asc`,
    content: Buffer.from(signature),
    by: { by: 'key', fingerprint: key.getFingerprint().toUpperCase() },
  };
}

async function signingKey(file: string, passphrase?: string): Promise<PrivateKey> {
  const facts = await stat(file).catch(() => undefined);
  if (!facts?.isFile() || facts.size > LARGEST_KEY_FILE)
    throw keyUnusable(file, 'is no file with an OpenPGP private key');
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
    throw keyUnusable(file, 'holds no OpenPGP private key that can be read', cause);
  }
  throw keyUnusable(file, 'holds no OpenPGP private key');
}

function keyUnusable(file: string, what: string, cause?: unknown): AirlockError {
  return new AirlockError('config-unreadable', `--sign: the key file ${file} ${what}`, {
    side: 'local',
    at: { file },
    cause,
    remedy:
      "Export the private key to a file, or sign by a command: --sign-command 'gpg --armor --detach-sign --output - {index}'.",
  });
}

async function signedByCommand(index: SignedFile, command: string, options: Options): Promise<Buffer> {
  const words = wordsOfCommand(command);
  const failed = (what: string, cause?: unknown) =>
    new AirlockError('usage', `--sign-command: ${what}`, {
      side: 'local',
      cause,
      remedy:
        'It must end with 0 and write a detached signature of {index} to standard output, or to {signature}.',
    });
  if (words.length === 0) throw failed('it names no program');
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
      said: reported,
    } = await runOutsideCommand(filledWords(withIndex, { index: index.file, signature }), {
      ...options,
      output: LARGEST_SIGNATURE,
      unusable: (cause) => failed(`${words[0]} cannot be run: ${(cause as Error).message}`, cause),
    });
    if (end !== 0) throw failed(`${words[0]} failed (${end})${reported && `: ${reported}`}`);
    const content = toFile ? await readFile(signature).catch(() => Buffer.alloc(0)) : output;
    if (content.length === 0) throw failed(`${words[0]} made no signature`);
    if (content.length > LARGEST_SIGNATURE) throw failed(`${words[0]} made what is too long for a signature`);
    const seen = await readFile(index.file).catch(() => undefined);
    if (!seen?.equals(index.content)) throw failed(`${index.file} was changed while it was signed`);
    return content;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Checks the signature that lies beside an index on a medium, `index.json.asc` or `index.json.sig`.
 * @param index its file on the medium, and the bytes that were read from it
 * @param required a file with OpenPGP public keys; or a command, of which `{index}` and `{signature}` are replaced by the two
 *   files (put behind it where it names neither), which is run without a shell and ends with 0 for a good signature; or keys
 * @throws AirlockError `index-unsigned` when there is no good signature, `config-unreadable` for a key file that is broken,
 *   `usage` for a command that cannot be run, `interrupted`
 */
export function checkIndexSignature(
  index: SignedFile,
  required: string | KeyRing,
  options: Options,
): Promise<DetachedApproval> {
  const unaccepted = (why: string, cause?: unknown) =>
    new AirlockError('index-unsigned', `no valid signature for ${index.file}: ${why}`, {
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

/** What papers say of it. */
export function vouchedBy(approval: DetachedApproval): Vouched {
  return approval.by === 'key' ? { by: 'key', fingerprint: approval.fingerprint } : { by: 'command' };
}
