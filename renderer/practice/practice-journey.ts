import { shellWord } from '../../core/contract/documents/shell-word.ts';
import {
  PRACTICE_STEPS,
  type PracticeState,
  type PracticeStep,
} from '../../core/contract/topics/practice.ts';
import { carryAddress, deleteAddress } from '../parts/addresses.ts';
import { t } from './messages.ts';

/** A step of practice, with the screen that it uses. */
export interface JourneyStep {
  id: PracticeStep['id'];
  title: string;
  /** What the user does. */
  text: string;
  /** What to look at on the screen. */
  look: string;
  /** What to do there. */
  hint: string;
  /** Opens the screen with its fields filled in. */
  action: { label: string; to: string };
  done: boolean;
  /** The command for a terminal. */
  command: string;
}

type Action = Pick<JourneyStep, 'hint' | 'action'>;

const TRANSFER = 'default-0001';
const ENCLAVE = 'default';

/** Paths and names that the steps use. */
type World = Required<
  Pick<
    PracticeState,
    | 'directory'
    | 'workspace'
    | 'chosenFile'
    | 'draft'
    | 'destination'
    | 'stateDirectory'
    | 'received'
    | 'kubeconfig'
  >
> & {
  drives: string[];
  /** The current version of the cluster, the target version of its update, and the release that the update skips. */
  from: string;
  to: string;
  skipped: string;
  damage: PracticeState['damage'];
};

function worldOf(practice: PracticeState): World | undefined {
  const { directory, workspace, chosenFile, draft, destination, stateDirectory, received, kubeconfig } =
    practice;
  if (!directory || !workspace || !chosenFile || !draft || !destination) return undefined;
  if (!stateDirectory || !received || !kubeconfig) return undefined;
  const { versions, damage } = practice;
  return {
    ...{ directory, workspace, chosenFile, draft, destination, stateDirectory, received, kubeconfig, damage },
    drives: practice.drives.map(({ path }) => path),
    from: versions[0] ?? '',
    to: versions.at(-1) ?? '',
    skipped: versions.at(-2) ?? '',
  };
}

/** Returns the steps with links to their prefilled screens; none without a practice world. */
export function journeySteps(practice: PracticeState): JourneyStep[] {
  const world = worldOf(practice);
  if (!world) return [];
  const { from, to, skipped } = world;
  const commands = commandsOf(world);
  return PRACTICE_STEPS.map((id) => {
    const step = practice.steps.find((each) => each.id === id);
    return {
      id,
      title: t(`${id}Title`),
      text: t(`${id}Text`, { from, to, skipped }),
      look: t(`${id}Look`),
      ...actionOf(id, step?.next, world),
      done: step?.done ?? false,
      command: commands[id],
    };
  });
}

/** Returns what to do next in a step, and the address of its screen. */
function actionOf(id: PracticeStep['id'], next: PracticeStep['next'], world: World): Action {
  const { workspace, chosenFile, draft, destination, stateDirectory, received, kubeconfig, drives } = world;
  const { from, to, skipped, damage } = world;
  const fetchTo = address('/fetch', { workspace, config: chosenFile });
  const pushTo = (source: string) => address('/push', { from: source, destination, state: stateDirectory });
  const receiveTo = address('/receive', { directory: received, from: drives });
  switch (id) {
    case 'choose':
      return open('choose', `/choose/${encodeURIComponent(draft)}/review`);
    case 'fetch':
      return open('fetch', fetchTo);
    case 'carry':
      return open('carry', carryAddress(workspace, TRANSFER, drives));
    case 'receive':
      if (next === 'repair' && damage) {
        const path = drives.find((drive) => drive.endsWith(`/${damage.drive}`)) ?? '';
        const { volume, drive } = damage;
        return {
          hint: t('repairHint', { volume, drive }),
          action: {
            label: t('repairButton', { volume }),
            to: `${carryAddress(workspace, TRANSFER, [path])}&${query({ volumes: `${volume}` })}`,
          },
        };
      }
      return next === 'again'
        ? { hint: t('againHint'), action: { label: t('againButton'), to: receiveTo } }
        : {
            hint: t('receiveHint', { drive: damage?.drive ?? 'none' }),
            action: { label: t('receiveButton'), to: receiveTo },
          };
    case 'push':
      return open('push', pushTo(received));
    case 'apply':
      return open('apply', address('/cluster', { kubeconfig }));
    case 'upgrade':
      if (next === 'fetch')
        return {
          hint: t('upgradeFetchHint', { to }),
          action: { label: t('upgradeFetchButton'), to: fetchTo },
        };
      if (next === 'push')
        return {
          hint: t('upgradePushHint'),
          action: { label: t('upgradePushButton'), to: pushTo(workspace) },
        };
      return open('upgrade', address('/upgrades', { from, to }));
    case 'delete':
      return {
        hint: t('deleteHint', { skipped, from }),
        action: { label: t('deleteButton'), to: deleteAddress(workspace, ENCLAVE, destination) },
      };
  }
}

function open(id: Exclude<PracticeStep['id'], 'receive' | 'delete'>, to: string): Action {
  return { hint: t(`${id}Hint`), action: { label: t(`${id}Button`), to } };
}

function query(parameters: Record<string, string | string[]>): string {
  const all = Object.entries(parameters).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, each]),
  );
  return `${new URLSearchParams(all)}`;
}

function address(path: string, parameters: Record<string, string | string[]>): string {
  return `${path}?${query(parameters)}`;
}

/** Returns the same steps as commands, relative to the practice directory, because its path is hard to read. */
function commandsOf(world: World): Record<PracticeStep['id'], string> {
  const { directory, workspace, chosenFile, destination, stateDirectory, received, kubeconfig } = world;
  const { drives, from, to } = world;
  const here = (path: string) =>
    shellWord(path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : path);
  const folder = `file://${here(workspace)}`;
  const registry = `docker://${shellWord(destination)}`;
  const state = `--state ${here(stateDirectory)}`;
  const each = (option: string) => drives.map((path) => `${option} ${here(path)}`).join(' ');
  const configuration = here(chosenFile);
  return {
    choose: `cd ${shellWord(directory)} && airlock plan -c ${configuration} ${folder}`,
    fetch: `airlock mirror -c ${configuration} ${folder}`,
    carry: `airlock media export --transfer ${TRANSFER} ${each('--to')} ${folder}`,
    receive: `airlock media import ${each('--from')} file://${here(received)}`,
    push: `airlock mirror --from file://${here(received)} ${state} ${registry}`,
    apply: `oc --kubeconfig ${here(kubeconfig)} apply -f ${here(`${stateDirectory}/working-dir/cluster-resources`)}`,
    upgrade: `airlock upgrade-path ocp --from ${from} --to ${to}`,
    delete: `airlock delete --generate -c disc.yaml --workspace ${folder} ${registry}`,
  };
}

/** Returns the title of the practice screen. */
export function practiceSentence(practice: PracticeState, steps: JourneyStep[]): string {
  if (practice.state === 'starting') return t('startingTitle');
  if (practice.state === 'stopping') return t('stoppingTitle');
  if (practice.state === 'off') return practice.directory ? t('stoppedTitle') : t('offTitle');
  const next = steps.find(({ done }) => !done);
  return next
    ? t('stepTitle', { number: steps.indexOf(next) + 1, total: steps.length, step: next.title })
    : t('finishedTitle');
}
