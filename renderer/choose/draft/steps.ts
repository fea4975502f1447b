import type { Draft } from '../../../core/contract/topics/drafts.ts';

export type StepName = Draft['step'];

/** The steps in their order. */
export const STEPS: readonly { name: StepName; label: string }[] = [
  { name: 'cluster', label: 'Cluster' },
  { name: 'operators', label: 'Operators' },
  { name: 'where', label: 'Where' },
  { name: 'review', label: 'Review' },
];

export function stepOf(name: string | undefined): StepName | undefined {
  return STEPS.find((step) => step.name === name)?.name;
}

/** The step that a draft is opened at: the one that it was left at, or the first. */
export function openedAt(name: string | undefined): StepName {
  return stepOf(name) ?? 'cluster';
}

export function stepLabel(name: StepName): string {
  return STEPS.find((step) => step.name === name)!.label;
}

export function stepAddress(draft: string, step: StepName): string {
  return `/choose/${draft}/${step}`;
}

/** The step that many places on from another one. */
export function stepBeside(name: StepName, places: 1 | -1): (typeof STEPS)[number] | undefined {
  return STEPS[STEPS.findIndex((step) => step.name === name) + places];
}
