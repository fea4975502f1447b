import './notice-drawer.css';
import {
  NotificationDrawer,
  NotificationDrawerBody,
  NotificationDrawerHeader,
  NotificationDrawerList,
  NotificationDrawerListItem,
  NotificationDrawerListItemBody,
  NotificationDrawerListItemHeader,
} from '@patternfly/react-core/dist/esm/components/NotificationDrawer';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import {
  MOST_NOTICES,
  noticePlace,
  type StoredNotice,
} from '../../core/contract/topics/schedules/notifications.ts';
import { closeDrawer } from '../app-state/shell-state.ts';
import { useDo } from '../engine/requests.ts';
import { Empty } from '../parts/empty.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { useWide } from '../parts/use-wide.ts';
import { t } from './messages.ts';
import { useNotices } from './use-notices.ts';
import type { WaitingLine } from './waiting.ts';

/** What waits for an answer, and the stored notices. It gets the focus when it opens, and returns it when it closes. */
export default function NoticeDrawer() {
  const { waiting, past, unread, error } = useNotices();
  const mark = useDo('notices.mark');
  const clear = useDo('notices.clear');
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    return () => document.getElementById('al-bell')?.focus();
  }, []);
  const leave = useLeave();
  const failed = mark.error ?? clear.error;
  const stored = past?.length ?? 0;
  return (
    <NotificationDrawer ref={panel} tabIndex={-1} className="al-notice-drawer">
      <NotificationDrawerHeader
        title={t('title')}
        customText={
          unread + waiting.length > 0 ? t('countsText', { unread, waiting: waiting.length }) : undefined
        }
        onClose={closeDrawer}
        closeButtonAriaLabel={t('closeButton')}
      />
      <NotificationDrawerBody>
        <div className="al-actions al-notice-actions">
          <RequestButton
            request="notices.mark"
            variant="link"
            isInline
            isDisabled={unread === 0 || mark.isPending}
            onClick={() => mark.mutate({ read: true })}
          >
            {t('markAllButton')}
          </RequestButton>
          <RequestButton
            request="notices.clear"
            variant="link"
            isInline
            isDisabled={stored === 0 || clear.isPending}
            onClick={() => clear.mutate({})}
          >
            {t('clearButton')}
          </RequestButton>
          <Link className="al-end" to="/settings/notifications" onClick={leave}>
            {t('settingsLink')}
          </Link>
        </div>
        {error !== undefined && error !== null && <FailureAlert error={error} title={t('readFailedTitle')} />}
        {failed && <FailureAlert error={failed} title={t('changeFailedTitle')} />}
        {waiting.length > 0 && <WaitingList lines={waiting} />}
        {past && stored === 0 && waiting.length === 0 && (
          <Empty title={t('emptyTitle')}>{t('emptyText')}</Empty>
        )}
        {past && stored > 0 && (
          <>
            {waiting.length > 0 && <h3 className="al-notice-group">{t('earlierTitle')}</h3>}
            <NotificationDrawerList aria-label={t('listLabel')}>
              {past.map((notice) => (
                <NoticeItem
                  key={notice.id}
                  notice={notice}
                  onMark={(read) => mark.mutate({ ids: [notice.id], read })}
                />
              ))}
            </NotificationDrawerList>
            {stored >= MOST_NOTICES && (
              <p className="al-sub al-small al-notice-group">{t('moreText', { count: MOST_NOTICES })}</p>
            )}
          </>
        )}
      </NotificationDrawerBody>
    </NotificationDrawer>
  );
}

function WaitingList({ lines }: { lines: readonly WaitingLine[] }) {
  const leave = useLeave();
  return (
    <>
      <h3 className="al-notice-group">{t('waitingTitle')}</h3>
      <NotificationDrawerList aria-label={t('waitingTitle')}>
        {lines.map(({ key, text, to, urgent }) => {
          const variant = urgent ? 'warning' : 'info';
          return (
            <NotificationDrawerListItem key={key} variant={variant} isHoverable={false} tabIndex={-1}>
              <NotificationDrawerListItemHeader variant={variant} title={text} headingLevel="h4" />
              <NotificationDrawerListItemBody>
                <Link to={to} aria-label={`${t('answerLink')}: ${text}`} onClick={leave}>
                  {t('answerLink')}
                </Link>
              </NotificationDrawerListItemBody>
            </NotificationDrawerListItem>
          );
        })}
      </NotificationDrawerList>
    </>
  );
}

const VARIANTS = { info: 'info', warning: 'warning', error: 'danger' } as const;

function NoticeItem({ notice, onMark }: { notice: StoredNotice; onMark: (read: boolean) => void }) {
  const { at, level, over, read, status, text, title } = notice;
  const { screen, address, name } = noticePlace(notice);
  const leave = useLeave();
  const variant = over ? 'info' : status === 'complete' ? 'success' : VARIANTS[level];
  return (
    <NotificationDrawerListItem
      variant={variant}
      isRead={read}
      isHoverable={false}
      tabIndex={-1}
      readStateScreenReaderText={t(read ? 'readState' : 'unreadState')}
    >
      <NotificationDrawerListItemHeader variant={variant} title={title} headingLevel="h4" />
      <NotificationDrawerListItemBody timestamp={<RelativeTime at={at} />}>
        {over && <p>{t('overNote')}</p>}
        {text !== '' && <p className="al-anywhere al-lines">{text}</p>}
        <div className="al-actions al-notice-links">
          <Link
            to={address}
            onClick={() => {
              if (!read) onMark(true);
              leave();
            }}
          >
            {t('openLink', { screen, name })}
          </Link>
          {!over && (
            <RequestButton
              request="notices.mark"
              variant="link"
              isInline
              aria-label={t(read ? 'markUnreadLabel' : 'markReadLabel', { title })}
              onClick={() => onMark(!read)}
            >
              {t(read ? 'markUnreadButton' : 'markReadButton')}
            </RequestButton>
          )}
        </div>
      </NotificationDrawerListItemBody>
    </NotificationDrawerListItem>
  );
}

/** Closes the drawer if it covers the screen. */
function useLeave(): () => void {
  const wide = useWide();
  return () => {
    if (!wide) closeDrawer();
  };
}
