import type { RequestJob } from '../../../core/contract/topics/job.ts';
import type { PlanSummary } from '../../../core/contract/topics/plan.ts';
import type { WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import { count, counted, size } from '../../parts/format.ts';
import type { SetupPlaces } from './setup-fields.ts';

export interface SetupState {
  workflow: WorkflowKind;
  places: SetupPlaces;
  /** The plan of exactly what the form says. */
  plan?: PlanSummary | undefined;
  /** A plan that was opened from a file; `approved`: it may be run. */
  approved?: { file: string; images: number; bytes: number; approved: boolean } | undefined;
  planning: boolean;
  work?: RequestJob | undefined;
  /** Errors in the text of the configuration. */
  configErrors: number;
  /** What people call the workspace or folder. */
  where: string;
}

/** What a set-up screen says: what will happen after a plan, before it what is to be decided. */
export function setupSentence(state: SetupState): string {
  const { workflow, places, plan, approved, planning, work, configErrors, where } = state;
  if (planning) return planningSentence(work);
  if (configErrors > 0) return `${counted(configErrors, 'error')} to mend in ${lastPart(places.config)}.`;
  if (approved && !approved.approved) return `${lastPart(approved.file)} is not approved.`;
  if (plan) return planSentence(plan, state);
  if (approved) return approvedSentence(approved, state);
  switch (workflow) {
    case 'mirrorToDisk':
      return where ? `What shall be fetched into ${where}?` : 'Where shall images be fetched to?';
    case 'diskToMirror':
      if (!where) return 'What shall be pushed?';
      return places.destination
        ? `Push ${where} to ${places.destination}?`
        : `Where shall ${where} be pushed to?`;
    case 'mirrorToMirror':
      return places.destination
        ? `What shall be mirrored to ${places.destination}?`
        : 'Where shall images be mirrored to?';
  }
}

function planningSentence(work: SetupState['work']): string {
  if (!work || work.phase === 'collect') return 'Planning: finding out what is needed.';
  const { done, total } = work.progress;
  return `Planning: ${count(done)}${total ? ` of ${counted(total, 'image')}` : ' images'}.`;
}

function planSentence(plan: PlanSummary, { workflow, places, where }: SetupState): string {
  const toMove = size(plan.bytes - plan.bytesPresent);
  const images = counted(plan.images, 'image');
  // The enclave that nobody named is not worth a word.
  const enclave = places.enclave === 'default' ? '' : places.enclave;
  switch (workflow) {
    case 'mirrorToDisk':
      if (plan.nothingNew) return `Nothing new${enclave && ` for ${enclave}`}: there is nothing to carry.`;
      return `Fetch ${toMove} in ${images} to ${where}${enclave && ` for ${enclave}`}.`;
    case 'diskToMirror':
      if (plan.nothingNew) return `${places.destination} has all ${images} already.`;
      return `Push ${toMove} in ${images} to ${places.destination}.`;
    case 'mirrorToMirror':
      if (plan.nothingNew) return `${places.destination} has all ${images} already.`;
      return `Mirror ${toMove} in ${images} to ${places.destination}.`;
  }
}

const VERBS = { mirrorToDisk: 'Fetch', diskToMirror: 'Push', mirrorToMirror: 'Mirror' } as const;

function approvedSentence(
  { file, images, bytes }: { file: string; images: number; bytes: number },
  { workflow, places, where }: SetupState,
): string {
  const to = workflow === 'mirrorToDisk' ? where : places.destination;
  const what = `exactly the ${counted(images, 'image')} of ${lastPart(file)}, ${size(bytes)}`;
  return `${VERBS[workflow]} ${what}${to && `, to ${to}`}.`;
}

/** The name of a folder or file. */
export function lastPart(path: string): string {
  return path.split('/').filter(Boolean).at(-1) ?? '';
}
