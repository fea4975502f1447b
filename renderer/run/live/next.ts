import type { LiveRun } from '../../../core/contract/topics/run.ts';
import type { GapSide } from '../../../core/contract/topics/vocabulary.ts';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { carryAddress, clusterAddress } from '../../parts/addresses.ts';
import { t } from './messages.ts';

/** The next step after a run: one button, or a note when no step remains in the app. */
export type RunNext =
  | { kind: 'resume'; label: string }
  | { kind: 'go'; label: string; to: string }
  | { kind: 'resources'; label: string }
  | { kind: 'nothing'; sentence: string };

/** Returns the next step after a run has ended; undefined while it is under way. */
export function runNext(
  run: LiveRun,
  side: GapSide,
  workspaces: readonly WorkspaceLine[],
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
      return afterCompletion(run, side, workspaces);
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
  if (side === 'both' && (run.transfer || (transfers?.length ?? 0) > 0)) {
    const label = run.transfer
      ? t('pushTransferButton', { transfer: run.transfer })
      : t('pushWorkspaceButton');
    return { kind: 'go', label, to: pushAddress(root) };
  }
  if (transfer) {
    const label = t('carryButton', { transfer: transfer.name });
    return { kind: 'go', label, to: carryAddress(root, transfer.name) };
  }
  const last = transfers?.findLast(({ state }) => state === 'complete');
  if (run.transfer || !last) return undefined;
  const { name, images, directory } = last;
  return {
    kind: 'nothing',
    sentence: t('latestTransferText', { transfer: name, images, folder: directory }),
  };
}

/** Returns the address of the Push screen for a workspace or transfer. */
export function pushAddress(from: string): string {
  return `/push?from=${encodeURIComponent(from)}`;
}
