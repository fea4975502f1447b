import { wordList } from '../../base/document/words.ts';
import type { GraphOrigin } from '../../contract/topics/upgrades.ts';

const MOST_NAMED = 6;
const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

/** In words: `stable-4.16 and stable-4.17 of https://…, as asked 3 days ago`. @param now in ms since 1970 */
export function sourceText({ kind, origin, channels, asOf }: GraphOrigin, now: number): string {
  const of = channels.length > 0 ? `${listed(channels)} of ` : '';
  const age = asOf === undefined ? undefined : ageText(now - Date.parse(asOf));
  switch (kind) {
    case 'service':
      return `${of}${origin}, asked now`;
    case 'kept':
      return `${of}${origin}, as asked ${age}`;
    default:
      return `${of}${origin}${age ? `, written ${age}` : ''}`;
  }
}

/** How long ago something was. @param ms below zero counts as now */
export function ageText(ms: number): string {
  if (ms >= 2 * DAY) return `${Math.floor(ms / DAY)} days ago`;
  if (ms >= 2 * HOUR) return `${Math.floor(ms / HOUR)} hours ago`;
  if (ms >= 2 * MINUTE) return `${Math.floor(ms / MINUTE)} minutes ago`;
  return 'just now';
}

function listed(names: readonly string[]): string {
  return names.length > MOST_NAMED ? `${names.length} channels` : wordList(names);
}
