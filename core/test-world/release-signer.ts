import { createMessage, generateKey, sign } from 'openpgp';
import type { Digest } from '../base/image/digest.ts';

/** Signs releases as Red Hat does, with binary OpenPGP messages that contain the signed text (containers-signature(5)). */
export interface ReleaseSigner {
  /** Armored. */
  publicKey: string;
  /** @param name of the payload with its tag, such as `quay.io/openshift-release-dev/ocp-release:4.16.1-x86_64` */
  sign(digest: Digest, name: string): Promise<Buffer>;
}

/**
 * `rsa` as Red Hat's release keys, or `ecc`, which is created 100 times as fast. oc-mirror supports only RSA: the OpenPGP
 * package of Go has no Ed25519.
 */
export type ReleaseKeyType = 'rsa' | 'ecc';

const KEY_OPTIONS = {
  rsa: { type: 'rsa', rsaBits: 2048 },
  ecc: { type: 'ecc', curve: 'ed25519Legacy' },
} as const;

/** Returns a signer with its own new key, which is never written anywhere. */
export async function newReleaseSigner(keyType: ReleaseKeyType = 'ecc'): Promise<ReleaseSigner> {
  // Signatures are a minute old, so that they aren't in the future for clocks that differ a little.
  const date = new Date(Date.now() - 60_000);
  const { privateKey, publicKey } = await generateKey({
    ...KEY_OPTIONS[keyType],
    userIDs: [{ name: 'Practice Release Signing', email: 'practice@example.invalid' }],
    date,
    format: 'object',
  });
  return {
    publicKey: publicKey.armor(),
    sign: async (digest, name) => {
      const text = JSON.stringify({
        critical: {
          image: { 'docker-manifest-digest': digest },
          type: 'atomic container signature',
          identity: { 'docker-reference': name },
        },
        optional: { creator: 'Practice release signer', timestamp: Math.floor(date.getTime() / 1000) },
      });
      const message = await createMessage({ binary: new TextEncoder().encode(text) });
      return Buffer.from(await sign({ message, signingKeys: privateKey, format: 'binary', date }));
    },
  };
}
