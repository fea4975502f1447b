import { capitalized, withoutPeriod } from '../../../core/contract/documents/words.ts';
import { currentWaits, timeOfDay } from '../../../core/contract/topics/link-words.ts';
import type { LiveRun, RunPhase } from '../../../core/contract/topics/run.ts';
import { clock, duration, size, sizeOf } from '../../parts/format.ts';
import { baseName } from '../../parts/paths.ts';
import { scheduleSentence } from '../../windows/windows-words.ts';
import { t } from './messages.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the title of a run: when it finishes, or its result.
 * @param transferBytes size of the transfer, where known: more than this run wrote when it resumed another
 */
export function runSentence(run: LiveRun, now: Date, transferBytes?: number): string {
  const progress = reached(run);
  switch (run.status) {
    case 'running':
      return runningTitle(run, now);
    case 'pausing':
      return t('pausingTitle');
    case 'stopping':
      return t('stoppingTitle');
    case 'paused':
      return pausedTitle(run, progress);
    case 'interrupted':
      return progress ? t('interruptedAtTitle', { progress }) : t('interruptedTitle');
    case 'complete':
      return completeTitle(run, duration(elapsedMs(run, now)), transferBytes);
    case 'partial':
      return partialTitle(run);
    case 'failed':
      return failedTitle(run, progress);
    case 'damaged':
      return t('damagedTitle');
  }
}

function runningTitle(run: LiveRun, now: Date): string {
  const { progress } = run;
  const phase = run.phases.at(-1);
  if (phase && phase.phase !== 'copy' && phase.phase !== 'collect') return phaseTitle(phase, run);
  const inWindows = scheduleSentence(run.schedule, now);
  if (inWindows) return inWindows;
  if (!progress || progress.total === 0) {
    const [wait] = currentWaits(run.waits, now);
    if (wait) return t('waitTitle', { host: wait.host, time: timeOfDay(wait.until) });
    return phase ? phaseTitle(phase, run) : t('collectingTitle');
  }
  const { remainingMs, totalKnown } = progress;
  if (remainingMs === undefined) return t(run.workflow === 'delete' ? 'deletingTitle' : 'copyTitle');
  if (!totalKnown) return t('growingTitle', { duration: duration(remainingMs) });
  if (remainingMs < 60_000) return t('lastMinuteTitle');
  const then = new Date(now.getTime() + remainingMs);
  const days = daysUntil(then, now);
  if (days === 0) return t('finishTodayTitle', { time: clock(then) });
  if (days === 1) return t('finishTomorrowTitle', { time: clock(then) });
  return t('finishLaterTitle', { duration: duration(remainingMs) });
}

function phaseTitle({ phase }: RunPhase, run: LiveRun): string {
  const remainingMs = run.progress?.remainingMs;
  switch (phase) {
    case 'finish':
      return t(run.workflow === 'mirrorToDisk' ? 'closeSetTitle' : 'finishTitle');
    case 'resources':
      return t('resourcesTitle');
    case 'verify':
      return t(run.workflow === 'delete' ? 'verifyDeletionTitle' : 'verifyTitle');
    case 'replay':
      return remainingMs === undefined
        ? t('repairTitle')
        : t('repairTimeTitle', { duration: duration(remainingMs) });
    case 'collect':
      return t('collectingTitle');
    case 'probe':
      return t('probeTitle');
    case 'copy':
      return t(run.workflow === 'delete' ? 'deletingTitle' : 'copyTitle');
  }
}

/** Returns `at 03:12`, `tomorrow at 03:12` or `in about 3 days`. */
export function moment(then: Date, now: Date): string {
  const days = daysUntil(then, now);
  if (days === 0) return t('momentToday', { time: clock(then) });
  if (days === 1) return t('momentTomorrow', { time: clock(then) });
  return t('momentLater', { duration: duration(then.getTime() - now.getTime()) });
}

function daysUntil(then: Date, now: Date): number {
  const dayOf = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
  return Math.round((dayOf(then) - dayOf(now)) / DAY_MS);
}

