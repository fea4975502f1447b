import type { RequestJob } from '../../../core/contract/topics/job.ts';
import type { PlanSummary } from '../../../core/contract/topics/plan.ts';
import type { WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import { size } from '../../parts/format.ts';
import { t } from './messages.ts';
import type { SetupPlaces } from './setup-fields.ts';

export interface SetupState {
  workflow: WorkflowKind;
  places: SetupPlaces;
  /** The plan of exactly the current form. */
  plan?: PlanSummary | undefined;
  /** A plan that was opened from a file. `approved`: it can be run. */
  approved?: { file: string; images: number; bytes: number; approved: boolean } | undefined;
  planning: boolean;
  work?: RequestJob | undefined;
  /** Errors in the text of the configuration. */
  configErrors: number;
  /** Name of the workspace or folder. */
  where: string;
}

/** Returns the title of a set-up screen: what a plan found, and before a plan what to choose. */
export function setupSentence(state: SetupState): string {
  const { workflow, places, plan, approved, planning, work, configErrors, where } = state;
  const registry = places.destination;
  if (planning) return planningTitle(work);
  if (configErrors > 0) return t('errorsTitle', { errors: configErrors, file: lastPart(places.config) });
  if (approved && !approved.approved) return t('notApprovedTitle', { plan: lastPart(approved.file) });
  if (plan) return planTitle(plan, state);
  if (approved) return approvedTitle(approved, state);
  switch (workflow) {
    case 'mirrorToDisk':
      return where ? t('fetchTitle', { workspace: where }) : t('fetchNowhereTitle');
    case 'diskToMirror':
      if (!where) return t('pushNothingTitle');
      return registry
        ? t('pushTitle', { source: where, registry })
        : t('pushNowhereTitle', { source: where });
    case 'mirrorToMirror':
      return registry ? t('mirrorTitle', { registry }) : t('mirrorNowhereTitle');
  }
}

function planningTitle(work: SetupState['work']): string {
  if (!work || work.phase === 'collect') return t('planningTitle');
  const { done, total } = work.progress;
  return total ? t('planningOfTitle', { done, images: total }) : t('planningCountTitle', { images: done });
}

function planTitle(plan: PlanSummary, { workflow, places, where }: SetupState): string {
  const { images } = plan;
  const registry = places.destination;
  const contents = { images, size: size(plan.bytes - plan.bytesPresent) };
  // The default enclave isn't shown.
  const enclave = places.enclave === 'default' ? '' : places.enclave;
  switch (workflow) {
    case 'mirrorToDisk':
      if (plan.nothingNew) return enclave ? t('nothingNewEnclaveTitle', { enclave }) : t('nothingNewTitle');
      return enclave
        ? t('fetchEnclavePlanTitle', { ...contents, workspace: where, enclave })
        : t('fetchPlanTitle', { ...contents, workspace: where });
    case 'diskToMirror':
      if (plan.nothingNew) return t('nothingToPushTitle', { registry, images });
      return t('pushPlanTitle', { ...contents, registry });
    case 'mirrorToMirror':
      if (plan.nothingNew) return t('nothingToPushTitle', { registry, images });
      return t('mirrorPlanTitle', { ...contents, registry });
  }
}

function approvedTitle(
  { file, images, bytes }: { file: string; images: number; bytes: number },
  { workflow, places, where }: SetupState,
): string {
  const contents = { images, plan: lastPart(file), size: size(bytes) };
  const registry = places.destination;
  switch (workflow) {
    case 'mirrorToDisk':
      return where
        ? t('approvedFetchToTitle', { ...contents, workspace: where })
        : t('approvedFetchTitle', contents);
    case 'diskToMirror':
      return registry
        ? t('approvedPushToTitle', { ...contents, registry })
        : t('approvedPushTitle', contents);
    case 'mirrorToMirror':
      return registry
        ? t('approvedMirrorToTitle', { ...contents, registry })
        : t('approvedMirrorTitle', contents);
  }
}

/** Returns the name of a folder or file. */
export function lastPart(path: string): string {
  return path.split('/').filter(Boolean).at(-1) ?? '';
}
