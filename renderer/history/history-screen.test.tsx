import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useKeyboard } from '../app-state/keys.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import HistoryScreen from './history-screen.tsx';
import { listed, liveOf, runOf } from './runs.fixture.ts';

const RUNS = [
  runOf(3, { status: 'failed', user: 'ada', images: { total: 9, failed: 2 } }),
  runOf(2, {
    workflow: 'mirrorToDisk',
    transfer: 'fleet-0002',
    enclave: 'fleet',
    user: 'bob',
    host: 'north',
  }),
  runOf(1, { run: { root: '/home/op/other', sequence: 1 }, target: 'r.lab/m' }),
];

/** The history in a page that hears shortcuts. */
function Page() {
  useKeyboard(() => false, []);
  return <HistoryScreen />;
}

const history = (address = '/history', answers: Answers = {}) =>
  openScreen(<Page />, { 'runs.list': listed(RUNS), ...answers }, address);

const titles = () =>
  within(screen.getByRole('grid', { name: 'Runs' }))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);

const boxOf = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });

test('without runs the page says what goes here and how to begin', async () => {
  history('/history', { 'runs.list': { runs: [], total: 0 } });
  await expectHeading('No run yet.');
  screen.getByText('Every run leaves its record here');
  expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/');
  expect(screen.queryByRole('grid')).toBeNull();
});

test('runs link to their record, and one under way to its page', async () => {
  history('/history', {
    'runs.list': listed([runOf(4, { status: 'running', endedAt: undefined }), ...RUNS]),
  });
  await expectHeading('4 runs; the last one, Push 4, is under way.');
  const links = within(screen.getByRole('grid')).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/run/4?root=%2Fw',
    '/history/3?root=%2Fw',
    '/history/2?root=%2Fw',
    '/history/1?root=%2Fhome%2Fop%2Fother',
  ]);
});

test('a row names destination, state with its failures, and who ran it', async () => {
  history();
  const failedRow = (await screen.findByText('Failed, 2 failed')).closest('[role=row]')!;
  expect(failedRow.textContent).toContain('ada');
  const fetched = screen.getByText('bob on north').closest('[role=row]')!;
  expect(fetched.textContent).toContain('Fetchfleet');
});

test('all pages of a long history are read', async () => {
  const many = Array.from({ length: 501 }, (_, n) => runOf(1, { run: { root: '/w', sequence: 501 - n } }));
  const { asked } = history('/history', { 'runs.list': listed(many) });
  await expectHeading(/^501 runs/);
  expect(asked('runs.list')).toEqual([
    { offset: 0, limit: 500 },
    { offset: 500, limit: 500 },
  ]);
});

test('an event of a run changes its row at once', async () => {
  const { report } = history();
  await expectHeading(/Push 3, failed/);
  report({ type: 'job', job: { kind: 'run', ...liveOf(3, { status: 'paused' }) } } as never);
  await expectHeading(/Push 3, is paused/);
});

test.each([
  ['fleet', ['fleet-0002']],
  ['PUSH ada', ['Push 3']],
  ['run 1', ['Push 1']],
])('the search %j finds its runs', async (text, found) => {
  const { user, address } = history();
  await expectHeading(/^3 runs/);
  await user.type(screen.getByRole('textbox', { name: 'Search the runs' }), text);
  expect(titles()).toEqual(found);
  expect(new URL(address(), 'http://x').searchParams.get('q')).toBe(text);
});

test('a search without a result offers to show all runs again', async () => {
  const { user, address } = history('/history?q=zzz&root=/w');
  await screen.findByText(/^No run matches/);
  await user.click(screen.getByRole('button', { name: 'Show all 3' }));
  expect(titles()).toHaveLength(3);
  expect(address()).toBe('/history');
});

test('a state filters by a press and shows all by another one', async () => {
  const { user, address } = history();
  await user.click(await buttonThatIs('on', 'Failed 1'));
  expect(titles()).toEqual(['Push 3']);
  expect(address()).toBe('/history?status=failed');
  await user.click(await buttonThatIs('on', 'Failed 1'));
  expect(titles()).toHaveLength(3);
  expect(address()).toBe('/history');
});

test('a state in the address that no run has filters nothing', async () => {
  history('/history?status=damaged');
  await expectHeading(/^3 runs/);
  expect(titles()).toHaveLength(3);
});

test('a folder filters, by its path under the home folder', async () => {
  const { user, address } = history();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Folder of the records' }), '~/other');
  expect(titles()).toEqual(['Push 1']);
  await user.selectOptions(screen.getByRole('combobox'), 'All folders');
  expect(address()).toBe('/history');
});

test('two selected runs are compared, the older one first', async () => {
  const { user, address } = history();
  const compare = await buttonThatIs('off', 'Compare two runs');
  await user.click(await boxOf(/^Select Push 3/));
  await buttonThatIs('off', 'Compare two runs');
  screen.getByText('Select one more to compare');
  await user.click(await boxOf(/^Select Push 1/));
  await user.click(compare);
  const { pathname, searchParams } = new URL(address(), 'http://x');
  expect([pathname, ...searchParams.values()]).toEqual(['/history/compare', '1@/home/op/other', '3@/w']);
});

test('three selected runs cannot be compared, and one can be deselected', async () => {
  const { user } = history();
  for (const name of [/^Select Push 3/, /^Select fleet/, /^Select Push 1/])
    await user.click(await boxOf(name));
  await buttonThatIs('off', 'Compare two runs');
  screen.getByText('3 selected: two can be compared');
  await user.click(await boxOf(/^Select fleet/));
  await buttonThatIs('on', 'Compare two runs');
});

test('selecting a run does not open it', async () => {
  const { user, address } = history();
  const box = await boxOf(/^Select Push 3/);
  await user.click(box);
  expect(box.checked).toBe(true);
  expect(address()).toBe('/history');
});

test('by keyboard, Enter opens the active run and C compares the selected two', async () => {
  const { user, address } = history();
  await user.click(await boxOf(/^Select Push 3/));
  await user.click(await boxOf(/^Select fleet/));
  fireEvent.keyDown(document.body, { key: 'c' });
  await expect.poll(address).toMatch(/^\/history\/compare\?a=2/);
});

test('Enter opens the record of the active row', async () => {
  const { user, address } = history();
  await expectHeading(/^3 runs/);
  screen.getByRole('grid').focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(address()).toBe('/history/2?root=%2Fw');
});

test('the key / leads to the search', async () => {
  history();
  await expectHeading(/^3 runs/);
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Search the runs');
});

test('a history that cannot be read shows why, and is read again by a press', async () => {
  let answers = 0;
  const { user } = history('/history', {
    'runs.list': (input) =>
      answers++ === 0 ? failing('no engine', { remedy: 'Start it.' }) : listed(RUNS)(input),
  });
  await screen.findByText('No engine');
  screen.getByText('Start it.');
  expect(screen.queryByText('Reading the records.')).toBeNull();
  await user.click(await buttonThatIs('on', 'Read it again'));
  await expectHeading(/^3 runs/);
});
