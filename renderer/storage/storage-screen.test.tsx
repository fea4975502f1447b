import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { expectRejected, READER } from '../engine/session.fixture.ts';
import { t } from './messages.ts';
import StorageScreen from './storage-screen.tsx';

const MiB = 2 ** 20;
const USAGE = {
  bytes: 100 * MiB,
  freeBytes: 300 * MiB,
  enclaves: [{ name: 'fleet', sets: 2, bytes: 90 * MiB }],
  sets: [
    { name: 'fleet-0001', enclave: 'fleet', bytes: 30 * MiB, exclusiveBytes: 0 },
    {
      name: 'fleet-0002',
      enclave: 'fleet',
      bytes: 60 * MiB,
      exclusiveBytes: MiB,
      retentionReason: 'the archive set is protected',
    },
  ],
  deliverables: [{ name: 'release 4.18.1', images: 190, bytes: 50 * MiB, exclusiveBytes: 40 * MiB }],
  other: [],
};
const PLAN = {
  remove: [{ name: 'fleet-0001', directory: '/w/transfers/fleet-0001', bytes: 30 * MiB }],
  retain: [
    {
      name: 'fleet-0002',
      bytes: 60 * MiB,
      reason: 'protected' as const,
      why: 'the archive set is protected',
    },
  ],
  bytes: 30 * MiB,
};

const FREE = t('freeButton', { size: '30.0 MiB' });
const REMOVE = t('removeButton', { sets: 1, size: '30.0 MiB' });

const storage = (answers: Answers = {}) =>
  openScreen(
    <StorageScreen />,
    {
      'workspaces.list': { workspaces: [{ directory: '/srv/north' }] },
      'storage.usage': USAGE,
      'storage.planPrune': PLAN,
      ...answers,
    },
    '/storage?workspace=%2Fsrv%2Fnorth',
  );

test('shows what fills the workspace, why each set stays, and where it leads', async () => {
  const { requested } = storage();
  await expectHeading(t('freeableTitle', { workspace: 'north', size: '100.0 MiB', freeable: '30.0 MiB' }));
  expect(requested('storage.usage')).toEqual([{ workspace: '/srv/north' }]);
  expect(screen.getByText('The archive set is protected')).toBeTruthy();
  expect(screen.getByText(t('removable'))).toBeTruthy();
  expect(screen.getByRole('link', { name: 'fleet-0002' }).getAttribute('href')).toBe(
    '/enclaves/fleet?workspace=%2Fsrv%2Fnorth&transfer=fleet-0002',
  );
  const alone = screen.getByRole('row', { name: /Release 4.18.1/ });
  expect(within(alone).getByText('40.0 MiB')).toBeTruthy();
  expect(document.querySelector<HTMLElement>('.al-disk-free')?.style.width).toMatch(/^76\.9/);
});

test('removes the previewed sets after a question, and shows what the engine reports', async () => {
  const problem = { code: 'x', level: 'warning' as const, message: 'a.tar stays', remedy: 'Remove it.' };
  const { user, requested } = storage({ 'storage.prune': { ...PLAN, problems: [problem] } });
  await user.click(await buttonThatIs('on', FREE));
  const dialog = await screen.findByRole('dialog');
  expect(requested('storage.prune')).toEqual([]);
  expect(
    within(within(dialog).getByRole('region', { name: t('removeList') })).getByText('fleet-0001'),
  ).toBeTruthy();
  expect(
    within(within(dialog).getByRole('region', { name: t('retainedList') })).getByText('fleet-0002'),
  ).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: REMOVE }));
  expect(requested('storage.prune')).toEqual([{ workspace: '/srv/north', sets: ['fleet-0001'] }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Remove it.')).toBeTruthy();
});

test('Cancel removes nothing', async () => {
  const { user, requested } = storage();
  await user.click(await buttonThatIs('on', FREE));
  await user.click(await screen.findByRole('button', { name: t('cancelButton') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requested('storage.prune')).toEqual([]);
});

test('a removal that failed keeps the dialog and shows why', async () => {
  const { user } = storage({ 'storage.prune': failing('it changed', { remedy: 'Look again.' }) });
  await user.click(await buttonThatIs('on', FREE));
  await user.click(await screen.findByRole('button', { name: REMOVE }));
  expect(await within(await screen.findByRole('dialog')).findByText('Look again.')).toBeTruthy();
});

test('a workspace where everything stays offers no removal', async () => {
  storage({ 'storage.planPrune': { ...PLAN, remove: [], bytes: 0 } });
  await expectHeading(t('noneFreeableTitle', { workspace: 'north', size: '100.0 MiB' }));
  expect(screen.queryByRole('button', { name: t('freeButton', { size: '0 B' }) })).toBeNull();
});

test('a workspace without sets shows how to create one', async () => {
  storage({ 'storage.usage': { ...USAGE, sets: [], deliverables: [] } });
  expect(await screen.findByRole('heading', { name: t('emptyTitle') })).toBeTruthy();
  expect(screen.queryByText(t('deliverablesTitle'))).toBeNull();
});

test('the practice workspace has its own name', async () => {
  storage({ 'workspaces.list': { workspaces: [{ directory: '/srv/north', practice: true }] } });
  await expectHeading(/Practice/);
});

test('a workspace that cannot be read shows why', async () => {
  storage({ 'storage.usage': failing('no access', { remedy: 'Check the folder.' }) });
  await expectHeading(t('failedTitle'));
  expect(screen.getByText('Check the folder.')).toBeTruthy();
});

test('a read-only session removes nothing', async () => {
  storage(READER);
  await expectRejected(FREE);
});
