import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { applyTheme } from '../app-state/theme.ts';
import { failing } from '../engine/failing.fixture.ts';
import { buttonThatIs, expectHeading } from '../engine/screen.fixture.tsx';
import { READER_REJECTION } from '../engine/session.fixture.ts';
import { t } from './messages.ts';
import { t as parts } from './parts/messages.ts';
import { SECTIONS } from './parts/settings-frame.tsx';
import { cardOf, DESCRIBED, openSettings, READER, rowsOf } from './settings.fixture.tsx';

describe('the frame of Settings', () => {
  test.each(SECTIONS.map(({ path, title }) => ({ path, title })))(
    'marks $title as the current section',
    async ({ path, title }) => {
      openSettings(path);
      const nav = await screen.findByRole('navigation', { name: parts('topic') });
      const current = within(nav)
        .getAllByRole('link')
        .filter((link) => link.getAttribute('aria-current') === 'page');
      expect(current.map(({ textContent }) => textContent)).toEqual([title]);
      expect(screen.getByRole('region', { name: title })).toBeDefined();
    },
  );

  test('an unknown section leads to the registries', async () => {
    const { address } = openSettings('nonsense');
    await screen.findByRole('region', { name: parts('registriesSection') });
    expect(address()).toBe('/settings');
  });

  test('a link opens another section', async () => {
    const { user, address } = openSettings('about');
    await user.click(screen.getByRole('link', { name: parts('proxySection') }));
    await expectHeading(parts('directTitle'));
    expect(address()).toBe('/settings/proxy');
  });
});

describe('About', () => {
  test('shows the version, the host and why no key store is available', async () => {
    openSettings('about');
    await expectHeading(t('aboutTitle', { version: '0.9.0', host: 'bastion' }));
    const tool = cardOf(t('toolTitle')).textContent;
    expect(tool).toContain(t('apacheLicense'));
    expect(tool).toContain(t('browserCarrier'));
    expect(tool).toContain(t('keyStoreUnavailableReason', { reason: 'no session bus' }));
    expect(cardOf(t('directoriesTitle')).textContent).toContain('/home/op/.config/containers/auth.json');
  });

  test('a desktop with a key store is described as such', async () => {
    openSettings('about', {
      'host.describe': { ...DESCRIBED, carrier: 'desktop', keyStore: { available: true }, license: 'MIT' },
    });
    await expectHeading(t('aboutTitle', { version: '0.9.0', host: 'bastion' }));
    const tool = cardOf(t('toolTitle')).textContent;
    expect(tool).toContain(t('desktopCarrier'));
    expect(tool).toContain(t('keyStoreFact') + t('keyStoreAvailable'));
    expect(tool).toContain(`${t('licenseFact')}MIT`);
  });

  test('the facts of a card are copied as lines', async () => {
    const { user } = openSettings('about');
    await user.click(await screen.findByRole('button', { name: t('copyDirectoriesButton') }));
    expect(await navigator.clipboard.readText()).toBe(
      'Home directory: /home/op\nState folder: /home/op/.local/state/airlock\nAuth file: /home/op/.config/containers/auth.json',
    );
  });

  test('a failed description of the host is read again on request', async () => {
    let fails = true;
    const { user } = openSettings('about', {
      'host.describe': () => (fails ? failing('the engine ended') : DESCRIBED),
    });
    await screen.findByText('The engine ended', { exact: false });
    fails = false;
    await user.click(screen.getByRole('button', { name: t('readHostButton') }));
    await expectHeading(t('aboutTitle', { version: '0.9.0', host: 'bastion' }));
  });
});

