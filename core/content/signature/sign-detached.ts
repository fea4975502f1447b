import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PrivateKey } from 'openpgp';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { makeTemporaryDirectory } from '../../base/files/temporary-directory.ts';
import { LARGEST_SIGNATURE, type SignatureEnding, type SignedFile } from './detached-signature.ts';
import { t } from './messages.ts';
import type { Vouched } from './origin.ts';
import { filledWords, runOutsideCommand, wordsOfCommand } from './outside-command.ts';
import { unlockedKey } from './signing-keys.ts';

/** The signer: a file with an OpenPGP private key, a command (for example, for a smart card), or an unlocked key. */
export type FileSigner =
  | { key: string; passphrase?: string }
  | { command: string }
  | { unlocked: PrivateKey };

/** A detached signature, which is written next to the signed file. */
export interface DetachedSignature {
  ending: SignatureEnding;
  content: Buffer;
  by: Vouched;
}

type Options = { env: Readonly<Record<string, string | undefined>>; signal?: AbortSignal };

const LARGEST_KEY_FILE = 1024 * 1024;

/**
 * Signs a file.
 *
 * A command runs without a shell and without input. `{subject}` (by its name below) in its words stands for the file, which
 * is otherwise its last argument. It writes the signature to standard output, or to the file that `{signature}` stands for.
 * @param signed its file, and the bytes that were read from it
 * @param subject the name of the file in commands, such as `index` for `{index}`
 * @throws AirlockError `config-unreadable` for an unusable key, `usage` for a command that can't be run or fails,
 *   `interrupted`
 */
export async function signDetached(
  signed: SignedFile,
  signer: FileSigner,
  { subject, ...options }: Options & { subject: string },
): Promise<DetachedSignature> {
  if ('unlocked' in signer) return signedWithKey(signed, signer.unlocked, subject);
  if ('key' in signer)
    return signedWithKey(
      signed,
      await signingKey(signer.key, subject, signer.passphrase),
      subject,
      signer.key,
    );
  const content = await signedByCommand(signed, signer.command, subject, options);
  const armored = content.includes('-----BEGIN PGP SIGNATURE-----');
  return { ending: armored ? '.asc' : '.sig', content, by: { by: 'command' } };
}

async function signedWithKey(
  signed: SignedFile,
  key: PrivateKey,
  subject: string,
  file = key.getFingerprint().toUpperCase(),
): Promise<DetachedSignature> {
  const { createMessage, sign } = await import('openpgp');
  const signature = await sign({
    message: await createMessage({ binary: new Uint8Array(signed.content) }),
    signingKeys: key,
    detached: true,
    format: 'armored',
  }).catch((cause: unknown) => {
    throw keyUnusable(file, subject, t('signFailed', { file, cause: (cause as Error).message }), cause);
  });
  return {
    ending: '.asc',
    content: Buffer.from(signature),
    by: { by: 'key', fingerprint: key.getFingerprint().toUpperCase() },
  };
}

async function signingKey(file: string, subject: string, passphrase?: string): Promise<PrivateKey> {
  const facts = await stat(file).catch(() => undefined);
  if (!facts?.isFile() || facts.size > LARGEST_KEY_FILE)
    throw keyUnusable(file, subject, t('signerNotAFile', { file }));
  const { readPrivateKeys } = await import('openpgp');
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
    throw keyUnusable(file, subject, t('signerUnreadable', { file }), cause);
  }
  throw keyUnusable(file, subject, t('signerMissing', { file }));
}

function keyUnusable(file: string, subject: string, message: string, cause?: unknown): AirlockError {
  return new AirlockError('config-unreadable', message, {
    side: 'local',
    at: { file },
    cause,
    remedy: t('signerRemedy', { example: `'gpg --armor --detach-sign --output - {${subject}}'` }),
  });
}

async function signedByCommand(
  signed: SignedFile,
  command: string,
  subject: string,
  options: Options,
): Promise<Buffer> {
  const words = wordsOfCommand(command);
  const failed = (message: string, cause?: unknown) =>
    new AirlockError('usage', message, { side: 'local', cause, remedy: t('signCommandRemedy', { subject }) });
  const [program] = words;
  if (program === undefined) throw failed(t('signCommandEmpty'));
  const folder = await makeTemporaryDirectory('sign').catch((error: unknown) => {
    throw asAirlockError(error);
  });
  try {
    const signature = join(folder, 'signature');
    const toFile = words.some((word) => word.includes('{signature}'));
    const place = `{${subject}}`;
    const withFile = words.some((word) => word.includes(place)) ? words : [...words, place];
    const {
      end,
      output,
      message: reported,
    } = await runOutsideCommand(filledWords(withFile, { [subject]: signed.file, signature }), {
      ...options,
      output: LARGEST_SIGNATURE,
      unusable: (cause) =>
        failed(t('signCommandUnusable', { program, cause: (cause as Error).message }), cause),
    });
    if (end !== 0)
      throw failed(
        reported
          ? t('signCommandFailedWith', { program, end: String(end), output: reported })
          : t('signCommandFailed', { program, end: String(end) }),
      );
    const content = toFile ? await readFile(signature).catch(() => Buffer.alloc(0)) : output;
    if (content.length === 0) throw failed(t('signCommandSilent', { program }));
    if (content.length > LARGEST_SIGNATURE) throw failed(t('signatureTooLong', { program }));
    const seen = await readFile(signed.file).catch(() => undefined);
    if (!seen?.equals(signed.content)) throw failed(t('signedFileChanged', { file: signed.file }));
    return content;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
