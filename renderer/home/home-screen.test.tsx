import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type LiveRun, liveRun } from '../../core/contract/topics/run.ts';
import { useShell } from '../app-state/shell-state.ts';
import { completed, type Part } from '../engine/completed.fixture.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { READER, runOf } from '../history/runs.fixture.ts';
import { endGuide, usePracticeGuide } from '../practice/guide.ts';
import { t as practice } from '../practice/messages.ts';
import { world as practiceWorld } from '../practice/world.fixture.ts';
import HomeScreen from './home-screen.tsx';
import { t } from './messages.ts';

type Workspaces = Extract<Answers['workspaces.list'], { workspaces?: unknown }>['workspaces'];

const home = (workspaces: Workspaces, answers: Answers = {}) =>
  openScreen(<HomeScreen />, {
    'workspaces.list': { workspaces },
    'storage.expiring': { expiring: [] },
    ...answers,
  });

const side = (name: 'connected' | 'disconnected' | 'both' | undefined): Answers => ({
  'settings.read': { side: name, workspaces: ['/w'] },
});

const W = { directory: '/w', name: 'w', state: 'ready' as const };

const live = (part: Part<LiveRun>) =>
  ({
    type: 'job',
    job: {
      kind: 'run',
      ...completed(liveRun, { ...runOf(4), endedAt: undefined, status: 'running', ...part }),
    },
  }) as never;

test.each([
  ['connected' as const, t('createTitle'), t('createButton')],
  ['both' as const, t('createTitle'), t('createButton')],
  ['disconnected' as const, t('receiveTitle'), t('receiveButton')],
])('without a workspace, the %s side starts with its own button', async (name, heading, button) => {
  home([], side(name));
  await expectHeading(heading);
  await buttonThatIs('on', button);
  expect(screen.getByRole('link', { name: t('practiceLinkLabel') }).getAttribute('href')).toBe('/practice');
});

test('a reader creates and opens no workspace', async () => {
  home([], READER);
  await buttonThatIs('off', t('createButton'));
  await buttonThatIs('off', t('openButton'));
});

test('workspaces that could not be read show the reason', async () => {
  home([], { 'workspaces.list': failing('no engine', { remedy: 'Start it.' }) });
  await screen.findByText('No engine');
  screen.getByText('Start it.');
});

test.each([
  ['connected' as const, t('newTransferButton'), '/fetch?workspace=%2Fw'],
  ['both' as const, t('newTransferButton'), '/fetch?workspace=%2Fw'],
  ['disconnected' as const, t('receiveButton'), '/receive'],
])('the %s side starts with "%s"', async (name, button, to) => {
  const { user, address } = home([W], side(name));
  const all = await screen.findAllByRole('button', { name: button });
  await user.click(all[0]!);
  expect(address()).toBe(to);
});

test('a new transfer goes to the first workspace that can be used', async () => {
  const { user, address } = home([
    { ...W, state: 'absent' },
    { ...W, directory: '/v', name: 'v' },
  ]);
  await user.click(await buttonThatIs('on', t('newTransferButton')));
  expect(address()).toBe('/fetch?workspace=%2Fv');
});

const block = (name: string) =>
  within(screen.getByRole('heading', { level: 2, name: new RegExp(`^${name}`) }).closest('article')!);

test.each([
  ['connected' as const, false, t('chooseButton'), '/choose?workspace=%2Fw'],
  ['disconnected' as const, false, t('receiveButton'), /^\/receive\?.*%2Fw/],
  ['connected' as const, true, t('practiceButton'), '/practice'],
])('an empty workspace of the %s side (practice: %s) offers "%s"', async (name, practice, button, to) => {
  const { user, address } = home([{ ...W, state: 'empty', practice }], side(name));
  await screen.findByText(t('workspacesTitle'));
  await user.click(block(practice ? t('practiceName') : 'w').getByRole('button', { name: button }));
  expect(address()).toMatch(to);
});

test.each([
  [{ state: 'absent' as const }, t('absentText', { directory: '/w' })],
  [{ state: 'unreadable' as const, detail: 'Permission denied.' }, 'Permission denied.'],
  [{ state: 'locked' as const }, t('unreadableText', { workspace: 'w' })],
])('a workspace that is %j can be checked again', async (part, sentence) => {
  const { user, requested } = home([{ ...W, ...part }]);
  await screen.findByText(t('workspacesTitle'));
  block('w').getByText(sentence);
  await user.click(block('w').getByRole('button', { name: t('checkButton') }));
  await expect.poll(() => requested('workspaces.list')).toHaveLength(2);
});

test('an incomplete transfer leads to its missing volumes', async () => {
  const { user, address } = home([{ ...W, arriving: ['fleet-0003'] }]);
  await expectHeading(t('incomplete', { transfers: 1, transfer: 'fleet-0003' }));
  await user.click(block('fleet-0003').getByRole('button', { name: t('receiveMissingButton') }));
  expect(address()).toMatch(/^\/receive\?.*%2Fw/);
});

