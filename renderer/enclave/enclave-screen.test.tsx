import { fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import type { TransferLifeLine } from '../../core/contract/topics/transfers.ts';
import { useKeyboard } from '../app-state/keys.ts';
import type { Part } from '../engine/completed.fixture.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { READER } from '../history/runs.fixture.ts';
import EnclaveScreen from './enclave-screen.tsx';
import { t } from './messages.ts';

function Page() {
  useKeyboard(() => false, []);
  return (
    <Routes>
      <Route path="/enclaves/:name" element={<EnclaveScreen />} />
    </Routes>
  );
}

const transfer = (number: number, part: Part<TransferLifeLine> = {}): Part<TransferLifeLine> => ({
  name: `fleet-000${number}`,
  number,
  enclave: 'fleet',
  state: 'complete',
  step: 'on-media',
  arrived: 'unknown',
  volumes: 3,
  ...part,
});

const enclave = (transfers: Part<TransferLifeLine>[], answers: Answers = {}, more = '') =>
  openScreen(
    <Page />,
    { 'enclaves.describe': { transfers }, 'workspaces.list': { workspaces: [] }, ...answers },
    `/enclaves/fleet?workspace=/w${more}`,
  );

test('without a transfer, the page shows what goes here and how to start', async () => {
  const { user, requested, address } = enclave([]);
  await expectHeading(t('noneTitle', { enclave: 'fleet' }));
  screen.getByText(t('emptyTitle'));
  expect(requested('enclaves.describe')).toEqual([{ workspace: '/w', enclave: 'fleet' }]);
  await user.click(await buttonThatIs('on', t('fetchButton')));
  expect(address()).toBe('/fetch?workspace=%2Fw&enclave=fleet');
});

test('transfers that could not be read can be read again', async () => {
  let answers = 0;
  const { user } = enclave([], {
    'enclaves.describe': () => (answers++ === 0 ? failing('the disk is gone') : { transfers: [transfer(1)] }),
  });
  await expectHeading(t('failedTitle', { enclave: 'fleet' }));
  screen.getByText('The disk is gone');
  await user.click(await buttonThatIs('on', t('retryButton')));
  await screen.findByRole('heading', { name: 'fleet-0001' });
});

test('the newest transfer is open, and another one can be opened', async () => {
  const { user, address } = enclave([transfer(2), transfer(1, { arrived: 'complete' })]);
  await screen.findByRole('heading', { name: 'fleet-0002' });
  await user.click(await buttonThatIs('on', 'fleet-0001'));
  await screen.findByRole('heading', { name: 'fleet-0001' });
  expect(new URL(address(), 'http://x').searchParams.get('transfer')).toBe('fleet-0001');
  expect((await buttonThatIs('on', 'fleet-0001')).getAttribute('aria-pressed')).toBe('true');
});

const CODE = { transfer: 'fleet-0001', enclave: 'fleet', summary: '0001 is complete', missing: [] };

const field = () => screen.findByRole('textbox', { name: t('codeLabel') });

test('a code is shown in words before it is accepted', async () => {
  const { user, requested } = enclave([transfer(1)], {
    'transfers.readCode': CODE,
    'transfers.acknowledge': { ...CODE, problems: [{ level: 'warning', message: 'a lock was left' }] },
  });
  await user.click(await buttonThatIs('on', t('enterCodeButton')));
  await buttonThatIs('off', t('readCodeButton'));
  await user.type(await field(), '147k{Enter}');
  await screen.findByText('0001 is complete');
  screen.getByText(t('codeCompleteText', { transfer: 'fleet-0001' }));
  expect(requested('transfers.acknowledge')).toEqual([]);
  await user.click(await buttonThatIs('on', t('acceptCodeButton')));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(requested('transfers.acknowledge')).toEqual([{ workspace: '/w', code: '147k' }]);
  await screen.findByText(/a lock was left/i);
});

test('a changed code has to be read again', async () => {
  const { user, requested } = enclave([transfer(1)], {
    'transfers.readCode': { ...CODE, summary: '0001 is missing 2 volumes', missing: ['a', 'b'] },
  });
  fireEvent.keyDown(await screen.findByRole('heading', { level: 1 }), { key: 'a' });
  await user.type(await field(), '147k{Enter}');
  await screen.findByText(t('codeMissingText', { enclave: 'fleet', volumes: 2 }));
  await user.type(await field(), 'x');
  await buttonThatIs('on', t('readCodeButton'));
  expect(screen.queryByText('0001 is missing 2 volumes')).toBeNull();
  expect(requested('transfers.acknowledge')).toEqual([]);
});

test('a wrong code shows the reason, and typing clears it', async () => {
  const { user } = enclave([transfer(1)], { 'transfers.readCode': failing('a check character is wrong') });
  await user.click(await buttonThatIs('on', t('enterCodeButton')));
  await user.type(await field(), '147k{Enter}');
  await screen.findByText('A check character is wrong');
  expect((await field()).getAttribute('aria-invalid')).toBe('true');
  await user.type(await field(), '1');
  expect(screen.queryByText('A check character is wrong')).toBeNull();
});

test('a note and a step are written into the journal together, and the form is empty again', async () => {
  const { user, requested } = enclave([transfer(1)], { 'transfers.note': transfer(1) });
  await buttonThatIs('off', t('addNoteButton'));
  const note = screen.getByRole<HTMLInputElement>('textbox', { name: t('noteLabel') });
  await user.type(note, ' bag 7 ');
  await user.selectOptions(screen.getByRole('combobox', { name: t('stepLabel') }), t('importedStep'));
  await user.click(await buttonThatIs('on', t('addNoteButton')));
  await expect.poll(() => note.value).toBe('');
  expect(requested('transfers.note')).toEqual([
    { workspace: '/w', transfer: 'fleet-0001', text: 'bag 7', step: 'imported' },
  ]);
  await buttonThatIs('off', t('addNoteButton'));
});

test('a note that could not be written stays in its field', async () => {
  const { user } = enclave([transfer(1)], { 'transfers.note': failing('the disk is full') });
  await user.type(await screen.findByRole('textbox', { name: t('noteLabel') }), 'bag 7{Enter}');
  await screen.findByText('The disk is full');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: t('noteLabel') }).value).toBe('bag 7');
});

