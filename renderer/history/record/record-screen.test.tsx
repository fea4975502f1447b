import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import type { LiveRun, RunDetails } from '../../../core/contract/topics/run.ts';
import type { Part } from '../../engine/completed.fixture.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../../engine/screen.fixture.tsx';
import { t as history } from '../messages.ts';
import { listed, liveOf, recordOf } from '../runs.fixture.ts';
import { t } from './messages.ts';
import RecordScreen from './screen.tsx';

const openRecord = (answers: Answers, address = '/history/2?root=/w') =>
  openScreen(
    <Routes>
      <Route path="/history/:sequence" element={<RecordScreen />} />
    </Routes>,
    { 'runs.list': listed([]), ...answers },
    address,
  );

const record = (live: Part<LiveRun> = {}, part: Part<RunDetails> = {}, address?: string) =>
  openRecord({ 'runs.describe': recordOf(live, part) }, address);

const facts = async () => {
  await screen.findByText(t('directoryLabel'));
  const list = screen.getByText(t('directoryLabel')).closest('dl')!;
  const values = Array.from(list.querySelectorAll('dd'), ({ textContent }) => textContent?.trim());
  return Object.fromEntries(Array.from(list.querySelectorAll('dt'), (dt, n) => [dt.textContent, values[n]]));
};

test.each(['/history/0?root=/w', '/history/x?root=/w', '/history/1.5?root=/w', '/history/2'])(
  'the address %s contains no run, and nothing is requested',
  async (address) => {
    const { requested } = record({}, {}, address);
    await expectHeading(t('addressTitle'));
    expect(requested('runs.describe')).toEqual([]);
  },
);

test('a record that could not be read shows the reason, and can be read again', async () => {
  let answers = 0;
  const { user } = openRecord({
    'runs.describe': () =>
      answers++ === 0 ? failing('the folder is gone', { remedy: 'Mount it.' }) : recordOf({}),
  });
  await expectHeading(t('failedTitle'));
  screen.getByText('The folder is gone');
  screen.getByText('Mount it.');
  await user.click(await buttonThatIs('on', t('retryButton')));
  await screen.findByText(t('directoryLabel'));
});

test('the facts show what ran, who ran it and with which command', async () => {
  record(
    { target: 'r.lab/m', enclave: 'fleet', user: 'root', host: 'north' },
    {
      sudoUser: 'ada',
      tool: 'airlock 1.0',
      command: 'airlock mirror push',
      verified: 1,
      session: { name: 'Ada', role: 'operator' },
    },
  );
  expect(await facts()).toMatchObject({
    [t('workflowLabel')]: 'Push',
    [t('destinationLabel')]: 'r.lab/m',
    [t('enclaveLabel')]: 'fleet',
    [t('userLabel')]: t('sudoUser', { user: 'root', sudoUser: 'ada' }),
    [t('hostLabel')]: 'north',
    [t('sessionLabel')]: t('session', { name: 'Ada', role: 'operator' }),
    [t('toolLabel')]: 'airlock 1.0',
    [t('verifiedLabel')]: t('verified', { images: 1 }),
    [t('commandLabel')]: 'airlock mirror push',
    [t('directoryLabel')]: '/w/runs/0002',
  });
});

test('unknown facts are left out, and a deletion shows its registry', async () => {
  record({ workflow: 'delete', target: 'r.lab/m', host: 'north', endedAt: undefined, status: 'interrupted' });
  const found = await facts();
  expect(found).toMatchObject({
    [t('registryLabel')]: 'r.lab/m',
    [t('userLabel')]: t('unknownUser'),
    [t('hostLabel')]: 'north',
  });
  expect(Object.keys(found)).toEqual(
    (
      ['workflowLabel', 'registryLabel', 'startedLabel', 'userLabel', 'hostLabel', 'directoryLabel'] as const
    ).map((key) => t(key)),
  );
});

