import { dateText } from '../../parts/format.ts';
import { t } from './messages.ts';

/** Dates of general availability of OpenShift minor versions, from Red Hat's life cycle page. */
const AVAILABLE: Record<string, string> = {
  '4.12': '2023-01-17',
  '4.13': '2023-05-17',
  '4.14': '2023-10-31',
  '4.15': '2024-02-27',
  '4.16': '2024-06-27',
  '4.17': '2024-10-01',
  '4.18': '2025-02-25',
  '4.19': '2025-06-17',
  '4.20': '2025-10-21',
};
/** Months from general availability to the end of maintenance, for every minor version. */
const MAINTENANCE = 18;
/** Months with Extended Update Support, which minor versions with even numbers have. */
const EXTENDED = 24;

/** How long a minor version receives fixes, by the rule of the policy. Red Hat extends some of these dates. */
export interface ReleaseLife {
  minor: string;
  maintenance: Date;
  /** Only for minor versions with even numbers. */
  extended?: Date;
  state: 'maintained' | 'extended' | 'ended';
}

/** Returns the life cycle of a version; undefined if its dates aren't known. */
export function releaseLife(version: string, now: Date): ReleaseLife | undefined {
  const minor = /^\d+\.\d+/.exec(version)?.[0];
  const available = minor === undefined ? undefined : AVAILABLE[minor];
  if (minor === undefined || available === undefined) return undefined;
  const maintenance = monthsAfter(available, MAINTENANCE);
  const extended = Number(minor.split('.')[1]) % 2 === 0 ? monthsAfter(available, EXTENDED) : undefined;
  const state = now < maintenance ? 'maintained' : extended && now < extended ? 'extended' : 'ended';
  return { minor, maintenance, extended, state };
}

/** Returns the life cycle as a sentence: `4.17 is maintained until Apr 2026.` */
export function lifeWords({ minor, maintenance, extended, state }: ReleaseLife): string {
  const end = month(maintenance);
  if (state === 'ended') return t('endedText', { minor, end: month(extended ?? maintenance) });
  if (!extended) return t('maintainedText', { minor, end });
  return t(state === 'maintained' ? 'maintainedExtendedText' : 'extendedText', {
    minor,
    end,
    extended: month(extended),
  });
}

function monthsAfter(day: string, months: number): Date {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date;
}

function month(date: Date): string {
  return dateText(date, { month: 'long', year: 'numeric', timeZone: 'UTC' });
}
