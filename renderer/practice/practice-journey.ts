import { shellWord } from '../../core/contract/documents/shell-word.ts';
import type { PracticeState, PracticeStep } from '../../core/contract/topics/practice.ts';
import type { RunSummary } from '../../core/contract/topics/run.ts';
import { runAddress } from '../parts/addresses.ts';

/** A step of the practice journey: what it does, and where it is done. */
export interface JourneyStep {
  id: PracticeStep['id'];
  title: string;
  /** What happens, and what to look at. */
  text: string;
  /** What to do there. */
  hint?: string;
  /** `verify`: done on the practice screen itself. */
  action?: { label: string; to: string } | { label: string; verify: true };
  done: boolean;
  /** The same headless. */
  command: string;
}

/** The steps with their real screens, prefilled; empty while there is no world. `lastPush`: of the practice mirror. */
export function journeySteps(practice: PracticeState, lastPush: RunSummary | undefined): JourneyStep[] {
  const { directory, workspace, configFile, destination, stateDirectory } = practice;
  if (!directory || !workspace || !configFile || !destination || !stateDirectory) return [];
  const fetchTo = `/fetch?${new URLSearchParams({ workspace, config: configFile })}`;
  const pushTo = `/push?${new URLSearchParams({ from: workspace, destination, state: stateDirectory })}`;
  // Read from the folder of the practice world: whole paths of temporary folders hide what matters.
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
      title: 'A workspace',
      text: 'A folder for archives, configurations and the record of every run. Starting the practice made one, with a configuration that names small releases and a few images.',
      command: `cd ${shellWord(directory)}`,
    },
    {
      id: 'plan',
      title: 'Plan',
      text: 'Asks the update service and the registries what would be moved, and why. Nothing is copied.',
      hint: 'The Fetch screen opens with the practice configuration. Choose Plan there.',
      action: { label: 'Plan on the Fetch screen', to: fetchTo },
      command: `airlock plan -c ${here(configFile)} ${folder}`,
    },
    {
      id: 'fetch',
      title: 'Fetch',
      text: 'Checks the signatures of the releases and writes them into a numbered transfer: archives that could be carried on a disk. Each byte is checked as it passes.',
      hint: 'On the same screen choose Start. Pause and resume it, if you like.',
      action: { label: 'Fetch', to: fetchTo },
      command: `airlock mirror -c ${here(configFile)} ${folder}`,
    },
    {
      id: 'verify',
      title: 'Verify',
      text: 'Reads every byte of the transfer against its digest, as one does after carrying it.',
      action: { label: 'Verify the transfer', verify: true },
      command: `airlock verify ${folder}`,
    },
    {
      id: 'push',
      title: 'Push',
      text: 'Reads the transfer into the mirror registry. The workspace plays the disk that was carried: it is only read.',
      hint: 'The Push screen opens with the practice registry. Choose Start there.',
      action: { label: 'Push', to: pushTo },
      command: push,
    },
    {
      id: 'resources',
      title: 'Cluster resources',
      text: 'What a cluster needs to use the mirror: ImageDigestMirrorSet, ImageTagMirrorSet, release signatures. Read them on the run, copy or save them. The hand-over sheet has the commands for whoever runs the cluster.',
      action: lastPush && { label: 'View cluster resources', to: runAddress(lastPush.run) },
      command: `ls ${here(`${stateDirectory}/working-dir/cluster-resources`)}`,
    },
  ];
  return steps.map((step) => ({ ...step, done: done.has(step.id) }));
}

/** The sentence of the practice screen. */
export function practiceSentence(practice: PracticeState, steps: JourneyStep[]): string {
  if (practice.state === 'starting') return 'The practice world is being started.';
  if (practice.state === 'stopping') return 'The practice world is being removed.';
  if (practice.state === 'off')
    return practice.directory
      ? 'The practice world is there, but it does not run.'
      : 'Practice the whole journey on this machine.';
  const next = steps.find(({ done }) => !done);
  if (!next) return `The practice mirror is finished: ${practice.destination} has all of it.`;
  const at = steps.indexOf(next);
  return `Step ${at + 1} of ${steps.length}: ${next.title.toLowerCase()}.`;
}
