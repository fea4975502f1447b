import { expect, test } from 'vitest';
import type { LiveRun, RunSummary } from '../../core/contract/topics/run.ts';
import type { EnclaveLine, TransferLine, WorkspaceLine } from '../../core/contract/topics/workspace.ts';
import { runKey } from '../engine/live.ts';
import { enclaveView } from './enclave-view.ts';
import { homeSentence } from './home-sentence.ts';

const now = new Date('2026-03-04T12:00:00Z');
const transfer: TransferLine = {
  name: 'fleet-0008',
  number: 8,
  state: 'complete',
  createdAt: '2026-03-01T12:00:00Z',
  images: 546,
  bytes: 48.2 * 1024 ** 3,
  pieces: 13,
  step: 'fetched',
  arrived: 'unknown',
  lacks: 0,
  protected: false,
  directory: '/w/transfers/fleet-0008',
};
const run = (more: Partial<RunSummary>): RunSummary => ({
  run: { root: '/w', sequence: 8 },
  workflow: 'mirrorToDisk',
  status: 'complete',
  startedAt: '2026-03-01T08:00:00Z',
  endedAt: '2026-03-04T09:00:00Z',
  enclave: 'fleet',
  directory: '/w/runs/8',
  ...more,
});
const live = (more: Partial<LiveRun>): LiveRun => ({
  ...run({ status: 'running' }),
  phases: [],
  deliverables: [],
  failures: [],
  failuresTotal: 0,
  incomplete: [],
  incompleteTotal: 0,
  problems: [],
  retries: 0,
  imagesVersion: 0,
  own: true,
  resumable: true,
  ...more,
});
const enclave = (more: Partial<EnclaveLine>): EnclaveLine => ({
  name: 'fleet',
  transfers: [],
  next: 'fetch',
  ...more,
});
const view = (of: EnclaveLine, side: 'connected' | 'disconnected' | 'both' = 'both', runs: LiveRun[] = []) =>
  enclaveView({
    enclave: of,
    workspace: { directory: '/w' },
    side,
    live: Object.fromEntries(runs.map((one) => [runKey(one.run), one])),
    now,
  });

test('a run under way is followed, with what is known of its end', () => {
  const running = live({
    transfer: 'fleet-0008',
    progress: {
      images: { total: 2, copied: 1, present: 0, failed: 0 },
      bytes: { fetched: 0, sent: 0, written: 0, present: 0 },
      done: 66,
      total: 100,
      totalKnown: true,
      rate: 1,
      remainingMs: 30_000,
    },
  });
  const shown = view(enclave({ lastRun: run({ status: 'running' }), next: 'view-run' }), 'connected', [
    running,
  ]);
  expect(shown.sentence).toBe('fleet-0008 is being fetched: 66 %, done in less than a minute.');
  expect(shown.action).toEqual({ label: 'Follow the run', to: '/run/8?root=%2Fw' });
  expect(shown.steps.map(({ state }) => state)).toEqual(['current', 'todo', 'todo']);
});

test('a live run is known before the list of workspaces is read again', () => {
  const newer = live({ run: { root: '/w', sequence: 9 } });
  expect(view(enclave({ transfers: [transfer], next: 'push' }), 'both', [newer]).action).toMatchObject({
    to: '/run/9?root=%2Fw',
  });
  const elsewhere = live({ run: { root: '/other', sequence: 9 } });
  expect(view(enclave({ transfers: [transfer], next: 'push' }), 'both', [elsewhere]).mark).toBe('good');
});

test('what was not finished is gone on with', () => {
  const paused = view(
    enclave({ transfers: [transfer], lastRun: run({ status: 'paused' }), next: 'resume-fetch' }),
  );
  expect(paused.sentence).toBe('Fetch was paused 3 h ago. Nothing will be moved twice.');
  expect(paused.steps.map(({ state }) => state)).toEqual(['current', 'todo']);
  expect(paused.action).toEqual({ label: 'Resume the fetch', resume: { root: '/w', sequence: 8 } });
  const partial = view(
    enclave({
      lastRun: run({
        status: 'partial',
        workflow: 'diskToMirror',
        transfer: 'fleet-0008',
        images: { total: 546, copied: 544, present: 0, failed: 2 },
      }),
      next: 'resume-push',
    }),
  );
  expect(partial.sentence).toBe('Push of fleet-0008 ended 3 h ago: 2 images of 546 failed.');
  expect(partial.action.label).toBe('Retry the push');
});

