import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMessage, generateKey, type PrivateKey, readKey, reformatKey, sign } from 'openpgp';
import type { Digest } from '../../base/image/digest.ts';

/** ms */
const DAY = 86_400_000;

export interface Signer {
  armored: string;
  privateKey: PrivateKey;
}

/** A temporary key; `days` counts from `date` until it expires. */
export async function newSigner(options: { date?: Date; days?: number } = {}): Promise<Signer> {
  const { privateKey, publicKey } = await generateKey({
    userIDs: [{ name: 'Test release key' }],
    format: 'object',
    date: options.date,
    keyExpirationTime: options.days ? options.days * 86_400 : undefined,
  });
  return { armored: (await readKey({ armoredKey: publicKey.armor() })).armor(), privateKey };
}

/** The text of a release signature (containers-signature(5)). */
export function releaseClaim(digest: Digest, tag = '4.16.1-x86_64', change: object = {}): string {
  const critical = {
    image: { 'docker-manifest-digest': digest },
    type: 'atomic container signature',
    identity: { 'docker-reference': `quay.io/openshift-release-dev/ocp-release:${tag}` },
    ...change,
  };
  return JSON.stringify({ critical, optional: { creator: 'test' } });
}

export async function signed(signer: Signer, text: string, date?: Date): Promise<Buffer> {
  const message = await createMessage({ binary: Buffer.from(text), date });
  const signature = await sign({
    message,
    signingKeys: signer.privateKey,
    format: 'binary',
    date,
  });
  return Buffer.from(signature);
}

/** A key that has expired since, a signature that it made before, and one that was made later. */
export async function signedTooLate(
  text: string,
): Promise<{ armored: string; inTime: Buffer; message: Buffer }> {
  const date = new Date(Date.now() - 30 * DAY);
  const expired = await newSigner({ date, days: 10 });
  // The same key without its expiry, because nothing could be signed with it otherwise.
  const { privateKey } = await reformatKey({
    privateKey: expired.privateKey,
    userIDs: [{ name: 'Test release key' }],
    date,
    format: 'object',
  });
  const message = await signed({ ...expired, privateKey }, text, new Date(date.getTime() + 20 * DAY));
  const inTime = await signed(expired, text, new Date(date.getTime() + DAY));
  return { armored: expired.armored, inTime, message };
}

/** Debian's gpg with its own home; `stop` ends its agent. */
export function gpgHome(): { home: string; run(args: string[], input?: string): Buffer; stop(): void } {
  const home = mkdtempSync(join(tmpdir(), 'airlock-gpg-'));
  const base = ['--homedir', home, '--batch', '--quiet', '--pinentry-mode', 'loopback', '--passphrase', ''];
  return {
    home,
    run: (args, input = '') => execFileSync('gpg', [...base, ...args], { input, stdio: 'pipe' }),
    stop: () => {
      spawnSync('gpgconf', ['--homedir', home, '--kill', 'all']);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
