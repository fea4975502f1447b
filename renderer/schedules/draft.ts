import {
  type ScheduleJob,
  type ScheduleLine,
  type ScheduleSettings,
  scheduleSettings,
} from '../../core/contract/topics/schedules/schedules.ts';
import { ownZone } from '../windows/windows-words.ts';
import { t } from './messages.ts';

/** The fields of the form. */
export interface ScheduleDraft {
  name: string;
  job: ScheduleJob;
  config: string;
  destination: string;
  enclave: string;
  /** At a time instead of in windows. */
  timed: boolean;
  windows: readonly string[];
  at: string;
  onlyIfNew: boolean;
  destinationTlsVerify: boolean;
}

/** Returns the fields of a schedule, or those of a new one with the configuration and windows that were used last. */
export function draftOf(
  schedule: ScheduleLine | undefined,
  likely: { config: string | undefined; windows: readonly string[] | undefined },
): ScheduleDraft {
  const { windows = [], config = '' } = likely;
  const suggested = windows.length > 0 ? windows : [`daily 01:00-05:00 ${ownZone()}`];
  return {
    name: schedule?.name ?? 'nightly',
    job: schedule?.job ?? 'mirrorToDisk',
    config: schedule?.configFile ?? config,
    destination: schedule?.destination ?? '',
    enclave: schedule?.enclave ?? 'default',
    timed: schedule?.at !== undefined,
    windows: schedule && schedule.windows.length > 0 ? schedule.windows : suggested,
    at: schedule?.at ?? `daily 06:00 ${ownZone()}`,
    onlyIfNew: schedule?.onlyIfNew ?? true,
    destinationTlsVerify: schedule?.destinationTlsVerify ?? true,
  };
}

/** Returns the problems of the fields. */
export function fieldProblems(
  { name }: Pick<ScheduleDraft, 'name'>,
  others: readonly string[],
): { name?: string } {
  if (name === '') return {};
  if (!scheduleSettings.shape.name.safeParse(name).success) return { name: t('nameInvalid') };
  return others.includes(name) ? { name: t('nameTaken') } : {};
}

/** Returns the settings to save, or undefined while a field is missing. @param before fields that the form doesn't show */
export function settingsOfDraft(
  draft: ScheduleDraft,
  before: ScheduleLine | undefined,
): ScheduleSettings | undefined {
  const { name, job, config, destination, enclave, timed, windows, at, onlyIfNew } = draft;
  const missing =
    (job !== 'compare' && config.trim() === '') ||
    (job !== 'mirrorToDisk' && destination.trim() === '') ||
    (timed ? at.trim() === '' : windows.length === 0);
  if (missing) return undefined;
  return scheduleSettings.safeParse({
    ...before,
    ...{ name, job, enclave, onlyIfNew },
    configFile: job === 'compare' ? undefined : config.trim(),
    destination: job === 'mirrorToDisk' ? undefined : destination.trim(),
    windows: timed ? [] : windows,
    at: timed ? zoned(at.trim()) : undefined,
    destinationTlsVerify: draft.destinationTlsVerify,
  }).data;
}

/** The page may be in another time zone than the host, so a time without a zone gets that of the page. */
function zoned(text: string): string {
  return /\d:\d\d$/.test(text) ? `${text} ${ownZone()}` : text;
}
