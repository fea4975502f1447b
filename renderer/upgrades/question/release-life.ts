import { dateText } from '../../parts/format.ts';
import { t } from './messages.ts';

/** Last days of support of a minor version. */
interface Ends {
  maintenance: string;
  /** With Extended Update Support, which most minor versions with even numbers have. */
  extended?: string;
  /** With the second term of Extended Update Support, an add-on. */
  term2?: string;
}

/**
 * Ends of support of OpenShift minor versions under Red Hat's life cycle policy
 * (https://access.redhat.com/support/policy/updates/openshift), which changes some of these dates later. The dates come from
 * public copies of Red Hat's table: up to 4.18 from endoflife.date, later ones and second terms from
 * kubernetes.recipes/recipes/configuration/openshift-lifecycle-versions (March 2026), which agrees with the former.
 */
const ENDS: Record<string, Ends> = {
  '4.1': { maintenance: '2020-05-05' },
  '4.2': { maintenance: '2020-07-13' },
  '4.3': { maintenance: '2020-10-27' },
  '4.4': { maintenance: '2021-02-24' },
  '4.5': { maintenance: '2021-07-27' },
  '4.6': { maintenance: '2022-10-27' },
  '4.7': { maintenance: '2022-08-24' },
  '4.8': { maintenance: '2023-01-27', extended: '2023-04-27' },
  '4.9': { maintenance: '2023-04-18' },
  '4.10': { maintenance: '2023-09-10' },
  '4.11': { maintenance: '2024-02-10' },
  '4.12': { maintenance: '2024-07-17', extended: '2025-01-17' },
  '4.13': { maintenance: '2024-11-17' },
  '4.14': { maintenance: '2025-05-01', extended: '2025-10-31', term2: '2026-10-31' },
  '4.15': { maintenance: '2025-08-27' },
  '4.16': { maintenance: '2025-12-27', extended: '2026-06-27', term2: '2027-06-27' },
  '4.17': { maintenance: '2026-04-01' },
  '4.18': { maintenance: '2026-08-25', extended: '2027-02-25', term2: '2028-02-25' },
  '4.19': { maintenance: '2026-12-17' },
  '4.20': { maintenance: '2027-04-21', extended: '2027-10-21', term2: '2028-10-21' },
  '4.21': { maintenance: '2027-08-03' },
};

/** How long a minor version receives fixes. */
export interface ReleaseLife {
  minor: string;
  maintenance: Date;
  extended?: Date | undefined;
  term2?: Date | undefined;
  /** `term2`: supported only with the second term of Extended Update Support. */
  state: 'maintained' | 'extended' | 'term2' | 'ended';
}

/** Returns the life cycle of a version; undefined if its dates aren't known. */
export function releaseLife(version: string, now: Date): ReleaseLife | undefined {
  const minor = minorOf(version);
  const ends = minor === undefined ? undefined : ENDS[minor];
  if (minor === undefined || ends === undefined) return undefined;
  const [maintenance, extended, term2] = [
    dayAfter(ends.maintenance),
    dayAfter(ends.extended),
    dayAfter(ends.term2),
  ];
  const isBefore = (end: Date | undefined) => end !== undefined && now < end;
  const state = isBefore(maintenance)
    ? 'maintained'
    : isBefore(extended)
      ? 'extended'
      : isBefore(term2)
        ? 'term2'
        : 'ended';
  return {
    minor,
    maintenance: day(ends.maintenance),
    extended: ends.extended === undefined ? undefined : day(ends.extended),
    term2: ends.term2 === undefined ? undefined : day(ends.term2),
    state,
  };
}

/** Returns the life cycle as a sentence: `4.17 is maintained until April 2026.` */
export function lifeWords({ minor, maintenance, extended, term2, state }: ReleaseLife): string {
  const end = month(maintenance);
  if (state === 'ended') return t('endedText', { minor, end: month(term2 ?? extended ?? maintenance) });
  if (!extended) return t('maintainedText', { minor, end });
  if (state === 'term2' && term2) return t('term2Text', { minor, end: month(extended), term2: month(term2) });
  return t(state === 'maintained' ? 'maintainedExtendedText' : 'extendedText', {
    minor,
    end,
    extended: month(extended),
  });
}

/** Returns the life cycle of a version as a sentence, also if its dates aren't known; undefined if it isn't a version. */
export function lifeText(version: string, now: Date): string | undefined {
  const life = releaseLife(version, now);
  if (life) return lifeWords(life);
  const minor = minorOf(version);
  return minor === undefined ? undefined : t('unknownEndText', { minor });
}

function minorOf(version: string): string | undefined {
  return /^\d+\.\d+/.exec(version)?.[0];
}

function day(text: string): Date {
  return new Date(`${text}T00:00:00Z`);
}

/** Returns the first moment without support. */
function dayAfter(last: string | undefined): Date | undefined {
  return last === undefined ? undefined : new Date(day(last).getTime() + 86_400_000);
}

function month(date: Date): string {
  return dateText(date, { month: 'long', year: 'numeric', timeZone: 'UTC' });
}
