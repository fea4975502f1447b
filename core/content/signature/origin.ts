import { z } from 'zod';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import { t } from './messages.ts';

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

/** Returns the signer of something, in words. */
export function signerText(vouched: Vouched): string {
  return vouched.by === 'key' ? t('keySigner', { fingerprint: vouched.fingerprint }) : t('commandSigner');
}

/** Returns an origin as the one sentence that terminals, records and screens show. */
export function originText(origin: Origin): string {
  if (origin.state === 'verified') return t('originVerified', { signer: signerText(origin.by) });
  if (origin.state === 'not-verified') return t('originNotVerified');
  return t('originRejected', { why: origin.why });
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
        ? t('originVerifiedRemedy')
        : origin.state === 'rejected'
          ? ERROR_CODES['index-unsigned'][1]
          : t('originNotVerifiedRemedy'),
  };
}
