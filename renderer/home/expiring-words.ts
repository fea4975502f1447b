import { capitalized } from '../../core/contract/documents/words.ts';
import type { ExpiringLine } from '../../core/contract/topics/transfers.ts';
import { relativeTime } from '../parts/format.ts';
import type { Mark } from '../parts/state-mark.tsx';
import { t } from './messages.ts';

/** Returns how something that expires is shown, or undefined for an update graph that isn't old yet. */
export function expiringView(
  { kind, subject, until }: ExpiringLine,
  now: Date,
): { mark: Mark; subject: string; when: string } | undefined {
  const end = new Date(until);
  const over = end.getTime() <= now.getTime();
  const named = capitalized(subject);
  // A graph doesn't expire: after this time, new releases and risks are missing in it.
  if (kind === 'graph') return over ? { mark: 'info', subject: named, when: t('outdatedNote') } : undefined;
  const when = relativeTime(end, now);
  if (over) return { mark: 'bad', subject: named, when: t('expiredNote', { ago: when }) };
  return { mark: 'warning', subject: named, when: t('expiresNote', { when }) };
}
