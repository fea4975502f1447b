import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { applyTheme } from '../app-state/theme.ts';
import { failing } from '../engine/failing.fixture.ts';
import { buttonThatIs, expectHeading } from '../engine/screen.fixture.tsx';
import { SECTIONS } from './parts/settings-frame.tsx';
import { cardOf, DESCRIBED, openSettings, READER, rowsOf } from './settings.fixture.tsx';

describe('the frame of the settings', () => {
  test.each(SECTIONS.map(({ path, title }) => ({ path, title })))(
    'marks $title as the current section',
    async ({ path, title }) => {
      openSettings(path);
      const nav = await screen.findByRole('navigation', { name: 'Settings' });
      const current = within(nav)
        .getAllByRole('link')
        .filter((link) => link.getAttribute('aria-current') === 'page');
      expect(current.map(({ textContent }) => textContent)).toEqual([title]);
      expect(screen.getByRole('region', { name: title })).toBeDefined();
    },
  );

  test('an unknown section leads to the registries', async () => {
    const { address } = openSettings('nonsense');
    await screen.findByRole('region', { name: 'Registries' });
    expect(address()).toBe('/settings');
  });

  test('a link opens another section', async () => {
    const { user, address } = openSettings('about');
    await user.click(screen.getByRole('link', { name: 'Proxy' }));
    await expectHeading('No proxy: every registry is asked directly.');
    expect(address()).toBe('/settings/proxy');
  });
});

describe('About', () => {
  test('names the version, the host and why there is no key store', async () => {
    openSettings('about');
    await expectHeading('Airlock 0.9.0 on bastion.');
    const tool = cardOf('This Airlock').textContent;
    expect(tool).toContain('Apache License 2.0');
    expect(tool).toContain('in a browser, by airlock serve');
    expect(tool).toContain('none: no session bus');
    expect(cardOf('Folders and files').textContent).toContain('/home/op/.config/containers/auth.json');
  });

  test('a desktop with a key store is described as such', async () => {
    openSettings('about', {
      'host.describe': { ...DESCRIBED, carrier: 'desktop', keyStore: { available: true }, licence: 'MIT' },
    });
    await expectHeading('Airlock 0.9.0 on bastion.');
    const tool = cardOf('This Airlock').textContent;
    expect(tool).toContain('as a desktop application');
    expect(tool).toMatch(/Key storeavailable$/);
    expect(tool).toContain('LicenceMIT');
  });

  test('the facts of a card are copied as lines', async () => {
    const { user } = openSettings('about');
    await user.click(await screen.findByRole('button', { name: 'Copy folders and files' }));
    expect(await navigator.clipboard.readText()).toBe(
      'Home: /home/op\nRuns and resources of pushes: /home/op/.local/state/airlock\nAuth file: /home/op/.config/containers/auth.json',
    );
  });

  test('a host that fails is asked again on request', async () => {
    let fails = true;
    const { user } = openSettings('about', {
      'host.describe': () => (fails ? failing('the engine is gone') : DESCRIBED),
    });
    await screen.findByText('The engine is gone', { exact: false });
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Ask again' }));
    await expectHeading('Airlock 0.9.0 on bastion.');
  });
});

describe('Appearance', () => {
  afterEach(() => applyTheme('system'));
  const SETTINGS = { theme: 'light', side: 'connected' } as const;
  const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });

  test('a theme is saved and shown at once', async () => {
    const { user, asked } = openSettings('appearance', { 'settings.read': SETTINGS });
    expect((await radio('Light')).checked).toBe(true);
    await user.click(await radio('Dark'));
    expect(asked('settings.write')).toEqual([{ theme: 'dark' }]);
    expect((await radio('Dark')).checked).toBe(true);
    expect(document.documentElement.classList.contains('pf-v6-theme-dark')).toBe(true);
  });

  test('a side is saved and named in the heading', async () => {
    const { user, asked, report } = openSettings('appearance', { 'settings.read': SETTINGS });
    await expectHeading('This machine is on the connected side.');
    await user.click(await radio('Disconnected side'));
    expect(asked('settings.write')).toEqual([{ side: 'disconnected' }]);
    report({
      type: 'settings',
      settings: { theme: 'light', side: 'disconnected', workspaces: [], registries: [], defaults: {} },
    });
    await expectHeading('This machine is on the disconnected side.');
  });

  test('without a side the heading reports that it is unknown', async () => {
    openSettings('appearance', { 'settings.read': { theme: 'system', workspaces: [] } });
    expect((await radio('As the system')).checked).toBe(true);
    await expectHeading('It is not said yet which side of the gap this machine is on.');
    expect((await radio('Both sides')).checked).toBe(false);
  });

  test('a failed write is reported', async () => {
    const { user } = openSettings('appearance', {
      'settings.read': SETTINGS,
      'settings.write': failing('the disk is full', { remedy: 'Free some space.' }),
    });
    await user.click(await radio('Both sides'));
    const alert = (await screen.findByText('Free some space.')).closest('.al-failure');
    expect(alert?.textContent).toContain('The settings could not be kept');
    expect(alert?.textContent).toContain('The disk is full');
  });

  test('a reader can choose nothing', async () => {
    const { user, asked } = openSettings('appearance', { ...READER, 'settings.read': SETTINGS });
    await screen.findByText('This session is read-only.');
    await user.click(await radio('Dark'));
    expect(asked('settings.write')).toEqual([]);
  });
});

