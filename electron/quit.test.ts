import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LiveRun } from '../core/contract/topics/run.ts';
import { answers, app, BrowserWindow, calls, callsOf, powerMonitor } from './electron.fixture.ts';
import { t } from './messages.ts';

vi.mock('electron', () => import('./electron.fixture.ts'));

const { confirmQuit, LONGEST_PAUSE_MS } = await import('./quit.ts');

let seen: BrowserWindow;
let working: LiveRun[];
let close: ReturnType<typeof vi.fn<() => Promise<void>>>;

beforeEach(() => {
  app.removeAllListeners();
  process.removeAllListeners('SIGHUP');
  powerMonitor.removeAllListeners();
  calls.length = 0;
  seen = new BrowserWindow({});
  working = [];
  close = vi.fn(async () => {});
  confirmQuit({ window: seen as unknown as Electron.BrowserWindow, working: () => working, close });
});

const RUN = {} as LiveRun;
const quit = () => {
  const event = { preventDefault: vi.fn() };
  app.emit('before-quit', event);
  return event.preventDefault.mock.calls.length === 0;
};
const closeWindow = () => {
  const event = { preventDefault: vi.fn() };
  seen.emit('close', event);
  return event.preventDefault.mock.calls.length === 0;
};
const settled = () => vi.waitFor(() => expect(callsOf('quit')).toHaveLength(1));

test('without a run, quitting asks no question, and the engine ends first', async () => {
  expect(quit()).toBe(false);
  await settled();
  expect(close).toHaveBeenCalledOnce();
  expect(callsOf('showMessageBox')).toEqual([]);
  expect(quit()).toBe(true);
  expect(closeWindow()).toBe(true);
});

describe('with a run', () => {
  beforeEach(() => {
    working = [RUN];
  });

  test('the user can stay', async () => {
    answers.messageBox = 1;
    expect(quit()).toBe(false);
    await vi.waitFor(() => expect(callsOf('showMessageBox')).toHaveLength(1));
    await Promise.resolve();
    expect(close).not.toHaveBeenCalled();
    expect(callsOf('quit')).toEqual([]);
    // The question appears again the next time.
    quit();
    await vi.waitFor(() => expect(callsOf('showMessageBox')).toHaveLength(2));
  });

  test('the user can pause it and quit', async () => {
    answers.messageBox = 0;
    quit();
    quit();
    await settled();
    expect(callsOf('showMessageBox')).toHaveLength(1);
    expect(callsOf('showMessageBox')[0]![1]).toMatchObject({
      buttons: [t('quitButton'), t('cancelButton')],
      cancelId: 1,
    });
    expect(close).toHaveBeenCalledOnce();
  });

  test('closing the window asks the same while the window still exists', () => {
    expect(closeWindow()).toBe(false);
    expect(callsOf('quit')).toHaveLength(1);
  });

  test.each([
    ['the end of the desktop session', () => powerMonitor.emit('shutdown')],
    ['the end of its terminal', () => process.emit('SIGHUP')],
  ])('%s asks no question', async (_what, end) => {
    end();
    await settled();
    expect(close).toHaveBeenCalledOnce();
    expect(callsOf('showMessageBox')).toEqual([]);
  });
});

test("an engine that doesn't end is abandoned after five seconds", async () => {
  vi.useFakeTimers();
  close.mockReturnValue(new Promise(() => {}));
  quit();
  await vi.advanceTimersByTimeAsync(LONGEST_PAUSE_MS - 1);
  expect(callsOf('quit')).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(callsOf('quit')).toHaveLength(1);
  vi.useRealTimers();
});

test("an engine that fails to end doesn't block the app", async () => {
  close.mockRejectedValue(new Error('gone'));
  quit();
  await settled();
});
