import type { LiveRun } from '../../../core/contract/topics/run.ts';
import type { GapSide } from '../../../core/contract/topics/vocabulary.ts';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { carryAddress } from '../../parts/addresses.ts';
import { count, counted } from '../../parts/format.ts';

/** What is to be done after a run: one button, or one thing to do by hand. */
export type RunNext =
  | { kind: 'resume'; label: string }
  | { kind: 'go'; label: string; to: string }
  | { kind: 'resources'; label: string }
  | { kind: 'nothing'; sentence: string };

/** The next step after a run has ended; undefined while it is under way. */
export function runNext(
  run: LiveRun,
  side: GapSide,
  workspaces: readonly WorkspaceLine[],
): RunNext | undefined {
  switch (run.status) {
    case 'paused':
    case 'interrupted':
      if (!run.resumable) return undefined;
      return { kind: 'resume', label: run.login ? 'Go on' : 'Resume' };
    case 'failed':
      return run.resumable ? { kind: 'resume', label: 'Try again' } : undefined;
    case 'partial':
      return run.resumable ? { kind: 'resume', label: retryLabel(run) } : undefined;
    case 'complete':
      return afterWhole(run, side, workspaces);
    default:
      return undefined;
  }
}

function retryLabel({ images }: LiveRun): string {
  const failed = images?.failed ?? 0;
  return failed > 0 ? `Retry ${counted(failed, 'failed image', 'failed images')}` : 'Retry what was left out';
}

function afterWhole(run: LiveRun, side: GapSide, workspaces: readonly WorkspaceLine[]): RunNext | undefined {
  if (run.workflow === 'diskToMirror' || run.workflow === 'mirrorToMirror')
    return run.resources ? { kind: 'resources', label: 'View cluster resources' } : undefined;
  if (run.workflow === 'rollback' || run.workflow === 'delete') return undefined;
  const { root } = run.run;
  const transfers = workspaces
    .find(({ directory }) => directory === root)
    ?.enclaves.find(({ name }) => name === (run.enclave ?? 'default'))?.transfers;
  const transfer = transfers?.find(({ name }) => name === run.transfer);
  if (side === 'both' && (run.transfer || (transfers?.length ?? 0) > 0))
    return { kind: 'go', label: `Push ${run.transfer ?? 'this workspace'}`, to: pushAddress(root) };
  if (transfer) return { kind: 'go', label: `Carry ${transfer.name}`, to: carryAddress(root, transfer.name) };
  const last = transfers?.findLast(({ state }) => state === 'complete');
  if (!run.transfer && last)
    return {
      kind: 'nothing',
      sentence: `The last transfer, ${last.name}, has ${count(last.images)} images in ${last.directory}.`,
    };
  return undefined;
}

/** The set-up of a push from a workspace or transfer. */
export function pushAddress(from: string): string {
  return `/push?from=${encodeURIComponent(from)}`;
}
