import { z } from 'zod';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';

/** Who vouched for something. Paths of key files stay on the host. */
export const VOUCHED = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('key'),
    /** OpenPGP, of the primary key, upper case. */
    fingerprint: z.string().regex(/^[0-9A-F]{16,64}$/),
  }),
  z.object({ by: z.literal('command') }),
]);
export type Vouched = z.infer<typeof VOUCHED>;

/** What the receiving side knows about who made an archive set. */
export const ORIGIN = z.discriminatedUnion('state', [
  /** The signature over the set's index was verified here. */
  z.object({ state: z.literal('verified'), by: VOUCHED }),
  /** Nobody required a signature: anyone who had the set in hand could have replaced it. */
  z.object({ state: z.literal('not-verified') }),
  /** A signature was required, and none is valid. */
  z.object({ state: z.literal('rejected'), why: z.string().max(4096) }),
]);
export type Origin = z.infer<typeof ORIGIN>;

/** Returns the signer of something, in words. */
export function signerText(vouched: Vouched): string {
  return vouched.by === 'key' ? `key ${vouched.fingerprint}` : 'an external command';
}

/** Returns an origin as the one sentence that terminals, records and screens show. */
export function originText(origin: Origin): string {
  if (origin.state === 'verified') return `Origin verified by ${signerText(origin.by)}.`;
  if (origin.state === 'not-verified') return 'Origin not verified: no signature required.';
  return `Origin rejected: ${origin.why}.`;
}

/** Returns an origin as the line that a run, an import or a verification reports for a transfer. */
export function originProblem(transfer: string, origin: Origin): Problem {
  const level = { verified: 'info', 'not-verified': 'warning', rejected: 'error' } as const;
  return {
    code: 'index-unsigned',
    level: level[origin.state],
    path: transfer,
    message: originText(origin),
    remedy:
      origin.state === 'verified'
        ? 'No action is needed.'
        : origin.state === 'rejected'
          ? ERROR_CODES['index-unsigned'][1]
          : 'To require signatures, have the sender run `airlock keys create` and export the transfer again. Then run `airlock keys trust` here with their public key.',
  };
}
