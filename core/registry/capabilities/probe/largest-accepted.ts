import { t } from '../messages.ts';
import type { Limit } from '../profile.ts';

/** One attempt. Undefined if the answer shows neither acceptance nor rejection. */
export interface Trial {
  accepted: boolean | undefined;
  evidence: string;
}

/**
 * Finds the limit among rising steps: tries the largest first, then bisects.
 * @param known value known to be accepted, below all steps
 */
export async function largestAccepted(
  known: number,
  steps: readonly number[],
  request: (step: number) => Promise<Trial>,
): Promise<{ value: Limit | 'unknown'; evidence: string }> {
  let low = -1;
  let high = steps.length - 1;
  if (high < 0) return { value: { accepted: known, rejected: null }, evidence: t('alreadyDeepest') };
  const top = await request(steps[high]!);
  if (top.accepted === undefined) return { value: 'unknown', evidence: top.evidence };
  if (top.accepted) return { value: { accepted: steps[high]!, rejected: null }, evidence: top.evidence };
  let { evidence } = top;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const trial = await request(steps[middle]!);
    if (trial.accepted === undefined) return { value: 'unknown', evidence: trial.evidence };
    if (trial.accepted) low = middle;
    else {
      high = middle;
      ({ evidence } = trial);
    }
  }
  return { value: { accepted: low < 0 ? known : steps[low]!, rejected: steps[high]! }, evidence };
}
