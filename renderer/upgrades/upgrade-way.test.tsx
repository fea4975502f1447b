import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { UpgradeRefusal } from '../../core/contract/topics/upgrades.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { READER, READER_REFUSAL } from '../engine/session.fixture.ts';
import { NoWay } from './no-way.tsx';
import { answered } from './question/answer.fixture.ts';
import UpgradesScreen from './upgrades-screen.tsx';

const CONFIGURATION = {
  channels: [{ name: 'stable-4.16', minVersion: '4.16.1', maxVersion: '4.16.5', shortestPath: true }],
  releases: ['4.16.1', '4.16.5'],
  yaml: 'kind: ImageSetConfiguration\n',
};
const ANSWER = {
  ...answered(['4.16.1', '4.16.5']),
  configuration: CONFIGURATION,
  command: 'airlock upgrade',
};
const REQUEST = {
  ...{ from: '4.16.1', to: '4.16.5', channel: 'stable', architecture: 'amd64' },
  ...{ avoidRisks: false, way: 'shortest', via: [], source: { kind: 'service' }, workspace: '/w' },
};

const upgrades = (answers: Answers = {}, address = '/upgrades?from=4.16.1&to=4.16.5') =>
  openScreen(
    <UpgradesScreen />,
    {
      'upgrades.versions': { versions: [{ version: '4.16.1' }, { version: '4.16.5' }] },
      'upgrades.path': ANSWER as never,
      'configurations.list': { configurations: [] },
      ...answers,
    },
    address,
  );
const found = () => expectHeading(/^One update from 4.16.1 to 4.16.5/);

