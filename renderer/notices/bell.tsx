import { NotificationBadge } from '@patternfly/react-core/dist/esm/components/NotificationBadge';
import { toggleNotices, useNoticesShown } from '../app-state/shell-state.ts';
import { t } from './messages.ts';
import { useNotices } from './use-notices.ts';

/** The button of the masthead that shows how many notifications are unread, and opens them. */
export function Bell() {
  const { waiting, past = [], unread } = useNotices();
  const shown = useNoticesShown();
  const count = unread + waiting.length;
  const urgent = waiting.length > 0 || past.some(({ read, level }) => !read && level === 'error');
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
