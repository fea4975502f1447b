import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import type { LiveRun, RunDetails } from '../../../core/contract/topics/run.ts';
import type { Part } from '../../engine/completed.fixture.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../../engine/screen.fixture.tsx';
import { listed, liveOf, recordOf } from '../runs.fixture.ts';
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
  await screen.findByText('Kept in');
  const list = screen.getByText('Kept in').closest('dl')!;
  const values = Array.from(list.querySelectorAll('dd'), ({ textContent }) => textContent?.trim());
  return Object.fromEntries(Array.from(list.querySelectorAll('dt'), (dt, n) => [dt.textContent, values[n]]));
};

test.each(['/history/0?root=/w', '/history/x?root=/w', '/history/1.5?root=/w', '/history/2'])(
  'the address %s names no run, and nothing is requested',
  async (address) => {
    const { asked } = record({}, {}, address);
    await expectHeading('This address does not name a run.');
    expect(asked('runs.describe')).toEqual([]);
  },
);

test('a record that was not read shows why, and is read again by a press', async () => {
  let answers = 0;
  const { user } = openRecord({
    'runs.describe': () =>
      answers++ === 0 ? failing('the folder is gone', { remedy: 'Mount it.' }) : recordOf({}),
  });
  await expectHeading('This record cannot be shown.');
  screen.getByText('The folder is gone');
  screen.getByText('Mount it.');
  await user.click(await buttonThatIs('on', 'Read it again'));
  await screen.findByText('Kept in');
});

test('the facts say what ran, who ran it and with which command', async () => {
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
    What: 'Push to r.lab/m for fleet',
    By: 'root, who is ada by sudo on north',
    Session: 'Ada (operator)',
    Tool: 'airlock 1.0',
    'Verified at the destination': '1 image',
    Command: 'airlock mirror push',
    'Kept in': '/w/runs/0002',
  });
});

test('facts that are unknown are left out, and a deletion is from a registry', async () => {
  record({ workflow: 'delete', target: 'r.lab/m', host: 'north', endedAt: undefined, status: 'interrupted' });
  const found = await facts();
  expect(found).toMatchObject({ What: 'Delete from r.lab/m', By: 'an unknown user on north' });
  expect(Object.keys(found)).toEqual(['What', 'Started', 'By', 'Kept in']);
});

const PLAN = { file: '/w/plan.json', digest: `sha256:${'a'.repeat(64)}` };

test.each([
  [undefined, 'nobody was asked for'],
  [{ by: 'key' as const, fingerprint: 'ABCD', key: '/k.asc' }, 'ABCD, a key of /k.asc'],
  [{ by: 'command' as const, command: 'cosign verify' }, 'accepted by cosign verify'],
])('an approved plan with the approval %j names its signer', async (approval, words) => {
  record({}, { plan: { ...PLAN, approval, approvedBy: { name: 'Eve', role: 'approver' } } });
  const found = await facts();
  expect(found['Signed by']).toBe(words);
  expect(found['Approved by']).toMatch(/^Eve \(approver\), /);
  expect(found['Approved plan']).toContain('/w/plan.json');
});

test('overrides are listed in words, or the record says that there is none', async () => {
  record({}, { overrides: ['trust-ledger', 'src-tls-verify=false'] });
  const list = within((await screen.findByText('trust-ledger')).closest('ul')!);
  list.getByText("Tags in the ledger weren't checked at the destination.");
  list.getByText("TLS certificates of the source weren't verified.");
});

test('a record without overrides says so', async () => {
  record();
  await screen.findByText('Nothing: every check was made.');
});

test('an event of the run changes what the page shows', async () => {
  const { report } = record({ status: 'running', endedAt: undefined, user: 'ada' });
  await screen.findByRole('link', { name: 'Follow the run' });
  report({ type: 'job', job: { kind: 'run', ...liveOf(2, { status: 'complete' }) } } as never);
  await buttonThatIs('on', 'Export record');
});

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

test.each([
  ['mirrorToDisk' as const, ['Images', 'Configuration', 'Log']],
  ['diskToMirror' as const, ['Images', 'Configuration', 'Log', 'Cluster resources']],
])('a record of %s has its tabs', async (workflow, expected) => {
  record({ workflow });
  await screen.findByText('Kept in');
  expect(tabs()).toEqual(expected);
});

test('a tab is in the address and drops the filters of the one before', async () => {
  const { user, address } = record({}, {}, '/history/2?root=/w&state=failed&q=a');
  await user.click(await screen.findByRole('tab', { name: 'Configuration' }));
  expect(address()).toBe('/history/2?root=%2Fw&tab=configuration');
  await screen.findByText('No configuration belongs to this record.');
  await user.click(screen.getByRole('tab', { name: 'Images' }));
  expect(address()).toBe('/history/2?root=%2Fw');
});

test('the arrow keys move between tabs and around their ends', async () => {
  const { user } = record({ workflow: 'mirrorToDisk' }, {}, '/history/2?root=/w&tab=configuration');
  (await screen.findByRole('tab', { name: 'Configuration' })).focus();
  const selected = () => screen.getByRole('tab', { selected: true }).textContent;
  const pressed = [];
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) {
    await user.keyboard(`{${key}}`);
    pressed.push(selected());
  }
  expect(pressed).toEqual(['Log', 'Images', 'Log']);
  expect(document.activeElement?.textContent).toBe('Log');
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
  await buttonThatIs('on', 'Copy two.yaml');
});
