import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import ClusterScreen from './cluster-screen.tsx';
import { t } from './messages.ts';

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
  const { user, requested } = checkScreen({}, '/cluster?context=lab');
  await buttonThatIs('off', t('checkButton'));
  await user.type(await screen.findByRole('textbox', { name: t('checkVersionLabel') }), ' 4.18.12 {Enter}');
  expect(requested('clusters.check')).toEqual([{ context: 'lab', to: '4.18.12' }]);
  await buttonThatIs('off', new RegExp(t('checkButton')));
  expect(screen.getByText(t('checkingText'))).toBeTruthy();
});

test('an inspection file replaces the cluster', async () => {
  const { user, requested } = checkScreen({}, '/cluster?context=lab&to=4.18.12&inspection=%2Fi.json');
  await user.click(await buttonThatIs('on', t('checkButton')));
  expect(requested('clusters.check')).toEqual([{ from: '/i.json', to: '4.18.12' }]);
});

test('Cancel ends the check without a failure', async () => {
  const { user } = checkScreen();
  await user.click(await buttonThatIs('on', t('checkButton')));
  await user.click(await screen.findByRole('button', { name: t('cancelButton') }));
  expect(screen.queryByRole('heading', { name: new RegExp(t('checkFailedTitle')) })).toBeNull();
});

test('a check that failed shows why', async () => {
  const { user } = checkScreen({ 'clusters.check': failing('no route', { remedy: 'Check the server.' }) });
  await user.click(await buttonThatIs('on', t('checkButton')));
  expect(await screen.findByRole('heading', { name: new RegExp(t('checkFailedTitle')) })).toBeTruthy();
  expect(screen.getByText('Check the server.')).toBeTruthy();
});

test('the report shows what blocks the upgrade, collapses passed checks, and returns to the form', async () => {
  const { user } = checkScreen({ 'clusters.check': { report: REPORT, html: '<p>r</p>' } });
  await user.click(await buttonThatIs('on', t('checkButton')));
  await expectHeading(t('checkBlockedTitle', { version: '4.18.12', failed: 1 }));
  const nodes = screen.getByRole('region', { name: t('groupNodes') });
  expect(within(nodes).getByText(t('groupNote', { passed: 1, total: 2 }))).toBeTruthy();
  expect(within(nodes).getByText('Disk full.')).toBeTruthy();
  expect(within(nodes).getByText('/var').tagName).toBe('CODE');
  expect(within(nodes).getByText('Ready.').closest('details')?.open).toBe(false);
  expect(screen.getByText(t('clusterVersion', { version: '4.18.1' }))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('checkAgainButton') }));
  await buttonThatIs('on', t('checkButton'));
});

test('the page to print has no script of its own', async () => {
  const { user } = checkScreen({ 'clusters.check': { report: REPORT, html: '<p>r</p>' } });
  await user.click(await buttonThatIs('on', t('checkButton')));
  await user.click(await screen.findByRole('button', { name: t('printReportButton') }));
  const frame = await screen.findByTitle<HTMLIFrameElement>(t('reportTitle'));
  expect(frame.getAttribute('sandbox')).toBe('allow-same-origin allow-modals');
  expect(frame.getAttribute('srcdoc')).toBe('<p>r</p>');
});

test('an inspection is shown, saved and used for the check', async () => {
  const facts = {
    ...{ inspectedAt: '2026-01-01T00:00:00Z', server: 'https://api.lab:6443', version: '4.18.1' },
    ...{ architectures: ['amd64'], updates: ['4.18.12'], pullSecret: [], authorities: [] },
    mirrors: [
      {
        object: 'IDMS a',
        by: 'digest' as const,
        source: 'quay.io/a',
        mirrors: ['reg.lan/a'],
        neverSource: true,
      },
    ],
    ...{ catalogs: [], installed: [], pools: [], unread: [{ part: 'nodes', reason: 'forbidden' }] },
  };
  const { user, requested } = checkScreen({ 'clusters.inspect': { facts, file: '/lab.json' } });
  await user.click(screen.getByRole('combobox', { name: new RegExp(`^${t('inspectFileLabel')}`) }));
  await user.paste('/lab.json');
  await user.click(await buttonThatIs('on', t('inspectButton')));
  await screen.findByText(t('inspectionSaved', { file: '/lab.json' }));
  expect(requested('clusters.inspect')).toEqual([{ context: 'lab', file: '/lab.json' }]);
  const card = within(screen.getByRole('region', { name: t('inspectTitle') }));
  expect(card.getByText('4.18.1')).toBeTruthy();
  expect(card.getByText('reg.lan/a')).toBeTruthy();
  expect(card.getByText(t('unreadText', { part: 'nodes', reason: 'forbidden' }))).toBeTruthy();
  await user.click(card.getByRole('button', { name: t('useInspectionButton') }));
  await waitFor(() => expect(screen.getAllByDisplayValue('/lab.json')).toHaveLength(2));
});

test('a failed inspection is shown', async () => {
  const { user } = checkScreen({ 'clusters.inspect': failing('no route to the cluster') });
  await user.click(await buttonThatIs('on', t('inspectButton')));
  await screen.findByText('No route to the cluster', { exact: false });
});
