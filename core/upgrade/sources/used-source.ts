import { wordList } from '../../base/document/words.ts';

/** Something that an update graph was read from. Plain data. */
export interface UsedSource {
  /** `kept`: what was asked of the service before, from the user's cache. */
  kind: 'service' | 'kept' | 'graph-data' | 'workspace' | 'file';
  /** An address without user and query, an image, or a path. */
  origin: string;
  /** Channels that were read of it; empty: all that it has. */
  channels: string[];
  /** When the source was asked, or when its file was written; absent where nothing tells. ISO 8601. */
  asOf?: string;
}

const MOST_NAMED = 6;
const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

/** In words: `stable-4.16 and stable-4.17 of https://…, as asked 3 days ago`. @param now in ms since 1970 */
export function sourceText({ kind, origin, channels, asOf }: UsedSource, now: number): string {
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