describe('Proxy', () => {
  const proxies = (...values: [string, string][]) => ({
    'host.describe': { ...DESCRIBED, proxies: values.map(([name, value]) => ({ name, value })) },
  });

  test('lists the route of each kind of request and its exceptions', async () => {
    openSettings('proxy', proxies(['HTTPS_PROXY', 'http://proxy.corp:3128/'], ['NO_PROXY', '.lab, quay.io']));
    await expectHeading('Registries are reached through proxy.corp:3128, but for 2 names.');
    expect(rowsOf(screen.getByRole('table'))).toEqual([
      ['Over HTTPS', 'proxy.corp:3128', 'HTTPS_PROXY'],
      ['Over plain HTTP', 'asked directly', 'no variable'],
      ['localhost, loopback', 'asked directly', 'always so'],
      ['.lab', 'asked directly', 'NO_PROXY'],
      ['quay.io', 'asked directly', 'NO_PROXY'],
    ]);
    expect(cardOf('What the environment says').textContent).toContain('NO_PROXY.lab, quay.io');
  });

  test('without variables no exception is listed', async () => {
    openSettings('proxy', proxies());
    await expectHeading('No proxy: every registry is asked directly.');
    expect(rowsOf(screen.getByRole('table'))).toHaveLength(2);
    expect(cardOf('What the environment says').textContent).toContain('are not set');
  });

  test.each([
    { carrier: 'browser', last: 'airlock serve' },
    { carrier: 'desktop', last: 'export NO_PROXY=.lab,10.0.0.0/8,registry.lab:5000' },
  ] as const)('the commands for a $carrier end with "$last"', async ({ carrier, last }) => {
    const { user } = openSettings('proxy', { 'host.describe': { ...DESCRIBED, carrier } });
    await user.click(await screen.findByRole('button', { name: 'Copy the commands' }));
    expect((await navigator.clipboard.readText()).split('\n').at(-1)).toBe(last);
  });

  test('an environment that cannot be read is reported', async () => {
    openSettings('proxy', { 'host.describe': failing('the engine is gone') });
    await screen.findByText('The environment could not be read', { exact: false });
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
    const { user, asked } = openSettings('diagnostics', { 'diagnostics.preview': { files: FILES } });
    await expectHeading('A bundle would hold 2 files, 3.0 KiB, and no secret.');
    expect(screen.getByRole('region', { name: 'Text of host.txt' }).textContent).toContain('kernel 6.1');
    await user.click(screen.getByRole('button', { name: /runs\.json/ }));
    expect(screen.getByRole('region', { name: 'Text of runs.json' }).textContent).toContain('[1, 2]');
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('region', { name: 'Text of host.txt' })).toBeDefined();
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('region', { name: 'Text of host.txt' })).toBeDefined();
    expect(asked('diagnostics.save')).toEqual([]);
  });

  test('the bundle is saved below the home folder, or where the person types', async () => {
    const { user, asked } = openSettings('diagnostics', {
      'diagnostics.preview': { files: FILES },
      ...saved,
    });
    await user.click(await buttonThatIs('on', 'Save bundle'));
    await screen.findByText('~/x.tar is written, 3.0 KiB', { exact: false });
    const field = screen.getByRole('combobox', { name: 'Save as' });
    await user.clear(field);
    await buttonThatIs('off', 'Save bundle');
    await user.type(field, '/tmp/b.tar ');
    await user.click(await buttonThatIs('on', 'Save bundle'));
    expect(asked('diagnostics.save')).toEqual([
      { file: `/home/op/airlock-diagnostics-${day}.tar` },
      { file: '/tmp/b.tar' },
    ]);
  });

  test('a bundle that cannot be collected is collected again on request', async () => {
    let fails = true;
    const { user } = openSettings('diagnostics', {
      'diagnostics.preview': () => (fails ? failing('a record is damaged') : { files: FILES }),
    });
    await expectHeading('The bundle could not be put together.');
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Collect again' }));
    await expectHeading(/2 files/);
  });

  test('a failed save is reported', async () => {
    const { user } = openSettings('diagnostics', {
      'diagnostics.preview': { files: FILES },
      'diagnostics.save': failing('no such folder'),
    });
    await user.click(await buttonThatIs('on', 'Save bundle'));
    await screen.findByText('No such folder', { exact: false });
  });

  test('a reader sees the files but can save nothing', async () => {
    openSettings('diagnostics', { ...READER, 'diagnostics.preview': { files: FILES } });
    const save = await buttonThatIs('off', 'Save bundle');
    expect(save.title).toBe('This session is read-only.');
  });
});
