import type { LiveRun } from '../../core/contract/topics/run.ts';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import type { EnclaveLine, WorkspaceLine } from '../../core/contract/topics/workspace.ts';
import { percent } from '../parts/format.ts';
import { runTitle } from '../parts/run-words.ts';
import { t } from './messages.ts';
import { type PracticeNext, practiceTitle } from './practice-next.ts';

/**
 * Returns the heading of Home: what runs, else what didn't finish, else what is to be done.
 * @param practice the next step of practice, if Home shows nothing else
 */
export function homeSentence(
  workspaces: WorkspaceLine[],
  underWay: LiveRun[],
  side: GapSide,
  practice?: PracticeNext,
): string {
  const [only] = underWay;
  if (underWay.length > 1) return t('runsTitle', { runs: underWay.length });
  if (only) {
    const { progress } = only;
    const run = runTitle(only);
    return progress?.totalKnown
      ? t('runProgressTitle', { run, percent: percent(progress.done, progress.total) })
      : t('runTitle', { run });
  }
  const all = workspaces.flatMap((workspace) => workspace.enclaves);
  const [first] = all;
  const withNext = (
    wanted: (next: string, enclave: EnclaveLine) => boolean,
  ): { enclaves: number; enclave: string } | undefined => {
    const names = workspaces.flatMap((workspace) =>
      workspace.enclaves.filter((enclave) => wanted(enclave.next, enclave)).map(({ name }) => name),
    );
    return names[0] === undefined ? undefined : { enclaves: names.length, enclave: names[0] };
  };
  const running = withNext((next) => next === 'view-run');
  if (running) return t('enclaveRunsTitle', running);
  const unfinished = withNext((next) => next.startsWith('resume-'));
  if (unfinished) return t('unfinished', unfinished);
  if (practice) return practiceTitle(practice);
  const arriving = workspaces.flatMap((workspace) => workspace.arriving);
  if (arriving[0] !== undefined)
    return t('incomplete', { transfers: arriving.length, transfer: arriving[0] });
  const absent = workspaces.filter(({ state }) => state === 'absent');
  if (absent[0] && absent.length === workspaces.length)
    return t('absent', { workspaces: absent.length, workspace: absent[0].name });
  const toPush = withNext((next) => next === 'push');
  if (toPush) return t('readyToPush', toPush);
  const toWrite = withNext((next) => next === 'carry');
  if (toWrite) return t('readyToWrite', toWrite);
  const toReceive = withNext(
    (next, { transfers }) =>
      next === 'receive' && transfers.findLast(isSet)?.onHost?.importedAt === undefined,
  );
  if (toReceive) return t('readyToReceive', toReceive);
  const unacknowledged = withNext((next) => next === 'acknowledge' || next === 'receive');
  if (unacknowledged) return t('unacknowledged', unacknowledged);
  const toApply = withNext((next, enclave) => next === 'open-resources' && !enclave.lastPush?.applied);
  if (toApply) return t('readyToApply', toApply);
  const toCheck = withNext((next) => next === 'open-resources');
  if (toCheck) return t('readyToCheck', toCheck);
  const named = first && { enclaves: all.length, enclave: first.name };
  if (named) return t(all.every(isDelivered) ? 'delivered' : 'readyToFetch', named);
  const workspace = workspaces[0]?.name ?? '';
  return side === 'disconnected' ? t('noTransfersTitle', { workspace }) : t('emptyTitle', { workspace });
}

function isDelivered({ transfers }: EnclaveLine): boolean {
  return transfers.findLast(isSet)?.arrived === 'complete';
}

function isSet({ state }: EnclaveLine['transfers'][number]): boolean {
  return state !== 'under-construction';
}
