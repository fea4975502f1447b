import type { DraftLine, DraftPlan, PlannedProblem } from '../../../core/contract/topics/drafts.ts';
import { areVersions } from '../../upgrades/question/typed-version.ts';
import { STEPS, type StepName } from './steps.ts';

/** The status of a step as in a PatternFly wizard. */
export type StepStatus = 'error' | 'warning' | 'visited' | 'default';

/** The step whose fields write each section of `mirror`. */
const SECTIONS: Readonly<Record<string, StepName>> = {
  platform: 'cluster',
  operators: 'operators',
  additionalimages: 'where',
  helm: 'where',
  blockedimages: 'where',
};

/** Returns the step whose fields a problem concerns. Problems of other fields are only in Review. */
export function stepOfProblem({ path, code, packages }: PlannedProblem): StepName {
  const section = /^mirror\.([A-Za-z]+)/.exec(path ?? '')?.[1]?.toLowerCase();
  const step = section === undefined ? undefined : SECTIONS[section];
  if (step) return step;
  if (code.startsWith('release-')) return 'cluster';
  return packages && packages.length > 0 ? 'operators' : 'review';
}

/** Returns whether a draft selects nothing, so that there is nothing to mirror. */
export function isEmptySelection({ images, parts }: Pick<DraftPlan, 'images' | 'parts'>): boolean {
  return images === 0 && parts.length === 0;
}

/**
 * Returns the status of each step: the worst problem of its fields, otherwise whether it precedes the current step. While
 * nothing is selected, no step is complete.
 * @param versions as entered, also those that can't be written to the configuration
 */
export function stepStatuses(
  plan: DraftPlan | undefined,
  current: StepName,
  versions: Pick<DraftLine, 'from' | 'to'> = {},
): Record<StepName, StepStatus> {
  const at = STEPS.findIndex(({ name }) => name === current);
  const isEmpty = plan !== undefined && isEmptySelection(plan);
  const statuses = Object.fromEntries(
    STEPS.map(({ name }, index) => [name, index < at && !isEmpty ? 'visited' : 'default']),
  ) as Record<StepName, StepStatus>;
  if (!areVersions(versions)) statuses.cluster = 'error';
  for (const problem of plan?.problems ?? []) {
    const step = stepOfProblem(problem);
    if (problem.level === 'error') statuses[step] = 'error';
    else if (problem.level === 'warning' && statuses[step] !== 'error') statuses[step] = 'warning';
  }
  return statuses;
}
