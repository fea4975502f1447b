import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import ClusterScreen from './cluster-screen.tsx';

const REPORT = {
  ok: false,
  to: '4.18.12',
  version: '4.18.1',
  context: 'lab',
  server: 'https://api.lab:6443',
  inspectedAt: '2026-01-01T00:00:00.000Z',
  counts: { ok: 1, warning: 0, failed: 1, unknown: 0 },
  items: [
    {
      group: 'nodes' as const,
      name: 'w-1',
      state: 'failed' as const,
      message: 'disk full',
      remedy: 'Free `/var`.',
    },
    { group: 'nodes' as const, name: 'w-2', state: 'ok' as const, message: 'ready', remedy: '' },
  ],
};

const checkScreen = (answers: Answers = {}, address = '/cluster?context=lab&to=4.18.12') =>
  openScreen(
    <ClusterScreen />,
    {
      'clusters.folders': { folders: [] },
      'clusters.contexts': { files: [], contexts: [] },
      'clusters.records': { records: [] },
      'jobs.list': { jobs: [] },
      ...answers,
    },
    address,
  );

test('a check needs a version; Enter in the field sends it with the cluster of the form', async () => {
  const { user, asked } = checkScreen({}, '/cluster?context=lab');
  await buttonThatIs('off', 'Check the upgrade');
  await user.type(await screen.findByRole('textbox', { name: 'Upgrade to' }), ' 4.18.12 {Enter}');
  expect(asked('clusters.check')).toEqual([{ context: 'lab', to: '4.18.12' }]);
  await buttonThatIs('off', /Check the upgrade/);
  expect(screen.getByText(/Every image of the release is asked for/)).toBeTruthy();
});

test('an inspection file takes the place of the cluster', async () => {
  const { user, asked } = checkScreen({}, '/cluster?context=lab&to=4.18.12&inspection=%2Fi.json');
  await user.click(await buttonThatIs('on', 'Check the upgrade'));
  expect(asked('clusters.check')).toEqual([{ from: '/i.json', to: '4.18.12' }]);
});

test('Cancel gives up the check without a failure', async () => {
  const { user } = checkScreen();
  await user.click(await buttonThatIs('on', 'Check the upgrade'));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('heading', { name: /was not checked/ })).toBeNull();
});

test('a check that failed shows why', async () => {
  const { user } = checkScreen({ 'clusters.check': failing('no route', { remedy: 'Check the server.' }) });
  await user.click(await buttonThatIs('on', 'Check the upgrade'));
  expect(await screen.findByRole('heading', { name: /The upgrade was not checked/ })).toBeTruthy();
  expect(screen.getByText('Check the server.')).toBeTruthy();
});

test('the report shows what stops the upgrade, folds what is in order, and goes back to the form', async () => {
  const { user } = checkScreen({ 'clusters.check': { report: REPORT, html: '<p>r</p>' } });
  await user.click(await buttonThatIs('on', 'Check the upgrade'));
  await expectHeading('The upgrade to 4.18.12 will not go: 1 thing stops it.');
  const nodes = screen.getByRole('region', { name: 'Nodes' });
  expect(within(nodes).getByText('1 of 2 in order')).toBeTruthy();
  expect(within(nodes).getByText('disk full')).toBeTruthy();
  expect(within(nodes).getByText('/var').tagName).toBe('CODE');
  expect(within(nodes).getByText('ready').closest('details')?.open).toBe(false);
  expect(screen.getByText('at 4.18.1')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Another check' }));
  await buttonThatIs('on', 'Check the upgrade');
});

test('the page to print has no script of its own', async () => {
  const { user } = checkScreen({ 'clusters.check': { report: REPORT, html: '<p>r</p>' } });
  await user.click(await buttonThatIs('on', 'Check the upgrade'));
  await user.click(await screen.findByRole('button', { name: 'Print page' }));
  const frame = await screen.findByTitle<HTMLIFrameElement>('Upgrade check');
  expect(frame.getAttribute('sandbox')).toBe('allow-same-origin allow-modals');
  expect(frame.getAttribute('srcdoc')).toBe('<p>r</p>');
});
