import { minorOf } from './words.ts';

/** When minors of OpenShift became generally available, as Red Hat's life cycle page has it. */
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
/** Months from general availability to the end of maintenance: the policy's rule for every minor. */
const MAINTENANCE = 18;
/** With extended update support, which minors of even number have. */
const EXTENDED = 24;

/** How long a minor gets fixes. Dates are the policy's rule; single minors are given longer at times. */
export interface ReleaseLife {
  minor: string;
  maintenance: Date;
  /** Minors of even number only. */
  extended?: Date;
  state: 'maintained' | 'extended' | 'ended';
}

/** @returns undefined for a minor whose dates are not known here */
export function releaseLife(version: string, now: Date): ReleaseLife | undefined {
  const minor = minorOf(version);
  const available = minor === undefined ? undefined : AVAILABLE[minor];
  if (minor === undefined || available === undefined) return undefined;
  const maintenance = monthsAfter(available, MAINTENANCE);
  const extended = Number(minor.split('.')[1]) % 2 === 0 ? monthsAfter(available, EXTENDED) : undefined;
  const state = now < maintenance ? 'maintained' : extended && now < extended ? 'extended' : 'ended';
  return { minor, maintenance, extended, state };
}

/** `Maintenance of 4.17 ended Apr 2026.` */
export function lifeWords({ minor, maintenance, extended, state }: ReleaseLife): string {
  if (state === 'maintained') {
    const longer = extended ? `, with extended update support until ${month(extended)}` : '';
    return `${minor} is maintained until ${month(maintenance)}${longer}.`;
  }
  if (state === 'extended')
    return `Maintenance of ${minor} ended ${month(maintenance)}; extended update support goes on until ${month(extended!)}.`;
  return `${minor} is at its end of life: fixes ended ${month(extended ?? maintenance)}.`;
}

function monthsAfter(day: string, months: number): Date {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date;
}

function month(date: Date): string {
  return date.toLocaleDateString('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });
}
