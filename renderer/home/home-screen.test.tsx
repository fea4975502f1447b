import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type LiveRun, liveRun } from '../../core/contract/topics/run.ts';
import { completed, type Part } from '../engine/completed.fixture.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { READER, runOf } from '../history/runs.fixture.ts';
import HomeScreen from './home-screen.tsx';

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
  ['connected' as const, 'A mirror begins with a workspace.', 'Create workspace'],
  ['both' as const, 'A mirror begins with a workspace.', 'Create workspace'],
  ['disconnected' as const, 'Receive what was carried here, then push it.', 'Receive from media'],
])('without a workspace, the %s side begins by its own button', async (name, heading, button) => {
  home([], side(name));
  await expectHeading(heading);
  await buttonThatIs('on', button);
  expect(screen.getByRole('link', { name: 'Practice' }).getAttribute('href')).toBe('/practice');
});

test('a reader creates and opens no workspace', async () => {
  home([], READER);
  await buttonThatIs('off', 'Create workspace');
  await buttonThatIs('off', 'Open a workspace or disk');
});

test('workspaces that could not be read show why', async () => {
  home([], { 'workspaces.list': failing('no engine', { remedy: 'Start it.' }) });
  await screen.findByText('No engine');
  screen.getByText('Start it.');
});

test.each([
  ['connected' as const, 'New transfer', '/fetch?workspace=%2Fw'],
  ['both' as const, 'New transfer', '/fetch?workspace=%2Fw'],
  ['disconnected' as const, 'Receive from media', '/receive'],
])('the %s side begins with "%s"', async (name, button, to) => {
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
  await user.click(await buttonThatIs('on', 'New transfer'));
  expect(address()).toBe('/fetch?workspace=%2Fv');
});

const block = (name: string) =>
  within(screen.getByRole('heading', { level: 2, name: new RegExp(`^${name}`) }).closest('article')!);

test.each([
  ['connected' as const, false, 'Choose what to fetch', '/choose?workspace=%2Fw'],
  ['disconnected' as const, false, 'Receive from media', /^\/receive\?.*%2Fw/],
  ['connected' as const, true, 'Go on with the practice', '/practice'],
])('an empty workspace of the %s side (practice: %s) offers "%s"', async (name, practice, button, to) => {
  const { user, address } = home([{ ...W, state: 'empty', practice }], side(name));
  await screen.findByText('Workspaces');
  await user.click(block(practice ? 'Practice' : 'w').getByRole('button', { name: button }));
  expect(address()).toMatch(to);
});

test.each([
  [{ state: 'absent' as const }, '/w is not there now. Plug in its disk.'],
  [{ state: 'unreadable' as const, detail: 'Permission denied.' }, 'Permission denied.'],
  [{ state: 'locked' as const }, 'It cannot be read.'],
])('a workspace that is %j is looked for again by a press', async (part, sentence) => {
  const { user, asked } = home([{ ...W, ...part }]);
  await screen.findByText('Workspaces');
  block('w').getByText(sentence);
  await user.click(block('w').getByRole('button', { name: 'Look again' }));
  await expect.poll(() => asked('workspaces.list')).toHaveLength(2);
});

test('a transfer that is arriving leads to the rest of it', async () => {
  const { user, address } = home([{ ...W, arriving: ['fleet-0003'] }]);
  await expectHeading('fleet-0003 is arriving: something of it is not here yet.');
  await user.click(block('fleet-0003').getByRole('button', { name: 'Receive the rest' }));
  expect(address()).toMatch(/^\/receive\?.*%2Fw/);
});

const PAUSED = {
  name: 'fleet',
  next: 'resume-fetch' as const,
  lastRun: runOf(4, { workflow: 'mirrorToDisk', status: 'paused', enclave: 'fleet' }),
};

