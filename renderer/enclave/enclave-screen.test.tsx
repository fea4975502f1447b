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
  pieces: 3,
  ...part,
});

const enclave = (transfers: Part<TransferLifeLine>[], answers: Answers = {}, more = '') =>
  openScreen(
    <Page />,
    { 'enclaves.describe': { transfers }, 'workspaces.list': { workspaces: [] }, ...answers },
    `/enclaves/fleet?workspace=/w${more}`,
  );

test('without a transfer the page says what goes here and how to begin', async () => {
  const { user, asked, address } = enclave([]);
  await expectHeading('Nothing was sent to fleet yet.');
  screen.getByText('No transfer yet');
  expect(asked('enclaves.describe')).toEqual([{ workspace: '/w', enclave: 'fleet' }]);
  await user.click(await buttonThatIs('on', 'Fetch'));
  expect(address()).toBe('/fetch?workspace=%2Fw&enclave=fleet');
});

test('transfers that could not be read are read again by a press', async () => {
  let answers = 0;
  const { user } = enclave([], {
    'enclaves.describe': () => (answers++ === 0 ? failing('the disk is gone') : { transfers: [transfer(1)] }),
  });
  await expectHeading('fleet cannot be shown.');
  screen.getByText('The disk is gone');
  await user.click(await buttonThatIs('on', 'Read them again'));
  await screen.findByRole('heading', { name: 'fleet-0001' });
});

test('the newest transfer is open, and another one opens by a press', async () => {
  const { user, address } = enclave([transfer(2), transfer(1, { arrived: 'complete' })]);
  await screen.findByRole('heading', { name: 'fleet-0002' });
  await user.click(await buttonThatIs('on', 'fleet-0001'));
  await screen.findByRole('heading', { name: 'fleet-0001' });
  expect(new URL(address(), 'http://x').searchParams.get('transfer')).toBe('fleet-0001');
  expect((await buttonThatIs('on', 'fleet-0001')).getAttribute('aria-pressed')).toBe('true');
});

const CODE = { transfer: 'fleet-0001', enclave: 'fleet', words: '0001 arrived whole', lacks: [] };

const field = () => screen.findByRole('textbox', { name: 'Code' });

test('a code is shown in words before it is accepted', async () => {
  const { user, asked } = enclave([transfer(1)], {
    'transfers.readCode': CODE,
    'transfers.acknowledge': { ...CODE, problems: [{ level: 'warning', message: 'a lock was left' }] },
  });
  await user.click(await buttonThatIs('on', 'Enter the code'));
  await buttonThatIs('off', 'Read the code');
  await user.type(await field(), '147k{Enter}');
  await screen.findByText('0001 arrived whole');
  screen.getByText(/^All of fleet-0001 counts as arrived/);
  expect(asked('transfers.acknowledge')).toEqual([]);
  await user.click(await buttonThatIs('on', 'Take this answer'));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(asked('transfers.acknowledge')).toEqual([{ workspace: '/w', code: '147k' }]);
  await screen.findByText(/a lock was left/i);
});

test('a changed code has to be read again', async () => {
  const { user, asked } = enclave([transfer(1)], {
    'transfers.readCode': { ...CODE, words: '0001 lacks 2 pieces', lacks: ['a', 'b'] },
  });
  fireEvent.keyDown(await screen.findByRole('heading', { level: 1 }), { key: 'a' });
  await user.type(await field(), '147k{Enter}');
  await screen.findByText(/^The next transfer to fleet carries 2 pieces again/);
  await user.type(await field(), 'x');
  await buttonThatIs('on', 'Read the code');
  expect(screen.queryByText('0001 lacks 2 pieces')).toBeNull();
  expect(asked('transfers.acknowledge')).toEqual([]);
});

test('a wrong code shows why, and typing clears it', async () => {
  const { user } = enclave([transfer(1)], { 'transfers.readCode': failing('a check character is wrong') });
  await user.click(await buttonThatIs('on', 'Enter the code'));
  await user.type(await field(), '147k{Enter}');
  await screen.findByText('A check character is wrong');
  expect((await field()).getAttribute('aria-invalid')).toBe('true');
  await user.type(await field(), '1');
  expect(screen.queryByText('A check character is wrong')).toBeNull();
});