const RESUME = t('resumeAction', { workflow: 'mirrorToDisk' });

test('an empty workspace on a host of both sides can also receive', async () => {
  const { user, address } = home([{ ...W, state: 'empty' }], side('both'));
  await screen.findByText(t('workspacesTitle'));
  block('w').getByRole('button', { name: t('chooseButton') });
  await user.click(block('w').getByRole('button', { name: t('receiveButton') }));
  expect(address()).toBe('/receive?directory=%2Fw');
});

const PAUSED = {
  name: 'fleet',
  next: 'resume-fetch' as const,
  lastRun: runOf(4, { workflow: 'mirrorToDisk', status: 'paused', enclave: 'fleet' }),
};

test('an enclave links to its page, and its paused run can be resumed', async () => {
  const { user, requested, address } = home([{ ...W, enclaves: [PAUSED] }], {
    'runs.resume': { run: { root: '/w', sequence: 5 } },
  });
  await expectHeading(t('unfinished', { enclaves: 1, enclave: 'fleet' }));
  expect(block('fleet').getByRole('link', { name: 'fleet' }).getAttribute('href')).toBe(
    '/enclaves/fleet?workspace=%2Fw',
  );
  expect(requested('runs.resume')).toEqual([]);
  await user.click(block('fleet').getByRole('button', { name: RESUME }));
  await expect.poll(address).toBe('/run/5?root=%2Fw');
  expect(requested('runs.resume')).toEqual([{ run: { root: '/w', sequence: 4 } }]);
});

test('a run that could not be resumed shows the reason at its enclave', async () => {
  const { user, address } = home([{ ...W, enclaves: [PAUSED] }], {
    'runs.resume': failing('another run is under way'),
  });
  await user.click(await buttonThatIs('on', RESUME));
  await screen.findByText('Another run is under way');
  block('fleet').getByText(t('resumeFailedTitle', { name: 'fleet' }), { exact: false });
  expect(address()).toBe('/');
});

test('a run in a folder that is not listed has its own block, with its progress', async () => {
  const { user, address, report } = home([W]);
  await screen.findByText(t('workspacesTitle'));
  const progress = { done: 512, total: 1024, totalKnown: true };
  report(live({ run: { root: '/state', sequence: 4 }, target: 'r.lab/m', user: 'ada', progress }));
  await expectHeading(t('runProgressTitle', { run: 'Push 4', percent: '50%' }));
  block('Push 4').getByText(t('startedInTerminalBy', { user: 'ada' }));
  block('Push 4').getByText(t('destinationText', { target: 'r.lab/m' }));
  block('Push 4').getByRole('progressbar');
  await user.click(block('Push 4').getByRole('button', { name: t('viewRunButton') }));
  expect(address()).toBe('/run/4?root=%2Fstate');
});

test('a run of a listed enclave is shown at that enclave only', async () => {
  const { report } = home([{ ...W, enclaves: [{ name: 'default', next: 'fetch' }] }]);
  await screen.findByText(t('workspacesTitle'));
  report(live({ workflow: 'mirrorToDisk', transfer: 'default-0001' }));
  await expectHeading(t('runTitle', { run: 'default-0001' }));
  expect(screen.getAllByRole('button', { name: t('viewRunButton') })).toHaveLength(1);
});

const primaryButtons = () =>
  [...document.querySelectorAll('.pf-m-primary')].map((button) => [
    button.closest('article')?.querySelector('h2')?.firstChild?.textContent,
    button.textContent,
  ]);

test('only the block that the heading is about has a primary button', async () => {
  const pushed = { name: 'a', next: 'open-resources' as const };
  const { report } = home([
    { ...W, enclaves: [pushed] },
    {
      ...W,
      directory: '/v',
      name: 'v',
      arriving: ['b-0001'],
      enclaves: [{ name: 'b', next: 'push' as const }],
    },
    { ...W, directory: '/e', name: 'e', state: 'empty' },
  ]);
  await expectHeading(t('incomplete', { transfers: 1, transfer: 'b-0001' }));
  expect(primaryButtons()).toEqual([['b-0001', t('receiveMissingButton')]]);
  report(live({ run: { root: '/state', sequence: 4 }, transfer: 'x-0001' }));
  await screen.findByText(t('startedInTerminal'));
  expect(primaryButtons()).toEqual([[expect.stringContaining('x-0001'), t('viewRunButton')]]);
});

test.each([
  [
    'the enclave to push',
    [
      { name: 'a', next: 'fetch' as const },
      { name: 'b', next: 'push' as const },
    ],
    'b',
  ],
  ['the unfinished run', [{ name: 'a', next: 'push' as const }, PAUSED], 'fleet'],
])('of several enclaves, the primary button is at %s', async (_what, enclaves, name) => {
  home([{ ...W, enclaves }]);
  await screen.findByText(t('workspacesTitle'));
  expect(primaryButtons().map(([block]) => block)).toEqual([name]);
});

