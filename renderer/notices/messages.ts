import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of the notifications in the masthead, and of work that waits for an answer. */
export const t = translator({
  loginWaiting: 'A run needs credentials for {registry}',
  mediaWaiting: 'A media job needs a drive or your input',
  clusterWaiting: 'A cluster job needs your input',
  acknowledgmentWaiting: '{transfer} has no acknowledgment code',

  bellTip:
    '{count, plural, one {# notification} other {# notifications}}: {unread} unread, {waiting} waiting',
  title: 'Notifications',
  countsText: '{waiting, plural, =0 {{unread} unread} other {{unread} unread, # waiting}}',
  closeButton: 'Close notifications',
  markAllButton: 'Mark all read',
  clearButton: 'Clear',
  settingsLink: 'Notification settings',
  waitingTitle: 'Waiting for your input',
  earlierTitle: 'Earlier',
  emptyTitle: 'No notifications',
  emptyText:
    'Runs, exports, imports and schedules report here when they end, fail or need your input. So do credentials that expire soon and registries that differ from their push records.',
  readFailedTitle: "The notifications couldn't be read",
  changeFailedTitle: "The notifications couldn't be changed",
  listLabel: 'Notifications, latest first',
  readState: 'read',
  unreadState: 'unread',
  overNote: 'No longer waiting',
  markReadButton: 'Mark as read',
  markUnreadButton: 'Mark as unread',
  markReadLabel: 'Mark as read: {title}',
  markUnreadLabel: 'Mark as unread: {title}',
  openLink:
    '{screen, select, run {Open run {name}} schedule {Open schedule {name}} carry {Open Carry} receive {Open Receive} cluster {Open Apply} settings {Open notification settings} other {Open Home}}',
  answerLink: 'Answer',
  moreText: 'The last {count} notifications are stored on this host.',
});
