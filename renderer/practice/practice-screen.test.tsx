import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { PracticeState } from '../../core/contract/topics/practice.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { t as ended } from '../run/live/ended/messages.ts';
import { t } from './messages.ts';
import PracticeScreen from './practice-screen.tsx';

const OFF: PracticeState = { state: 'off', versions: [], steps: [] };
const STEPS = ['workspace', 'plan', 'fetch', 'verify', 'push', 'resources'] as const;

const world = (done: number, state: PracticeState['state'] = 'on'): PracticeState => ({
  state,
  directory: '/tmp/p',
  workspace: '/tmp/p/w',
  configFile: '/tmp/p/w/imageset.yaml',
  upstream: '127.0.0.1:1',
  destination: '127.0.0.1:2',
  stateDirectory: '/tmp/p/state',
  versions: ['4.16.1', '4.16.5'],
  steps: STEPS.map((id, index) => ({ id, done: index < done })),
});
const PUSH = {
  run: { root: '/tmp/p/state', sequence: 1 },
  workflow: 'diskToMirror',
  status: 'complete',
  images: { total: 12 },
  bytes: { sent: 3 * 1024 ** 2 },
} as const;

const open = (practice: PracticeState, answers: Answers = {}) =>
  openScreen(<PracticeScreen />, {
    'practice.state': practice,
    'workspaces.list': { workspaces: [] },
    'runs.list': { total: 0, runs: [] },
    ...answers,
  });

/** Title of a step, by its number. */
const stepTitle = (number: number, step: string) => t('stepTitle', { number, total: 6, step });
const steps = () =>
  within(screen.getByRole('list', { name: t('stepsLabel') })).getAllByRole('heading', { level: 2 });

describe('practice', () => {
  test('starts only by its button, and follows the engine', async () => {
    const { user, requested, report } = open(OFF, { 'practice.start': world(1, 'starting') });
    await expectHeading(t('offTitle'));
    expect(requested('practice.start')).toEqual([]);
    await user.click(screen.getByRole('button', { name: t('startButton') }));
    expect(requested('practice.start')).toEqual([{}]);
    report({ type: 'practice', practice: { ...OFF, state: 'starting' } });
    await screen.findByText(t('creatingReleases'));
    expect(screen.getByRole('button', { name: t('startButton') }).getAttribute('aria-disabled')).toBe('true');
    report({ type: 'practice', practice: world(1) });
    await expectHeading(stepTitle(2, t('planTitle')));
  });

  test('of an earlier session is started again or removed', async () => {
    const { user, requested } = open(world(2, 'off'), { 'practice.stop': OFF, 'practice.start': world(2) });
    await expectHeading(t('stoppedTitle'));
    await user.click(screen.getByRole('button', { name: t('restartButton') }));
    await user.click(await buttonThatIs('on', t('removeButton')));
    expect(requested('practice.start')).toHaveLength(1);
    expect(requested('practice.stop')).toEqual([{}]);
  });

  test('focuses the heading after it is removed', async () => {
    const { user, report } = open(world(1), { 'practice.stop': OFF });
    await user.click(await buttonThatIs('on', t('removeButton')));
    report({ type: 'practice', practice: OFF });
    await expectHeading(t('offTitle'));
    expect(screen.queryByRole('button', { name: t('removeButton') })).toBeNull();
  });

  test.each([
    { request: 'practice.start', practice: OFF, press: t('startButton'), title: t('startFailedTitle') },
    { request: 'practice.stop', practice: world(1), press: t('removeButton'), title: t('removeFailedTitle') },
  ] as const)('shows that $request failed', async ({ request, practice, press, title }) => {
    const { user } = open(practice, { [request]: failing('port 5000 is in use') });
    await buttonThatIs('on', press);
    await user.click(screen.getByRole('button', { name: press }));
    const alert = (await screen.findByText('Port 5000 is in use', { exact: false })).closest('.al-failure');
    expect(alert?.textContent).toContain(title);
  });

  test('shows a failure to load, and cannot be started then', async () => {
    const { user, requested } = open(OFF, { 'practice.state': failing('the engine exited') });
    await screen.findByText(t('loadFailedTitle'), { exact: false });
    await user.click(screen.getByRole('button', { name: t('startButton') }));
    expect(requested('practice.start')).toEqual([]);
  });

  test('is neither started nor removed in a read-only session', async () => {
    const reader: Answers = { 'host.describe': { session: { role: 'reader' } } };
    const { user, requested } = open(world(2, 'off'), { ...reader, 'practice.start': world(2) });
    expect((await buttonThatIs('off', t('removeButton'))).title).toBe('This session is read-only.');
    const start = screen.getByRole('button', { name: t('restartButton') });
    await waitFor(() => expect(start.getAttribute('aria-disabled')).toBe('true'));
    await user.click(start);
    expect(requested('practice.start')).toEqual([]);
  });
});

