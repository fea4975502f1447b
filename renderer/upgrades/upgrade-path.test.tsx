import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { UpgradeRejection } from '../../core/contract/topics/upgrades.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { READER, READER_REJECTION } from '../engine/session.fixture.ts';
import { t } from './messages.ts';
import { NoPath } from './no-path.tsx';
import { answered } from './question/answer.fixture.ts';
import { t as shared } from './question/messages.ts';
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
  ...{ avoidRisks: false, preference: 'shortest', via: [], source: { kind: 'service' }, workspace: '/w' },
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
const found = () => expectHeading(/^Upgrade 4\.16\.1 → 4\.16\.5: 1 update/);

test('a path without a configuration leads to its plan, and explains why', async () => {
  const { user, address } = upgrades({ 'upgrades.path': { ...ANSWER, configuration: undefined } as never });
  await found();
  expect(screen.getByText(t('noConfigurationNote'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: shared('addButton') })).toBeNull();
  await user.click(await buttonThatIs('on', t('openPlanButton')));
  expect(address()).toBe('/upgrades/plan?from=4.16.1&to=4.16.5');
});

describe('the question', () => {
  test('is sent only when complete, without blanks around versions', async () => {
    const { user, requested, address } = upgrades({}, '/upgrades');
    await buttonThatIs('off', shared('findPathButton'));
    await user.type(screen.getByRole('combobox', { name: shared('fromLabel') }), ' 4.16.1 ');
    await buttonThatIs('off', shared('findPathButton'));
    await user.type(screen.getByRole('combobox', { name: shared('toLabel') }), '4.16.5');
    expect(requested('upgrades.path')).toEqual([]);
    await user.click(await buttonThatIs('on', shared('findPathButton')));
    await found();
    expect(requested('upgrades.path')).toEqual([REQUEST]);
    expect(address()).toBe('/upgrades?from=4.16.1&to=4.16.5');
  });

  test('in the address is sent immediately', async () => {
    const { requested } = upgrades();
    await found();
    expect(requested('upgrades.path')).toEqual([REQUEST]);
  });

  test.each([
    [shared('channelLabel'), 'fast', { channel: 'fast' }],
    [shared('pathKindLabel'), shared('fewestRisksOption'), { preference: 'fewest-risks' }],
    [shared('architectureLabel'), 'arm64', { architecture: 'arm64' }],
    [shared('sourceLabel'), shared('savedOption'), { source: { kind: 'cached' } }],
  ])('a choice of %s is sent immediately', async (label, option, part) => {
    const { user, requested } = upgrades();
    await found();
    await user.click(screen.getByRole('button', { name: shared('moreButton') }));
    await user.selectOptions(screen.getByLabelText(label), option);
    await expect.poll(() => requested('upgrades.path').at(-1)).toEqual({ ...REQUEST, ...part });
  });

  test('a choice before the first answer sends nothing', async () => {
    const { user, requested } = upgrades({}, '/upgrades?from=4.16.1');
    await user.selectOptions(await screen.findByLabelText(shared('channelLabel')), 'fast');
    await user.click(screen.getByRole('checkbox', { name: shared('avoidRisksLabel') }));
    expect(requested('upgrades.path')).toEqual([]);
  });

  test('a graph in a file needs the file', async () => {
    const { user, requested } = upgrades();
    await found();
    await user.click(screen.getByRole('button', { name: shared('moreButton') }));
    await user.selectOptions(screen.getByLabelText(shared('sourceLabel')), shared('fileOption'));
    await buttonThatIs('off', shared('findPathButton'));
    await user.click(screen.getByRole('combobox', { name: shared('fileLabel') }));
    await user.paste('/srv/graph.json');
    await user.click(await buttonThatIs('on', shared('findPathButton')));
    await expect
      .poll(() => requested('upgrades.path').at(-1)?.source)
      .toEqual({ kind: 'file', file: '/srv/graph.json' });
  });

  test('EUS to EUS has no other versions on the path', async () => {
    const { user, requested } = upgrades({}, '/upgrades?from=4.16.1&to=4.16.5&via=4.16.3');
    await expect.poll(() => requested('upgrades.path').at(-1)?.via).toEqual(['4.16.3']);
    await user.click(screen.getByRole('button', { name: shared('moreButton') }));
    await user.selectOptions(screen.getByLabelText(shared('pathKindLabel')), shared('eusOption'));
    await expect.poll(() => requested('upgrades.path').at(-1)).not.toHaveProperty('via', ['4.16.3']);
    expect(screen.getByLabelText<HTMLInputElement>(shared('viaLabel')).disabled).toBe(true);
  });

  test('uses the graphs of this host on the disconnected side', async () => {
    const { requested } = upgrades({ 'settings.read': { side: 'disconnected', workspaces: ['/w'] } });
    await expect.poll(() => requested('upgrades.path').at(-1)?.source).toEqual({ kind: 'cached' });
    await found();
    expect(screen.queryByRole('button', { name: t('sizeButton') })).toBeNull();
  });

  test('is disabled with the reason in a read-only session', async () => {
    upgrades(READER);
    expect((await screen.findAllByText(READER_REJECTION)).length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: shared('findPathButton') }).closest('fieldset')?.disabled).toBe(
      true,
    );
  });
});

