import type {
  CarriedDrive,
  ChannelNews,
  DiskForecast,
} from '../../core/contract/topics/schedules/overview.ts';
import { relativeTime, size } from '../parts/format.ts';
import type { Mark } from '../parts/state-mark.tsx';
import { lifeWords, releaseLife } from '../upgrades/question/release-life.ts';
import { t } from './messages.ts';

const DAY_MS = 86_400_000;
/** A file system that is full sooner is marked. */
const SOON_MS = 30 * DAY_MS;
/** An upgrade is planned and transferred in this time. */
const SUPPORT_ENDS_SOON_MS = 90 * DAY_MS;

interface Line {
  mark: Mark;
  text: string;
}

/** Returns how long the free space lasts; undefined without transfers to derive it from. */
export function diskForecast(
  { freeBytes, transferBytes, fullAt }: DiskForecast,
  now: Date,
): Line | undefined {
  if (transferBytes === undefined) return undefined;
  const next = { size: size(transferBytes) };
  if (transferBytes > freeBytes) return { mark: 'bad', text: t('nextDoesNotFitText', next) };
  if (fullAt === undefined) return { mark: 'good', text: t('nextFitsText', next) };
  const left = Date.parse(fullAt) - now.getTime();
  return { mark: left < SOON_MS ? 'warning' : 'good', text: t('fullText', { time: span(left) }) };
}

/** Returns a time that only a forecast has: `3 weeks`, `8 months`. */
function span(ms: number): string {
  const days = Math.max(1, Math.round(ms / DAY_MS));
  if (days < 14) return t('days', { count: days });
  if (days < 70) return t('weeks', { count: Math.round(days / 7) });
  return t('months', { count: Math.round(days / 30) });
}

/** Returns the content of a drive, such as `fleet-0007, volumes 1-3`. */
export function driveText({ transfers }: CarriedDrive): string {
  return transfers
    .map(({ name, volumes }) =>
      t('driveVolumes', { transfer: name, volumes: ranges(volumes), count: volumes.length }),
    )
    .join(', ');
}

function ranges(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && number - last[1] <= 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}

/** Returns what is new in a channel since the last transfer. */
export function channelText(news: ChannelNews, now: Date): Line & { note: string } {
  const { latest, mirrored, newerTotal, checkedAt, problem } = news;
  const note =
    checkedAt === undefined
      ? t('neverChecked')
      : t('checkedNote', { ago: relativeTime(new Date(checkedAt), now) });
  if (problem !== undefined) return { mark: 'bad', text: problem, note };
  if (latest === undefined) return { mark: 'waiting', text: t('channelUnknown'), note };
  if (mirrored === undefined) return { mark: 'info', text: t('channelLatest', { latest }), note };
  if (newerTotal === 0) return { mark: 'good', text: t('channelCurrent', { mirrored }), note };
  return { mark: 'info', text: t('channelNewer', { count: newerTotal, latest, mirrored }), note };
}

/** Returns the end of support of a channel's version, if it has passed or is near; undefined if not, or if it isn't known. */
export function supportLine({ mirrored, latest }: ChannelNews, now: Date): Line | undefined {
  const version = mirrored ?? latest;
  const life = version === undefined ? undefined : releaseLife(version, now);
  if (!life) return undefined;
  const end = life.extended ?? life.maintenance;
  if (end.getTime() - now.getTime() > SUPPORT_ENDS_SOON_MS) return undefined;
  return { mark: 'warning', text: lifeWords(life) };
}

/** Returns the drives without transfers that were received, and without those that contained nothing else. */
export function drivesInTransit(
  drives: readonly CarriedDrive[],
  received: ReadonlySet<string>,
): CarriedDrive[] {
  return drives.flatMap((drive) => {
    const transfers = drive.transfers.filter(({ name }) => !received.has(name));
    if (transfers.length === 0) return [];
    return [{ ...drive, transfers, bytes: transfers.reduce((total, { bytes }) => total + bytes, 0) }];
  });
}
