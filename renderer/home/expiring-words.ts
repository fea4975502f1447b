import { capitalized } from '../../core/contract/documents/words.ts';
import type { ExpiringLine } from '../../core/contract/topics/transfers.ts';
import { relativeTime } from '../parts/format.ts';
import type { Mark } from '../parts/state-mark.tsx';

/** What is told of something that ends; undefined for what is only old later. */
export function expiringView(
  { kind, what, until }: ExpiringLine,
  now: Date,
): { mark: Mark; what: string; when: string } | undefined {
  const end = new Date(until);
  const over = end.getTime() <= now.getTime();
  const named = capitalized(what);
  // A graph does not end: after its time new releases and risks are missing in it.
  if (kind === 'graph') return over ? { mark: 'info', what: named, when: 'may be out of date' } : undefined;
  if (over) return { mark: 'bad', what: named, when: `ended ${relativeTime(end, now)}` };
  return { mark: 'warning', what: named, when: `ends ${relativeTime(end, now)}` };
}
