import type { PracticeState, PracticeStep } from '../../core/contract/topics/practice.ts';
import type { EnclaveLine, WorkspaceLine } from '../../core/contract/topics/workspace.ts';
import { openDialog } from '../app-state/shell-state.ts';
import { guideTo } from '../practice/guide.ts';
import { type JourneyStep, journeySteps } from '../practice/practice-journey.ts';
import type { EnclaveView } from './enclave-view.ts';
import { t } from './messages.ts';

/** Opens the screen of a step, with its fields filled in. */
type StepAction = JourneyStep['action'];

/** The next step of practice. */
export type PracticeNext =
  | { state: 'step'; number: number; total: number; step: PracticeStep['id']; action: StepAction }
  | { state: 'complete' }
  /** Its registries don't run. */
  | { state: 'stopped' };

/** The enclave that the practice steps use. */
const ENCLAVE = 'default';

/** Returns the next step of practice; undefined if Home has other work than practice to show. */
export function practiceNext(
  workspaces: readonly WorkspaceLine[],
  practice: PracticeState | undefined,
): PracticeNext | undefined {
  const isOnly = workspaces.every(
    (workspace) =>
      workspace.practice && workspace.enclaves.every(({ name }) => name === ENCLAVE) && isUsable(workspace),
  );
  if (!practice || workspaces.length === 0 || !isOnly) return undefined;
  if (practice.state !== 'on') return { state: 'stopped' };
  const { steps } = practice;
  const index = steps.findIndex(({ done }) => !done);
  const next = steps[index];
  return next
    ? {
        ...{ state: 'step', number: index + 1, total: steps.length, step: next.id },
        action: journeySteps(practice)[index]?.action ?? { label: t('practiceButton'), to: '/practice' },
      }
    : { state: 'complete' };
}

function isUsable({ state }: WorkspaceLine): boolean {
  return state === 'ready' || state === 'empty';
}

/** Returns the heading of Home while it shows only practice. */
export function practiceTitle(practice: PracticeNext): string {
  switch (practice.state) {
    case 'step':
      return t('practiceStepTitle', practice);
    case 'complete':
      return t('practiceCompleteTitle');
    case 'stopped':
      return t('practiceStoppedTitle');
  }
}

/** Returns the view of the practice enclave, whose next step is that of practice. Active and unfinished runs stay first. */
export function withPractice(
  view: EnclaveView,
  { next }: Pick<EnclaveLine, 'next'>,
  practice: PracticeNext | undefined,
): EnclaveView {
  if (!practice || view.mark === 'running' || next.startsWith('resume-')) return view;
  return { ...view, also: undefined, ...practiceView(practice) };
}

/** Returns the state and the next action of practice. @param practice undefined next to other workspaces */
export function practiceView(
  practice: PracticeNext | undefined,
): Pick<EnclaveView, 'mark' | 'sentence' | 'action' | 'also'> {
  const to = '/practice';
  switch (practice?.state) {
    case 'step':
      return {
        mark: 'waiting',
        sentence: t('practiceNextText', practice),
        action: { ...practice.action, onOpen: () => guideTo(practice.step, practice.action.to) },
      };
    case 'complete':
      return {
        mark: 'good',
        sentence: t('practiceCompleteText'),
        action: { label: t('createButton'), run: () => openDialog('create-workspace') },
        also: { label: t('practiceLinkLabel'), to },
      };
    case 'stopped':
      return {
        mark: 'paused',
        sentence: t('practiceStoppedText'),
        action: { label: t('practiceButton'), to },
      };
    default:
      return {
        mark: 'waiting',
        sentence: t('practiceEmptyText'),
        action: { label: t('practiceButton'), to },
      };
  }
}
