import { type App, app, type Session, type WebContents, type WebPreferences } from 'electron';
import { restrictUmask } from '../core/app/engine-link/process-start.ts';
import { showLink } from './links.ts';
import { PRELOAD_FILE } from './places.ts';
import { ORIGIN } from './protocol.ts';

/** Of every window: a page without Node, in a sandbox, with nothing but what the preload exposes. */
export const WEB_PREFERENCES: WebPreferences = {
  preload: PRELOAD_FILE,
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  // A spell checker would load its dictionaries from the network.
  spellcheck: false,
};

/** Chromium's own traffic, beside that of pages. */
const QUIET_SWITCHES = [
  'disable-background-networking',
  'disable-component-update',
  'disable-domain-reliability',
  'no-pings',
];

/** What must hold before the app is ready. */
export function hardenProcess(): void {
  restrictUmask();
  // The engine's process chooses a directory that only this user can write to.
  delete process.env.NODE_COMPILE_CACHE;
  app.enableSandbox();
  for (const name of QUIET_SWITCHES) app.commandLine.appendSwitch(name);
}

/**
 * Takes from a session what pages have no use for: permissions, devices, downloads and the network. Copying text is
 * left, for the copy buttons.
 */
export function hardenSession(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, answer) =>
    answer(mayCopyText(permission, contents.getURL())),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => mayCopyText(permission, origin));
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isOurs(url) }));
}

/** Keeps every page, of whatever window, where it is; links are shown to the user instead of being followed. */
export function hardenContents(on: Pick<App, 'on'>): void {
  on.on('web-contents-created', (_event, contents) => {
    contents.on('will-frame-navigate', (event) => remain(event, event.url, contents));
    contents.on('will-navigate', (event) => {
      if (!remain(event, event.url, contents)) void showLink(event.url);
    });
    contents.on('will-redirect', (event) => remain(event, event.url, contents));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      void showLink(url);
      return { action: 'deny' };
    });
  });
}

/** True for addresses of the app itself. */
function isOurs(url: string): boolean {
  return url === ORIGIN || url.startsWith(`${ORIGIN}/`);
}

function mayCopyText(permission: string, origin: string): boolean {
  return permission === 'clipboard-sanitized-write' && isOurs(origin);
}

/** Reloading is a navigation to where the page is: that alone may happen. @returns whether it may */
function remain(
  event: { preventDefault(): void },
  url: string,
  contents: Pick<WebContents, 'getURL'>,
): boolean {
  const [target = ''] = url.split('#');
  const [here = ''] = contents.getURL().split('#');
  if (isOurs(target) && target === here) return true;
  event.preventDefault();
  return false;
}
