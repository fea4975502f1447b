import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type StoredNotice, storedNotice } from '../../core/contract/topics/schedules/notifications.ts';
import { useShell } from '../app-state/shell-state.ts';
import { type Answers, openScreen } from '../engine/screen.fixture.tsx';
import { expectRejected, READER } from '../engine/session.fixture.ts';
import { t as find } from '../shell/find/messages.ts';
import { Shell } from '../shell/shell.tsx';
import { t } from './messages.ts';

afterEach(() => useShell.setState(useShell.getInitialState(), true));

const notice = (id: string, more: Partial<StoredNotice> = {}): StoredNotice =>
  storedNotice.parse({
    ...{ id, at: '2026-11-28T01:00:00Z', kind: 'run-ended', level: 'info', text: '3 images', read: false },
    ...{ title: `notice ${id}`, status: 'complete' },
    ...more,
  });
const STORED = [
  notice('a', { run: { root: '/w', sequence: 7 } }),
  notice('b', { level: 'error', status: 'failed', workspace: '/w', schedule: 'nightly', read: true }),
  notice('c', { kind: 'run-waiting', level: 'warning', status: undefined, job: 'job', screen: 'cluster' }),
];

function open(answers: Answers = {}, address = '/nowhere') {
  let notices = STORED;
  return openScreen(
    <Shell />,
    {
      'workspaces.list': { workspaces: [] },
      'practice.state': { state: 'off', steps: [] },
      'notices.list': () => ({ notices }),
      'notices.mark': ({ ids, read }) => {
        notices = notices.map((one) => (!ids || ids.includes(one.id) ? { ...one, read } : one));
        return { notices };
      },
      'notices.clear': () => {
        notices = [];
        return { notices };
      },
      ...answers,
    },
    address,
  );
}

const bell = (unread: number, waiting = 0) =>
  screen.findByRole('button', { name: t('bellTip', { count: unread + waiting, unread, waiting }) });
const items = () => within(screen.getByRole('list', { name: t('listLabel') })).getAllByRole('listitem');

test('the bell opens the notices with links to their screens, and marks and removes them', async () => {
  const { user, report, requested, address } = open();
  await user.click(await bell(1));
  const link = await screen.findByRole('link', { name: t('openRunLink', { run: 7 }) });
  expect(link.getAttribute('href')).toBe('/run/7?root=%2Fw');
  expect(
    screen.getByRole('link', { name: t('openScheduleLink', { schedule: 'nightly' }) }).getAttribute('href'),
  ).toBe('/schedules?workspace=%2Fw&show=nightly');
  expect(items()).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: t('markUnreadLabel', { title: 'notice b' }) }));
  report({ type: 'notice-list' });
  await bell(2);
  await user.click(screen.getByRole('button', { name: t('markAllButton') }));
  report({ type: 'notice-list' });
  await bell(0);
  expect(requested('notices.mark')).toEqual([{ ids: ['b'], read: false }, { read: true }]);
  await user.click(link);
  expect(address()).toBe('/run/7?root=%2Fw');
  // It covered the screen, so it closed.
  await user.click(await bell(0));
  await user.click(await screen.findByRole('button', { name: t('clearButton') }));
  report({ type: 'notice-list' });
  await screen.findByText(t('emptyTitle'));
});

test('the bell shows the same waiting work as Home, and no notice about it twice', async () => {
  const { user, report } = open();
  await user.click(await bell(1));
  await screen.findByText(t('overNote'));
  report({
    type: 'job',
    job: { kind: 'cluster', id: 'job', status: 'waiting' } as never,
  });
  await bell(1, 1);
  expect(screen.queryByText(t('overNote'))).toBeNull();
  expect(items()).toHaveLength(2);
  const answer = screen.getByRole('link', { name: `${t('answerLink')}: ${t('clusterWaiting')}` });
  expect(answer.getAttribute('href')).toBe('/cluster');
  report({
    type: 'job',
    job: { kind: 'cluster', id: 'job', status: 'done' } as never,
  });
  await bell(1);
});

test('the keyboard opens it from the search, and Escape returns to the bell', async () => {
  const { user } = open();
  const button = await bell(1);
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox'), find('showNotices'));
  await user.keyboard('{Enter}');
  await screen.findByRole('list', { name: t('listLabel') });
  await waitFor(() => expect(document.activeElement?.className).toContain('al-notice-drawer'));
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('list', { name: t('listLabel') })).toBeNull());
  expect(document.activeElement).toBe(button);
});

test('a read-only session sees the notices, but changes none', async () => {
  const { user } = open(READER);
  await user.click(await bell(1));
  await screen.findByRole('list', { name: t('listLabel') });
  await expectRejected(t('clearButton'));
});