test('a note and a step are written into the journal together, and the form is empty again', async () => {
  const { user, asked } = enclave([transfer(1)], { 'transfers.note': transfer(1) });
  await buttonThatIs('off', 'Add to journal');
  const note = screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' });
  await user.type(note, ' bag 7 ');
  await user.selectOptions(screen.getByRole('combobox', { name: 'How far it is' }), 'Imported');
  await user.click(await buttonThatIs('on', 'Add to journal'));
  await expect.poll(() => note.value).toBe('');
  expect(asked('transfers.note')).toEqual([
    { workspace: '/w', transfer: 'fleet-0001', text: 'bag 7', step: 'imported' },
  ]);
  await buttonThatIs('off', 'Add to journal');
});

test('a note that was not written stays in its field', async () => {
  const { user } = enclave([transfer(1)], { 'transfers.note': failing('the disk is full') });
  await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'bag 7{Enter}');
  await screen.findByText('The disk is full');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' }).value).toBe('bag 7');
});

test.each([
  [false, 'Protect'],
  [true, 'Unprotect'],
])('a transfer that is protected: %s offers %s', async (isProtected, button) => {
  const { user, asked } = enclave([transfer(1, { protected: isProtected })], {
    'transfers.note': transfer(1),
  });
  await user.click(await buttonThatIs('on', button));
  await expect
    .poll(() => asked('transfers.note'))
    .toEqual([{ workspace: '/w', transfer: 'fleet-0001', protect: !isProtected }]);
});

async function openLost(answers: Answers = {}) {
  const page = enclave([transfer(1)], { 'transfers.lost': { ...CODE, lacks: 'all' }, ...answers });
  await page.user.click(await buttonThatIs('on', 'Note as lost'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Note fleet-0001 as lost?' }));
  const submit = () => page.user.click(dialog.getByRole('button', { name: 'Note as lost' }));
  return { ...page, dialog, submit };
}

test('all of a transfer is noted as lost only after the question', async () => {
  const { asked, submit } = await openLost();
  expect(asked('transfers.lost')).toEqual([]);
  await submit();
  await expect.poll(() => asked('transfers.lost')).toEqual([{ workspace: '/w', transfer: 'fleet-0001' }]);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('lost pieces are named by their numbers', async () => {
  const { user, asked, dialog, submit } = await openLost();
  await user.click(dialog.getByRole('radio', { name: 'Some of its pieces (3)' }));
  await submit();
  dialog.getByText('Name the pieces, such as 3, 5-7.');
  await user.type(dialog.getByRole('textbox', { name: 'Pieces' }), '2-4');
  dialog.getByText('There are pieces 1 to 3.');
  expect(asked('transfers.lost')).toEqual([]);
  await user.clear(dialog.getByRole('textbox', { name: 'Pieces' }));
  await user.type(dialog.getByRole('textbox', { name: 'Pieces' }), '2-3{Enter}');
  await expect.poll(() => asked('transfers.lost')[0]?.files).toEqual([2, 3]);
});

test('a loss that was not noted shows why', async () => {
  const { dialog, submit } = await openLost({ 'transfers.lost': failing('the journal is locked') });
  await submit();
  await dialog.findByText('The journal is locked');
});

test('a transfer under construction offers nothing', async () => {
  enclave([transfer(1, { state: 'under construction' })]);
  await expectHeading('fleet-0001 is under construction.');
  expect(screen.queryByRole('button', { name: 'Note as lost' })).toBeNull();
});

test('the journal lists steps and notes, the newest first, and pieces that did not arrive', async () => {
  const at = (hour: number) => `2026-01-01T0${hour}:00:00Z`;
  enclave([
    transfer(1, {
      events: [
        { step: 'fetched', at: at(1), by: 'ada@north' },
        { step: 'on-media', at: at(3) },
      ],
      notes: [{ at: at(2), by: 'bob@north', text: 'bag 7' }],
      files: [{ name: 'a.tar', size: 1536, sha256: 'a'.repeat(64), lacking: true }],
    }),
  ]);
  const journal = within((await screen.findByRole('heading', { name: 'Journal' })).closest('section')!);
  const lines = journal.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines.slice(0, 3)).toEqual([
    expect.stringMatching(/^On media /),
    expect.stringMatching(/^Note bag 7.*bob@north$/),
    expect.stringMatching(/^Fetched .*ada@north$/),
  ]);
  screen.getByText('1 piece with digest and size');
  screen.getByText('did not arrive');
});

test('a reader changes nothing', async () => {
  const { user } = enclave([transfer(1)], READER);
  await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'bag 7');
  await buttonThatIs('off', 'Add to journal');
  await buttonThatIs('off', 'Protect');
});
