import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { PracticeStep } from '../../../contract/topics/practice.ts';
import { listRuns } from '../../../runs/audit/read-runs.ts';
import { runsFolder } from '../runs/run-places.ts';
import { t } from './messages.ts';
import type { PracticeFile } from './practice-file.ts';
import { practicePaths } from './practice-world.ts';

export type StepId = PracticeStep['id'];

const STEPS: readonly StepId[] = ['workspace', 'plan', 'fetch', 'verify', 'push', 'resources'];

export function stepsFrom(done: ReadonlySet<StepId>): PracticeStep[] {
  return STEPS.map((id) => ({ id, done: done.has(id) }));
}

/** Returns the completed steps: those that were noted, and those with records of runs. */
export async function stepsDone({ directory, done }: PracticeFile): Promise<Set<StepId>> {
  const steps = new Set<StepId>(['workspace', ...done]);
  const { workspace, stateDirectory } = practicePaths(directory);
  const completed = async (root: string, workflow: string): Promise<boolean> =>
    (await runsOf(root)).some(({ status, run }) => status === 'complete' && run?.workflow === workflow);
  if (await completed(workspace, 'mirrorToDisk')) steps.add('plan').add('fetch');
  if (await completed(stateDirectory, 'diskToMirror')) steps.add('push');
  return steps;
}

function runsOf(root: string) {
  return listRuns(runsFolder(root));
}

/** @throws AirlockError `workspace-locked` while a run works in the world */
export async function rejectWhileRunning(directory: string): Promise<void> {
  const { workspace, stateDirectory } = practicePaths(directory);
  for (const root of [workspace, stateDirectory])
    if ((await runsOf(root)).some(({ status }) => status === 'running'))
      throw new AirlockError('workspace-locked', t('runInProgress'), {
        remedy: t('runInProgressRemedy'),
      });
}
