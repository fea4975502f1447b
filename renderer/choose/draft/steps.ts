import type { Draft } from '../../../core/contract/topics/drafts.ts';
import { t } from './messages.ts';

export type StepName = Draft['step'];

/** The steps in their order. */
export const STEPS: readonly { name: StepName; label: string }[] = [
  { name: 'cluster', label: t('clusterLabel') },
  { name: 'operators', label: t('operatorsLabel') },
  { name: 'where', label: t('targetLabel') },
  { name: 'review', label: t('reviewLabel') },
];

export function stepOf(name: string | undefined): StepName | undefined {
  return STEPS.find((step) => step.name === name)?.name;
}

/** Returns the step at which a draft opens: the one at which it was closed, or the first. */
export function openedAt(name: string | undefined): StepName {
  return stepOf(name) ?? 'cluster';
}

export function stepLabel(name: StepName): string {
  return STEPS.find((step) => step.name === name)!.label;
}

export function stepAddress(draft: string, step: StepName): string {
  return `/choose/${draft}/${step}`;
}

/** Returns the address of Review that lists only the errors. */
export function errorsAddress(draft: string): string {
  return `${stepAddress(draft, 'review')}?severity=error`;
}

/** Returns the address that searches a catalog for a package. */
export function packageAddress(draft: string, catalog: string, name: string): string {
  return `${stepAddress(draft, 'operators')}?${new URLSearchParams({ catalog, search: name })}`;
}

/** Returns the next or the previous step; undefined after the last and before the first. */
export function neighborStep(name: StepName, places: 1 | -1): (typeof STEPS)[number] | undefined {
  return STEPS[STEPS.findIndex((step) => step.name === name) + places];
}
