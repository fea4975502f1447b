import { z } from 'zod';

const path = z.string().min(1).max(4096);
const fingerprint = z
  .string()
  .regex(/^([0-9A-F]{40}|[0-9A-F]{64})$/, 'must be a full fingerprint (40 or 64 hexadecimal digits)');

/** A key pair that signs what a workspace exports. */
export const signingKey = z.object({
  fingerprint,
  name: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  /** File of the public key, in the workspace. */
  publicKey: z.string(),
  /** Of the private key for this user: it doesn't exist, is protected by a passphrase, or opens without one. */
  privateKey: z.enum(['missing', 'protected', 'open']),
});
export type SigningKeyLine = z.infer<typeof signingKey>;

/** A public key whose signature is required of what a directory receives. */
export const trustedKey = z.object({
  fingerprint,
  name: z.string(),
  /** Without it: required for everything that this user receives. */
  directory: z.string().optional(),
  by: z.string(),
  at: z.string(),
});
export type TrustedKeyLine = z.infer<typeof trustedKey>;

/** A public key found on a drive or in a file. */
export const foundKey = z.object({
  file: z.string(),
  fingerprint,
  /** As the key claims. */
  name: z.string(),
  /** Whether the receiving directory already requires it. */
  trusted: z.boolean(),
});
export type FoundKeyLine = z.infer<typeof foundKey>;

/** Keys of transfers: what a workspace signs with, and whose signatures a receiving directory requires. */
export const KEY_REQUESTS = {
  /** `keys`: oldest first; the newest one that this user has signs. */
  'keys.signing': {
    input: z.object({ workspace: path }),
    output: z.object({ keys: z.array(signingKey) }),
  },
  'keys.create': {
    input: z.object({
      workspace: path,
      name: z.string().min(1).max(200),
      /** A file whose first line protects the private key. */
      passphraseFile: path.optional(),
    }),
    output: signingKey,
  },
  /** `keys`: this directory accepts only transfers signed by one of them; empty: no signature is required. */
  'keys.trusted': {
    input: z.object({ directory: path }),
    output: z.object({ keys: z.array(trustedKey) }),
  },
  /** Public keys on drives or in files. Finding one changes nothing. */
  'keys.find': {
    input: z.object({ directory: path, paths: z.array(path).max(64) }),
    output: z.object({ keys: z.array(foundKey) }),
  },
  /** Requires signatures by the key of a file; rejected when the file has another key than the one that was compared. */
  'keys.trust': {
    input: z.object({ directory: path, file: path, fingerprint }),
    output: z.object({
      key: trustedKey,
      /** Unsigned transfers that the directory has already and that can still be used. */
      unsigned: z.array(z.string()),
    }),
  },
  /** Ends the trust in a key. `directory`: as the key's line has it. */
  'keys.distrust': {
    input: z.object({ fingerprint, directory: path.optional() }),
    output: z.object({}),
  },
  /** Ends a workspace's signing with a key. The private key stays. */
  'keys.retire': {
    input: z.object({ fingerprint, workspace: path }),
    output: z.object({}),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