describe('the steps', () => {
  test('show which are done, next and later', async () => {
    open(world(2));
    await expectHeading(stepTitle(3, t('fetchTitle')));
    expect(steps().map(({ textContent }) => textContent)).toEqual([
      'Workspace, done',
      'Plan, done',
      'Fetch, next',
      'Verify, later',
      'Push, later',
      'Cluster resources, later',
    ]);
    expect(screen.getByRole('link', { name: t('planAgainButton') }).getAttribute('href')).toContain(
      '/fetch?workspace=',
    );
    expect(screen.getByText(t('fetchHelp'))).toBeDefined();
    expect(screen.queryByText(t('pushHelp'))).toBeNull();
  });

  test('open the prefilled screen of the next step', async () => {
    const { user, address } = open(world(4));
    await expectHeading(stepTitle(5, t('pushTitle')));
    await user.click(screen.getAllByRole('button', { name: t('pushButton') })[0]!);
    expect(address()).toBe('/push?from=%2Ftmp%2Fp%2Fw&destination=127.0.0.1%3A2&state=%2Ftmp%2Fp%2Fstate');
  });

  test('cannot be continued while practice is stopped', async () => {
    open(world(3, 'off'));
    await buttonThatIs('off', t('verifyButton'));
  });

  test('end with the number of pushed images', async () => {
    const { user, address } = open(world(6), {
      'runs.list': { total: 1, runs: [PUSH] },
      'runs.live': { ...PUSH, handoff: '/tmp/p/sheet.html' },
    });
    await expectHeading(t('finishedTitle', { registry: '127.0.0.1:2' }));
    await screen.findByText(
      t('finishedText', {
        images: 12,
        size: '3.0 MiB',
        upstream: '127.0.0.1:1',
        registry: '127.0.0.1:2',
      }),
      { exact: false },
    );
    expect(await screen.findByRole('button', { name: ended('handoffButton') })).toBeDefined();
    await user.click(screen.getByRole('button', { name: t('homeButton') }));
    expect(address()).toBe('/');
  });

  test('have commands and paths that can be copied', async () => {
    const { user } = open(world(2), {
      'workspaces.list': {
        workspaces: [
          {
            directory: '/tmp/p/w',
            enclaves: [
              {
                transfers: [
                  { name: 'a-0001', directory: '/tmp/p/w/a-0001', state: 'complete' },
                  { name: 'a-0002', directory: '/tmp/p/w/a-0002', state: 'under-construction' },
                ],
              },
            ],
          },
        ],
      },
    });
    await user.click(await screen.findByRole('button', { name: t('transferCopyTip') }));
    expect(await navigator.clipboard.readText()).toBe('/tmp/p/w/a-0001');
    await user.click(screen.getByRole('button', { name: t('commandsCopyTip') }));
    expect((await navigator.clipboard.readText()).split('\n')).toHaveLength(6);
    expect(screen.getByText('4.16.1, 4.16.5')).toBeDefined();
  });
});

describe('verifying the transfer', () => {
  test('shows its progress, then the result', async () => {
    let answer: (result: { ok: boolean; blobs: number; bytes: number }) => void = () => {};
    const { user, requested, report } = open(world(3), {
      'transfers.verify': () => new Promise((resolve) => (answer = resolve)),
    });
    await expectHeading(stepTitle(4, t('verifyTitle')));
    await user.click(screen.getAllByRole('button', { name: t('verifyButton') })[0]!);
    const [input] = requested('transfers.verify');
    expect(input?.directory).toBe('/tmp/p/w');
    report({
      type: 'job',
      job: {
        kind: 'request',
        id: input!.ticket,
        status: 'running',
        phase: 'verify',
        unit: 'bytes',
        progress: { done: 2048, total: 4096 },
      },
    });
    await screen.findByText(t('verifiedSize', { size: '2.0 KiB' }));
    await user.click(screen.getAllByRole('button', { name: t('verifyButton') })[0]!);
    expect(requested('transfers.verify')).toHaveLength(1);
    answer({ ok: true, blobs: 7, bytes: 4096 });
    await screen.findByText(t('intactText', { blobs: 7, size: '4.0 KiB' }));
  });

  test.each([
    { answer: { ok: false, problems: [{}, {}] }, words: t('damagedText', { blobs: 2 }) },
    { answer: failing('the disk was removed'), words: 'The disk was removed' },
  ] as { answer: Answers['transfers.verify']; words: string }[])(
    'shows "$words"',
    async ({ answer, words }) => {
      const { user } = open(world(3), { 'transfers.verify': answer });
      await expectHeading(stepTitle(4, t('verifyTitle')));
      await user.click(screen.getAllByRole('button', { name: t('verifyButton') })[0]!);
      await screen.findByText(words, { exact: false });
    },
  );
});
