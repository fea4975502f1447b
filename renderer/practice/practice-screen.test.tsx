import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { PracticeState } from '../../core/contract/topics/practice.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { t as ended } from '../run/live/ended/messages.ts';
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

const steps = () =>
  within(screen.getByRole('list', { name: 'Steps of the practice' })).getAllByRole('heading', { level: 2 });

describe('the practice world', () => {
  test('is started only by its button, and follows the engine', async () => {
    const { user, asked, report } = open(OFF, { 'practice.start': world(1, 'starting') });
    await expectHeading('Practice the whole journey on this machine.');
    expect(asked('practice.start')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Start practice' }));
    expect(asked('practice.start')).toEqual([{}]);
    report({ type: 'practice', practice: { ...OFF, state: 'starting' } });
    await screen.findByText('Starting: the releases are being made and signed.');
    expect(screen.getByRole('button', { name: 'Start practice' }).getAttribute('aria-disabled')).toBe('true');
    report({ type: 'practice', practice: world(1) });
    await expectHeading('Step 2 of 6: plan.');
  });

  test('of an earlier time is started again or removed', async () => {
    const { user, asked } = open(world(2, 'off'), { 'practice.stop': OFF, 'practice.start': world(2) });
    await expectHeading('The practice world is there, but it does not run.');
    await user.click(screen.getByRole('button', { name: 'Start it again' }));
    await user.click(await buttonThatIs('on', 'Stop and remove'));
    expect(asked('practice.start')).toHaveLength(1);
    expect(asked('practice.stop')).toEqual([{}]);
  });

  test('that is removed leaves the focus on the heading', async () => {
    const { user, report } = open(world(1), { 'practice.stop': OFF });
    await user.click(await buttonThatIs('on', 'Stop and remove'));
    report({ type: 'practice', practice: OFF });
    await expectHeading('Practice the whole journey on this machine.');
    expect(screen.queryByRole('button', { name: 'Stop and remove' })).toBeNull();
  });

  test.each([
    { request: 'practice.start', practice: OFF, press: 'Start practice', title: 'was not started' },
    { request: 'practice.stop', practice: world(1), press: 'Stop and remove', title: 'was not removed' },
  ] as const)('reports that $request failed', async ({ request, practice, press, title }) => {
    const { user } = open(practice, { [request]: failing('port 5000 is in use') });
    await buttonThatIs('on', press);
    await user.click(screen.getByRole('button', { name: press }));
    const alert = (await screen.findByText('Port 5000 is in use', { exact: false })).closest('.al-failure');
    expect(alert?.textContent).toContain(title);
  });

  test('that cannot be read is reported and cannot be started', async () => {
    const { user, asked } = open(OFF, { 'practice.state': failing('the engine is gone') });
    await screen.findByText('The practice world was not asked', { exact: false });
    await user.click(screen.getByRole('button', { name: 'Start practice' }));
    expect(asked('practice.start')).toEqual([]);
  });

  test('is neither started nor removed by a reader', async () => {
    const reader: Answers = { 'host.describe': { session: { role: 'reader' } } };
    const { user, asked } = open(world(2, 'off'), { ...reader, 'practice.start': world(2) });
    expect((await buttonThatIs('off', 'Stop and remove')).title).toBe('This session is read-only.');
    const start = screen.getByRole('button', { name: 'Start it again' });
    await waitFor(() => expect(start.getAttribute('aria-disabled')).toBe('true'));
    await user.click(start);
    expect(asked('practice.start')).toEqual([]);
  });
});

describe('the journey', () => {
  test('shows which steps are done, next and later', async () => {
    open(world(2));
    await expectHeading('Step 3 of 6: fetch.');
    expect(steps().map(({ textContent }) => textContent)).toEqual([
      'A workspace, done',
      'Plan, done',
      'Fetch, next',
      'Verify, later',
      'Push, later',
      'Cluster resources, later',
    ]);
    expect(screen.getByRole('link', { name: 'Plan again' }).getAttribute('href')).toContain(
      '/fetch?workspace=',
    );
    expect(screen.getByText(/^On the same screen choose Start/)).toBeDefined();
    expect(screen.queryByText(/^The Push screen opens/)).toBeNull();
  });

  test('the next step opens its screen, prefilled', async () => {
    const { user, address } = open(world(4));
    await expectHeading('Step 5 of 6: push.');
    await user.click(screen.getAllByRole('button', { name: 'Push' })[0]!);
    expect(address()).toBe('/push?from=%2Ftmp%2Fp%2Fw&destination=127.0.0.1%3A2&state=%2Ftmp%2Fp%2Fstate');
  });

  test('of a world that does not run cannot be continued', async () => {
    open(world(3, 'off'));
    await buttonThatIs('off', 'Verify the transfer');
  });

  test('is finished with what was pushed', async () => {
    const { user, address } = open(world(6), {
      'runs.list': { total: 1, runs: [PUSH] },
      'runs.live': { ...PUSH, handOver: '/tmp/p/sheet.html' },
    });
    await expectHeading('The practice mirror is finished: 127.0.0.1:2 has all of it.');
    await screen.findByText(/pushed 12 images, 3\.0 MiB, from 127\.0\.0\.1:1 to 127\.0\.0\.1:2/);
    expect(await screen.findByRole('button', { name: ended('handOverButton') })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Go to Home' }));
    expect(address()).toBe('/');
  });

  test('its commands and places are copied', async () => {
    const { user } = open(world(2), {
      'workspaces.list': {
        workspaces: [
          {
            directory: '/tmp/p/w',
            enclaves: [
              {
                transfers: [
                  { name: 'a-0001', directory: '/tmp/p/w/a-0001', state: 'complete' },
                  { name: 'a-0002', directory: '/tmp/p/w/a-0002', state: 'under construction' },
                ],
              },
            ],
          },
        ],
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Copy transfer' }));
    expect(await navigator.clipboard.readText()).toBe('/tmp/p/w/a-0001');
    await user.click(screen.getByRole('button', { name: 'Copy all commands' }));
    expect((await navigator.clipboard.readText()).split('\n')).toHaveLength(6);
    expect(screen.getByText('4.16.1, 4.16.5')).toBeDefined();
  });
});

describe('verifying the transfer', () => {
  test('shows its progress, then that every byte is right', async () => {
    let answer: (result: { ok: boolean; blobs: number; bytes: number }) => void = () => {};
    const { user, asked, report } = open(world(3), {
      'transfers.verify': () => new Promise((resolve) => (answer = resolve)),
    });
    await expectHeading('Step 4 of 6: verify.');
    await user.click(screen.getAllByRole('button', { name: 'Verify the transfer' })[0]!);
    const [input] = asked('transfers.verify');
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
    await screen.findByText('2.0 KiB');
    await user.click(screen.getAllByRole('button', { name: 'Verify the transfer' })[0]!);
    expect(asked('transfers.verify')).toHaveLength(1);
    answer({ ok: true, blobs: 7, bytes: 4096 });
    await screen.findByText('All of it is as it was written: 7 blobs, 4.0 KiB.');
  });

  test.each([
    { answer: { ok: false, problems: [{}, {}] }, words: '2 blobs damaged or missing.' },
    { answer: failing('the disk was removed'), words: 'The disk was removed' },
  ] as { answer: Answers['transfers.verify']; words: string }[])(
    'reports "$words"',
    async ({ answer, words }) => {
      const { user } = open(world(3), { 'transfers.verify': answer });
      await expectHeading('Step 4 of 6: verify.');
      await user.click(screen.getAllByRole('button', { name: 'Verify the transfer' })[0]!);
      await screen.findByText(words, { exact: false });
    },
  );
});
