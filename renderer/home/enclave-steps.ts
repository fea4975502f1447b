import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import type { TransferLine, WorkspaceLine } from '../../core/contract/topics/workspace.ts';
import type { Step } from '../parts/step-row.tsx';
import { t } from './messages.ts';

/** Returns whether another listed workspace has received a transfer, completely. */
export function isReceivedIn(
  workspaces: readonly WorkspaceLine[],
  directory: string,
  transfer: Pick<TransferLine, 'name'> | undefined,
): boolean {
  return workspaces.some(
    (other) =>
      other.directory !== directory &&
      other.enclaves.some(({ transfers }) =>
        transfers.some((each) => each.name === transfer?.name && each.received && each.state === 'complete'),
      ),
  );
}

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
 * on drives, carried and received are between them.
 * @param seen.pushed when the transfer was pushed from this workspace
 * @param seen.pushing a push from this workspace runs or can be resumed
 */
export function pushSteps(
  side: GapSide,
  transfer: TransferLine | undefined,
  seen: { receivedElsewhere: boolean; pushed: string | undefined; pushing: boolean },
): Step[] {
  const { pushed } = seen;
  const isFetched = side === 'both' && transfer?.received !== true;
  const first = isFetched ? t('fetchedStep') : t('receivedStep');
  const at = isFetched ? transfer?.createdAt : transfer?.stepAt;
  const last = (state: Step['state']): Step =>
    pushed ? doneStep(t('pushedStep'), pushed) : { label: t('pushedStep'), state };
  if (!transfer) return [{ label: first, state: 'current' }, last('todo')];
  const isCarried = transfer.carriedAt !== undefined;
  // A transfer can be pushed from the workspace that fetched it, without drives.
  const isDirect = (pushed !== undefined || seen.pushing) && !isCarried && !transfer.written;
  if (!isFetched || isDirect) return [doneStep(first, at), last('current')];
  // It is pushed from the workspace that received it.
  if (seen.receivedElsewhere && !pushed)
    return [
      doneStep(first, at),
      doneStep(t('carriedStep'), transfer.carriedAt),
      { label: t('receivedStep'), state: 'done' },
      { label: t('acknowledgedStep'), state: transfer.arrived === 'unknown' ? 'current' : 'done' },
    ];
  const hasArrived = transfer.arrived === 'complete';
  return [
    doneStep(first, at),
    isCarried
      ? doneStep(t('carriedStep'), transfer.carriedAt)
      : { label: t('carriedStep'), state: pushed ? 'todo' : 'current' },
    ...(pushed
      ? []
      : [
          {
            label: t('receivedStep'),
            state: hasArrived ? ('done' as const) : isCarried ? ('current' as const) : ('todo' as const),
          },
        ]),
    last(hasArrived ? 'current' : 'todo'),
  ];
}

/** @param at when it was done, if that is known */
function doneStep(label: string, at: string | undefined): Step {
  return at === undefined || at === 'unknown' ? { label, state: 'done' } : { label, state: 'done', at };
}
