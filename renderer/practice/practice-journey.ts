import { shellWord } from '../../core/contract/documents/shell-word.ts';
import type { PracticeState, PracticeStep } from '../../core/contract/topics/practice.ts';
import type { RunSummary } from '../../core/contract/topics/run.ts';
import { runAddress } from '../parts/addresses.ts';
import { t } from './messages.ts';

/** A step of the practice workflow, with the screen that it uses. */
export interface JourneyStep {
  id: PracticeStep['id'];
  title: string;
  /** Explains the step. */
  text: string;
  /** Explains what to choose on the screen of the step. */
  hint?: string;
  /** `verify` runs on the practice screen itself. @property again label after the step is done */
  action?: { label: string; again: string } & ({ to: string } | { verify: true });
  done: boolean;
  /** The command for a terminal. */
  command: string;
}

/** Returns the steps with links to their prefilled screens; none without practice data. @param lastPush of the practice mirror */
export function journeySteps(practice: PracticeState, lastPush: RunSummary | undefined): JourneyStep[] {
  const { directory, workspace, configFile, destination, stateDirectory } = practice;
  if (!directory || !workspace || !configFile || !destination || !stateDirectory) return [];
  const fetchTo = `/fetch?${new URLSearchParams({ workspace, config: configFile })}`;
  const pushTo = `/push?${new URLSearchParams({ from: workspace, destination, state: stateDirectory })}`;
  // Relative to the practice folder, because long paths of temporary folders are hard to read.
  const here = (path: string) =>
    shellWord(path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : path);
  const folder = `file://${here(workspace)}`;
  const done = new Set(practice.steps.filter((step) => step.done).map(({ id }) => id));
  const push = [
    `airlock mirror --from ${folder}`,
    `--state ${here(stateDirectory)} docker://${shellWord(destination)}`,
  ].join(' ');
  const steps: Omit<JourneyStep, 'done'>[] = [
    {
      id: 'workspace',
      title: t('workspaceTitle'),
      text: t('workspaceText'),
      command: `cd ${shellWord(directory)}`,
    },
    {
      id: 'plan',
      title: t('planTitle'),
      text: t('planText'),
      hint: t('planHelp'),
      action: { label: t('planButton'), again: t('planAgainButton'), to: fetchTo },
      command: `airlock plan -c ${here(configFile)} ${folder}`,
    },
    {
      id: 'fetch',
      title: t('fetchTitle'),
      text: t('fetchText'),
      hint: t('fetchHelp'),
      action: { label: t('fetchButton'), again: t('fetchAgainButton'), to: fetchTo },
      command: `airlock mirror -c ${here(configFile)} ${folder}`,
    },
    {
      id: 'verify',
      title: t('verifyTitle'),
      text: t('verifyText'),
      action: { label: t('verifyButton'), again: t('verifyAgainButton'), verify: true },
      command: `airlock verify ${folder}`,
    },
    {
      id: 'push',
      title: t('pushTitle'),
      text: t('pushText'),
      hint: t('pushHelp'),
      action: { label: t('pushButton'), again: t('pushAgainButton'), to: pushTo },
      command: push,
    },
    {
      id: 'resources',
      title: t('resourcesTitle'),
      text: t('resourcesText'),
      action: lastPush && {
        label: t('resourcesButton'),
        again: t('resourcesButton'),
        to: runAddress(lastPush.run),
      },
      command: `ls ${here(`${stateDirectory}/working-dir/cluster-resources`)}`,
    },
  ];
  return steps.map((step) => ({ ...step, done: done.has(step.id) }));
}

/** Returns the title of the practice screen. */
export function practiceSentence(practice: PracticeState, steps: JourneyStep[]): string {
  if (practice.state === 'starting') return t('startingTitle');
  if (practice.state === 'stopping') return t('stoppingTitle');
  if (practice.state === 'off') return practice.directory ? t('stoppedTitle') : t('offTitle');
  const next = steps.find(({ done }) => !done);
  return next
    ? t('stepTitle', { number: steps.indexOf(next) + 1, total: steps.length, step: next.title })
    : t('finishedTitle', { registry: practice.destination ?? '' });
}
