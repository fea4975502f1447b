import { AirlockError } from '../../base/errors/airlock-error.ts';
import { checkDetachedSignature, type DetachedApproval } from '../../content/signature/detached-signature.ts';
import { t } from '../messages.ts';

/** The signer of a plan, as stored in the audit record. */
export type PlanApproval = DetachedApproval;

/**
 * Checks the detached signature next to a plan, `PLAN.asc` or `PLAN.sig`.
 * @param plan its file, and the bytes of the file
 * @param required a file with OpenPGP public keys, or a command in which `{plan}` and `{signature}` stand for the files.
 *   Without placeholders, the files are appended. The command runs without a shell and exits with 0 for a valid signature
 * @throws AirlockError `plan-unapproved` without a valid signature, `config-unreadable` for a damaged key file,
 *   `usage` for a command that can't be run, `not-permitted` for a command with `keyOnly`, `interrupted`
 */
export function checkPlanSignature(
  plan: { file: string; content: Buffer },
  required: string,
  {
    keyOnly = false,
    ...options
  }: { env: Readonly<Record<string, string | undefined>>; signal?: AbortSignal; keyOnly?: boolean },
): Promise<PlanApproval> {
  const unaccepted = (reason: string, cause?: unknown) =>
    new AirlockError('plan-unapproved', t('planUnapproved', { file: plan.file, reason }), {
      at: { file: plan.file },
      side: 'local',
      cause,
    });
  return checkDetachedSignature(
    plan,
    { required, option: '--require-signature', subject: 'plan', keyOnly, unaccepted },
    options,
  );
}
