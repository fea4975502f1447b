import type { LiveRun } from '../../core/contract/topics/run.ts';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import type { WorkspaceLine } from '../../core/contract/topics/workspace.ts';
import { counted, percent } from '../parts/format.ts';
import { runTitle } from '../parts/run-words.ts';

/** What matters most on Home, in one sentence: what runs, what was not finished, what is due. */
export function homeSentence(workspaces: WorkspaceLine[], underWay: LiveRun[], side: GapSide): string {
  const [only] = underWay;
  if (underWay.length > 1) return `${counted(underWay.length, 'run')} are under way.`;
  if (only) {
    const { progress } = only;
    return `${runTitle(only)} is under way${progress?.totalKnown ? `: ${percent(progress.done, progress.total)}` : ''}.`;
  }
  const enclaves = workspaces.flatMap((workspace) => workspace.enclaves);
  const named = (wanted: (next: string) => boolean) =>
    enclaves.filter(({ next }) => wanted(next)).map(({ name }) => name);
  const running = named((next) => next === 'view-run');
  if (running.length > 0) return `A run for ${running.join(' and ')} is under way.`;
  const unfinished = named((next) => next.startsWith('resume-'));
  if (unfinished.length > 0)
    return unfinished.length === 1
      ? `The last run for ${unfinished[0]} is not finished.`
      : `${unfinished.length} enclaves have a run that is not finished.`;
  const arriving = workspaces.flatMap((workspace) => workspace.arriving);
  if (arriving.length > 0)
    return arriving.length === 1
      ? `${arriving[0]} is arriving: something of it is not here yet.`
      : `${arriving.length} transfers are arriving.`;
  const absent = workspaces.filter(({ state }) => state === 'absent');
  if (absent.length > 0 && absent.length === workspaces.length)
    return `${absent.length === 1 ? absent[0]?.name : 'Every workspace'} is not there now.`;
  const due = named((next) => next === 'push');
  if (due.length > 0)
    return due.length === 1
      ? `A transfer for ${due[0]} is ready to push.`
      : `${due.length} enclaves have a transfer to push.`;
  const ready = named((next) => next === 'carry');
  if (ready.length > 0)
    return ready.length === 1
      ? `A transfer for ${ready[0]} is ready to be carried.`
      : `${ready.length} enclaves have a transfer to be carried.`;
  const unanswered = named((next) => next === 'acknowledge');
  if (unanswered.length > 0)
    return unanswered.length === 1
      ? `A transfer to ${unanswered[0]} is not acknowledged.`
      : `${unanswered.length} enclaves have a transfer that is not acknowledged.`;
  if (enclaves.length === 0) {
    if (workspaces[0]?.practice) return 'The practice world is on. Nothing is fetched yet.';
    const name = workspaces[0]?.name;
    return side === 'disconnected'
      ? `${name} holds no transfer yet.`
      : `${name} is empty. Choose what to fetch into it.`;
  }
  return enclaves.length === 1
    ? `Nothing is waiting for ${enclaves[0]?.name}.`
    : `Nothing is waiting: ${counted(enclaves.length, 'enclave')}.`;
}
