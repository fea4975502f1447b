import { AirlockError } from '../../base/errors/airlock-error.ts';
import { checkDetachedSignature, type DetachedApproval } from '../../content/signature/detached-signature.ts';

/** Who vouched for a plan, as the audit record keeps it. */
export type PlanApproval = DetachedApproval;

/**
 * Checks the detached signature that lies beside a plan, `PLAN.asc` or `PLAN.sig`.
 * @param plan its file, and the bytes that were read from it
 * @param required a file with OpenPGP public keys; or a command, of which `{plan}` and `{signature}` are replaced by the two
 *   files (put behind it where it names neither), which is run without a shell and ends with 0 for a good signature
 * @throws AirlockError `plan-unapproved` when there is no good signature, `config-unreadable` for a key file that is broken,
 *   `usage` for a command that cannot be run, `not-permitted` for one with `keyOnly`, `interrupted`
 */
export function checkPlanSignature(
  plan: { file: string; content: Buffer },
  required: string,
  {
    keyOnly = false,
    ...options
  }: { env: Readonly<Record<string, string | undefined>>; signal?: AbortSignal; keyOnly?: boolean },
): Promise<PlanApproval> {
  const unaccepted = (why: string, cause?: unknown) =>
    new AirlockError('plan-unapproved', `the plan ${plan.file} is not approved: ${why}`, {
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
