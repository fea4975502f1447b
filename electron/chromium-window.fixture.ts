// Gives the look-alike's windows real pages: Debian's Chromium is from the branch on which Electron is based. It doesn't
// know the app's own scheme, so its pages are at an https address that the host's protocol handler serves.
import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page, type Request, type Route } from 'playwright-core';
import { BrowserWindow, ipcMain, session, type WebContents } from './electron.fixture.ts';

const SHOWN = 'https://app.airlock.invalid';
const ORIGIN = 'airlock://app';
const toShown = (url: string) => url.replace(ORIGIN, SHOWN);
const toOurs = (url: string) => url.replace(SHOWN, ORIGIN);

export interface ChromiumWindows {
  /** The page of the first window. */
  page(): Page;
  /** Addresses that were requested and rejected by the session. */
  rejected: string[];
  /** Errors and violations in the console. */
  complaints: string[];
  close(): Promise<void>;
}

/** From now on, Chromium shows every window of the look-alike. */
export async function openChromiumWindows(preloadFile: string): Promise<ChromiumWindows> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
  });
  const pages = new Map<BrowserWindow, Promise<Page>>();
  const shown: Page[] = [];
  const rejected: string[] = [];
  const complaints: string[] = [];
  const open = async (window: BrowserWindow) => {
    const page = await openPage(browser, window.webContents, preloadFile, rejected);
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    shown.push(page);
    return page;
  };
  BrowserWindow.load = async (window, url) => {
    const page = pages.get(window) ?? open(window);
    pages.set(window, page);
    await (await page).goto(toShown(url));
    window.emit('ready-to-show');
  };
  return { page: () => shown[0]!, rejected, complaints, close: () => browser.close() };
}

async function openPage(
  browser: Browser,
  contents: WebContents,
  preloadFile: string,
  rejected: string[],
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(10_000);
  await page.route('**/*', (route, request) => answerRoute(route, request, rejected));
  const eventOf = (frame: { url(): string }) => ({
    sender: contents,
    senderFrame:
      frame === page.mainFrame() ? contents.mainFrame : { origin: toOurs(new URL(frame.url()).origin) },
  });
  await page.exposeBinding('lookAlikeInvoke', ({ frame }, message) =>
    ipcMain.handlers.get('airlock')!(eventOf(frame), message),
  );
  await page.exposeBinding(
    'lookAlikeSend',
    ({ frame }, message) => void ipcMain.emit('airlock', eventOf(frame), message),
  );
  await page.addInitScript({ content: asInitScript(readFileSync(preloadFile, 'utf8')) });
  contents.send = (_channel, message) => {
    // A page that is being loaded misses it, as with real IPC.
    page.evaluate(`lookAlikeDeliver(${JSON.stringify(message)})`).catch(() => {});
  };
  contents.reload = () => void page.reload();
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      contents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
  });
  return page;
}

/** The preload as Electron would run it, with `electron` available by `require`, before the page's own scripts. */
function asInitScript(preload: string): string {
  return `(() => {
    const listeners = [];
    window.lookAlikeDeliver = (message) => { for (const listener of listeners) listener({}, message); };
    const electron = {
      contextBridge: { exposeInMainWorld: (name, door) => { window[name] = door; } },
      ipcRenderer: {
        invoke: (channel, message) => window.lookAlikeInvoke(message),
        send: (channel, message) => { void window.lookAlikeSend(message); },
        on: (channel, listener) => { listeners.push(listener); },
      },
    };
    ((require) => {
      ${preload}
    })(() => electron);
  })();`;
}

async function answerRoute(route: Route, request: Request, rejected: string[]): Promise<void> {
  const url = toOurs(request.url());
  let cancel = true;
  const decide = (decision: { cancel: boolean }) => {
    cancel = decision.cancel;
  };
  (session.handlers.beforeRequest as (details: object, answer: typeof decide) => void)({ url }, decide);
  if (cancel) {
    rejected.push(request.url());
    return route.abort();
  }
  const answerPage = session.handlers['protocol airlock'] as (requested: object) => Promise<Response>;
  const answer = await answerPage({ url, method: request.method() });
  await route.fulfill({
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: Buffer.from(await answer.arrayBuffer()),
  });
}
