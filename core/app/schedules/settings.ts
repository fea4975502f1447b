import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { stateAt } from '../../base/schedule/openings.ts';
import { startText } from '../../base/schedule/parse-time.ts';
import { parseWindow } from '../../base/schedule/parse-window.ts';
import { type LinkWindow, windowText } from '../../base/schedule/window.ts';
import type { ScheduleSettings } from '../../contract/topics/schedules/schedules.ts';
import { parseDestination } from '../../mirror/run/workflow.ts';
import { lockHolder } from '../../store/workspace/lock.ts';
import { confirmSchedule } from './confirmed.ts';
import { nextOpening, windowsOfSchedule } from './due.ts';
import { t } from './messages.ts';
import { editSchedules, MOST_SCHEDULES, runnerLock, type Schedule } from './schedule-file.ts';

/**
 * Returns the settings with complete windows: every window names its time zone.
 * @param zone of windows and times without one
 * @throws AirlockError `usage` naming the field
 */
function checkedSettings(given: ScheduleSettings, zone: string): ScheduleSettings {
  const { name, job, configFile, destination, windows, at } = given;
  const fault = (message: string, remedy: string, path: string) =>
    new AirlockError('usage', message, { side: 'local', remedy, at: { path: `schedule.${path}` } });
  if (job === 'compare' ? false : configFile === undefined || !isAbsolute(configFile))
    throw fault(t('configurationMissing', { name }), t('configurationMissingRemedy'), 'configFile');
  if (job !== 'mirrorToDisk' && destination === undefined)
    throw fault(t('destinationMissing', { name }), t('destinationMissingRemedy'), 'destination');
  if ((at === undefined) === (windows.length === 0))
    throw fault(t('timeMissing', { name }), t('timeMissingRemedy'), at === undefined ? 'windows' : 'at');
  const parsed = windows.map((text) => parseWindow(text, { zone }));
  if (neverCloses(parsed)) throw fault(t('alwaysOpen', { name }), t('alwaysOpenRemedy'), 'windows');
  const place = destination?.replace(/^docker:\/\//, '');
  if (place !== undefined) parseDestination(`docker://${place}`);
  return {
    ...given,
    configFile: job === 'compare' ? undefined : configFile,
    destination: job === 'mirrorToDisk' ? undefined : place,
    windows: parsed.map(windowText),
    at: at === undefined ? undefined : startText(at, { zone, name: t('atOption') }),
  };
}

/** Returns whether windows are always open. A schedule starts when a window opens, so it would never start. */
function neverCloses(windows: readonly LinkWindow[]): boolean {
  if (windows.length === 0) return false;
  const { open, closesAt } = stateAt(windows, Date.now());
  return open && closesAt === undefined;
}

/** Returns whether no window opens within a year, for example because all of its dates are over. */
function neverStarts(settings: ScheduleSettings): boolean {
  const windows = windowsOfSchedule(settings);
  const now = Date.now();
  return !stateAt(windows, now).open && nextOpening(windows, now) === undefined;
}

/** @throws AirlockError `usage` if the configuration isn't a file */
async function checkConfiguration({ name, configFile }: ScheduleSettings): Promise<void> {
  if (configFile === undefined || (await stat(configFile).catch(() => undefined))?.isFile()) return;
  throw new AirlockError('usage', t('configurationUnknown', { name, file: configFile }), {
    side: 'local',
    remedy: t('configurationMissingRemedy'),
    at: { path: 'schedule.configFile' },
  });
}

/**
 * Rejects a workspace that isn't a directory, for hosts that run only the schedules of workspaces that they opened.
 * @throws AirlockError `not-found`
 */
export async function requireWorkspace(workspace: string): Promise<void> {
  if ((await stat(workspace).catch(() => undefined))?.isDirectory()) return;
  throw new AirlockError('not-found', t('workspaceMissing', { workspace }), {
    side: 'local',
    remedy: t('workspaceMissingRemedy'),
  });
}

/**
 * Adds or changes a schedule, and remembers that this user did.
 * @param options.replaces name of the schedule to change
 * @throws AirlockError `usage`, `not-found`, `disk`
 */
export async function saveSchedule(
  workspace: string,
  given: ScheduleSettings,
  options: { configDirectory: string; zone: string; replaces?: string | undefined },
): Promise<ScheduleSettings> {
  const { configDirectory, replaces } = options;
  const settings = checkedSettings(given, options.zone);
  if (neverStarts(settings))
    throw new AirlockError('usage', t('neverStarts', { name: settings.name }), {
      side: 'local',
      remedy: t('neverStartsRemedy'),
      at: { path: `schedule.${settings.at === undefined ? 'windows' : 'at'}` },
    });
  await checkConfiguration(settings);
  const now = new Date().toISOString();
  await editSchedules(workspace, (schedules) => {
    const index = replaces === undefined ? schedules.length : indexOf(schedules, replaces);
    if (settings.name !== replaces && schedules.some(({ name }) => name === settings.name))
      throw new AirlockError('usage', t('nameTaken', { name: settings.name }), {
        side: 'local',
        remedy: t('nameTakenRemedy'),
        at: { path: 'schedule.name' },
      });
    if (index === MOST_SCHEDULES)
      throw new AirlockError('usage', t('tooMany', { count: MOST_SCHEDULES }), {
        side: 'local',
        remedy: t('tooManyRemedy'),
      });
    const { paused = false, createdAt = now, occasions = [], running } = schedules[index] ?? {};
    const changed: Schedule = { ...settings, paused, createdAt, handledTo: now, occasions, running };
    return schedules.toSpliced(index, 1, changed);
  });
  await confirmSchedule(configDirectory, workspace, settings);
  return settings;
}

/** @throws AirlockError `not-found`, `disk` */
export async function removeSchedule(workspace: string, name: string): Promise<void> {
  await editSchedules(workspace, (schedules) => schedules.toSpliced(indexOf(schedules, name), 1));
}

/** Pauses or resumes a schedule. A resumed one waits for its next window. @throws AirlockError `not-found`, `disk` */
export async function pauseSchedule(workspace: string, name: string, paused: boolean): Promise<void> {
  const handledTo = new Date().toISOString();
  await changeSchedule(workspace, name, () => ({ paused, handledTo, retry: undefined, runNow: undefined }));
}

/**
 * Requests the start of a schedule, also outside its windows. Does nothing while it runs.
 * @throws AirlockError `not-found`, `disk`
 */
export async function requestSchedule(workspace: string, name: string): Promise<void> {
  const holder = await lockHolder(runnerLock(workspace));
  // Without a process, an attempt that is recorded as running has died.
  await changeSchedule(workspace, name, ({ running }) =>
    running && holder !== undefined ? {} : { runNow: true },
  );
}

async function changeSchedule(
  workspace: string,
  name: string,
  changes: (schedule: Schedule) => Partial<Schedule>,
): Promise<void> {
  await editSchedules(workspace, (schedules) => {
    const index = indexOf(schedules, name);
    const schedule = schedules[index]!;
    return schedules.toSpliced(index, 1, { ...schedule, ...changes(schedule) });
  });
}

/**
 * Moves a schedule to a position in the queue, from 0; at most to its end.
 * @returns the new position, from 0
 * @throws AirlockError `not-found`, `disk`
 */
export async function moveSchedule(workspace: string, name: string, to: number): Promise<number> {
  const moved = await editSchedules(workspace, (schedules) => {
    const index = indexOf(schedules, name);
    const others = schedules.toSpliced(index, 1);
    return others.toSpliced(Math.min(to, others.length), 0, schedules[index]!);
  });
  return indexOf(moved, name);
}

function indexOf(schedules: readonly Schedule[], wanted: string): number {
  const index = schedules.findIndex(({ name }) => name === wanted);
  if (index >= 0) return index;
  throw new AirlockError('not-found', t('unknown', { name: wanted }), {
    side: 'local',
    remedy: t('unknownRemedy'),
  });
}
