import { NotificationBadge } from '@patternfly/react-core/dist/esm/components/NotificationBadge';
import type { StoredNotice } from '../../core/contract/topics/schedules/notifications.ts';
import { toggleNotices, useNoticesShown } from '../app-state/shell-state.ts';
import { t } from './messages.ts';
import { useNotices } from './use-notices.ts';

/** The button of the masthead that shows how many notifications are unread, and opens them. */
export function Bell() {
  const { waiting, past = [], unread } = useNotices();
  const shown = useNoticesShown();
  const count = unread + waiting.length;
  const urgent = waiting.some((line) => line.urgent) || past.some(isUrgent);
  const label = t('bellTip', { count, unread, waiting: waiting.length });
  return (
    <NotificationBadge
      id="al-bell"
      className="al-bell"
      variant={urgent ? 'attention' : count > 0 ? 'unread' : 'read'}
      count={count}
      size="sm"
      aria-label={label}
      title={label}
      isExpanded={shown}
      onClick={toggleNotices}
    />
  );
}

/** Returns whether a notice is an unread error, or reports work of another process that waits for a user. */
function isUrgent({ kind, level, read }: StoredNotice): boolean {
  return !read && (level === 'error' || (kind === 'run-waiting' && level === 'warning'));
}