test('without content, the first workspace that can be used has the primary button', async () => {
  home([
    { ...W, directory: '/gone', name: 'gone', state: 'absent' },
    { ...W, state: 'empty' },
    { ...W, directory: '/v', name: 'v', state: 'empty' },
  ]);
  await expectHeading(t('emptyTitle', { workspace: 'w' }));
  expect(primaryButtons().map(([block]) => block)).toEqual(['w']);
});

test('the question about the side of the air gap stays until it is answered', async () => {
  const { user, requested } = home([W], side(undefined));
  const strip = within(await screen.findByRole('region', { name: t('sideLabel') }));
  expect(requested('settings.write')).toEqual([]);
  await user.click(strip.getAllByRole('button')[0]!);
  await expect.poll(() => requested('settings.write')).toEqual([{ side: 'connected' }]);
});

test('a side that could not be saved shows the reason', async () => {
  const { user } = home([W], { ...side(undefined), 'settings.write': failing('the disk is full') });
  const strip = within(await screen.findByRole('region', { name: t('sideLabel') }));
  await user.click(strip.getAllByRole('button')[0]!);
  await screen.findByText('The disk is full');
});

const step = (id: string, done: boolean) => ({ id, done }) as never;

test('while practice runs, Home has one next action: the step of practice', async () => {
  const enclaves = [
    {
      ...{ name: 'default', next: 'push' as const },
      transfers: [{ name: 'default-0001', state: 'complete' as const, step: 'fetched' as const }],
    },
  ];
  const { user, address } = home([{ ...W, practice: true, enclaves }], {
    'practice.state': practiceWorld(2),
  });
  const carry = { number: 3, total: 8, step: 'carry' };
  await expectHeading(t('practiceStepTitle', carry));
  screen.getByText(t('practiceNextText', carry));
  const buttons = screen.getAllByRole('button');
  expect(buttons.filter(({ className }) => className.includes('pf-m-primary'))).toHaveLength(1);
  for (const name of [t('newTransferButton'), t('pushButton', { transfer: 'default-0001' })])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('button', { name: t('fetchNextButton') })).toBeNull();
  await user.click(await buttonThatIs('on', practice('carryButton')));
  expect(address()).toMatch(/^\/carry\?.*DRIVE-A.*DRIVE-B/);
  // The step is shown above the screen.
  expect(usePracticeGuide.getState()).toEqual({ step: 'carry', to: address() });
  act(endGuide);
});

test.each([
  ['off' as const, true, t('practiceStoppedTitle')],
  ['on' as const, true, t('practiceCompleteTitle')],
])('practice that is %s (all steps done: %s) is shown as such', async (state, done, heading) => {
  home([{ ...W, state: 'empty', practice: true }], {
    'practice.state': { state, steps: [step('choose', done)] },
  });
  await expectHeading(heading);
});

test('after practice, the next step is the first workspace of the user', async () => {
  const enclaves = [{ ...{ name: 'default', next: 'open-resources' as const }, transfers: [] }];
  const { user } = home([{ ...W, practice: true, enclaves }], { 'practice.state': practiceWorld(8) });
  await expectHeading(t('practiceCompleteTitle'));
  await buttonThatIs('on', t('practiceLinkLabel'));
  // The list of workspaces has a button of the same name.
  const primary = [...document.querySelectorAll('.pf-m-primary')];
  expect(primary.map(({ textContent }) => textContent)).toEqual([t('createButton')]);
  await user.click(primary[0]!);
  expect(useShell.getState().dialog).toBe('create-workspace');
  useShell.setState({ dialog: undefined });
});

test('practice never hides the next action of another workspace', async () => {
  home([W, { ...W, directory: '/p', practice: true }], {
    'practice.state': { state: 'on', steps: [step('choose', false)] },
  });
  await buttonThatIs('on', t('newTransferButton'));
});

test('practice is offered until there is a practice workspace', async () => {
  home([{ ...W, practice: true }]);
  await screen.findByText(t('workspacesTitle'));
  expect(screen.queryByRole('link', { name: t('practiceLinkLabel') })).toBeNull();
});

test('expired items of the current workspace are listed', async () => {
  const { requested } = home(
    [
      { ...W, state: 'absent' },
      { ...W, directory: '/v' },
    ],
    {
      'storage.expiring': {
        expiring: [
          { kind: 'certificate', subject: 'the certificate of r.lab', until: '2020-01-01T00:00:00Z' },
          { kind: 'graph', subject: 'the graph of stable-4.18', until: '2990-01-01T00:00:00Z' },
        ],
      },
    },
  );
  await screen.findByText('The certificate of r.lab');
  expect(screen.queryByText('The graph of stable-4.18')).toBeNull();
  expect(requested('storage.expiring')).toEqual([{ workspace: '/v' }]);
});