function pausedTitle(run: LiveRun, progress: string | undefined): string {
  const { login, workflow, images } = run;
  if (login) {
    const { registry } = login;
    const time = clock(new Date(login.since));
    return progress
      ? t('pausedCredentialsAtTitle', { progress, registry, time })
      : t('pausedCredentialsTitle', { registry, time });
  }
  if (workflow === 'delete')
    return t('pausedDeletionTitle', { deleted: images?.copied ?? 0, images: images?.total ?? 0 });
  if (workflow === 'diskToMirror')
    return progress ? t('pausedPushAtTitle', { progress }) : t('pausedPushTitle');
  return progress ? t('pausedFetchAtTitle', { progress }) : t('pausedFetchTitle');
}

function failedTitle({ error }: LiveRun, progress: string | undefined): string {
  if (!error) return progress ? t('failedAtTitle', { progress }) : t('failedTitle');
  const reason = inTitle(error.message);
  return progress ? t('failedReasonAtTitle', { progress, reason }) : t('failedReasonTitle', { reason });
}

function completeTitle(run: LiveRun, took: string, transferBytes: number | undefined): string {
  const { images, bytes, enclave, transfer, target } = run;
  const total = images?.total ?? 0;
  const copied = images?.copied ?? 0;
  switch (run.workflow) {
    case 'replay':
      return t('repairedTitle', { archives: target ? baseName(target) : t('repairedSet') });
    case 'rollback':
      return t('rolledBackTitle', { tags: copied, duration: took });
    case 'delete':
      return t('deletedTitle', { images: copied, duration: took });
    case 'mirrorToDisk':
      if (transfer) {
        const written = bytes?.written ?? 0;
        const values = { transfer, images: total, size: size(transferBytes ?? written), duration: took };
        return transferBytes !== undefined && transferBytes > written && size(transferBytes) !== size(written)
          ? t('resumedTransferTitle', { ...values, fetched: size(bytes?.fetched ?? 0) })
          : t('transferTitle', values);
      }
      return enclave && enclave !== 'default'
        ? t('nothingNewEnclaveTitle', { enclave })
        : t('nothingNewTitle');
    default: {
      const registry = target ?? t('destination');
      return copied === 0 && total > 0
        ? t('presentTitle', { images: total, registry })
        : t('pushedTitle', { images: total, registry, size: size(bytes?.sent ?? 0), duration: took });
    }
  }
}

function partialTitle({ workflow, images, incompleteTotal, deliverables }: LiveRun): string {
  if (workflow === 'rollback' && images)
    return t('rolledBackPartlyTitle', { tags: images.copied, failed: images.failed });
  if (workflow === 'delete' && images)
    return t('deletedPartlyTitle', { images: images.copied, failed: images.failed });
  const titles: string[] = [];
  if (images && images.failed > 0) titles.push(failedImagesTitle(workflow, images));
  if (incompleteTotal > 0) titles.push(t('notInstallableTitle', { versions: incompleteTotal }));
  const rejected = deliverables.filter(({ state }) => state === 'rejected').map(({ name }) => name);
  if (rejected.length > 0) titles.push(t('rejectedTitle', { content: capitalized(rejected.join(', ')) }));
  if (titles.length > 1) return titles.map((title) => `${title}.`).join(' ');
  return titles[0] ?? t('partialTitle');
}

function failedImagesTitle(
  workflow: LiveRun['workflow'],
  { total, failed }: { total: number; failed: number },
): string {
  const values = { images: total, failed };
  const done = total - failed;
  if (workflow === 'mirrorToDisk') return t('fetchedPartlyTitle', { ...values, fetched: done });
  if (workflow === 'diskToMirror') return t('pushedPartlyTitle', { ...values, pushed: done });
  return t('mirroredPartlyTitle', { ...values, mirrored: done });
}

/** Returns the bytes done, such as `32.0 of 48.2 GiB`; undefined while unknown. */
function reached({ progress }: LiveRun): string | undefined {
  return progress && progress.total > 0 ? sizeOf(progress.done, progress.total) : undefined;
}

function elapsedMs({ startedAt, endedAt }: LiveRun, now: Date): number {
  return (endedAt ? new Date(endedAt) : now).getTime() - new Date(startedAt).getTime();
}

/** Returns a message for the end of a title: a single sentence loses its period. */
function inTitle(message: string): string {
  return /[.?] /.test(message) ? message : withoutPeriod(message);
}
