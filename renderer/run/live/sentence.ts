import { capitalized } from '../../../core/contract/documents/words.ts';
import type { LiveRun, RunPhase } from '../../../core/contract/topics/run.ts';
import { clock, count, counted, duration, size, sizeOf } from '../../parts/format.ts';
import { baseName } from '../../parts/paths.ts';
import { scheduleSentence } from '../../windows/windows-words.ts';

const DAY_MS = 86_400_000;

/**
 * The one sentence of a run: when it will be done, or what became of it.
 * @param transferBytes size of the transfer, where it is known: more than this run wrote when it went on with another
 */
export function runSentence(run: LiveRun, now: Date, transferBytes?: number): string {
  switch (run.status) {
    case 'running':
      return runningSentence(run, now);
    case 'pausing':
      return 'Pausing: what is under way is finished first.';
    case 'stopping':
      return 'Stopping: what is finished is kept.';
    case 'paused':
      if (run.login)
        return `Paused${reached(run)}: ${run.login.registry} refuses the login since ${clock(new Date(run.login.since))}.`;
      if (run.workflow === 'delete')
        return `Paused: ${counted(run.images?.copied ?? 0, 'image')} of ${count(run.images?.total ?? 0)} deleted.`;
      return `Paused${reached(run)}. Nothing will be ${moved(run)} twice.`;
    case 'interrupted':
      return `Interrupted${reached(run)}: its process is gone. What is finished is kept.`;
    case 'complete':
      return completeSentence(run, transferBytes);
    case 'partial':
      return partialSentence(run);
    case 'failed':
      return run.error
        ? `Ended${reached(run)}: ${withStop(run.error.message)}`
        : `Ended${reached(run)} without a result.`;
    case 'damaged':
      return 'The record of this run cannot be read.';
  }
}

/** When the bytes that are left will be there: `Done at 03:12.` */
function runningSentence(run: LiveRun, now: Date): string {
  const { progress } = run;
  const phase = run.phases.at(-1);
  if (phase && phase.phase !== 'copy' && phase.phase !== 'collect') return phaseSentence(phase, run);
  const inWindows = scheduleSentence(run.schedule, now);
  if (inWindows) return inWindows;
  if (!progress || progress.total === 0) return 'Finding out what is needed.';
  const { remainingMs, totalKnown } = progress;
  if (remainingMs === undefined) return `${sizeOf(progress.done, progress.total)} so far.`;
  if (!totalKnown) return `Done in about ${duration(remainingMs)}, if nothing more is found.`;
  if (remainingMs < 60_000) return 'Done in less than a minute.';
  return `Done ${moment(new Date(now.getTime() + remainingMs), now)}.`;
}

function phaseSentence({ phase }: RunPhase, run: LiveRun): string {
  switch (phase) {
    case 'finish':
      return run.workflow === 'mirrorToDisk' ? 'Closing the archive set.' : 'Almost done.';
    case 'resources':
      return 'Writing the cluster resources.';
    case 'verify':
      return 'Checking every byte.';
    case 'replay':
      return run.progress?.remainingMs === undefined
        ? 'Mending the archive set.'
        : `Mended in about ${duration(run.progress.remainingMs)}.`;
    case 'collect':
      return 'Finding out what is needed.';
    case 'probe':
      return 'Finding out what the destination takes.';
    case 'copy':
      return 'Copying.';
  }
}

/** `at 03:12`, `tomorrow at 03:12`, `in about 3 days`. */
export function moment(then: Date, now: Date): string {
  const dayOf = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
  const days = Math.round((dayOf(then) - dayOf(now)) / DAY_MS);
  if (days === 0) return `at ${clock(then)}`;
  if (days === 1) return `tomorrow at ${clock(then)}`;
  return `in about ${duration(then.getTime() - now.getTime())}`;
}

function completeSentence(run: LiveRun, transferBytes: number | undefined): string {
  const { images, bytes, transfer, target } = run;
  if (run.workflow === 'replay')
    return `${target ? baseName(target) : 'The archive set'} is as it was recorded.`;
  const total = images?.total ?? 0;
  if (run.workflow === 'rollback') return `${counted(images?.copied ?? 0, 'tag')} moved back${inTime(run)}.`;
  if (run.workflow === 'delete') return `${counted(images?.copied ?? 0, 'image')} deleted${inTime(run)}.`;
  if (run.workflow === 'mirrorToDisk') {
    if (!transfer)
      return `Nothing new${run.enclave && run.enclave !== 'default' ? ` for ${run.enclave}` : ''}: there is nothing to carry.`;
    return `${transfer} is whole: ${counted(total, 'image')}, ${size(transferBytes ?? bytes?.written ?? 0)}${inTime(run)}.`;
  }
  const where = target ?? 'The destination';
  if ((images?.copied ?? 0) === 0 && total > 0) return `${where} had all ${counted(total, 'image')} already.`;
  const every = total === 1 ? 'the image' : `all ${counted(total, 'image')}`;
  return `${where} has ${every}: ${size(bytes?.sent ?? 0)} sent${inTime(run)}.`;
}

function partialSentence(run: LiveRun): string {
  const { images } = run;
  const leftOut = run.deliverables.filter(({ state }) => state === 'left-out');
  if (run.workflow === 'rollback' && images)
    return `${counted(images.copied, 'tag')} moved back; ${count(images.failed)} could not be.`;
  if (run.workflow === 'delete' && images)
    return `${counted(images.copied, 'image')} deleted; ${count(images.failed)} could not be, or what stays needs a look.`;
  const parts = [];
  if (images && images.failed > 0)
    parts.push(
      `${count(images.total - images.failed)} of ${counted(images.total, 'image')} are there; ${count(images.failed)} failed.`,
    );
  if (run.incompleteTotal > 0) parts.push(`${incompleteWords(run.incompleteTotal)} cannot be installed.`);
  if (leftOut.length > 0) {
    const names = leftOut.map(({ name }) => name).join(', ');
    parts.push(`${capitalized(names)} ${leftOut.length === 1 ? 'was' : 'were'} left out.`);
  }
  return parts.length > 0 ? parts.join(' ') : 'Not everything is there.';
}

/** `2 versions of operators` */
export function incompleteWords(versions: number): string {
  return counted(versions, 'version of an operator', 'versions of operators');
}

/** ` at 32.0 of 48.2 GiB`, when bytes were known. */
function reached({ progress }: LiveRun): string {
  return progress && progress.total > 0 ? ` at ${sizeOf(progress.done, progress.total)}` : '';
}

function inTime({ startedAt, endedAt }: LiveRun): string {
  return endedAt ? ` in ${duration(new Date(endedAt).getTime() - new Date(startedAt).getTime())}` : '';
}

function moved({ workflow }: LiveRun): string {
  return workflow === 'diskToMirror' ? 'pushed' : 'fetched';
}

/** With one full stop, whatever the message ended with. */
function withStop(message: string): string {
  return /[.?]$/.test(message) ? message : `${message}.`;
}