test.each([
  [false, t('protectButton')],
  [true, t('unprotectButton')],
])('a transfer that is protected: %s offers %s', async (isProtected, button) => {
  const { user, requested } = enclave([transfer(1, { protected: isProtected })], {
    'transfers.note': transfer(1),
  });
  await user.click(await buttonThatIs('on', button));
  await expect
    .poll(() => requested('transfers.note'))
    .toEqual([{ workspace: '/w', transfer: 'fleet-0001', protect: !isProtected }]);
});

async function openLost(answers: Answers = {}) {
  const page = enclave([transfer(1)], { 'transfers.lost': { ...CODE, missing: 'all' }, ...answers });
  await page.user.click(await buttonThatIs('on', t('lostButton')));
  const dialog = within(
    await screen.findByRole('dialog', { name: t('lostDialogTitle', { transfer: 'fleet-0001' }) }),
  );
  const submit = () => page.user.click(dialog.getByRole('button', { name: t('lostButton') }));
  return { ...page, dialog, submit };
}

test('a complete transfer is marked as lost only after the question', async () => {
  const { requested, submit } = await openLost();
  expect(requested('transfers.lost')).toEqual([]);
  await submit();
  await expect.poll(() => requested('transfers.lost')).toEqual([{ workspace: '/w', transfer: 'fleet-0001' }]);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('lost volumes are entered by their numbers', async () => {
  const { user, requested, dialog, submit } = await openLost();
  await user.click(dialog.getByRole('radio', { name: t('someVolumesLabel', { volumes: 3 }) }));
  await submit();
  dialog.getByText(t('noVolumeError'));
  await user.type(dialog.getByRole('textbox', { name: t('volumesLabel') }), '2-4');
  dialog.getByText(t('volumeRangeError', { most: 3 }));
  expect(requested('transfers.lost')).toEqual([]);
  await user.clear(dialog.getByRole('textbox', { name: t('volumesLabel') }));
  await user.type(dialog.getByRole('textbox', { name: t('volumesLabel') }), '2-3{Enter}');
  await expect.poll(() => requested('transfers.lost')[0]?.files).toEqual([2, 3]);
});

test('a loss that could not be recorded shows the reason', async () => {
  const { dialog, submit } = await openLost({ 'transfers.lost': failing('the journal is locked') });
  await submit();
  await dialog.findByText('The journal is locked');
});

test('an unfinished transfer offers no actions', async () => {
  enclave([transfer(1, { state: 'under-construction' })]);
  await expectHeading(t('unfinishedTitle', { transfer: 'fleet-0001' }));
  expect(screen.queryByRole('button', { name: t('lostButton') })).toBeNull();
});

test('the journal lists steps and notes, the newest first, and volumes that were not received', async () => {
  const at = (hour: number) => `2026-01-01T0${hour}:00:00Z`;
  enclave([
    transfer(1, {
      events: [
        { step: 'fetched', at: at(1), by: 'ada@north' },
        { step: 'on-media', at: at(3) },
      ],
      notes: [{ at: at(2), by: 'bob@north', text: 'bag 7' }],
      files: [{ name: 'a.tar', size: 1536, sha256: 'a'.repeat(64), missing: true }],
    }),
  ]);
  const journal = within(
    (await screen.findByRole('heading', { name: t('journalTitle') })).closest('section')!,
  );
  const lines = journal.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines.slice(0, 3)).toEqual([
    expect.stringMatching(/^On media /),
    expect.stringMatching(/^Note bag 7.*bob@north$/),
    expect.stringMatching(/^Fetched .*ada@north$/),
  ]);
  screen.getByText(t('filesText', { archives: 1 }));
  screen.getByText(t('notReceived'));
});

test('a reader changes nothing', async () => {
  const { user } = enclave([transfer(1)], READER);
  await user.type(await screen.findByRole('textbox', { name: t('noteLabel') }), 'bag 7');
  await buttonThatIs('off', t('addNoteButton'));
  await buttonThatIs('off', t('protectButton'));
});
