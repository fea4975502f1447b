import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answers, BrowserWindow, calls, callsOf } from './electron.fixture.ts';
import { placeWindow } from './window-state.ts';

vi.mock('electron', () => import('./electron.fixture.ts'));

const { openWindow, reloadPage, advance } = await import('./window.ts');
const { WEB_PREFERENCES } = await import('./security.ts');

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-window-'));
  file = join(folder, 'deep', 'window.json');
  calls.length = 0;
});
afterEach(() => rm(folder, { recursive: true }));

const open = () => {
  const window = openWindow(file);
  return { window, seen: BrowserWindow.all.at(-1)! };
};

test('a window has the shared preferences and shows the app', () => {
  const { seen } = open();
  expect(seen.options.webPreferences).toBe(WEB_PREFERENCES);
  expect(callsOf('loadURL')).toEqual([['airlock://app/']]);
});

test('a window has the icon of the app', () => {
  expect(existsSync(open().seen.options.icon as string)).toBe(true);
});

test('a window is shown once its page is ready', () => {
  const { seen } = open();
  expect(callsOf('show')).toEqual([]);
  seen.emit('ready-to-show');
  expect(callsOf('show')).toHaveLength(1);
});

test('a window reopens where it was closed', async () => {
  open().seen.emit('close', {});
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    x: 10,
    y: 20,
    width: 1200,
    height: 800,
    maximized: false,
  });
  expect(open().seen.options).toMatchObject({ x: 10, y: 20, width: 1200, height: 800 });
});

test("an invalid file doesn't prevent a window from opening", async () => {
  file = join(folder, 'window.json');
  await writeFile(file, '{"x": "far"');
  expect(open().seen.options).toMatchObject({ width: 1440, height: 900 });
});

describe('placeWindow', () => {
  const main = { x: 0, y: 0, width: 1920, height: 1040 };
  const right = { x: 1920, y: 0, width: 1280, height: 1000 };
  const at = (x: number, y: number, width: number, height: number) => ({
    x,
    y,
    width,
    height,
    maximized: false,
  });

  test('keeps a completely visible window in place', () => {
    expect(placeWindow([main, right], at(2000, 50, 1000, 700))).toEqual({
      x: 2000,
      y: 50,
      width: 1000,
      height: 700,
    });
  });
  test('moves a window from beyond the edge', () => {
    expect(placeWindow([main], at(1500, -40, 1000, 700))).toEqual({ x: 920, y: 0, width: 1000, height: 700 });
  });
  test('moves a window to the first screen if its own no longer exists', () => {
    expect(placeWindow([main], at(2000, 50, 1000, 700))).toEqual({
      x: 460,
      y: 170,
      width: 1000,
      height: 700,
    });
  });
  test('makes a window no larger than the screen and no smaller than the minimum', () => {
    expect(placeWindow([right], at(1920, 0, 4000, 3000))).toEqual(right);
    expect(placeWindow([main], at(0, 0, 10, 10))).toMatchObject({ width: 800, height: 560 });
  });
});

describe('a page that crashes', () => {
  const die = (seen: BrowserWindow, reason = 'crashed') =>
    seen.webContents.emit('render-process-gone', {}, { reason, exitCode: 5 });

  test('is reloaded, three times in a minute, and then replaced with a plain page', () => {
    vi.useFakeTimers();
    const { seen } = open();
    for (let n = 0; n < 3; n++) die(seen);
    expect(callsOf('reload')).toHaveLength(3);
    expect(callsOf('loadURL')).toHaveLength(1);
    die(seen, 'oom');
    expect(callsOf('reload')).toHaveLength(3);
    expect(callsOf('loadURL').at(-1)).toEqual(['airlock://app/stopped?reason=oom']);
    vi.useRealTimers();
  });

  test('may crash again a minute later', () => {
    vi.useFakeTimers();
    const { seen } = open();
    for (let n = 0; n < 3; n++) die(seen);
    vi.advanceTimersByTime(60_001);
    die(seen);
    expect(callsOf('reload')).toHaveLength(4);
    vi.useRealTimers();
  });

  test("isn't reloaded if it ended normally", () => {
    die(open().seen, 'clean-exit');
    expect(callsOf('reload')).toEqual([]);
  });

  test('or hangs is ended and reloaded', () => {
    open().seen.emit('unresponsive');
    expect(callsOf('forcefullyCrashRenderer')).toHaveLength(1);
    expect(callsOf('reload')).toHaveLength(1);
  });

  test('is started manually from the plain page', () => {
    const { window, seen } = open();
    seen.webContents.url = 'airlock://app/stopped?reason=oom';
    reloadPage(window);
    expect(callsOf('loadURL').at(-1)).toEqual(['airlock://app/']);
  });
});

test('a window that is brought forward becomes visible from any state', () => {
  advance(open().window);
  for (const what of ['restore', 'show', 'focus']) expect(callsOf(what)).toHaveLength(1);
});

test('a second screen is considered, too', () => {
  answers.displays.push({ id: 2, workArea: { x: -1000, y: 0, width: 1000, height: 900 } });
  expect(open().seen.options).toMatchObject({ x: 240, y: 70 });
});
