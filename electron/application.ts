import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { app, nativeTheme } from 'electron';
import { type EngineSupervisor, superviseEngine } from '../core/app/engine-link/supervisor.ts';
import { watchCrashes } from '../core/app/log/crash-report.ts';
import { logEngine } from '../core/app/log/job-log.ts';
import { logDirectory, openLog } from '../core/app/log/log.ts';
import { defaultConfigDirectory } from '../core/app/service/state/config-directory.ts';
import packageJson from '../package.json' with { type: 'json' };
import { openCarrier } from './carrier.ts';
import { openKeyStore, requestedFromEngine } from './credentials.ts';
import { createDesktopSigns } from './desktop.ts';
import { forkEngine } from './engine-process.ts';
import { hostRequests } from './host-requests.ts';
import { type HostAction, setMenu } from './menu.ts';
import { type Opener, openPath, pickWorkspace } from './open-path.ts';
import { CHECKOUT } from './places.ts';
import { confirmQuit } from './quit.ts';
import { advance, openWindow, reloadPage } from './window.ts';

/** The running app, for requests from outside. */
export interface Application {
  /** Shows the window and opens the path of a second start. */
  welcome(path: string | undefined): void;
}

/** Connects engine, window, menu and desktop. The app must be ready, and its session hardened. */
export async function startApplication(): Promise<Application> {
  const keyStore = await openKeyStore(join(app.getPath('userData'), 'credentials'));
  const host = { env: process.env, home: homedir(), tool: `airlock ${packageJson.version}` };
  watchCrashes({ host, source: 'desktop', survivesRejections: true });
  const log = openLog({
    to: { directory: logDirectory(host) },
    source: 'desktop',
    start: { version: packageJson.version, electron: process.versions.electron },
    onFault: (text) => console.error(text),
  });
  const engine = superviseEngine({
    fork: forkEngine,
    engine: {
      host,
      carrier: 'desktop',
      configDirectory: defaultConfigDirectory(host),
      keyStore: {
        available: keyStore.available,
        reason: keyStore.reason,
      },
      // An AppImage runs from a mount in the temporary directory. Bundles are next to its file.
      installation: app.isPackaged ? (process.env['APPIMAGE'] ?? dirname(process.execPath)) : CHECKOUT,
      nativeDialogs: true,
    },
    credentials: requestedFromEngine(await keyStore.load()),
    onFault: (text) => {
      console.error(text);
      log.write('warning', text);
    },
  });
  const carrier = openCarrier({
    request: hostRequests({ engine, keyStore, window: () => window }),
    subscribe: (after, listener) => engine.hub.subscribe(listener, after),
  });
  const window = openWindow(join(app.getPath('userData'), 'window.json'));
  const show = (route: string) => {
    advance(window);
    carrier.menu(route);
  };
  const opener: Opener = { engine, window, show };
  const signs = createDesktopSigns(window, show);
  engine.hub.subscribe(({ event }) => {
    signs.take(event);
    logEngine(log, event);
    if (event.type === 'settings') nativeTheme.themeSource = event.settings.theme;
  });
  setMenu({ page: (command) => carrier.menu(command), host: (action) => void act(action, opener) });
  app.setAboutPanelOptions({ applicationName: 'Airlock', applicationVersion: packageJson.version });
  confirmQuit({ window, working: signs.working, close: () => engine.close() });
  void rememberedTheme(engine);
  return {
    welcome(path) {
      advance(window);
      if (path !== undefined) void openPath(opener, path);
    },
  };
}

async function act(action: HostAction, opener: Opener): Promise<void> {
  if (action === 'open-workspace') await pickWorkspace(opener);
  else if (action === 'reload') reloadPage(opener.window);
  else await opener.engine.request('settings.write', { theme: action.replace('theme-', '') });
}

async function rememberedTheme(engine: EngineSupervisor): Promise<void> {
  const answer = await engine.request('settings.read', {});
  if (!answer.ok) return;
  const { theme } = answer.value as { theme: typeof nativeTheme.themeSource };
  nativeTheme.themeSource = theme;
}
