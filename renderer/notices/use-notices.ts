import type { StoredNotice } from '../../core/contract/topics/schedules/notifications.ts';
import { useAsk } from '../engine/requests.ts';
import { otherNotices, useWaiting, type WaitingLine } from './waiting.ts';

/** What the bell and the drawer show. */
export interface NoticesView {
  waiting: WaitingLine[];
  /** Latest first. Undefined until they are read. */
  past: StoredNotice[] | undefined;
  unread: number;
  error: unknown;
}

/** Returns the notices of this host, also those of its other processes, and what waits for an answer now. */
export function useNotices(): NoticesView {
  const waiting = useWaiting();
  const list = useAsk('notices.list', {}, { staleTime: 0, every: 30_000 });
  const past = list.data && otherNotices(list.data.notices, waiting);
  const unread = (past ?? []).filter(({ read }) => !read).length;
  return { waiting, past, unread, error: list.error };
}