const PLAN = { file: '/w/plan.json', digest: `sha256:${'a'.repeat(64)}` };

test.each([
  [undefined, t('noSigner')],
  [{ by: 'key' as const, fingerprint: 'ABCD', key: '/k.asc' }, 'ABCD, key in /k.asc'],
  [{ by: 'command' as const, command: 'cosign verify' }, 'Accepted by cosign verify'],
])('an approved plan with the approval %j shows its signer', async (approval, words) => {
  record({}, { plan: { ...PLAN, approval, approvedBy: { name: 'Eve', role: 'approver' } } });
  const found = await facts();
  expect(found[t('signerLabel')]).toBe(words);
  expect(found[t('approverLabel')]).toMatch(/^Eve \(approver\), /);
  expect(found[t('planLabel')]).toContain('/w/plan.json');
});

test('overrides are listed with their meaning', async () => {
  record({}, { overrides: ['trust-ledger', 'src-tls-verify=false'] });
  const list = within((await screen.findByText('trust-ledger')).closest('ul')!);
  list.getByText(history('trustLedgerOverride'));
  list.getByText(history('sourceTlsOverride'));
});

test('a record without overrides shows that no checks were skipped', async () => {
  record();
  await screen.findByText(t('noOverridesText'));
});

test('an event of the run updates the page', async () => {
  const { report } = record({ status: 'running', endedAt: undefined, user: 'ada' });
  await screen.findByRole('link', { name: t('viewRunButton') });
  report({ type: 'job', job: { kind: 'run', ...liveOf(2, { status: 'complete' }) } } as never);
  await buttonThatIs('on', history('exportButton'));
});

const IMAGES = t('imagesLabel');
const CONFIGURATION = t('configurationLabel');
const LOG = t('logLabel');

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

test.each([
  ['mirrorToDisk' as const, [IMAGES, CONFIGURATION, LOG]],
  ['diskToMirror' as const, [IMAGES, CONFIGURATION, LOG, t('resourcesLabel')]],
])('a record of %s has its tabs', async (workflow, expected) => {
  record({ workflow });
  await screen.findByText(t('directoryLabel'));
  expect(tabs()).toEqual(expected);
});

test('a tab is in the address and removes the filters of the previous one', async () => {
  const { user, address } = record({}, {}, '/history/2?root=/w&state=failed&q=a');
  await user.click(await screen.findByRole('tab', { name: CONFIGURATION }));
  expect(address()).toBe('/history/2?root=%2Fw&tab=configuration');
  await screen.findByText(t('noConfigurationText'));
  await user.click(screen.getByRole('tab', { name: IMAGES }));
  expect(address()).toBe('/history/2?root=%2Fw');
});

test('the arrow keys move between tabs and around their ends', async () => {
  const { user } = record({ workflow: 'mirrorToDisk' }, {}, '/history/2?root=/w&tab=configuration');
  (await screen.findByRole('tab', { name: CONFIGURATION })).focus();
  const selected = () => screen.getByRole('tab', { selected: true }).textContent;
  const pressed = [];
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) {
    await user.keyboard(`{${key}}`);
    pressed.push(selected());
  }
  expect(pressed).toEqual([LOG, IMAGES, LOG]);
  expect(document.activeElement?.textContent).toBe(LOG);
});

test('each configuration of a record is shown as it was used', async () => {
  const configurations = [
    { name: 'one.yaml', text: 'a: 1\n' },
    { name: 'two.yaml', text: 'b: 2\n' },
  ];
  const { user } = record({}, { configurations }, '/history/2?root=/w&tab=configuration');
  expect((await buttonThatIs('on', 'one.yaml')).getAttribute('aria-pressed')).toBe('true');
  await user.click(await buttonThatIs('on', 'two.yaml'));
  expect((await buttonThatIs('on', 'two.yaml')).getAttribute('aria-pressed')).toBe('true');
  await buttonThatIs('on', t('copyConfigurationTip', { file: 'two.yaml' }));
});
