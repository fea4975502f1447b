import { readFile, stat } from 'node:fs/promises';
import type { Key } from 'openpgp';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { argumentsWithoutSecrets } from '../../runs/audit/without-secrets.ts';
import { t } from './messages.ts';
import { filledWords, runOutsideCommand, wordsOfCommand } from './outside-command.ts';
import type { KeyRing } from './trusted-keys.ts';
import { parseVerificationKeys } from './verification-keys.ts';

/** Who vouched for a file by a detached signature. */
export type DetachedApproval =
  | {
      by: 'key';
      /** Of the primary key, upper case. */
      fingerprint: string;
      /** File of the public key. */
      key: string;
      /** File of the signature. */
      signature: string;
    }
  | { by: 'command'; command: string; signature: string };

/** A file, and the bytes that were read from it. */
export interface SignedFile {
  file: string;
  content: Buffer;
}

/** Whose signature is required, and how messages name it. */
export interface SignatureDemand {
  /**
   * A file with OpenPGP public keys, or the keys. Or a command that is run without a shell and exits with 0 for a valid
   * signature. In its words, `{subject}` (by its name below) and `{signature}` are replaced by the two files. A command
   * with neither gets them as last arguments.
   */
  required: string | KeyRing;
  /** The option that requires it, such as `--require-signature`. */
  option: string;
  /** The name of the signed file in commands, such as `plan` for `{plan}`. */
  subject: string;
  /** True: only a file with keys is accepted. A command isn't run. */
  keyOnly?: boolean;
  /** Returns the error for a file without a valid signature. */
  unaccepted(why: string, cause?: unknown): AirlockError;
}

/** In bytes. Signatures by several people have a few KiB. */
export const LARGEST_SIGNATURE = 256 * 1024;
const LARGEST_KEY_FILE = 1024 * 1024;

/** File extensions of detached signatures next to the signed file: armored, and in any format. */
export const SIGNATURE_ENDINGS = ['.asc', '.sig'] as const;
export type SignatureEnding = (typeof SIGNATURE_ENDINGS)[number];

/**
 * Checks the detached signature next to a file, `FILE.asc` or `FILE.sig`.
 * @throws AirlockError as `demand.unaccepted` without a valid signature, `config-unreadable` for a broken key file,
 *   `usage` for a command that can't be run, `not-permitted` for one that must not be run, `interrupted`
 */
export async function checkDetachedSignature(
  signed: SignedFile,
  demand: SignatureDemand,
  options: { env: Readonly<Record<string, string | undefined>>; signal?: AbortSignal },
): Promise<DetachedApproval> {
  const { required, unaccepted } = demand;
  const signature = await adjacentFile(signed.file, unaccepted);
  const keys = typeof required === 'string' ? await keysIn(required) : required.keys;
  if (typeof required !== 'string' || keys) {
    const fingerprint = await signedBy(signed, signature, keys!, unaccepted);
    const key = typeof required === 'string' ? required : required.file;
    return { by: 'key', fingerprint, key, signature: signature.file };
  }
  if (demand.keyOnly)
    throw new AirlockError('not-permitted', t('notAKeyFile', { option: demand.option, required }), {
      side: 'local',
      remedy: t('notAKeyFileRemedy'),
    });
  const words = wordsOfCommand(required);
  if (words.length === 0) throw new AirlockError('usage', t('requirementEmpty', { option: demand.option }));
  const requested = filledWords(words, { [demand.subject]: signed.file, signature: signature.file });
  const { end, message: reported } = await runOutsideCommand(requested, {
    ...options,
    unusable: (cause) =>
      new AirlockError('usage', t('requirementInvalid', { option: demand.option, program: words[0] ?? '' }), {
        cause,
      }),
  });
  if (end !== 0) {
    const values = { program: words[0] ?? '', file: signature.file, end: String(end) };
    throw unaccepted(
      reported
        ? t('rejectedByCommandWithOutput', { ...values, output: reported })
        : t('rejectedByCommand', values),
    );
  }
  // The content that is used must be the content that the command checked.
  const seen = await readFile(signed.file).catch(() => undefined);
  if (!seen?.equals(signed.content)) throw unaccepted(t('changedMeanwhile'));
  return { by: 'command', command: argumentsWithoutSecrets(words).join(' '), signature: signature.file };
}

async function adjacentFile(file: string, unaccepted: SignatureDemand['unaccepted']): Promise<SignedFile> {
  for (const signature of SIGNATURE_ENDINGS.map((ending) => `${file}${ending}`)) {
    const facts = await stat(signature).catch(() => undefined);
    if (!facts?.isFile()) continue;
    if (facts.size > LARGEST_SIGNATURE) throw unaccepted(t('fileTooLarge', { file: signature }));
    const content = await readFile(signature).catch((cause) => {
      throw unaccepted(t('fileUnreadable', { file: signature }), cause);
    });
    return { file: signature, content };
  }
  const [first, second] = SIGNATURE_ENDINGS.map((ending) => `${file}${ending}`) as [string, string];
  throw unaccepted(t('fileMissing', { first, second }));
}

/** Returns the keys of a file, armored or not; undefined for another kind of file, and if it doesn't exist. */
async function keysIn(file: string): Promise<readonly Key[] | undefined> {
  const facts = await stat(file).catch(() => undefined);
  if (!facts?.isFile() || facts.size > LARGEST_KEY_FILE) return undefined;
  const content = await readFile(file).catch((cause) => {
    throw new AirlockError('config-unreadable', t('keyUnreadable', { file }), { cause });
  });
  const text = content.toString('latin1');
  if (text.includes('-----BEGIN PGP PUBLIC KEY BLOCK-----')) return parseVerificationKeys(text, file);
  const { readKeys } = await import('openpgp');
  const keys = await readKeys({ binaryKeys: new Uint8Array(content) }).catch(() => []);
  return keys.length > 0 ? keys : undefined;
}

/** @returns the fingerprint of the first key that made a valid signature and is still valid */
async function signedBy(
  signed: SignedFile,
  { file, content }: SignedFile,
  keys: readonly Key[],
  unaccepted: SignatureDemand['unaccepted'],
): Promise<string> {
  const faults: string[] = [];
  try {
    const { createMessage, readSignature, verify } = await import('openpgp');
    const text = content.toString('latin1');
    const signature = text.includes('-----BEGIN PGP SIGNATURE-----')
      ? await readSignature({ armoredSignature: text })
      : await readSignature({ binarySignature: new Uint8Array(content) });
    const { signatures } = await verify({
      message: await createMessage({ binary: new Uint8Array(signed.content) }),
      signature,
      verificationKeys: [...keys],
      format: 'binary',
    });
    for (const { verified, keyID } of signatures) {
      const key = keys.find((each) => each.getKeys(keyID).length > 0);
      try {
        await verified;
        // The approval happens now, so an expired key isn't accepted.
        await key!.getSigningKey(keyID, new Date());
        return key!.getFingerprint().toUpperCase();
      } catch (error) {
        faults.push(
          key ? (error as Error).message : t('signedByOther', { key: keyID.toHex().toUpperCase() }),
        );
      }
    }
  } catch (error) {
    faults.push((error as Error).message);
  }
  throw unaccepted(
    faults.length > 0
      ? t('detachedInvalid', { file, faults: faults.join('; ') })
      : t('detachedEmpty', { file }),
  );
}
