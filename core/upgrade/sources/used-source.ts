import { wordList } from '../../base/document/words.ts';
import type { GraphOrigin } from '../../contract/topics/upgrades.ts';
import { t } from './messages.ts';

const MOST_NAMED = 6;
const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Returns a source in words: `stable-4.16 and stable-4.17 of https://…, queried 3 days ago`. @param now in ms since 1970 */
export function sourceText({ kind, origin, channels, asOf }: GraphOrigin, now: number): string {
  const source = channels.length > 0 ? t('channelsOf', { channels: listed(channels), origin }) : origin;
  const age = asOf === undefined ? undefined : ageText(now - Date.parse(asOf));
  switch (kind) {
    case 'service':
      return t('queriedNow', { source });
    case 'cached':
      return t('queried', { source, age: age ?? '' });
    default:
      return age ? t('written', { source, age }) : source;
  }
}

/** Returns an age in words. @param ms below zero counts as now */
export function ageText(ms: number): string {
  if (ms >= 2 * DAY) return t('daysAgo', { count: Math.floor(ms / DAY) });
  if (ms >= 2 * HOUR) return t('hoursAgo', { count: Math.floor(ms / HOUR) });
  if (ms >= 2 * MINUTE) return t('minutesAgo', { count: Math.floor(ms / MINUTE) });
  return t('justNow');
}

function listed(names: readonly string[]): string {
  return names.length > MOST_NAMED ? t('channelCount', { count: names.length }) : wordList(names);
}
