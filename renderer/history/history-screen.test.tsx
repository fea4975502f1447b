import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useKeyboard } from '../app-state/keys.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import HistoryScreen from './history-screen.tsx';
import { t } from './messages.ts';
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

/** The history in a page with shortcuts. */
function Page() {
  useKeyboard(() => false, []);
  return <HistoryScreen />;
}

const history = (address = '/history', answers: Answers = {}) =>
  openScreen(<Page />, { 'runs.list': listed(RUNS), ...answers }, address);

const titles = () =>
  within(screen.getByRole('grid', { name: t('runsLabel') }))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);

const boxOf = (run: string, sequence: number) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: t('selectTip', { run, sequence }) });

/** The heading of these runs. */
const summary = (runs: number, run: string, status: string) => t('summary', { runs, run, status });

test('without runs, the page shows what goes here and how to start', async () => {
  history('/history', { 'runs.list': { runs: [], total: 0 } });
  await expectHeading(t('noneTitle'));
  screen.getByText(t('emptyTitle'));
  expect(screen.getByRole('link', { name: t('homeButton') }).getAttribute('href')).toBe('/');
  expect(screen.queryByRole('grid')).toBeNull();
});

test('runs link to their records, and a run in progress to its page', async () => {
  history('/history', {
    'runs.list': listed([runOf(4, { status: 'running', endedAt: undefined }), ...RUNS]),
  });
  await expectHeading(summary(4, 'Push 4', 'running'));
  expect(screen.getByRole('grid').textContent).toContain(t('someImages', { complete: '0', total: '9' }));
  const links = within(screen.getByRole('grid')).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/run/4?root=%2Fw',
    '/history/3?root=%2Fw',
    '/history/2?root=%2Fw',
    '/history/1?root=%2Fhome%2Fop%2Fother',
  ]);
});

test('a row shows destination, state with failures, and user', async () => {
  history();
  const failedRow = (await screen.findByText(t('failedState', { status: 'Failed', failed: '2' }))).closest(
    '[role=row]',
  )!;
  expect(failedRow.textContent).toContain('ada');
  const fetched = screen.getByText(t('userOnHost', { user: 'bob', host: 'north' })).closest('[role=row]')!;
  expect(fetched.textContent).toContain('Fetchfleet');
});

test('all pages of a long history are read', async () => {
  const many = Array.from({ length: 501 }, (_, n) => runOf(1, { run: { root: '/w', sequence: 501 - n } }));
  const { requested } = history('/history', { 'runs.list': listed(many) });
  await expectHeading(/^501 runs/);
  expect(requested('runs.list')).toEqual([
    { offset: 0, limit: 500 },
    { offset: 500, limit: 500 },
  ]);
});

test('an event of a run changes its row at once', async () => {
  const { report } = history();
  await expectHeading(summary(3, 'Push 3', 'failed'));
  report({ type: 'job', job: { kind: 'run', ...liveOf(3, { status: 'paused' }) } } as never);
  await expectHeading(summary(3, 'Push 3', 'paused'));
});

test.each([
  ['fleet', ['fleet-0002']],
  ['PUSH ada', ['Push 3']],
  ['run 1', ['Push 1']],
])('the search %j finds its runs', async (text, found) => {
  const { user, address } = history();
  await expectHeading(/^3 runs/);
  await user.type(screen.getByRole('textbox', { name: t('searchLabel') }), text);
  expect(titles()).toEqual(found);
  expect(new URL(address(), 'http://x').searchParams.get('q')).toBe(text);
});

test('a search without a result offers to show all runs again', async () => {
  const { user, address } = history('/history?q=zzz&root=/w');
  await screen.findByText(new RegExp(`^${t('noMatchText')}`));
  await user.click(screen.getByRole('button', { name: t('showAllButton', { runs: 3 }) }));
  expect(titles()).toHaveLength(3);
  expect(address()).toBe('/history');
});

