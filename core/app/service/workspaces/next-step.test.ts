import { expect, test } from 'vitest';
import type { RunSummary } from '../../../contract/topics/run.ts';
import type { TransferLine } from '../../../contract/topics/workspace.ts';
import { nextStepOf } from './next-step.ts';

const run = (workflow: RunSummary['workflow'], status: RunSummary['status'], hour = 1): RunSummary => ({
  run: { root: '/w', sequence: 1 },
  workflow,
  status,
  startedAt: `2026-01-01T0${hour}:00:00.000Z`,
  directory: '/w/r',
});
const transfer = (state: TransferLine['state'], hour = 1): TransferLine => ({
  name: 'default-0001',
  number: 1,
  state,
  createdAt: `2026-01-01T0${hour}:00:00Z`,
  images: 1,
  bytes: 1,
  volumes: 1,
  directory: '/w/t',
  step: 'fetched',
  arrived: 'unknown',
  missing: 0,
  protected: false,
  received: false,
});
const next = (
  side: 'connected' | 'disconnected' | 'both',
  runs: RunSummary[] = [],
  transfers: TransferLine[] = [],
) => {
  const lastPush = runs.find((one) => one.workflow === 'diskToMirror' && one.status === 'complete');
  return nextStepOf({ side, runs, transfers, lastPush });
};

test('with nothing in progress, suggests the task of the side', () => {
  expect(next('connected')).toBe('fetch');
  expect(next('disconnected')).toBe('push');
  expect(next('both')).toBe('fetch');
  expect(next('both', [run('mirrorToDisk', 'complete')], [transfer('complete')])).toBe('carry');
  expect(next('connected', [run('mirrorToDisk', 'complete')], [transfer('complete')])).toBe('carry');
  expect(next('connected', [], [transfer('moved')])).toBe('fetch');
  expect(next('both', [], [transfer('under-construction')])).toBe('fetch');
});

test('suggests running and unfinished runs first', () => {
  expect(next('both', [run('mirrorToDisk', 'pausing')])).toBe('view-run');
  for (const status of ['paused', 'interrupted', 'failed', 'partial'] as const) {
    expect(next('connected', [run('mirrorToDisk', status)])).toBe('resume-fetch');
    expect(next('disconnected', [run('diskToMirror', status)])).toBe('resume-push');
  }
  expect(next('both', [run('diskToMirror', 'paused', 2), run('mirrorToDisk', 'paused')])).toBe('resume-push');
  expect(next('connected', [run('mirrorToDisk', 'complete', 2), run('mirrorToDisk', 'paused')])).toBe(
    'fetch',
  );
  expect(next('connected', [run('replay', 'failed', 2)])).toBe('fetch');
});

test('waits for the acknowledgment of a transfer that left the connected side', () => {
  const carried = (more: Partial<TransferLine>) => [transfer('complete'), { ...transfer('moved'), ...more }];
  expect(next('connected', [], carried({ step: 'on-media' }))).toBe('acknowledge');
  expect(next('connected', [], carried({ step: 'pushed' }))).toBe('acknowledge');
  expect(next('connected', [], carried({ step: 'acknowledged', arrived: 'partial' }))).toBe('fetch');
  expect(next('disconnected', [], carried({ step: 'on-media' }))).toBe('push');
});

test('on a host of both sides, what was written to drives is received before it is pushed', () => {
  const carried = (more: Partial<TransferLine>) =>
    next('both', [run('mirrorToDisk', 'complete')], [{ ...transfer('complete'), ...more }]);
  const drives = ['FLEET-A'];
  expect(carried({ written: { volumes: 7, of: 14, drives } })).toBe('carry');
  expect(carried({ step: 'on-media', written: { volumes: 14, of: 14, drives } })).toBe('receive');
  expect(carried({ step: 'acknowledged', arrived: 'complete' })).toBe('fetch');
  // Received here: it is pushed.
  expect(carried({ step: 'imported', received: true })).toBe('push');
  // Pushed from the workspace in spite of the drives.
  expect(
    next('both', [run('diskToMirror', 'complete', 2)], [{ ...transfer('complete'), step: 'on-media' }]),
  ).toBe('open-resources');
});

test('ignores runs of the other side', () => {
  expect(next('disconnected', [run('mirrorToDisk', 'paused')])).toBe('push');
  expect(next('connected', [run('diskToMirror', 'paused')])).toBe('fetch');
});

test('suggests the resources of a push, until there is something newer to push', () => {
  const pushed = run('diskToMirror', 'complete', 2);
  expect(next('disconnected', [pushed], [transfer('complete', 1)])).toBe('open-resources');
  expect(next('disconnected', [pushed], [transfer('complete', 3)])).toBe('push');
  expect(next('both', [pushed], [transfer('complete', 1)])).toBe('open-resources');
  // Pushed in the same second in which the transfer was created.
  const soon = { ...pushed, startedAt: '2026-01-01T02:00:00.300Z' };
  expect(next('both', [soon], [transfer('complete', 2)])).toBe('open-resources');
});
