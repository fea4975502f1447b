import { readFile, stat } from 'node:fs/promises';
import { createMessage, type Key, readKeys, readSignature, verify } from 'openpgp';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { argumentsWithoutSecrets } from '../../runs/audit/without-secrets.ts';
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

/** Whose signature is asked for, and how to speak of it. */
export interface SignatureDemand {
  /**
   * A file with OpenPGP public keys; or a command that is run without a shell and ends with 0 for a good signature. In its
   * words `{subject}` (by its name below) and `{signature}` are the two files; they are put behind it where it names neither.
   * Or the keys themselves.
   */
  required: string | KeyRing;
  /** The option that demands it, e.g. `--require-signature`. */
  option: string;
  /** What commands call the signed file, e.g. `plan` for `{plan}`. */
  subject: string;
  /** True: only a file with keys will do; a command isn't run. */
  keyOnly?: boolean;
  /** The error for a file without a good signature. */
  unaccepted(why: string, cause?: unknown): AirlockError;
}

/** Bytes; signatures of several people are a few KiB. */
export const LARGEST_SIGNATURE = 256 * 1024;
const LARGEST_KEY_FILE = 1024 * 1024;

/** Endings of detached signatures that lie beside what they sign: armored, and any. */
export const SIGNATURE_ENDINGS = ['.asc', '.sig'] as const;
export type SignatureEnding = (typeof SIGNATURE_ENDINGS)[number];

/**
 * Checks the detached signature that lies beside a file, `FILE.asc` or `FILE.sig`.
 * @throws AirlockError as `demand.unaccepted` when there is no good signature, `config-unreadable` for a key file that is
 *   broken, `usage` for a command that cannot be run, `not-permitted` for one that must not be run, `interrupted`
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
    throw new AirlockError(
      'not-permitted',
      `${demand.option}: ${required} isn't an OpenPGP public key file, and this session can't run commands`,
      { side: 'local', remedy: 'Choose a file with OpenPGP public keys.' },
    );
  const words = wordsOfCommand(required);
  if (words.length === 0)
    throw new AirlockError('usage', `${demand.option} names neither a key nor a command`);
  const requested = filledWords(words, { [demand.subject]: signed.file, signature: signature.file });
  const { end, said: reported } = await runOutsideCommand(requested, {
    ...options,
    unusable: (cause) =>
      new AirlockError(
        'usage',
        `${demand.option}: ${words[0]} is neither a file with an OpenPGP public key nor a program that can be run`,
        { cause },
      ),
  });
  if (end !== 0)
    throw unaccepted(`${words[0]} does not accept ${signature.file} (${end})${reported && `: ${reported}`}`);
  // What the command has seen must be what is used.
  const seen = await readFile(signed.file).catch(() => undefined);
  if (!seen?.equals(signed.content)) throw unaccepted('it was changed while it was checked');
  return { by: 'command', command: argumentsWithoutSecrets(words).join(' '), signature: signature.file };
}

async function adjacentFile(file: string, unaccepted: SignatureDemand['unaccepted']): Promise<SignedFile> {
  for (const signature of SIGNATURE_ENDINGS.map((ending) => `${file}${ending}`)) {
    const facts = await stat(signature).catch(() => undefined);
    if (!facts?.isFile()) continue;
    if (facts.size > LARGEST_SIGNATURE) throw unaccepted(`${signature} is too long to be a signature`);
    const content = await readFile(signature).catch((cause) => {
      throw unaccepted(`${signature} cannot be read`, cause);
    });
    return { file: signature, content };
  }
  throw unaccepted(`there is neither ${SIGNATURE_ENDINGS.map((ending) => `${file}${ending}`).join(' nor ')}`);
}

/** The keys of a file, armored or not; undefined when it is something else, or no file. */
async function keysIn(file: string): Promise<readonly Key[] | undefined> {
  const facts = await stat(file).catch(() => undefined);
  if (!facts?.isFile() || facts.size > LARGEST_KEY_FILE) return undefined;
  const content = await readFile(file).catch((cause) => {
    throw new AirlockError('config-unreadable', `the key file ${file} cannot be read`, { cause });
  });
  const text = content.toString('latin1');
  if (text.includes('-----BEGIN PGP PUBLIC KEY BLOCK-----')) return parseVerificationKeys(text, file);
  const keys = await readKeys({ binaryKeys: new Uint8Array(content) }).catch(() => []);
  return keys.length > 0 ? keys : undefined;
}

/** @returns the fingerprint of the first key that made a good signature and is still good itself */
async function signedBy(
  signed: SignedFile,
  { file, content }: SignedFile,
  keys: readonly Key[],
  unaccepted: SignatureDemand['unaccepted'],
): Promise<string> {
  const faults: string[] = [];
  try {
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
        // It is accepted now: a key that has ended since does not count.
        await key!.getSigningKey(keyID, new Date());
        return key!.getFingerprint().toUpperCase();
      } catch (error) {
        faults.push(
          key
            ? (error as Error).message
            : `made by ${keyID.toHex().toUpperCase()}, which is not among the keys asked for`,
        );
      }
    }
  } catch (error) {
    faults.push((error as Error).message);
  }
  throw unaccepted(`${file} is no good signature: ${faults.join('; ') || 'it holds none'}`);
}
