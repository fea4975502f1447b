import { parseTime, parseWindow, spansFrom, startText } from '../../core/contract/documents/schedule.ts';
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
  /** Of a comparison that another screen opened. */
  stateDirectory?: string | undefined;
}

/** Returns the fields of a schedule, or those of a new one with the configuration and windows that were used last. */
export function draftOf(
  schedule: ScheduleLine | undefined,
  likely: {
    config: string | undefined;
    windows: readonly string[] | undefined;
    /** Names of the other schedules. */
    names?: readonly string[];
  },
): ScheduleDraft {
  const { windows = [], config = '', names = [] } = likely;
  const suggested = windows.length > 0 ? windows : [`daily 01:00-05:00 ${ownZone()}`];
  return {
    name: schedule?.name ?? freeName('nightly', names),
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

/** Returns a name that no other schedule of the workspace has: `nightly`, `nightly-2`. */
function freeName(base: string, names: readonly string[]): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}-${n}`;
    if (!names.includes(name)) return name;
  }
}

/** Returns the fields of a comparison with the push records, from the address of `driftScheduleAddress`. */
export function driftDraft(
  address: URLSearchParams,
  names: readonly string[],
): Partial<ScheduleDraft> | undefined {
  const destination = address.get('compare');
  if (destination === null) return undefined;
  return {
    ...{ job: 'compare', destination, timed: true, name: freeName('drift-check', names) },
    destinationTlsVerify: address.get('tls') !== 'false',
    stateDirectory: address.get('state') ?? undefined,
  };
}

/** Returns the problems of the fields. @param others names of the other schedules */
export function fieldProblems(
  draft: Pick<ScheduleDraft, 'name' | 'timed' | 'at' | 'windows'>,
  others: readonly string[],
): { name?: string; start?: string } {
  const { name } = draft;
  const found: { name?: string; start?: string } = {};
  if (name !== '' && !scheduleSettings.shape.name.safeParse(name).success) found.name = t('nameInvalid');
  else if (others.includes(name)) found.name = t('nameTaken');
  if (hasStart(draft)) {
    try {
      startsOf(draft);
    } catch (error) {
      found.start = (error as Error).message;
    }
  }
  return found;
}

/** Returns whether the time or the windows of a schedule are filled in. */
export function hasStart({ timed, at, windows }: Pick<ScheduleDraft, 'timed' | 'at' | 'windows'>): boolean {
  return timed ? at.trim() !== '' : windows.length > 0;
}

/** @throws Error for a time or a window that is invalid */
function startsOf({ timed, at, windows }: Pick<ScheduleDraft, 'timed' | 'at' | 'windows'>) {
  const zone = ownZone();
  return timed
    ? [parseTime(at.trim(), { zone, name: 'at' })]
    : windows.map((text) => parseWindow(text, { zone }));
}

/**
 * Returns when a schedule with these fields would start next, ms since 1970. Undefined if never within a year.
 * @throws Error for invalid fields, as {@link fieldProblems} reports
 */
export function nextOfDraft(
  draft: Pick<ScheduleDraft, 'timed' | 'at' | 'windows'>,
  now: number,
): number | undefined {
  for (const { from, to } of spansFrom(startsOf(draft), now)) if (to > now) return Math.max(from, now);
  return undefined;
}

/** Returns the fields that are missing, in words. Empty if the schedule can be saved. */
export function missingFields(draft: ScheduleDraft): string[] {
  const { name, job, config, destination, timed, at, windows } = draft;
  return [
    ...(name === '' ? [t('nameLabel')] : []),
    ...(job !== 'compare' && config.trim() === '' ? [t('configLabel')] : []),
    ...(job !== 'mirrorToDisk' && destination.trim() === '' ? [t('destinationLabel')] : []),
    ...(timed && at.trim() === '' ? [t('timeLabel')] : []),
    ...(!timed && windows.length === 0 ? [t('windowsField')] : []),
  ];
}

/** Returns the settings to save, or undefined while a field is missing. @param before fields that the form doesn't show */
export function settingsOfDraft(
  draft: ScheduleDraft,
  before: ScheduleLine | undefined,
): ScheduleSettings | undefined {
  const { name, job, config, destination, enclave, timed, windows, at, onlyIfNew } = draft;
  if (missingFields(draft).length > 0) return undefined;
  return scheduleSettings.safeParse({
    ...before,
    ...{ name, job, enclave, onlyIfNew },
    configFile: job === 'compare' ? undefined : config.trim(),
    destination: job === 'mirrorToDisk' ? undefined : destination.trim(),
    windows: timed ? [] : windows,
    at: timed ? zoned(at.trim()) : undefined,
    destinationTlsVerify: draft.destinationTlsVerify,
    stateDirectory: draft.stateDirectory ?? before?.stateDirectory,
  }).data;
}

/** The page may be in another time zone than the host, so a time without a zone gets that of the page. */
function zoned(text: string): string {
  try {
    return startText(text, { zone: ownZone(), name: 'at' });
  } catch {
    return text;
  }
}
