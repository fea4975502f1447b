import type { PracticeState } from '../../../core/contract/topics/practice.ts';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import type { GapSide } from '../../../core/contract/topics/vocabulary.ts';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { carryAddress, clusterAddress } from '../../parts/addresses.ts';
import { t } from './messages.ts';

/**
 * The next step after a run: one button, or a note when no step remains in the app.
 * @property also an alternative to the step
 */
export type RunNext =
  | { kind: 'resume'; label: string }
  | { kind: 'go'; label: string; to: string; also?: { label: string; to: string } | undefined }
  | { kind: 'resources'; label: string }
  | { kind: 'nothing'; sentence: string };

type Practice = Pick<PracticeState, 'workspace' | 'drives' | 'steps' | 'destination' | 'stateDirectory'>;

/**
 * Returns the next step after a run has ended; undefined while it is under way.
 * @param practice the practice world. Its transfers are written to its drives, except that of the update, which is pushed.
 */
export function runNext(
  run: LiveRun,
  side: GapSide,
  workspaces: readonly WorkspaceLine[],
  practice?: Practice,
): RunNext | undefined {
  switch (run.status) {
    case 'paused':
    case 'interrupted':
      return run.resumable ? { kind: 'resume', label: t('resumeButton') } : undefined;
    case 'failed':
      return run.resumable ? { kind: 'resume', label: t('retryRunButton') } : undefined;
    case 'partial':
      return run.resumable ? { kind: 'resume', label: retryLabel(run) } : undefined;
    case 'complete':
      return afterCompletion(run, side, workspaces, practice);
    default:
      return undefined;
  }
}

function retryLabel({ images }: LiveRun): string {
  const failed = images?.failed ?? 0;
  return failed > 0 ? t('retryFailedButton', { images: failed }) : t('retryMissingButton');
}

function afterCompletion(
  run: LiveRun,
  side: GapSide,
  workspaces: readonly WorkspaceLine[],
  practice: Practice | undefined,
): RunNext | undefined {
  if (run.workflow === 'diskToMirror' || run.workflow === 'mirrorToMirror') {
    if (run.config !== undefined)
      return { kind: 'go', label: t('applyButton'), to: clusterAddress(run.config) };
    return run.resources ? { kind: 'resources', label: t('viewResourcesButton') } : undefined;
  }
  if (run.workflow === 'rollback' || run.workflow === 'delete') return undefined;
  const { root } = run.run;
  const transfers = workspaces
    .find(({ directory }) => directory === root)
    ?.enclaves.find(({ name }) => name === (run.enclave ?? 'default'))?.transfers;
  const transfer = transfers?.find(({ name }) => name === run.transfer);
  if (transfer) {
    const { name } = transfer;
    const here = practice?.workspace === root ? practice : undefined;
    const carry = {
      label: t('carryButton', { transfer: name }),
      to: carryAddress(root, name, here?.drives.map(({ path }) => path) ?? []),
    };
    const push = { label: t('pushTransferButton', { transfer: name }), to: pushAddress(root, here) };
    if (here && isUpdateToPush(here)) return { kind: 'go', ...push, also: carry };
    return { kind: 'go', ...carry, also: side === 'both' ? push : undefined };
  }
  if (side === 'both' && !run.transfer && (transfers?.length ?? 0) > 0)
    return { kind: 'go', label: t('pushWorkspaceButton'), to: pushAddress(root) };
  const last = transfers?.findLast(({ state }) => state === 'complete');
  if (run.transfer || !last) return undefined;
  const { name, images, directory } = last;
  return {
    kind: 'nothing',
    sentence: t('latestTransferText', { transfer: name, images, folder: directory }),
  };
}

/** Whether the next action of practice is to push the update. */
function isUpdateToPush({ steps }: Practice): boolean {
  const step = steps.find(({ done }) => !done);
  return step?.id === 'upgrade' && step.next === 'push';
}

/** Returns the address of the Push screen for a workspace or transfer. @param into the registry and state directory */
export function pushAddress(
  from: string,
  into: Pick<PracticeState, 'destination' | 'stateDirectory'> = {},
): string {
  const query = new URLSearchParams({ from });
  if (into.destination !== undefined) query.set('destination', into.destination);
  if (into.stateDirectory !== undefined) query.set('state', into.stateDirectory);
  return `/push?${query}`;
}
