// A look-alike of the `electron` module for tests under Node, where the real one would start a download. It records all
// calls; tests use it by `vi.mock('electron', () => import('./electron.fixture.ts'))`. The types prove that the real
// module has these functions: every file of this folder is checked against electron.d.ts.
import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';

/** `[what, ...arguments]` of all calls, in order. */
export const calls: unknown[][] = [];
/** The answers of the user or the system. */
export const answers = {
  lock: true,
  messageBox: 0,
  open: { canceled: true, filePaths: [] as string[] },
  save: { canceled: true, filePath: '' },
  encryption: true,
  backend: 'gnome_libsecret',
  displays: [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
  paths: {} as Record<string, string>,
};

export function callsOf(name: string): unknown[][] {
  return calls.filter(([what]) => what === name).map(([, ...given]) => given);
}

const noting =
  <T>(name: string, answer?: (...given: never[]) => T) =>
  (...given: unknown[]): T => {
    calls.push([name, ...given]);
    return answer?.(...(given as never[])) as T;
  };

export const app = Object.assign(new EventEmitter(), {
  isPackaged: false,
  enableSandbox: noting('enableSandbox'),
  commandLine: { appendSwitch: noting('appendSwitch') },
  requestSingleInstanceLock: noting('requestSingleInstanceLock', () => answers.lock),
  whenReady: noting('whenReady', () => Promise.resolve()),
  setPath: noting('setPath', (name: string, path: string) => {
    answers.paths[name] = path;
  }),
  getPath: (name: string) => answers.paths[name] ?? '/nowhere',
  setAboutPanelOptions: noting('setAboutPanelOptions'),
  quit: noting('quit'),
});

export class WebContents extends EventEmitter {
  url = '';
  readonly mainFrame: { origin: string } = { origin: 'airlock://app' };
  windowOpen: ((details: { url: string }) => { action: string }) | undefined;
  getURL = (): string => this.url;
  reload = noting('reload');
  forcefullyCrashRenderer = noting('forcefullyCrashRenderer', () => {
    this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  });
  setWindowOpenHandler = (handler: (details: { url: string }) => { action: string }): void => {
    this.windowOpen = handler;
  };
  isDestroyed = (): boolean => false;
  /** Sends to `ipcRenderer` below, copied as by IPC; a test with another page replaces it. */
  send = (channel: string, message: unknown): void => {
    setImmediate(() => ipcRenderer.emit(channel, {}, structuredClone(message)));
  };
}

export class BrowserWindow extends EventEmitter {
  static readonly all: BrowserWindow[] = [];
  /** Loads an address; a test with real pages replaces it. */
  static load: (window: BrowserWindow, url: string) => Promise<void> = () => Promise.resolve();
  readonly webContents = new WebContents();
  readonly options: Record<string, unknown>;
  focused = false;

  constructor(options: Record<string, unknown>) {
    super();
    calls.push(['BrowserWindow', options]);
    this.options = options;
    BrowserWindow.all.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }
  loadURL = noting('loadURL', (url: string) => {
    this.webContents.url = url;
    return BrowserWindow.load(this, url);
  });
  show = noting('show');
  focus = noting('focus');
  restore = noting('restore');
  maximize = noting('maximize');
  flashFrame = noting('flashFrame');
  setProgressBar = noting('setProgressBar');
  isMinimized = (): boolean => true;
  isFocused = (): boolean => this.focused;
  isMaximized = (): boolean => false;
  getNormalBounds = (): object => ({ x: 10, y: 20, width: 1200, height: 800 });
}

type Handler = (event: object, message: unknown) => Promise<unknown>;
export const ipcMain = Object.assign(new EventEmitter(), {
  handlers: new Map<string, Handler>(),
  handle(channel: string, handler: Handler): void {
    ipcMain.handlers.set(channel, handler);
  },
});

/** The page of `ipcRenderer`. */
export const page = { contents: new WebContents() };
const pageEvent = () => ({ sender: page.contents, senderFrame: page.contents.mainFrame });

export const ipcRenderer = Object.assign(new EventEmitter(), {
  invoke: async (channel: string, message: unknown) =>
    structuredClone(await ipcMain.handlers.get(channel)!(pageEvent(), structuredClone(message))),
  send: (channel: string, message: unknown) =>
    void ipcMain.emit(channel, pageEvent(), structuredClone(message)),
});
export const exposed: Record<string, unknown> = {};
export const contextBridge = {
  exposeInMainWorld(name: string, door: unknown): void {
    exposed[name] = door;
  },
};

const onSession: Record<string, (...given: never[]) => unknown> = {};
const keep =
  (name: string) =>
  (handler: (...given: never[]) => unknown): void => {
    onSession[name] = handler;
  };
export const session = {
  /** The handlers of the session, by the name of the function that set them. */
  handlers: onSession,
  defaultSession: Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: keep('permissionRequest'),
    setPermissionCheckHandler: keep('permissionCheck'),
    setDevicePermissionHandler: keep('devicePermission'),
    webRequest: { onBeforeRequest: keep('beforeRequest') },
    protocol: { handle: (scheme: string, handler: never) => keep(`protocol ${scheme}`)(handler) },
  }),
};
export const protocol = { registerSchemesAsPrivileged: noting('registerSchemesAsPrivileged') };

export const dialog = {
  showMessageBox: noting('showMessageBox', async () => ({ response: answers.messageBox })),
  showOpenDialog: noting('showOpenDialog', async () => answers.open),
  showSaveDialog: noting('showSaveDialog', async () => answers.save),
};
export const shell = { openExternal: noting('openExternal', async () => {}) };
export const clipboard = { writeText: noting('writeText', async () => {}) };
export const nativeTheme = { themeSource: 'system', shouldUseDarkColors: false };
export const screen = {
  getPrimaryDisplay: () => answers.displays[0],
  getAllDisplays: () => answers.displays,
};
export const powerSaveBlocker = { start: noting('blocker start', () => 7), stop: noting('blocker stop') };
export const powerMonitor: EventEmitter = new EventEmitter();
export const Menu = {
  buildFromTemplate: (template: object[]) => template,
  setApplicationMenu: noting('menu'),
};
export class Notification extends EventEmitter {
  static readonly all: Notification[] = [];
  readonly options: object;
  show = noting('notification');
  constructor(options: object) {
    super();
    this.options = options;
    Notification.all.push(this);
  }
}
/** Reversed, so that a test detects whether text was written unchanged. */
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => answers.encryption,
  getSelectedStorageBackend: () => answers.backend,
  encryptStringAsync: async (text: string) => Buffer.from(`key:${[...text].reverse().join('')}`),
  async decryptStringAsync(encrypted: Buffer) {
    if (!encrypted.toString().startsWith('key:')) throw new Error('no key');
    return { result: [...encrypted.toString().slice(4)].reverse().join(''), shouldReEncrypt: false };
  },
};

/** Real child processes, with a `process.parentPort` based on Node's own IPC. */
export const children: ChildProcess[] = [];
export const utilityProcess = {
  fork(file: string, given: string[] = [], options: { env?: NodeJS.ProcessEnv } = {}) {
    const child = fork(file, given, {
      execArgv: ['--import', new URL('./parent-port.fixture.ts', import.meta.url).href],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: options.env,
    });
    children.push(child);
    return Object.assign(child, { postMessage: (message: never) => void child.send(message) });
  },
};
