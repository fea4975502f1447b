import { stat } from 'node:fs/promises';
import { asAirlockError } from '../../../base/errors/airlock-error.ts';
import type { OpenedPlan } from '../../../contract/topics/plan.ts';
import type { NamedApproval } from '../../../mirror/approval/plan-approval.ts';
import type { PlanDocument, ReadPlan } from '../../../mirror/approval/plan-document.ts';
import { checkPlanSignature } from '../../../mirror/approval/plan-signature.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import { contractFailure } from '../state/answers.ts';
import { verdictsOf } from './plan-table.ts';

/**
 * Checks the signature of a plan.
 * @param required a file with public keys, or a program that checks; undefined if no signature is required
 * @throws AirlockError `interrupted`
 */
export async function planApproval(
  plan: ReadPlan,
  required: string | undefined,
  options: { env: HostFacts['env']; signal: AbortSignal; keyOnly: boolean },
): Promise<OpenedPlan['approval']> {
  if (required === undefined) {
    const signature = await adjacentSignature(plan.file);
    return { state: 'not-checked', signature };
  }
  try {
    return { state: 'valid', signer: await checkPlanSignature(plan, required, options) };
  } catch (error) {
    if (asAirlockError(error).code === 'interrupted') throw error;
    return { state: 'rejected', failure: contractFailure(error) };
  }
}

/** Returns an opened plan as pages show it. */
export function openedPlanOf(
  plan: string,
  read: ReadPlan,
  approval: OpenedPlan['approval'],
  approvedBy?: NamedApproval,
): OpenedPlan {
  const { file, digest, created, tool, workflow, configuration, images, bytes, bySection, items } = read;
  return {
    plan,
    file,
    digest,
    createdAt: created,
    tool,
    workflow,
    configuration: { name: configuration.name, digest: configuration.digest },
    images,
    bytes,
    sections: sectionsOf(bySection),
    verdicts: verdictsOf(items),
    keys: read.keys ?? [],
    approvedBy,
    approval,
  };
}

export function sectionsOf(bySection: PlanDocument['bySection']): OpenedPlan['sections'] {
  return Object.entries(bySection).map(([name, section]) => ({ name, ...section }));
}

async function adjacentSignature(plan: string): Promise<string | undefined> {
  for (const file of [`${plan}.asc`, `${plan}.sig`])
    if ((await stat(file).catch(() => undefined))?.isFile()) return file;
  return undefined;
}
