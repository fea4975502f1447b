import type { Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import { t } from './messages.ts';
import type { Origin, Vouched } from './origin.ts';

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
