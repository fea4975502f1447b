import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { LiveRun } from '../../core/contract/topics/run.ts';
import {
  noticePlace,
  type StoredNotice,
  storedNotice,
} from '../../core/contract/topics/schedules/notifications.ts';
import { useShell } from '../app-state/shell-state.ts';
import { type Answers, openScreen } from '../engine/screen.fixture.tsx';
import { expectRejected, READER } from '../engine/session.fixture.ts';
import { closeGlossary, openGlossary } from '../parts/glossary.ts';
import { liveRunOf } from '../run/live/live-run.fixture.ts';
import { t as find } from '../shell/find/messages.ts';
import { t as glossary } from '../shell/glossary/messages.ts';
import { Shell } from '../shell/shell.tsx';
import { t } from './messages.ts';

afterEach(() => {
  useShell.setState(useShell.getInitialState(), true);
  closeGlossary();
});

const notice = (id: string, more: Partial<StoredNotice> = {}): StoredNotice =>
  storedNotice.parse({
    ...{ id, at: '2026-11-28T01:00:00Z', kind: 'run-ended', level: 'info', text: '3 images', read: false },
    ...{ title: `notice ${id}`, status: 'complete' },
    ...more,
  });
const STORED = [
  notice('a', { run: { root: '/w', sequence: 7 } }),
  notice('b', { level: 'error', status: 'failed', workspace: '/w', schedule: 'nightly', read: true }),
  notice('c', { kind: 'nothing-new', read: true, status: undefined }),
];
const WAITING = notice('d', {
  ...{ kind: 'run-waiting', level: 'warning', status: undefined },
  ...{ job: 'job', screen: 'cluster' },
});

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
  const link = await screen.findByRole('link', { name: t('openLink', { screen: 'run', name: '7' }) });
  expect(link.getAttribute('href')).toBe('/run/7?root=%2Fw');
  expect(
    screen
      .getByRole('link', { name: t('openLink', { screen: 'schedule', name: 'nightly' }) })
      .getAttribute('href'),
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
  let notices = [STORED[0]!, WAITING];
  const { user, report } = open({ 'notices.list': () => ({ notices }) });
  // It may be work of another process, so the list of jobs doesn't decide whether it still waits.
  await user.click(await bell(2));
  expect(items()).toHaveLength(2);
  expect(screen.queryByText(t('overNote'))).toBeNull();
  report({
    type: 'job',
    job: { kind: 'cluster', id: 'job', status: 'waiting' } as never,
  });
  await bell(1, 1);
  expect(items()).toHaveLength(1);
  const answer = screen.getByRole('link', { name: `${t('answerLink')}: ${t('clusterWaiting')}` });
  expect(answer.getAttribute('href')).toBe('/cluster');
  notices = [STORED[0]!, { ...WAITING, over: true, read: true }];
  report({
    type: 'job',
    job: { kind: 'cluster', id: 'job', status: 'done' } as never,
  });
  report({ type: 'notice-list' });
  await bell(1);
  await screen.findByText(t('overNote'));
});

test('a run that waits for a login is listed until a later run continues it', async () => {
  const { user, report } = open();
  const paused = liveRunOf({
    ...{ run: { root: '/w', sequence: 7 }, status: 'paused', workflow: 'diskToMirror', target: 'reg/a' },
    ...{ endedAt: '2026-11-28T01:00:00Z', login: { registry: 'reg', since: '2026-11-28T01:00:00Z' } },
  });
  const shown = (run: LiveRun) => report({ type: 'job', job: { kind: 'run', ...run } });
  shown(paused);
  await user.click(await bell(1, 1));
  const text = t('loginWaiting', { registry: 'reg' });
  const link = await screen.findByRole('link', { name: `${t('answerLink')}: ${text}` });
  expect(link.getAttribute('href')).toBe('/run/7?root=%2Fw');
  const later = liveRunOf({
    ...paused,
    run: { root: '/w', sequence: 8 },
    status: 'running',
    login: undefined,
  });
  shown({ ...later, target: 'reg/b' });
  await bell(1, 1);
  shown(later);
  await bell(1);
});

test('a transfer without an acknowledgment code is counted, but needs no attention', async () => {
  const transfer = { name: 'fleet-0007', step: 'on-media', arrived: 'unknown' } as const;
  const { user } = open({
    'workspaces.list': {
      workspaces: [{ directory: '/w', enclaves: [{ name: 'fleet', transfers: [transfer] }] }],
    },
  });
  const button = await bell(1, 1);
  expect(button.className).toContain('pf-m-unread');
  await user.click(button);
  await screen.findByText(t('countsText', { unread: 1, waiting: 1 }));
});

test.each([
  ['information', notice('a'), 'unread'],
  ['a warning', notice('a', { level: 'warning', status: 'partial' }), 'unread'],
  ['a run that waits for its window', notice('a', { kind: 'run-waiting' }), 'unread'],
  ['a read error', notice('a', { level: 'error', read: true }), 'read'],
  ['an error', notice('a', { level: 'error' }), 'attention'],
  ['work of another process that waits', notice('a', { kind: 'run-waiting', level: 'warning' }), 'attention'],
])('for %s, the bell has the state %s', async (_name, one, state) => {
  open({ 'notices.list': { notices: [one] } });
  const button = await bell(one.read ? 0 : 1);
  await expect.poll(() => button.className).toContain(`pf-m-${state}`);
});

test.each([
  [{ screen: 'carry', workspace: '/w', transfer: 'fleet-0007' }, '/carry?workspace=%2Fw&transfer=fleet-0007'],
  [{ screen: 'receive', directory: '/r' }, '/receive?directory=%2Fr'],
  [{ screen: 'cluster' }, '/cluster'],
  [{ kind: 'test' }, '/settings/notifications'],
  [{}, '/'],
] satisfies [Partial<StoredNotice>, string][])('a notice about %j links to %s', async (about, address) => {
  const { user } = open({ 'notices.list': { notices: [notice('a', about)] } });
  await user.click(await bell(1));
  const { screen: shown } = noticePlace(notice('a', about));
  const link = await screen.findByRole('link', { name: t('openLink', { screen: shown, name: '' }) });
  expect(link.getAttribute('href')).toBe(address);
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

test('the search opens it in place of the glossary', async () => {
  const { user } = open();
  act(() => openGlossary());
  await screen.findByRole('heading', { name: glossary('glossaryTitle') });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox'), find('showNotices'));
  await user.keyboard('{Enter}');
  await screen.findByRole('list', { name: t('listLabel') });
  expect(screen.queryByRole('heading', { name: glossary('glossaryTitle') })).toBeNull();
});

test('the link to the settings closes the drawer, because it covered the screen', async () => {
  const { user, address } = open();
  await user.click(await bell(1));
  await user.click(await screen.findByRole('link', { name: t('settingsLink') }));
  expect(address()).toBe('/settings/notifications');
  expect(screen.queryByRole('list', { name: t('listLabel') })).toBeNull();
});

test('a read-only session sees the notices, but changes none', async () => {
  const { user } = open(READER);
  await user.click(await bell(1));
  await screen.findByRole('list', { name: t('listLabel') });
  await expectRejected(t('clearButton'));
});