test('a state filters, and a second click shows all again', async () => {
  const { user, address } = history();
  await user.click(await buttonThatIs('on', t('statusButton', { status: 'Failed', runs: '1' })));
  expect(titles()).toEqual(['Push 3']);
  expect(address()).toBe('/history?status=failed');
  await user.click(await buttonThatIs('on', t('statusButton', { status: 'Failed', runs: '1' })));
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
  await user.selectOptions(await screen.findByRole('combobox', { name: t('directoryLabel') }), '~/other');
  expect(titles()).toEqual(['Push 1']);
  await user.selectOptions(screen.getByRole('combobox'), t('allDirectories'));
  expect(address()).toBe('/history');
});

test('two selected runs are compared, the older one first', async () => {
  const { user, address } = history();
  const compare = await buttonThatIs('off', t('compareButton'));
  await user.click(await boxOf('Push 3', 3));
  await buttonThatIs('off', t('compareButton'));
  screen.getByText(t('selectOneNote'));
  await user.click(await boxOf('Push 1', 1));
  await user.click(compare);
  const { pathname, searchParams } = new URL(address(), 'http://x');
  expect([pathname, ...searchParams.values()]).toEqual(['/history/compare', '1@/home/op/other', '3@/w']);
});

test('three selected runs cannot be compared, and one can be deselected', async () => {
  const { user } = history();
  await user.click(await boxOf('Push 3', 3));
  await user.click(await boxOf('fleet-0002', 2));
  await user.click(await boxOf('Push 1', 1));
  await buttonThatIs('off', t('compareButton'));
  screen.getByText(t('tooManyNote', { selected: 3 }));
  await user.click(await boxOf('fleet-0002', 2));
  await buttonThatIs('on', t('compareButton'));
});

test('selecting a run does not open it', async () => {
  const { user, address } = history();
  const box = await boxOf('Push 3', 3);
  await user.click(box);
  expect(box.checked).toBe(true);
  expect(address()).toBe('/history');
});

test('by keyboard, Enter opens the active run and C compares the selected two', async () => {
  const { user, address } = history();
  await user.click(await boxOf('Push 3', 3));
  await user.click(await boxOf('fleet-0002', 2));
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
  expect(document.activeElement?.getAttribute('aria-label')).toBe(t('searchLabel'));
});

test('a history that cannot be read shows the reason, and can be read again', async () => {
  let answers = 0;
  const { user } = history('/history', {
    'runs.list': (input) =>
      answers++ === 0 ? failing('no engine', { remedy: 'Start it.' }) : listed(RUNS)(input),
  });
  await screen.findByText('No engine');
  screen.getByText('Start it.');
  expect(screen.queryByText(t('loadingText'))).toBeNull();
  await user.click(await buttonThatIs('on', t('retryButton')));
  await expectHeading(/^3 runs/);
});

test('records are verified in all directories, and altered ones are listed', async () => {
  const { user, requested } = history('/history', {
    'runs.verifyLog': {
      logs: [
        { root: '/w', ok: true, runs: 2, removed: 3, problems: [] },
        {
          root: '/home/op/other',
          ok: false,
          runs: 1,
          removed: 0,
          problems: [
            {
              code: 'run-log-altered',
              level: 'error',
              message: 'run.json was changed',
              remedy: 'Restore it.',
            },
          ],
        },
      ],
    },
  });
  await user.click(await buttonThatIs('on', t('verifyButton')));
  const intact = within(await screen.findByRole('region', { name: '/w' }));
  intact.getByText(t('recordsIntact', { records: 2 }));
  intact.getByText(t('recordsRemoved', { records: 3 }));
  const altered = within(screen.getByRole('region', { name: '/home/op/other' }));
  altered.getByText(t('recordsAltered', { records: 1 }));
  altered.getByText(/run\.json was changed/);
  await user.click(await buttonThatIs('on', t('verifyAgainButton')));
  await expect.poll(() => requested('runs.verifyLog')).toHaveLength(2);
});