test('an enclave links to its page, and its paused run is resumed by a press', async () => {
  const { user, asked, address } = home([{ ...W, enclaves: [PAUSED] }], {
    'runs.resume': { run: { root: '/w', sequence: 5 } },
  });
  await expectHeading('The last run for fleet is not finished.');
  expect(block('fleet').getByRole('link', { name: 'fleet' }).getAttribute('href')).toBe(
    '/enclaves/fleet?workspace=%2Fw',
  );
  expect(asked('runs.resume')).toEqual([]);
  await user.click(block('fleet').getByRole('button', { name: 'Resume the fetch' }));
  await expect.poll(address).toBe('/run/5?root=%2Fw');
  expect(asked('runs.resume')).toEqual([{ run: { root: '/w', sequence: 4 } }]);
});

test('a run that was not resumed shows why at its enclave', async () => {
  const { user, address } = home([{ ...W, enclaves: [PAUSED] }], {
    'runs.resume': failing('another run is under way'),
  });
  await user.click(await buttonThatIs('on', 'Resume the fetch'));
  await screen.findByText('Another run is under way');
  block('fleet').getByText('fleet was not resumed', { exact: false });
  expect(address()).toBe('/');
});

test('a run in a folder that is not listed has a block of its own, with its progress', async () => {
  const { user, address, report } = home([W]);
  await screen.findByText('Workspaces');
  const progress = { done: 512, total: 1024, totalKnown: true };
  report(live({ run: { root: '/state', sequence: 4 }, target: 'r.lab/m', user: 'ada', progress }));
  await expectHeading('Push 4 is under way: 50 %.');
  block('Push 4').getByText(/started in a terminal by ada/);
  block('Push 4').getByText('To r.lab/m.');
  block('Push 4').getByRole('progressbar');
  await user.click(block('Push 4').getByRole('button', { name: 'Follow the run' }));
  expect(address()).toBe('/run/4?root=%2Fstate');
});

test('a run of a listed enclave is shown at that enclave only', async () => {
  const { report } = home([{ ...W, enclaves: [{ name: 'default', next: 'fetch' }] }]);
  await screen.findByText('Workspaces');
  report(live({ workflow: 'mirrorToDisk', transfer: 'default-0001' }));
  await expectHeading(/^default-0001 is under way/);
  expect(screen.getAllByRole('button', { name: 'Follow the run' })).toHaveLength(1);
});

test('the side of the gap is asked for until it is answered', async () => {
  const { user, asked } = home([W], side(undefined));
  const strip = within(await screen.findByRole('region', { name: 'Side of the gap' }));
  expect(asked('settings.write')).toEqual([]);
  await user.click(strip.getAllByRole('button')[0]!);
  await expect.poll(() => asked('settings.write')).toEqual([{ side: 'connected' }]);
});

test('a side that was not saved shows why', async () => {
  const { user } = home([W], { ...side(undefined), 'settings.write': failing('the disk is full') });
  const strip = within(await screen.findByRole('region', { name: 'Side of the gap' }));
  await user.click(strip.getAllByRole('button')[0]!);
  await screen.findByText('The disk is full');
});

test('practice is offered until there is a practice workspace', async () => {
  home([{ ...W, practice: true }]);
  await screen.findByText('Workspaces');
  expect(screen.queryByRole('link', { name: 'Practice' })).toBeNull();
});

test('what expires is listed for the workspace in use', async () => {
  const { asked } = home(
    [
      { ...W, state: 'absent' },
      { ...W, directory: '/v' },
    ],
    {
      'storage.expiring': {
        expiring: [
          { kind: 'certificate', what: 'the certificate of r.lab', until: '2020-01-01T00:00:00Z' },
          { kind: 'graph', what: 'the graph of stable-4.18', until: '2990-01-01T00:00:00Z' },
        ],
      },
    },
  );
  await screen.findByText('The certificate of r.lab');
  expect(screen.queryByText('The graph of stable-4.18')).toBeNull();
  expect(asked('storage.expiring')).toEqual([{ workspace: '/v' }]);
});
