import type {
  Occasion,
  OccasionResult,
  ScheduleLine,
} from '../../core/contract/topics/schedules/schedules.ts';
import { baseName } from '../parts/paths.ts';
import type { Mark } from '../parts/state-mark.tsx';
import { when } from '../windows/windows-words.ts';
import { t } from './messages.ts';

const STATES: Record<ScheduleLine['state'], { mark: Mark; word: string }> = {
  running: { mark: 'running', word: t('runningState') },
  queued: { mark: 'waiting', word: t('queuedState') },
  waiting: { mark: 'waiting', word: t('waitingState') },
  paused: { mark: 'paused', word: t('pausedState') },
  unconfirmed: { mark: 'warning', word: t('unconfirmedState') },
};

const RESULTS: Record<OccasionResult, { mark: Mark; word: string }> = {
  complete: { mark: 'good', word: t('completeResult') },
  partial: { mark: 'warning', word: t('partialResult') },
  failed: { mark: 'bad', word: t('failedResult') },
  paused: { mark: 'paused', word: t('pausedResult') },
  interrupted: { mark: 'paused', word: t('interruptedResult') },
  'nothing-new': { mark: 'info', word: t('nothingNewResult') },
  same: { mark: 'good', word: t('sameResult') },
  different: { mark: 'warning', word: t('differentResult') },
  missed: { mark: 'left-out', word: t('missedResult') },
};

/** Returns the state of a schedule as mark and word. */
export function stateView({ state }: Pick<ScheduleLine, 'state'>): { mark: Mark; word: string } {
  return STATES[state];
}

/** Returns the result of a start as mark and word. */
export function resultView({ result }: Pick<Occasion, 'result'>): { mark: Mark; word: string } {
  return RESULTS[result];
}

/** Returns the work of a schedule, such as `To disk: isc.yaml`. */
export function workText({ job, configFile = '', destination = '' }: ScheduleLine): string {
  const file = baseName(configFile);
  if (job === 'compare') return t('compared', { destination });
  return job === 'mirrorToDisk' ? t('toDisk', { file }) : t('toRegistry', { destination, file });
}

/** Returns the most important fact about the schedules of a workspace. */
export function schedulesSentence(schedules: readonly ScheduleLine[], now: Date): string {
  if (schedules.length === 0) return t('noneTitle');
  const running = schedules.find(({ state }) => state === 'running');
  if (running) return t('runningTitle', { name: running.name });
  const queued = schedules.find(({ state }) => state === 'queued');
  if (queued) return t('queuedTitle', { name: queued.name });
  const unconfirmed = schedules.filter(({ state }) => state === 'unconfirmed').length;
  if (unconfirmed > 0) return t('unconfirmedTitle', { count: unconfirmed });
  const next = nextOf(schedules);
  if (next) return t('nextTitle', { name: next.name, when: startWords(next.nextAt, now) });
  return schedules.every(({ state }) => state === 'paused') ? t('allPausedTitle') : t('unplannedTitle');
}

/** Returns the schedule that starts first. */
function nextOf(schedules: readonly ScheduleLine[]): (ScheduleLine & { nextAt: string }) | undefined {
  return schedules
    .flatMap((line) => (line.nextAt === undefined ? [] : [{ ...line, nextAt: line.nextAt }]))
    .toSorted((a, b) => Date.parse(a.nextAt) - Date.parse(b.nextAt))[0];
}

/** Returns when a schedule starts, such as `tomorrow at 01:00`. */
export function startWords(at: string, now: Date): string {
  return when(new Date(at), now);
}
