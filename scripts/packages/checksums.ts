import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../core/base/files/atomic-file.ts';
import { signDetached } from '../../core/content/signature/sign-detached.ts';
import { readPassphrase } from '../../core/content/signature/signing-keys.ts';
import { UsageError } from './run-script.ts';

/** The key that signs checksums, from `--sign-key` and `--passphrase-file`. */
export interface ChecksumSigner {
  /** A file with an OpenPGP private key, or a user ID, key ID or fingerprint in the keyring of `gpg`. */
  key: string;
  /** File whose first line is the passphrase of the key file. For a key in the keyring, gpg's agent prompts for it. */
  passphraseFile?: string;
}

/** Returns the signer that options name, or undefined. @throws UsageError for a passphrase without a key */
export function checksumSigner(values: {
  'sign-key'?: string;
  'passphrase-file'?: string;
}): ChecksumSigner | undefined {
  const { 'sign-key': key, 'passphrase-file': passphraseFile } = values;
  if (key !== undefined) return { key, passphraseFile };
  if (passphraseFile !== undefined) throw new UsageError('--passphrase-file requires --sign-key.');
  return undefined;
}

/** Returns the line of `sha256sum` for a file. */
export async function sha256Line(path: string, name: string = basename(path)): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return `${hash.digest('hex')}  ${name}\n`;
}

/**
 * Writes the checksums of files in the directory of `list`, and its signature `LIST.asc` if there is a signer. Without one, an
 * earlier signature is removed, because it doesn't match.
 * @returns the written files
 * @throws AirlockError `signing-key` if the passphrase is missing or wrong, `config-unreadable` for its file
 * @throws UsageError for a key that can't sign
 */
export async function writeChecksums(
  list: string,
  names: readonly string[],
  signer: ChecksumSigner | undefined,
): Promise<string[]> {
  const lines: string[] = [];
  for (const name of names.toSorted()) lines.push(await sha256Line(join(dirname(list), name), name));
  await rm(`${list}.asc`, { force: true });
  await writeFileAtomic(list, lines.join(''));
  if (signer === undefined) return [list];
  const signature = `${list}.asc`;
  await writeFileAtomic(signature, await signatureOf(list, signer));
  return [list, signature];
}

async function signatureOf(file: string, { key, passphraseFile }: ChecksumSigner): Promise<Buffer> {
  const signed = { file, content: await readFile(file) };
  const signer = existsSync(key)
    ? { key, passphrase: passphraseFile === undefined ? undefined : await readPassphrase(passphraseFile) }
    : { command: gpgCommand(key, passphraseFile) };
  const { content } = await signDetached(signed, signer, { env: process.env, subject: 'sums' }).catch(
    (error: unknown) => {
      // The remedies of other errors name options that only Airlock's commands have.
      if (!(error instanceof AirlockError) || error.code === 'signing-key') throw error;
      throw new UsageError(
        `The checksums aren't signed, because ${key} can't be used. ${error.message}\nSpecify a file with an OpenPGP private key, or a key in the keyring of gpg.`,
      );
    },
  );
  return content;
}

function gpgCommand(key: string, passphraseFile: string | undefined): string {
  const quoted = (text: string) => (text.includes("'") ? `"${text}"` : `'${text}'`);
  const passphrase =
    passphraseFile === undefined
      ? ''
      : `--pinentry-mode loopback --passphrase-file ${quoted(resolve(passphraseFile))}`;
  return `gpg --batch ${passphrase} --local-user ${quoted(key)} --armor --detach-sign --output - {sums}`;
}
