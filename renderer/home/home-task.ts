import type { LiveRun } from '../../core/contract/topics/run.ts';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import type { EnclaveLine, WorkspaceLine } from '../../core/contract/topics/workspace.ts';
import { percent } from '../parts/format.ts';
import { runTitle } from '../parts/run-words.ts';
import { t } from './messages.ts';
import { type PracticeNext, practiceTitle } from './practice-next.ts';

/** What Home is about: its heading, and the block with the primary button. */
export interface HomeTask {
  title: string;
  /** Undefined if no block has something to do. */
  block: BlockKey | undefined;
}

/** Identifies a block of Home. */
export type BlockKey = `${'run' | 'enclave' | 'arriving' | 'workspace'} ${string}`;

/** Returns the key of the block of a run that belongs to none of the enclaves. */
export function runBlock({ run }: Pick<LiveRun, 'run'>): BlockKey {
  return `run ${run.sequence} ${run.root}`;
}

/** Returns the key of the block of an enclave or an arriving transfer. */
export function blockOf(kind: 'enclave' | 'arriving', directory: string, name: string): BlockKey {
  return `${kind} ${name} ${directory}`;
}

/** Returns the key of the block of a workspace without content. */
export function workspaceBlock({ directory }: Pick<WorkspaceLine, 'directory'>): BlockKey {
  return `workspace ${directory}`;
}

/**
 * Returns what is most urgent: what runs, else what didn't finish, else what is to be done.
 * @param practice the next step of practice, if Home shows nothing else
 */
export function homeTask(
  workspaces: readonly WorkspaceLine[],
  underWay: readonly LiveRun[],
  side: GapSide,
  practice?: PracticeNext,
): HomeTask {
  const all = workspaces.flatMap(({ directory, enclaves }) =>
    enclaves.map((enclave) => ({ enclave, block: blockOf('enclave', directory, enclave.name) })),
  );
  const [first] = all;
  const empty = workspaces.find(({ state }) => state === 'empty');
  const [active, ...otherRuns] = underWay;
  if (active) {
    const own = blockOf('enclave', active.run.root, active.enclave ?? 'default');
    return {
      title: otherRuns.length > 0 ? t('runsTitle', { runs: underWay.length }) : activeTitle(active),
      block: all.some(({ block }) => block === own) ? own : runBlock(active),
    };
  }
  const withNext = (
    title: keyof typeof TITLES,
    wanted: (next: string, enclave: EnclaveLine) => boolean,
  ): HomeTask | undefined => {
    const found = all.filter(({ enclave }) => wanted(enclave.next, enclave));
    return (
      found[0] && {
        title: t(TITLES[title], { enclaves: found.length, enclave: found[0].enclave.name }),
        block: found[0].block,
      }
    );
  };
  const unfinished =
    withNext('running', (next) => next === 'view-run') ??
    withNext('unfinished', (next) => next.startsWith('resume-'));
  if (unfinished) return unfinished;
  if (practice)
    return { title: practiceTitle(practice), block: first?.block ?? (empty && workspaceBlock(empty)) };
  const arriving = workspaces.flatMap(({ directory, arriving: names }) =>
    names.map((name) => ({ name, block: blockOf('arriving', directory, name) })),
  );
  if (arriving[0])
    return {
      title: t('incomplete', { transfers: arriving.length, transfer: arriving[0].name }),
      block: arriving[0].block,
    };
  const absent = workspaces.filter(({ state }) => state === 'absent');
  if (absent[0] && absent.length === workspaces.length)
    return {
      title: t('absent', { workspaces: absent.length, workspace: absent[0].name }),
      block: undefined,
    };
  const next =
    withNext('push', (step) => step === 'push') ??
    withNext('carry', (step) => step === 'carry') ??
    withNext(
      'receive',
      (step, { transfers }) =>
        step === 'receive' && transfers.findLast(isSet)?.onHost?.importedAt === undefined,
    ) ??
    withNext('acknowledge', (step) => step === 'acknowledge' || step === 'receive') ??
    withNext('apply', (step, { lastPush }) => step === 'open-resources' && !lastPush?.applied) ??
    withNext('check', (step) => step === 'open-resources');
  if (next) return next;
  if (first)
    return {
      title: t(all.every(({ enclave }) => isDelivered(enclave)) ? 'delivered' : 'readyToFetch', {
        enclaves: all.length,
        enclave: first.enclave.name,
      }),
      block: first.block,
    };
  const workspace = (empty ?? workspaces[0])?.name ?? '';
  return {
    title: t(side === 'disconnected' ? 'noTransfersTitle' : 'emptyTitle', { workspace }),
    block: empty && workspaceBlock(empty),
  };
}

/** Headings by the next step of the enclaves that they name. */
const TITLES = {
  running: 'enclaveRunsTitle',
  unfinished: 'unfinished',
  push: 'readyToPush',
  carry: 'readyToWrite',
  receive: 'readyToReceive',
  acknowledge: 'unacknowledged',
  apply: 'readyToApply',
  check: 'readyToCheck',
} as const;

function activeTitle(run: LiveRun): string {
  const { progress } = run;
  const name = runTitle(run);
  return progress?.totalKnown
    ? t('runProgressTitle', { run: name, percent: percent(progress.done, progress.total) })
    : t('runTitle', { run: name });
}

function isDelivered({ transfers }: EnclaveLine): boolean {
  return transfers.findLast(isSet)?.arrived === 'complete';
}

function isSet({ state }: EnclaveLine['transfers'][number]): boolean {
  return state !== 'under-construction';
}
