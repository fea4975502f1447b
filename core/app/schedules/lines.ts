import { stat } from 'node:fs/promises';
import { instantText } from '../../base/schedule/window.ts';
import { type ScheduleLine, scheduleSettings } from '../../contract/topics/schedules/schedules.ts';
import { lockHolder } from '../../store/workspace/lock.ts';
import { isConfirmed } from './confirmed.ts';
import { dueNow, lastOpening, nextOpening, type Opening, windowsOfSchedule } from './due.ts';
import { t } from './messages.ts';
import { readSchedules, runnerLock, type Schedule } from './schedule-file.ts';

/**
 * Returns the schedules of a workspace as they are now, and the process that runs them.
 * @throws AirlockError `disk`, `config-invalid`
 */
export async function scheduleLines(
  workspace: string,
  configDirectory: string,
): Promise<{ schedules: ScheduleLine[]; holder: string | undefined }> {
  const schedules = await readSchedules(workspace);
  const holder = schedules.length > 0 ? await lockHolder(runnerLock(workspace)) : undefined;
  const isOwn = await isConfirmed(configDirectory, workspace);
  const now = Date.now();
  const lines = schedules.map(async (one) => ({
    ...lineOf(one, { now, holder, isOwn }),
    problem: await problemOf(one),
  }));
  return { schedules: await Promise.all(lines), holder };
}

/** Returns why the next start would fail. */
async function problemOf({ configFile, job }: Schedule): Promise<string | undefined> {
  if (configFile === undefined || job === 'compare') return undefined;
  const missing = await stat(configFile).then(
    (found) => !found.isFile(),
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error.code === 'ENOTDIR',
  );
  return missing ? t('configurationDeleted', { file: configFile }) : undefined;
}

function lineOf(
  schedule: Schedule,
  { now, holder, isOwn }: { now: number; holder: string | undefined; isOwn: (schedule: Schedule) => boolean },
): ScheduleLine {
  const { paused, running, retry, occasions } = schedule;
  const state = running && holder !== undefined ? 'running' : stateOf(schedule, now, isOwn(schedule));
  const next = paused && !schedule.runNow ? undefined : nextStart(schedule, now);
  return {
    ...scheduleSettings.parse(schedule),
    ...{ paused, state, occasions },
    nextAt: next && instantText(next.from),
    nextTo: next && schedule.at === undefined ? instantText(next.to) : undefined,
    retryAt: retry?.at,
  };
}

function stateOf(schedule: Schedule, now: number, isOwn: boolean): ScheduleLine['state'] {
  if (!isOwn) return 'unconfirmed';
  if (dueNow(schedule, now)?.kind === 'start') return 'queued';
  return schedule.paused ? 'paused' : 'waiting';
}

/** Returns the next window in which a schedule starts: the current one if it is due. */
export function nextStart(schedule: Schedule, now: number): Opening | undefined {
  const windows = windowsOfSchedule(schedule);
  const due = dueNow({ ...schedule, running: undefined }, now);
  const last = lastOpening(windows, now);
  return due?.kind === 'start' && last && last.to > now ? last : nextOpening(windows, now);
}