describe('Appearance', () => {
  afterEach(() => applyTheme('system'));
  const SETTINGS = { theme: 'light', side: 'connected' } as const;
  const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });

  test('a theme is saved and shown at once', async () => {
    const { user, requested } = openSettings('appearance', { 'settings.read': SETTINGS });
    expect((await radio(t('lightThemeLabel'))).checked).toBe(true);
    await user.click(await radio(t('darkThemeLabel')));
    expect(requested('settings.write')).toEqual([{ theme: 'dark' }]);
    expect((await radio(t('darkThemeLabel'))).checked).toBe(true);
    expect(document.documentElement.classList.contains('pf-v6-theme-dark')).toBe(true);
  });

  test('of two themes chosen in a row, the second is sent after the first was saved', async () => {
    const written: (() => void)[] = [];
    const { user, requested } = openSettings('appearance', {
      'settings.read': SETTINGS,
      'settings.write': () => new Promise((resolve) => written.push(() => resolve({}))),
    });
    await user.click(await radio(t('darkThemeLabel')));
    await user.click(await radio(t('systemThemeLabel')));
    expect((await radio(t('systemThemeLabel'))).checked).toBe(true);
    expect(requested('settings.write')).toEqual([{ theme: 'dark' }]);
    written[0]!();
    await expect.poll(() => requested('settings.write')).toEqual([{ theme: 'dark' }, { theme: 'system' }]);
  });

  test('a side is saved and named in the heading', async () => {
    const { user, requested, report } = openSettings('appearance', { 'settings.read': SETTINGS });
    await expectHeading(t('connectedTitle'));
    await user.click(await radio(t('disconnectedLabel')));
    expect(requested('settings.write')).toEqual([{ side: 'disconnected' }]);
    report({
      type: 'settings',
      settings: { theme: 'light', side: 'disconnected', workspaces: [], registries: [], defaults: {} },
    });
    await expectHeading(t('disconnectedTitle'));
  });

  test('without a side the heading requests the choice', async () => {
    openSettings('appearance', { 'settings.read': { theme: 'system', workspaces: [] } });
    expect((await radio(t('systemThemeLabel'))).checked).toBe(true);
    await expectHeading(t('noSideTitle'));
    expect((await radio(t('bothLabel'))).checked).toBe(false);
  });

  test('a failed write is reported', async () => {
    const { user } = openSettings('appearance', {
      'settings.read': SETTINGS,
      'settings.write': failing('the disk is full', { remedy: 'Free some space.' }),
    });
    await user.click(await radio(t('bothLabel')));
    const alert = (await screen.findByText('Free some space.')).closest('.al-failure');
    expect(alert?.textContent).toContain(t('settingsFailedTitle'));
    expect(alert?.textContent).toContain('The disk is full');
  });

  test('a reader can choose nothing', async () => {
    const { user, requested } = openSettings('appearance', { ...READER, 'settings.read': SETTINGS });
    await screen.findByText(READER_REJECTION);
    await user.click(await radio(t('darkThemeLabel')));
    expect(requested('settings.write')).toEqual([]);
  });
});