test('a transfer on a host of both sides: fetched, then pushed, then its resources', () => {
  const fetched = view(
    enclave({ transfers: [transfer], lastRun: run({ transfer: 'fleet-0008' }), next: 'push' }),
  );
  expect(fetched.sentence).toBe('fleet-0008 is here and whole. It is not pushed yet.');
  expect(fetched.steps.map(({ state }) => state)).toEqual(['done', 'current']);
  expect(fetched.action).toEqual({ label: 'Push fleet-0008', to: '/push?from=%2Fw&enclave=fleet' });
  expect(fetched.aside).toBe('546 images · 48.2 GiB · 13 pieces');
  const lastPush = run({
    workflow: 'diskToMirror',
    startedAt: '2026-03-02T00:00:00Z',
    target: 'registry.lab:5000',
    run: { root: '/state', sequence: 1 },
  });
  const pushed = view(enclave({ transfers: [transfer], lastPush, next: 'open-resources' }));
  expect(pushed.steps.map(({ state }) => state)).toEqual(['done', 'done']);
  expect(pushed.sentence).toContain('fleet-0008 was pushed to registry.lab:5000 3 h ago.');
  expect(pushed.also).toMatchObject({ label: 'Fetch again' });
});

test('on the connected side the next is the next transfer', () => {
  const shown = view(
    enclave({ transfers: [transfer], lastRun: run({ endedAt: '2026-03-04T11:55:00Z' }), next: 'fetch' }),
    'connected',
  );
  expect(shown.sentence).toBe('fleet-0008 was fetched 3 days ago. Nothing was new 5 min ago.');
  expect(shown.action).toEqual({
    label: 'Fetch the next transfer',
    to: '/fetch?workspace=%2Fw&enclave=fleet',
  });
});

test('what is fetched on the connected side is carried', () => {
  const shown = view(enclave({ transfers: [transfer], next: 'carry' }), 'connected');
  expect(shown.sentence).toBe('fleet-0008 was fetched 3 days ago. It has not left yet.');
  expect(shown.action).toEqual({
    label: 'Carry fleet-0008',
    to: '/carry?workspace=%2Fw&transfer=fleet-0008',
  });
  expect(shown.steps.map(({ state }) => state)).toEqual(['done', 'current', 'todo']);
});

test('what has left waits for its code; what was answered says so', () => {
  const left = { ...transfer, step: 'on-media' as const, stepAt: '2026-03-04T09:00:00Z' };
  const shown = view(enclave({ transfers: [left], next: 'acknowledge' }), 'connected');
  expect(shown.sentence).toBe('fleet-0008 was put on media 3 h ago and is not acknowledged.');
  expect(shown.steps.map(({ state }) => state)).toEqual(['done', 'done', 'current']);
  expect(shown.action).toEqual({
    label: 'Enter the code',
    to: '/enclaves/fleet?workspace=%2Fw&transfer=fleet-0008',
  });
  const lacking = { ...left, step: 'acknowledged' as const, arrived: 'in part' as const, lacks: 2 };
  const answered = view(enclave({ transfers: [lacking] }), 'connected');
  expect(answered.mark).toBe('warning');
  expect(answered.sentence).toBe('fleet lacks 2 pieces of fleet-0008. The next transfer carries it again.');
  expect(answered.steps.map(({ state }) => state)).toEqual(['done', 'done', 'warning']);
});

test('the sentence of Home', () => {
  const workspace: WorkspaceLine = {
    directory: '/w',
    name: 'north-mirror',
    state: 'ready',
    bytes: 0,
    enclaves: [],
    arriving: [],
    practice: false,
  };
  expect(homeSentence([workspace], [], 'connected')).toBe(
    'north-mirror is empty. Choose what to fetch into it.',
  );
  expect(homeSentence([{ ...workspace, arriving: ['fleet-0008'] }], [], 'disconnected')).toBe(
    'fleet-0008 is arriving: something of it is not here yet.',
  );
  expect(homeSentence([{ ...workspace, state: 'absent' }], [], 'connected')).toBe(
    'north-mirror is not there now.',
  );
  expect(homeSentence([{ ...workspace, enclaves: [enclave({ next: 'push' })] }], [], 'both')).toBe(
    'A transfer for fleet is ready to push.',
  );
  expect(homeSentence([workspace], [live({ transfer: 'fleet-0009' })], 'both')).toBe(
    'fleet-0009 is under way.',
  );
  expect(
    homeSentence([{ ...workspace, enclaves: [enclave({ next: 'acknowledge' })] }], [], 'connected'),
  ).toBe('A transfer to fleet is not acknowledged.');
  expect(homeSentence([{ ...workspace, enclaves: [enclave({ next: 'resume-push' })] }], [], 'both')).toBe(
    'The last run for fleet is not finished.',
  );
});
