import { z } from 'zod';

/** Who signed something. It contains no paths of key files, because they stay on the host. */
export const VOUCHED = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('key'),
    /** OpenPGP, of the primary key, upper case. */
    fingerprint: z.string().regex(/^[0-9A-F]{16,64}$/),
  }),
  z.object({ by: z.literal('command') }),
]);
export type Vouched = z.infer<typeof VOUCHED>;

/** What the receiving side knows about the creator of an archive set. */
export const ORIGIN = z.discriminatedUnion('state', [
  /** The signature over the set's index was verified here. */
  z.object({ state: z.literal('verified'), by: VOUCHED }),
  /** No signature was required, so anyone with access to the set could have replaced it. */
  z.object({ state: z.literal('not-verified') }),
  /** A signature was required, and none is valid. */
  z.object({ state: z.literal('rejected'), why: z.string().max(4096) }),
]);
export type Origin = z.infer<typeof ORIGIN>;
