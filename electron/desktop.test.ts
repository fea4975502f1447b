import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type LiveRun, liveRun } from '../core/contract/topics/run.ts';
import type { Notice } from '../core/contract/topics/schedules/notifications.ts';
import { BrowserWindow, calls, callsOf, Notification } from './electron.fixture.ts';

vi.mock('electron', () => import('./electron.fixture.ts'));

const { createDesktopSigns } = await import('./desktop.ts');

const run = (sequence: number, changes: Partial<LiveRun> = {}) => ({
  type: 'job' as const,
  job: {
    kind: 'run' as const,
    ...liveRun.parse({
      run: { root: '/data/fleet', sequence },
      workflow: 'mirrorToDisk',
      status: 'running',
      startedAt: '2026-01-31T10:00:00Z',
      transfer: 'fleet-0007',
      directory: '/data/fleet/.airlock/runs/1',
      phases: [],
      deliverables: [],
      failures: [],
      failuresTotal: 0,
      incomplete: [],
      incompleteTotal: 0,
      problems: [],
      retries: 0,
      imagesVersion: 0,
      own: true,
      resumable: true,
      ...changes,
    }),
  },
});
const progress = (done: number, total: number, totalKnown = true): Pick<LiveRun, 'progress'> => ({
  progress: {
    images: { total: 4, copied: 1, present: 0, failed: 0 },
    bytes: { fetched: 0, sent: 0, written: 0, present: 0 },
    done,
    total,
    totalKnown,
    rate: 0,
  },
});

const shown: string[] = [];
let seen: BrowserWindow;
let signs: ReturnType<typeof createDesktopSigns>;

beforeEach(() => {
  seen = new BrowserWindow({});
  signs = createDesktopSigns(seen as unknown as Electron.BrowserWindow, (route) => shown.push(route));
  calls.length = 0;
  Notification.all.length = 0;
});

const bar = () => callsOf('setProgressBar').at(-1)![0];

describe('the taskbar', () => {
  test('shows the common progress of all runs, and nothing without a run', () => {
    signs.take(run(1, progress(20, 100)));
    signs.take(run(2, progress(60, 100)));
    expect(bar()).toBe(0.4);
    signs.take(run(1, { status: 'paused' }));
    expect(bar()).toBe(0.6);
    signs.take(run(2, { status: 'complete' }));
    expect(bar()).toBe(-1);
  });

  test('shows indefinite progress while the total grows', () => {
    signs.take(run(1, progress(20, 100, false)));
    expect(bar()).toBe(2);
  });
});

describe('sleep', () => {
  test('is prevented once, from the first run to the end of the last', () => {
    signs.take(run(1));
    signs.take(run(2));
    signs.take(run(1, { status: 'pausing' }));
    expect(callsOf('blocker start')).toEqual([['prevent-app-suspension']]);
    signs.take(run(1, { status: 'paused' }));
    expect(callsOf('blocker stop')).toEqual([]);
    signs.take(run(2, { status: 'failed' }));
    expect(callsOf('blocker stop')).toEqual([[7]]);
  });

  test("isn't prevented by runs of other processes", () => {
    signs.take(run(1, { own: false }));
    expect(callsOf('blocker start')).toEqual([]);
    expect(signs.working()).toEqual([]);
  });

  test('is possible again when the engine has ended', () => {
    signs.take(run(1));
    signs.take({ type: 'engine', state: 'stopped', restarts: 3, at: '2026-01-31T10:00:00Z', resumed: [] });
    expect(callsOf('blocker stop')).toEqual([[7]]);
    expect(signs.working()).toEqual([]);
  });
});

describe('a notification', () => {
  const notice = (id: string, changes: Partial<Notice> = {}): Notice => ({
    ...{ id, kind: 'run-ended', at: '2026-01-31T10:00:00Z', level: 'info' },
    ...{ title: 'Fetch is complete', text: 'fleet-0007', run: { root: '/data/fleet', sequence: 1 } },
    ...changes,
  });

  test('shows a notice once if the window has no focus, and opens its screen', () => {
    signs.take({ type: 'notices', notices: [notice('a')] });
    signs.take({ type: 'notices', notices: [notice('a')] });
    expect(Notification.all.map(({ options }) => options)).toEqual([
      { title: 'Fetch is complete', body: 'fleet-0007' },
    ]);
    expect(callsOf('flashFrame')).toEqual([[true]]);
    Notification.all[0]!.emit('click');
    expect(shown.at(-1)).toBe('/run/1?root=%2Fdata%2Ffleet');
    seen.emit('focus');
    expect(callsOf('flashFrame').at(-1)).toEqual([false]);
  });

  test("isn't shown for the end of a run in a focused window, but for everything else", () => {
    seen.focused = true;
    signs.take({
      type: 'notices',
      notices: [notice('a'), notice('b', { kind: 'credentials-expiring', run: undefined })],
    });
    seen.focused = false;
    signs.take({ type: 'notices', notices: [notice('a')] });
    expect(Notification.all).toHaveLength(1);
    Notification.all[0]!.emit('click');
    expect(shown.at(-1)).toBe('/');
  });
});