describe('Proxy', () => {
  const proxies = (...values: [string, string][]) => ({
    'host.describe': { ...DESCRIBED, proxies: values.map(([name, value]) => ({ name, value })) },
  });

  test('lists the route of each kind of request and its exceptions', async () => {
    openSettings('proxy', proxies(['HTTPS_PROXY', 'http://proxy.corp:3128/'], ['NO_PROXY', '.lab, quay.io']));
    await expectHeading(parts('proxiedTitle', { proxy: 'proxy.corp:3128', exceptions: 2 }));
    expect(rowsOf(screen.getByRole('table'))).toEqual([
      [parts('httpsRequests'), 'proxy.corp:3128', 'HTTPS_PROXY'],
      [parts('httpRequests'), parts('directRoute'), parts('noVariable')],
      [parts('loopback'), parts('directRoute'), t('loopbackSource')],
      ['.lab', parts('directRoute'), 'NO_PROXY'],
      ['quay.io', parts('directRoute'), 'NO_PROXY'],
    ]);
    expect(cardOf(t('environmentTitle')).textContent).toContain('NO_PROXY.lab, quay.io');
  });

  test('without variables no exception is listed', async () => {
    openSettings('proxy', proxies());
    await expectHeading(parts('directTitle'));
    expect(rowsOf(screen.getByRole('table'))).toHaveLength(2);
    expect(cardOf(t('environmentTitle')).textContent).toContain(t('noVariablesText'));
  });

  test.each([
    { carrier: 'browser', last: 'airlock serve' },
    { carrier: 'desktop', last: 'export NO_PROXY=.lab,10.0.0.0/8,registry.lab:5000' },
  ] as const)('the commands for a $carrier end with "$last"', async ({ carrier, last }) => {
    const { user } = openSettings('proxy', { 'host.describe': { ...DESCRIBED, carrier } });
    await user.click(await screen.findByRole('button', { name: t('copyProxyCommandsButton') }));
    expect((await navigator.clipboard.readText()).split('\n').at(-1)).toBe(last);
  });

  test('an environment that cannot be read is reported', async () => {
    openSettings('proxy', { 'host.describe': failing('the engine ended') });
    await screen.findByText(t('environmentFailedTitle'), { exact: false });
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('Diagnostics', () => {
  const FILES = [
    { name: 'host.txt', bytes: 1024, text: 'kernel 6.1' },
    { name: 'runs.json', bytes: 2048, text: '[1, 2]' },
  ];
  const day = new Date().toISOString().slice(0, 10);
  const saved = { 'diagnostics.save': { file: '/home/op/x.tar', bytes: 3072 } };

  test('the text of every file is shown before anything is saved', async () => {
    const { user, requested } = openSettings('diagnostics', { 'diagnostics.preview': { files: FILES } });
    await expectHeading(t('bundleTitle', { files: 2, size: '3.0 KiB' }));
    expect(screen.getByRole('region', { name: t('fileLabel', { file: 'host.txt' }) }).textContent).toContain(
      'kernel 6.1',
    );
    await user.click(screen.getByRole('button', { name: /runs\.json/ }));
    expect(screen.getByRole('region', { name: t('fileLabel', { file: 'runs.json' }) }).textContent).toContain(
      '[1, 2]',
    );
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('region', { name: t('fileLabel', { file: 'host.txt' }) })).toBeDefined();
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('region', { name: t('fileLabel', { file: 'host.txt' }) })).toBeDefined();
    expect(requested('diagnostics.save')).toEqual([]);
  });

  test('the bundle is saved below the home folder, or in the entered place', async () => {
    const { user, requested } = openSettings('diagnostics', {
      'diagnostics.preview': { files: FILES },
      ...saved,
    });
    await user.click(await buttonThatIs('on', t('saveBundleButton')));
    await screen.findByText(t('bundleSavedTitle', { file: '~/x.tar', size: '3.0 KiB' }), { exact: false });
    const field = screen.getByRole('combobox', { name: t('bundleFileLabel') });
    await user.clear(field);
    await buttonThatIs('off', t('saveBundleButton'));
    await user.type(field, '/tmp/b.tar ');
    await user.click(await buttonThatIs('on', t('saveBundleButton')));
    expect(requested('diagnostics.save')).toEqual([
      { file: `/home/op/airlock-diagnostics-${day}.tar` },
      { file: '/tmp/b.tar' },
    ]);
  });

  test('a bundle that cannot be collected is collected again on request', async () => {
    let fails = true;
    const { user } = openSettings('diagnostics', {
      'diagnostics.preview': () => (fails ? failing('a record is damaged') : { files: FILES }),
    });
    await expectHeading(t('collectFailedTitle'));
    fails = false;
    await user.click(screen.getByRole('button', { name: t('collectButton') }));
    await expectHeading(/2 files/);
  });

  test('a failed save is reported', async () => {
    const { user } = openSettings('diagnostics', {
      'diagnostics.preview': { files: FILES },
      'diagnostics.save': failing('no such folder'),
    });
    await user.click(await buttonThatIs('on', t('saveBundleButton')));
    await screen.findByText('No such folder', { exact: false });
  });

  test('a reader sees the files but can save nothing', async () => {
    openSettings('diagnostics', { ...READER, 'diagnostics.preview': { files: FILES } });
    const save = await buttonThatIs('off', t('saveBundleButton'));
    expect(save.title).toBe(READER_REJECTION);
  });
});
