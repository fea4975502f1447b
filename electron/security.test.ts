import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answers, app, BrowserWindow, calls, callsOf, session } from './electron.fixture.ts';
import { t } from './messages.ts';

vi.mock('electron', () => import('./electron.fixture.ts'));

const electron = await import('electron');
const { hardenContents, hardenProcess, hardenSession, WEB_PREFERENCES } = await import('./security.ts');

beforeEach(() => {
  calls.length = 0;
});

test('pages have no Node, their own context and sandbox, and no way to bypass them', () => {
  expect(WEB_PREFERENCES).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    spellcheck: false,
  });
});

test('the sandbox is enabled first, and Chromium downloads nothing in the background', () => {
  hardenProcess();
  expect(calls[0]).toEqual(['enableSandbox']);
  expect(callsOf('appendSwitch').flat()).toEqual(
    expect.arrayContaining(['disable-background-networking', 'disable-component-update']),
  );
});

describe('a session', () => {
  const handlers = session.handlers as Record<string, (...given: unknown[]) => unknown>;
  hardenSession(electron.session.defaultSession);

  test.each([
    'media',
    'geolocation',
    'notifications',
    'clipboard-read',
    'openExternal',
    'fileSystem',
    'usb',
    'unknown',
  ])('denies %s', (permission) => {
    const answer = vi.fn();
    handlers.permissionRequest!({ getURL: () => 'airlock://app/' }, permission, answer);
    expect(answer).toHaveBeenCalledExactlyOnceWith(false);
    expect(handlers.permissionCheck!(null, permission, 'airlock://app/')).toBe(false);
  });

  test('allows only its own pages to copy text', () => {
    expect(handlers.permissionCheck!(null, 'clipboard-sanitized-write', 'airlock://app/')).toBe(true);
    expect(handlers.permissionCheck!(null, 'clipboard-sanitized-write', 'https://app/')).toBe(false);
    expect(handlers.permissionCheck!(null, 'clipboard-sanitized-write', 'airlock://app.evil/')).toBe(false);
  });

  test('grants no access to devices', () => expect(handlers.devicePermission!({})).toBe(false));

  test.each([
    ['airlock://app/assets/main.js', false],
    ['https://registry.example/v2/', true],
    ['http://127.0.0.1:5000/', true],
    ['file:///etc/passwd', true],
    ['ws://127.0.0.1/', true],
    ['airlock://other/', true],
    ['airlock://app.evil/', true],
  ])('requests %s: canceled %s', (url, cancel) => {
    const answer = vi.fn();
    handlers.beforeRequest!({ url }, answer);
    expect(answer).toHaveBeenCalledExactlyOnceWith({ cancel });
  });

  test('downloads nothing', () => {
    const event = { preventDefault: vi.fn() };
    session.defaultSession.emit('will-download', event);
    expect(event.preventDefault).toHaveBeenCalledOnce();
  });
});

describe('a page', () => {
  hardenContents(electron.app);

  const openPage = () => {
    const { webContents } = new BrowserWindow({});
    webContents.url = 'airlock://app/#/settings';
    return webContents;
  };
  const isStopped = (event: string, url: string) => {
    const details = { url, preventDefault: vi.fn() };
    openPage().emit(event, details, url);
    return details.preventDefault.mock.calls.length > 0;
  };

  test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])(
    "doesn't leave its address on %s",
    (event) => {
      expect(isStopped(event, 'https://example.com/')).toBe(true);
      expect(isStopped(event, 'file:///etc/passwd')).toBe(true);
      expect(isStopped(event, 'airlock://app/other.html')).toBe(true);
      expect(isStopped(event, 'airlock://other/')).toBe(true);
      expect(isStopped(event, 'airlock://app/#/settings')).toBe(false);
    },
  );

  test("can't have a webview", () => expect(isStopped('will-attach-webview', '')).toBe(true));

  test('opens no window: the address is shown, and only the user can open it', async () => {
    answers.messageBox = 1;
    expect(openPage().windowOpen!({ url: 'https://docs.redhat.com/en' })).toEqual({ action: 'deny' });
    await vi.waitFor(() => expect(callsOf('openExternal')).toEqual([['https://docs.redhat.com/en']]));
    expect(callsOf('showMessageBox')[0]![0]).toMatchObject({ detail: 'https://docs.redhat.com/en' });
  });

  test('allows an address of another site to be copied, but not opened', async () => {
    answers.messageBox = 0;
    openPage().windowOpen!({ url: 'https://redhat.com.evil.example/' });
    await vi.waitFor(() => expect(callsOf('writeText')).toEqual([['https://redhat.com.evil.example/']]));
    expect(callsOf('showMessageBox')[0]![0]).toMatchObject({
      buttons: [t('copyLinkButton'), t('cancelButton')],
    });
    expect(callsOf('openExternal')).toEqual([]);
  });

  test.each([
    'http://docs.redhat.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://me:pw@redhat.com/',
  ])('shows nothing for %s', async (url) => {
    expect(openPage().windowOpen!({ url })).toEqual({ action: 'deny' });
    expect(calls.filter(([what]) => what !== 'BrowserWindow')).toEqual([]);
  });

  test('is hardened in any window', () => expect(app.listenerCount('web-contents-created')).toBe(1));
});
