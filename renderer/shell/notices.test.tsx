import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useShell } from '../app-state/shell-state.ts';
import { failing } from '../engine/failing.fixture.ts';
import { useLive } from '../engine/live.ts';
import { openScreen } from '../engine/screen.fixture.tsx';
import { liveRunOf } from '../run/live/live-run.fixture.ts';
import { t } from './messages.ts';
import { Notices } from './notices.tsx';

afterEach(() => useShell.setState(useShell.getInitialState(), true));

const RUN = { root: '/w', sequence: 8 };
const RESTARTED = {
  ...{ type: 'engine', state: 'ready', restarts: 1, resumed: [RUN] },
  at: '2026-03-01T00:47:12',
} as const;
const notices = () => openScreen(<Notices />, {});
const text = () => screen.getByRole('status').textContent;
const lose = (state: Partial<ReturnType<typeof useLive.getState>>) => act(() => useLive.setState(state));

test('a host that answers and a running engine need no notice', () => {
  const { report } = notices();
  act(() => report({ ...RESTARTED, restarts: 0, resumed: [] } as never));
  expect(text()).toBe('');
});

const CRASHES = {
  reports: [
    {
      ...{ file: '/home/op/state/crash-2.json', time: '2026-03-02T00:00:00.000Z' },
      ...{ source: 'engine', message: 'later' },
    },
    {
      ...{ file: '/home/op/state/crash-1.json', time: '2026-03-01T00:00:00.000Z' },
      ...{ source: 'command', message: 'earlier' },
    },
  ],
};

test('the latest crash report is shown with its path until it is closed', async () => {
  const { user, requested } = openScreen(<Notices />, {
    'diagnostics.crashes': CRASHES,
    'settings.read': { crashSeen: '2026-03-01T00:00:00.000Z' },
    'settings.write': {},
  });
  expect(await screen.findByText('crash-2.json', { exact: false })).toBeTruthy();
  expect(screen.getByRole('link', { name: t('crashLink') }).getAttribute('href')).toBe(
    '/settings/diagnostics',
  );
  await user.click(screen.getByRole('button', { name: /close/i }));
  expect(requested('settings.write')).toEqual([{ crashSeen: '2026-03-02T00:00:00.000Z' }]);
});

test("a crash report whose closing can't be saved is closed in this window, with the error", async () => {
  const { user } = openScreen(<Notices />, {
    'diagnostics.crashes': CRASHES,
    'settings.read': {},
    'settings.write': failing('the disk is full', { remedy: 'Free space.' }),
  });
  await screen.findByText('crash-2.json', { exact: false });
  await user.click(screen.getByRole('button', { name: /close/i }));
  await screen.findByText(t('crashStoreTitle'), { exact: false });
  expect(text()).toContain('The disk is full. Free space.');
  expect(screen.queryByText('crash-2.json', { exact: false })).toBeNull();
  await user.click(screen.getByRole('button', { name: /close/i }));
  expect(text()).toBe('');
});

test('a closed crash report is not shown again', async () => {
  const { requested } = openScreen(<Notices />, {
    'diagnostics.crashes': CRASHES,
    'settings.read': { crashSeen: '2026-03-02T00:00:00.000Z' },
  });
  await expect.poll(() => requested('diagnostics.crashes').length).toBe(1);
  await expect.poll(() => requested('settings.read').length).toBe(1);
  expect(text()).toBe('');
});

test('a host that does not answer is reported until it answers', () => {
  notices();
  lose({ connected: false });
  expect(text()).toContain(t('hostSilentTitle'));
  lose({ connected: true });
  expect(text()).toBe('');
});

test('a host that rejects the page is reported with its remedy', () => {
  notices();
  lose({
    connected: false,
    unheard: failing('no', { remedy: 'Open `airlock serve` again.', code: 'forbidden' }).failure,
  });
  expect(text()).toContain(t('hostDeniedTitle'));
  expect(screen.getByText('airlock serve').tagName).toBe('CODE');
});

test('a restart shows the resumed transfers, and is dismissed once', async () => {
  const { user, report } = notices();
  act(() => {
    report({
      type: 'job',
      job: { ...liveRunOf({ run: RUN, transfer: 'fleet-0008' }), kind: 'run' },
    } as never);
    report(RESTARTED as never);
  });
  expect(text()).toContain(t('engineResumed', { time: '00:47', count: 1, runs: 'fleet-0008' }));
  await user.click(screen.getByRole('button', { name: /close/i }));
  expect(text()).toBe('');
  act(() => report({ ...RESTARTED, restarts: 2, at: '2026-03-01T01:00:00' } as never));
  expect(text()).toContain('restarted at 01:00');
});

test("an ended engine can't be dismissed and has a remedy", () => {
  const { report } = notices();
  act(() => report({ ...RESTARTED, state: 'stopped', restarts: 2, detail: 'out of memory' } as never));
  expect(text()).toContain(t('engineStoppedBecause', { times: 3, reason: 'out of memory' }));
  expect(text()).toContain(t('engineStoppedRemedy'));
  expect(screen.queryByRole('button')).toBeNull();
});
