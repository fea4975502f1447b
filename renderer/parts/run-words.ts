import type { RunStatus, RunSummary } from '../../core/contract/topics/run.ts';
import type { Mark } from './state-mark.tsx';

const WORKFLOWS: Record<RunSummary['workflow'], string> = {
  mirrorToDisk: 'Fetch',
  diskToMirror: 'Push',
  mirrorToMirror: 'Mirror',
  replay: 'Replay',
  rollback: 'Rollback',
  delete: 'Delete',
};

/** What a run does, in the word of its screen: `Fetch`. */
export function workflowWord(workflow: RunSummary['workflow']): string {
  return WORKFLOWS[workflow];
}

const STATUSES: Record<RunStatus, { mark: Mark; word: string }> = {
  running: { mark: 'running', word: 'Running' },
  pausing: { mark: 'running', word: 'Pausing' },
  stopping: { mark: 'running', word: 'Stopping' },
  paused: { mark: 'paused', word: 'Paused' },
  complete: { mark: 'good', word: 'Whole' },
  partial: { mark: 'warning', word: 'Partial' },
  failed: { mark: 'bad', word: 'Failed' },
  interrupted: { mark: 'bad', word: 'Interrupted' },
  damaged: { mark: 'bad', word: 'Record damaged' },
};

/** The state of a run as icon and word. */
export function statusWord(status: RunStatus): { mark: Mark; word: string } {
  return STATUSES[status];
}

/** What people call a run: its transfer, else what it does and its number: `fleet-0008`, `Push 3`. */
export function runTitle(run: Pick<RunSummary, 'run' | 'workflow' | 'transfer'>): string {
  return run.transfer && run.workflow !== 'diskToMirror' && run.workflow !== 'replay'
    ? run.transfer
    : [WORKFLOWS[run.workflow], run.transfer ?? run.run.sequence].join(' ');
}