describe('the answer', () => {
  test('that failed shows why, and can be requested again or from this host', async () => {
    const { user, requested } = upgrades({
      'upgrades.path': failing('no route', { remedy: 'Check the proxy.' }),
    });
    expect(await screen.findByText('Check the proxy.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('reloadButton') }));
    await expect.poll(() => requested('upgrades.path').length).toBe(2);
    await user.click(await buttonThatIs('on', t('useSavedButton')));
    await expect.poll(() => requested('upgrades.path').at(-1)?.source).toEqual({ kind: 'cached' });
  });

  test('from a saved graph is refreshed on request', async () => {
    const origins = [{ kind: 'cached', origin: 'https://api.example', channels: ['stable-4.16'] }];
    const { user, requested } = upgrades({ 'upgrades.path': { ...ANSWER, origins } as never });
    await user.click(await buttonThatIs('on', t('refreshButton')));
    await expect.poll(() => requested('upgrades.path').at(-1)).toEqual({ ...REQUEST, fresh: true });
  });

  test('has a command to copy', async () => {
    const { user } = upgrades();
    await found();
    await user.click(screen.getByRole('button', { name: shared('copyCommandButton') }));
    expect(await navigator.clipboard.readText()).toBe('airlock upgrade');
  });

  test('gets the size to mirror only on request', async () => {
    const { user, requested } = upgrades({
      'upgrades.bytes': { images: 12, bytes: 3 * 2 ** 30, bytesPresent: 2 ** 30 },
    });
    await found();
    expect(requested('upgrades.bytes')).toEqual([]);
    await user.click(await buttonThatIs('on', t('sizeButton')));
    expect(
      await screen.findByText(t('sizeText', { size: '3.0 GiB', images: 12, present: '1.0 GiB' })),
    ).toBeTruthy();
    expect(requested('upgrades.bytes')).toEqual([
      {
        workspace: '/w',
        channels: CONFIGURATION.channels,
        architecture: 'amd64',
        ticket: expect.any(String),
      },
    ]);
  });

  test('shows sizes under the steps: those of the host at once, those of a plan on request', async () => {
    const { user } = upgrades({
      'upgrades.sizes': { releases: [{ version: '4.16.5', bytes: 2 ** 31 }] },
      'upgrades.bytes': {
        ...{ images: 12, bytes: 3 * 2 ** 30, bytesPresent: 0 },
        releases: [{ version: '4.16.5', bytes: 2 ** 30 }],
      },
    });
    expect(await screen.findByText(t('completeSize', { size: '2.0 GiB' }))).toBeTruthy();
    await user.click(await buttonThatIs('on', t('sizeButton')));
    expect(await screen.findByText(t('releaseSize', { size: '1.0 GiB' }))).toBeTruthy();
    expect(screen.queryByText(t('completeSize', { size: '2.0 GiB' }))).toBeNull();
  });

  test('shows why the size is unknown, and gets it again', async () => {
    const { user, requested } = upgrades({
      'upgrades.bytes': failing('no credentials', { remedy: 'Log in.' }),
    });
    await user.click(await buttonThatIs('on', t('sizeButton')));
    expect(await screen.findByText('Log in.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('sizeButton') }));
    await expect.poll(() => requested('upgrades.bytes').length).toBe(2);
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
    await opened.user.click(await buttonThatIs('on', shared('addButton')));
    return { ...opened, shown: within(await screen.findByRole('dialog')) };
  };

  test('shows the change first, then saves exactly that', async () => {
    const { user, requested, shown } = await dialog();
    await shown.findByText(/\+new/);
    expect(requested('upgrades.configure')).toMatchObject([
      { file: '/w/isc.yaml', channels: CONFIGURATION.channels, operators: [], architecture: 'amd64' },
    ]);
    expect(requested('configurations.save')).toEqual([]);
    await user.click(await buttonThatIs('on', shared('saveButton')));
    expect(requested('configurations.save')).toEqual([
      { file: '/w/isc.yaml', text: 'new text\n', digest: 'sha256:1' },
    ]);
    const link = await shown.findByRole('link', { name: shared('fetchLink') });
    expect(link.getAttribute('href')).toBe('/fetch?workspace=%2Fw&config=%2Fw%2Fisc.yaml');
    expect(link.className).toContain('pf-m-primary');
    expect(shown.queryByRole('button', { name: shared('saveButton') })).toBeNull();
    // The dialog compares with the saved file when it is opened again.
    await expect.poll(() => requested('upgrades.configure').length).toBe(2);
  });

  test('saves nothing if the configuration already selects the content', async () => {
    const { shown } = await dialog({ 'upgrades.configure': { ...CHANGED, difference: '' } });
    expect(await shown.findByText(shared('noChanges', { file: 'isc.yaml' }))).toBeTruthy();
    expect(shown.queryByRole('button', { name: shared('saveButton') })).toBeNull();
    const link = shown.getByRole('link', { name: shared('fetchLink') });
    expect(link.className).toContain('pf-m-primary');
  });

  test('a file that cannot be changed shows why', async () => {
    const { shown } = await dialog({ 'upgrades.configure': failing('not YAML', { remedy: 'Fix line 3.' }) });
    expect(await shown.findByText('Fix line 3.')).toBeTruthy();
    await buttonThatIs('off', shared('saveButton'));
  });

  test('a file that changed in the meantime is loaded again on request', async () => {
    const { user, requested, shown } = await dialog({
      'configurations.save': failing('it changed', { remedy: 'Read it again.' }),
    });
    await user.click(await buttonThatIs('on', shared('saveButton')));
    await user.click(await shown.findByRole('button', { name: shared('reloadButton') }));
    await expect.poll(() => requested('upgrades.configure').length).toBe(2);
    expect(shown.queryByRole('heading', { name: shared('saveError') })).toBeNull();
  });

  test('without a workspace shows the YAML to copy', async () => {
    const { user, requested, shown } = await dialog({
      'settings.read': { side: 'connected', workspaces: [] },
    });
    expect(shown.getByText('kind: ImageSetConfiguration')).toBeTruthy();
    await user.click(shown.getByRole('button', { name: shared('copyYamlButton') }));
    expect(await navigator.clipboard.readText()).toBe(CONFIGURATION.yaml);
    expect(requested('upgrades.configure')).toEqual([]);
  });
});

describe('without a path, a press', () => {
  const rejection = (more: Partial<UpgradeRejection>): UpgradeRejection => ({
    ...{ kind: 'no-path', message: 'no path', alternatives: [], channels: [] },
    ...{ nearestReachable: [], nearestSources: [], blocked: [], conditional: [] },
    ...more,
  });
  test.each<[string, Partial<UpgradeRejection>, string, object]>([
    [
      'on a reachable version makes it the target',
      { nearestReachable: ['4.16.3'] },
      '4.16.3',
      { to: '4.16.3' },
    ],
    [
      'on a source makes it the current version',
      { nearestSources: ['4.16.4'] },
      '4.16.4',
      { from: '4.16.4' },
    ],
    ['on a channel uses it', { channels: ['fast'] }, 'fast', { channel: 'fast' }],
    [
      'on a downgrade swaps the versions',
      { kind: 'backwards' },
      t('swapButton'),
      { from: '4.16.5', to: '4.16.1', via: '' },
    ],
    ['on risks allows them', { kind: 'risks' }, t('allowRisksButton'), { avoidRisks: false }],
    [
      'replaces an unknown target',
      { version: '4.16.5', alternatives: ['4.16.6'] },
      '4.16.6',
      { to: '4.16.6' },
    ],
    [
      'replaces an unknown current version',
      { version: '4.16.1', alternatives: ['4.16.0'] },
      '4.16.0',
      { from: '4.16.0' },
    ],
    [
      'replaces an unknown version on the path',
      { version: '4.16.2', alternatives: ['4.16.3'] },
      '4.16.3',
      { via: '4.16.3 4.16.4' },
    ],
  ])('%s', async (_title, more, button, change) => {
    const changes: object[] = [];
    const { user } = openScreen(
      <NoPath
        rejection={rejection(more)}
        question={{ from: '4.16.1', to: '4.16.5', channel: 'stable', via: '4.16.2, 4.16.4' }}
        onAsk={(each) => changes.push(each)}
      />,
      {},
    );
    await user.click(screen.getByRole('button', { name: button }));
    expect(changes).toEqual([change]);
  });
});