describe('the question', () => {
  test('is sent only when it is complete, without blanks around versions', async () => {
    const { user, asked, address } = upgrades({}, '/upgrades');
    await buttonThatIs('off', 'Find the way');
    await user.type(screen.getByRole('combobox', { name: 'I am on' }), ' 4.16.1 ');
    await buttonThatIs('off', 'Find the way');
    await user.type(screen.getByRole('combobox', { name: 'I want' }), '4.16.5');
    expect(asked('upgrades.path')).toEqual([]);
    await user.click(await buttonThatIs('on', 'Find the way'));
    await found();
    expect(asked('upgrades.path')).toEqual([REQUEST]);
    expect(address()).toBe('/upgrades?from=4.16.1&to=4.16.5');
  });

  test('in the address is sent at once', async () => {
    const { asked } = upgrades();
    await found();
    expect(asked('upgrades.path')).toEqual([REQUEST]);
  });

  test.each([
    ['Channel', 'fast', { channel: 'fast' }],
    ['The way with', 'the fewest risks', { way: 'fewest-risks' }],
    ['Architecture', 'arm64', { architecture: 'arm64' }],
    ['Graph', 'kept on this host', { source: { kind: 'kept' } }],
  ])('a choice of %s asks again at once', async (label, option, part) => {
    const { user, asked } = upgrades();
    await found();
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.selectOptions(screen.getByLabelText(label), option);
    await expect.poll(() => asked('upgrades.path').at(-1)).toEqual({ ...REQUEST, ...part });
  });

  test('a choice before the first answer asks nothing', async () => {
    const { user, asked } = upgrades({}, '/upgrades?from=4.16.1');
    await user.selectOptions(await screen.findByLabelText('Channel'), 'fast');
    await user.click(screen.getByRole('checkbox', { name: 'Avoid risks' }));
    expect(asked('upgrades.path')).toEqual([]);
  });

  test('a graph in a file needs the file', async () => {
    const { user, asked } = upgrades();
    await found();
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.selectOptions(screen.getByLabelText('Graph'), 'file or folder');
    await buttonThatIs('off', 'Find the way');
    await user.click(screen.getByRole('combobox', { name: 'Graph file or folder' }));
    await user.paste('/srv/graph.json');
    await user.click(await buttonThatIs('on', 'Find the way'));
    await expect
      .poll(() => asked('upgrades.path').at(-1)?.source)
      .toEqual({ kind: 'file', file: '/srv/graph.json' });
  });

  test('EUS to EUS takes no versions to come through', async () => {
    const { user, asked } = upgrades({}, '/upgrades?from=4.16.1&to=4.16.5&via=4.16.3');
    await expect.poll(() => asked('upgrades.path').at(-1)?.via).toEqual(['4.16.3']);
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.selectOptions(screen.getByLabelText('The way with'), 'EUS to EUS, pools paused');
    await expect.poll(() => asked('upgrades.path').at(-1)).not.toHaveProperty('via', ['4.16.3']);
    expect(screen.getByLabelText<HTMLInputElement>('Through').disabled).toBe(true);
  });

  test('uses the graphs of this host on the disconnected side', async () => {
    const { asked } = upgrades({ 'settings.read': { side: 'disconnected', workspaces: ['/w'] } });
    await expect.poll(() => asked('upgrades.path').at(-1)?.source).toEqual({ kind: 'kept' });
    await found();
    expect(screen.queryByRole('button', { name: 'Find out the bytes' })).toBeNull();
  });

  test('is disabled with the reason in a read-only session', async () => {
    upgrades(READER);
    expect((await screen.findAllByText(READER_REFUSAL)).length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Find the way' }).closest('fieldset')?.disabled).toBe(true);
  });
});

describe('the answer', () => {
  test('that failed shows why, is asked again, or comes from this host', async () => {
    const { user, asked } = upgrades({
      'upgrades.path': failing('no route', { remedy: 'Check the proxy.' }),
    });
    expect(await screen.findByText('Check the proxy.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expect.poll(() => asked('upgrades.path').length).toBe(2);
    await user.click(await buttonThatIs('on', 'Use what is kept on this host'));
    await expect.poll(() => asked('upgrades.path').at(-1)?.source).toEqual({ kind: 'kept' });
  });

  test('from a graph of this host asks the service again on request', async () => {
    const origins = [{ kind: 'kept', origin: 'https://api.example', channels: ['stable-4.16'] }];
    const { user, asked } = upgrades({ 'upgrades.path': { ...ANSWER, origins } as never });
    await user.click(await buttonThatIs('on', 'Ask the service again'));
    await expect.poll(() => asked('upgrades.path').at(-1)).toEqual({ ...REQUEST, fresh: true });
  });

  test('has a command to copy', async () => {
    const { user } = upgrades();
    await found();
    await user.click(screen.getByRole('button', { name: 'Copy command' }));
    expect(await navigator.clipboard.readText()).toBe('airlock upgrade');
  });

  test('finds out the bytes only on request', async () => {
    const { user, asked } = upgrades({
      'upgrades.bytes': { images: 12, bytes: 3 * 2 ** 30, bytesPresent: 2 ** 30 },
    });
    await found();
    expect(asked('upgrades.bytes')).toEqual([]);
    await user.click(await buttonThatIs('on', 'Find out the bytes'));
    expect(await screen.findByText(/To carry: 3.0 GiB in 12 images, 1.0 GiB of them held/)).toBeTruthy();
    expect(asked('upgrades.bytes')).toEqual([
      {
        workspace: '/w',
        channels: CONFIGURATION.channels,
        architecture: 'amd64',
        ticket: expect.any(String),
      },
    ]);
  });

  test('shows why the bytes were not found out, and asks again', async () => {
    const { user, asked } = upgrades({ 'upgrades.bytes': failing('no login', { remedy: 'Log in.' }) });
    await user.click(await buttonThatIs('on', 'Find out the bytes'));
    expect(await screen.findByText('Log in.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expect.poll(() => asked('upgrades.bytes').length).toBe(2);
  });
});

describe('adding to a configuration', () => {
  const CHANGED = { text: 'new text\n', difference: '@@ -1 +1 @@\n-old\n+new', digest: 'sha256:1' };
  const dialog = async (answers: Answers = {}) => {
    const opened = upgrades({
      'configurations.list': { configurations: [{ file: '/w/isc.yaml', name: 'isc' }] },
      'upgrades.configure': CHANGED,
      'configurations.save': {},
      ...answers,
    });
    await opened.user.click(await buttonThatIs('on', 'Add to configuration'));
    return { ...opened, shown: within(await screen.findByRole('dialog')) };
  };

  test('shows the change first, then saves exactly it', async () => {
    const { user, asked, shown } = await dialog();
    await shown.findByText(/\+new/);
    expect(asked('upgrades.configure')).toMatchObject([
      { file: '/w/isc.yaml', channels: CONFIGURATION.channels, operators: [], architecture: 'amd64' },
    ]);
    expect(asked('configurations.save')).toEqual([]);
    await user.click(await buttonThatIs('on', 'Save configuration'));
    expect(asked('configurations.save')).toEqual([
      { file: '/w/isc.yaml', text: 'new text\n', digest: 'sha256:1' },
    ]);
    const link = await shown.findByRole('link', { name: 'Plan it on the Fetch screen' });
    expect(link.getAttribute('href')).toBe('/fetch?workspace=%2Fw&config=%2Fw%2Fisc.yaml');
    expect(shown.queryByRole('button', { name: 'Save configuration' })).toBeNull();
  });

  test('saves nothing when the configuration selects all of it already', async () => {
    const { shown } = await dialog({ 'upgrades.configure': { ...CHANGED, difference: '' } });
    expect(await shown.findByText(/isc.yaml selects all of it already/)).toBeTruthy();
    await buttonThatIs('off', 'Save configuration');
  });

  test('a file that cannot be changed shows why', async () => {
    const { shown } = await dialog({ 'upgrades.configure': failing('not YAML', { remedy: 'Fix line 3.' }) });
    expect(await shown.findByText('Fix line 3.')).toBeTruthy();
    await buttonThatIs('off', 'Save configuration');
  });

  test('a file that changed meanwhile is read again on request', async () => {
    const { user, asked, shown } = await dialog({
      'configurations.save': failing('it changed', { remedy: 'Read it again.' }),
    });
    await user.click(await buttonThatIs('on', 'Save configuration'));
    await user.click(await shown.findByRole('button', { name: 'Read it again' }));
    await expect.poll(() => asked('upgrades.configure').length).toBe(2);
    expect(shown.queryByRole('heading', { name: /was not saved/ })).toBeNull();
  });

  test('without a workspace shows the YAML to copy', async () => {
    const { user, asked, shown } = await dialog({ 'settings.read': { side: 'connected', workspaces: [] } });
    expect(shown.getByText('kind: ImageSetConfiguration')).toBeTruthy();
    await user.click(shown.getByRole('button', { name: 'Copy YAML' }));
    expect(await navigator.clipboard.readText()).toBe(CONFIGURATION.yaml);
    expect(asked('upgrades.configure')).toEqual([]);
  });
});

describe('without a way, a press', () => {
  const refusal = (more: Partial<UpgradeRefusal>): UpgradeRefusal => ({
    ...{ kind: 'no-path', message: 'no path', alternatives: [], channels: [] },
    ...{ nearestReachable: [], nearestSources: [], blocked: [], conditional: [] },
    ...more,
  });
  test.each<[string, Partial<UpgradeRefusal>, string, object]>([
    ['on a reachable version goes there', { nearestReachable: ['4.16.3'] }, '4.16.3', { to: '4.16.3' }],
    ['on a source begins there', { nearestSources: ['4.16.4'] }, '4.16.4', { from: '4.16.4' }],
    ['on a channel uses it', { channels: ['fast'] }, 'fast', { channel: 'fast' }],
    ['on risks allows them', { kind: 'risks' }, 'Allow updates with known risks', { avoidRisks: false }],
    [
      'replaces an unknown target',
      { version: '4.16.5', alternatives: ['4.16.6'] },
      '4.16.6',
      { to: '4.16.6' },
    ],
    [
      'replaces an unknown start',
      { version: '4.16.1', alternatives: ['4.16.0'] },
      '4.16.0',
      { from: '4.16.0' },
    ],
    [
      'replaces an unknown stop',
      { version: '4.16.2', alternatives: ['4.16.3'] },
      '4.16.3',
      { via: '4.16.3 4.16.4' },
    ],
  ])('%s', async (_what, more, button, change) => {
    const changes: object[] = [];
    const { user } = openScreen(
      <NoWay
        refusal={refusal(more)}
        question={{ from: '4.16.1', to: '4.16.5', channel: 'stable', via: '4.16.2, 4.16.4' }}
        onAsk={(each) => changes.push(each)}
      />,
      {},
    );
    await user.click(screen.getByRole('button', { name: button }));
    expect(changes).toEqual([change]);
  });
});
