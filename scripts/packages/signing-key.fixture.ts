import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encryptKey, generateKey } from 'openpgp';

/** A new OpenPGP key, and a keyring of gpg that has its public part. */
export interface TestKey {
  /** The private key. */
  file: string;
  /** Checks `FILE.asc` as the receiving side does. @returns the exit code of gpg */
  verify(file: string): number | null;
}

/** Writes a new private key to `directory`. */
export async function signingKeyFile(directory: string, passphrase?: string): Promise<TestKey> {
  const { privateKey, publicKey } = await generateKey({ userIDs: [{ name: 'Release' }], format: 'object' });
  const stored = passphrase === undefined ? privateKey : await encryptKey({ privateKey, passphrase });
  const file = join(directory, 'release.key');
  await writeFile(file, stored.armor());
  await writeFile(join(directory, 'release.asc'), publicKey.armor());
  const keyring = join(directory, 'receiver');
  await mkdir(keyring, { mode: 0o700 });
  const gpg = (args: string[]) =>
    spawnSync('gpg', ['--batch', '--no-autostart', '--homedir', keyring, ...args], { encoding: 'utf8' })
      .status;
  gpg(['--import', join(directory, 'release.asc')]);
  return {
    file,
    verify: (signed) => gpg(['--verify', `${signed}.asc`, signed]),
  };
}
