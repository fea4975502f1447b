import type { RunStatus, RunSummary } from '../../core/contract/topics/run.ts';
import { t } from './messages.ts';
import type { Mark } from './state-mark.tsx';

const WORKFLOWS: Record<RunSummary['workflow'], string> = {
  mirrorToDisk: t('fetchRun'),
  diskToMirror: t('pushRun'),
  mirrorToMirror: t('mirrorRun'),
  replay: t('replayRun'),
  rollback: t('rollbackRun'),
  delete: t('deleteRun'),
};

/** Returns the name of a workflow: `Fetch`. */
export function workflowWord(workflow: RunSummary['workflow']): string {
  return WORKFLOWS[workflow];
}

const STATUSES: Record<RunStatus, { mark: Mark; word: string }> = {
  running: { mark: 'running', word: t('runRunning') },
  pausing: { mark: 'running', word: t('runPausing') },
  stopping: { mark: 'running', word: t('runStopping') },
  paused: { mark: 'paused', word: t('runPaused') },
  complete: { mark: 'good', word: t('runComplete') },
  partial: { mark: 'warning', word: t('runPartial') },
  failed: { mark: 'bad', word: t('runFailed') },
  interrupted: { mark: 'bad', word: t('runInterrupted') },
  damaged: { mark: 'bad', word: t('runDamaged') },
};

/** Returns the icon and the name of a run's status. */
export function statusWord(status: RunStatus): { mark: Mark; word: string } {
  return STATUSES[status];
}

/** Returns the name of a run: its transfer, else its workflow and number: `fleet-0008`, `Push 3`. */
export function runTitle(run: Pick<RunSummary, 'run' | 'workflow' | 'transfer'>): string {
  return run.transfer && run.workflow !== 'diskToMirror' && run.workflow !== 'replay'
    ? run.transfer
    : t('numberedRunTitle', {
        workflow: WORKFLOWS[run.workflow],
        run: run.transfer ?? run.run.sequence,
      });
}
