import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import type { HostProgress, PushLine, TransferLine } from '../../core/contract/topics/workspace.ts';
import type { Step } from '../parts/step-row.tsx';
import { t } from './messages.ts';

/** Returns the steps that the connected side can see: fetched, carried, acknowledged. */
export function connectedSteps(transfer: TransferLine | undefined, fetching: boolean): Step[] {
  const left = !fetching && transfer !== undefined && transfer.step !== 'fetched';
  const answered = left && transfer.arrived !== 'unknown';
  const fetched = !fetching && transfer !== undefined;
  return [
    fetched ? doneStep(t('fetchedStep'), transfer.createdAt) : { label: t('fetchedStep'), state: 'current' },
    left
      ? doneStep(t('carriedStep'), transfer.carriedAt)
      : { label: t('carriedStep'), state: fetched ? 'current' : 'todo' },
    {
      label: t('acknowledgedStep'),
      state: answered ? (transfer.arrived === 'complete' ? 'done' : 'warning') : left ? 'current' : 'todo',
    },
  ];
}

/**
 * Returns the steps of a side that pushes: received or fetched, then pushed. Where both sides are on one host and volumes are
 * on drives, carried and received are between them, and applied and acknowledged follow.
 * @param seen.push the push of the transfer, from this workspace or from the directory that received it
 * @param seen.pushing a push from this workspace runs or can be resumed
 */
export function pushSteps(
  side: GapSide,
  transfer: TransferLine | undefined,
  seen: { push: HostProgress['push']; pushing: boolean },
): Step[] {
  const { push, pushing } = seen;
  const applied = push?.applied;
  const isFetched = side === 'both' && transfer?.received !== true;
  const first = isFetched ? t('fetchedStep') : t('receivedStep');
  const at = isFetched ? transfer?.createdAt : transfer?.stepAt;
  const pushed = (state: Step['state']): Step =>
    push ? doneStep(t('pushedStep'), push.endedAt) : { label: t('pushedStep'), state };
  if (!transfer) return [{ label: first, state: 'current' }, pushed('todo')];
  const { carriedAt, arrived, onHost } = transfer;
  // A directory that received it has all of its volumes.
  const isCarried = carriedAt !== undefined || onHost?.importedAt !== undefined;
  // A transfer can be pushed from the workspace that fetched it, without drives or with a part of it on them.
  const isDirect = (push !== undefined || pushing) && !isCarried;
  if (!isFetched || isDirect) return [doneStep(first, at), pushed('current')];
  const carried: Step = isCarried
    ? doneStep(t('carriedStep'), carriedAt)
    : { label: t('carriedStep'), state: 'current' };
  const hasArrived = arrived === 'complete';
  if (onHost?.importedAt === undefined) {
    const received: Step = {
      label: t('receivedStep'),
      state: hasArrived ? 'done' : isCarried ? 'current' : 'todo',
    };
    return [
      doneStep(first, at),
      carried,
      ...(push ? [] : [received]),
      pushed(hasArrived ? 'current' : 'todo'),
    ];
  }
  const isApplicable = push?.config !== undefined;
  const isLast = push !== undefined && (applied !== undefined || !isApplicable);
  return [
    doneStep(first, at),
    carried,
    doneStep(t('receivedStep'), onHost.importedAt),
    pushed('current'),
    ...(isApplicable ? [appliedStep(applied)] : []),
    { label: t('acknowledgedStep'), state: arrived !== 'unknown' ? 'done' : isLast ? 'current' : 'todo' },
  ];
}

function appliedStep(applied: PushLine['applied']): Step {
  return applied ? doneStep(t('appliedStep'), applied.at) : { label: t('appliedStep'), state: 'current' };
}

/** @param at when it was done, if that is known */
function doneStep(label: string, at: string | undefined): Step {
  return at === undefined ? { label, state: 'done' } : { label, state: 'done', at };
}
