import { type App, app, type Session, type WebContents, type WebPreferences } from 'electron';
import { restrictUmask } from '../core/app/engine-link/process-start.ts';
import { showLink } from './links.ts';
import { PRELOAD_FILE } from './places.ts';
import { ORIGIN } from './protocol.ts';

/** Options of every window: a page in a sandbox, without Node, with only what the preload exposes. */
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
  // A spell checker would download its dictionaries.
  spellcheck: false,
};

/** Switches that stop Chromium's own network traffic. */
const QUIET_SWITCHES = [
  'disable-background-networking',
  'disable-component-update',
  'disable-domain-reliability',
  'no-pings',
];

/** Hardens the process before the app is ready. */
export function hardenProcess(): void {
  restrictUmask();
  // The engine process uses a compile cache that only this user can write to.
  delete process.env.NODE_COMPILE_CACHE;
  app.enableSandbox();
  for (const name of QUIET_SWITCHES) app.commandLine.appendSwitch(name);
}

/**
 * Removes everything from a session that pages don't need: permissions, devices, downloads and the network. Copying text
 * remains for the copy buttons.
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

/** Prevents navigation in every page of any window. Links are shown to the user instead. */
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

/** Returns whether an address belongs to the app. */
function isOurs(url: string): boolean {
  return url === ORIGIN || url.startsWith(`${ORIGIN}/`);
}

function mayCopyText(permission: string, origin: string): boolean {
  return permission === 'clipboard-sanitized-write' && isOurs(origin);
}

/** Reloading navigates to the current page, which is the only allowed navigation. @returns whether it is allowed */
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
