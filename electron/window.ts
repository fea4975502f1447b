import { BrowserWindow, nativeTheme, screen } from 'electron';
import { ICON_FILE } from './places.ts';
import { START_PAGE, STOPPED_PAGE } from './protocol.ts';
import { WEB_PREFERENCES } from './security.ts';
import { placeWindow, readWindowState, SMALLEST, writeWindowState } from './window-state.ts';

/** If a page crashes more often than this within {@link MINUTE_MS}, it isn't loaded again. */
const MOST_RELOADS = 3;
const MINUTE_MS = 60_000;

/** Opens the app's window in its last place, which is saved in `stateFile`. */
export function openWindow(stateFile: string): BrowserWindow {
  const state = readWindowState(stateFile);
  const { workArea, id } = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter((display) => display.id !== id);
  const window = new BrowserWindow({
    ...placeWindow([workArea, ...others.map((display) => display.workArea)], state),
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    title: 'Airlock',
    icon: ICON_FILE,
    show: false,
    // The window has the theme color before the first paint, so it doesn't flash white in the dark theme.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#151515' : '#f2f2f2',
    webPreferences: WEB_PREFERENCES,
  });
  if (state?.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () =>
    writeWindowState(stateFile, { ...window.getNormalBounds(), maximized: window.isMaximized() }),
  );
  keepPageAlive(window);
  void window.loadURL(START_PAGE);
  return window;
}

/** Loads the page again, also from the stopped page. */
export function reloadPage(window: BrowserWindow): void {
  if (window.webContents.getURL().startsWith(STOPPED_PAGE)) void window.loadURL(START_PAGE);
  else window.webContents.reload();
}

/** Shows the window, even if it is hidden or minimized. */
export function advance(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/**
 * Loads a page again after a crash or a hang, because its state is in the engine. One that keeps crashing is replaced by a
 * plain page that reports it.
 */
function keepPageAlive(window: BrowserWindow): void {
  const ends: number[] = [];
  const startAgain = (reason: string) => {
    const now = Date.now();
    ends.push(now);
    while (ends[0]! <= now - MINUTE_MS) ends.shift();
    if (ends.length > MOST_RELOADS)
      void window.loadURL(`${STOPPED_PAGE}?reason=${encodeURIComponent(reason)}`);
    else reloadPage(window);
  };
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit') startAgain(reason);
  });
  window.on('unresponsive', () => {
    // The page is loaded again when its process ends.
    window.webContents.forcefullyCrashRenderer();
  });
}
