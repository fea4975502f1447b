import { expect, test } from 'vitest';
import type { LiveRun, RunSummary } from '../../core/contract/topics/run.ts';
import type { EnclaveLine, TransferLine, WorkspaceLine } from '../../core/contract/topics/workspace.ts';
import { enclaveSentence } from '../enclave/enclave-words.ts';
import { runKey } from '../engine/live.ts';
import { clusterAddress } from '../parts/addresses.ts';
import { enclaveView } from './enclave-view.ts';
import { homeTask } from './home-task.ts';
import { t } from './messages.ts';

const now = new Date('2026-03-04T12:00:00Z');
const transfer: TransferLine = {
  name: 'fleet-0008',
  number: 8,
  state: 'complete',
  createdAt: '2026-03-01T12:00:00Z',
  images: 546,
  bytes: 48.2 * 1024 ** 3,
  volumes: 13,
  step: 'fetched',
  arrived: 'unknown',
  missing: 0,
  protected: false,
  received: false,
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

const titleOf = (...known: Parameters<typeof homeTask>) => homeTask(...known).title;

test('a run in progress shows its progress and when it ends', () => {
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
  expect(shown.sentence).toBe('Fetching fleet-0008: 66%, less than a minute left');
  expect(shown.action).toEqual({ label: t('viewRunButton'), to: '/run/8?root=%2Fw' });
  expect(shown.steps.map(({ state }) => state)).toEqual(['current', 'todo', 'todo']);
});

test('a live run is shown before the list of workspaces is read again', () => {
  const newer = live({ run: { root: '/w', sequence: 9 } });
  expect(view(enclave({ transfers: [transfer], next: 'push' }), 'both', [newer]).action).toMatchObject({
    to: '/run/9?root=%2Fw',
  });
  const elsewhere = live({ run: { root: '/other', sequence: 9 } });
  expect(view(enclave({ transfers: [transfer], next: 'push' }), 'both', [elsewhere]).mark).toBe('good');
});

test('an unfinished run can be resumed or retried', () => {
  const paused = view(
    enclave({ transfers: [transfer], lastRun: run({ status: 'paused' }), next: 'resume-fetch' }),
  );
  expect(paused.sentence).toBe('Fetch was paused 3 h ago. No data is transferred twice when you resume.');
  expect(paused.steps.map(({ state }) => state)).toEqual(['current', 'todo']);
  expect(paused.action).toEqual({ label: 'Resume fetch', resume: { root: '/w', sequence: 8 } });
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
  expect(partial.sentence).toBe('Push of fleet-0008 ended 3 h ago. 2 of 546 images failed.');
  expect(partial.action.label).toBe('Retry push');
});

test('a transfer on a host of both sides: fetched, then carried or pushed, then its resources', () => {
  const toCarry = view(enclave({ transfers: [transfer], next: 'carry' }));
  expect(toCarry.action.label).toBe(t('carryButton', { transfer: 'fleet-0008' }));
  expect(toCarry.also).toEqual({
    label: t('pushButton', { transfer: 'fleet-0008' }),
    to: '/push?from=%2Fw&enclave=fleet',
  });
  expect(toCarry.steps.map(({ label, state }) => [label, state])).toEqual([
    [t('fetchedStep'), 'done'],
    [t('carriedStep'), 'current'],
    [t('receivedStep'), 'todo'],
    [t('pushedStep'), 'todo'],
  ]);
  const pushing = run({ workflow: 'diskToMirror', status: 'paused' });
  const direct = view(enclave({ transfers: [transfer], lastRun: pushing, next: 'resume-push' }));
  expect(direct.steps.map(({ label }) => label)).toEqual([t('fetchedStep'), t('pushedStep')]);
  const received: TransferLine = { ...transfer, step: 'imported', received: true };
  const arrived = view(
    enclave({ transfers: [received], lastRun: run({ transfer: 'fleet-0008' }), next: 'push' }),
  );
  expect(arrived.sentence).toBe('fleet-0008 is complete and ready to push.');
  expect(arrived.steps.map(({ state }) => state)).toEqual(['done', 'current']);
  expect(arrived.action).toEqual({
    label: t('pushButton', { transfer: 'fleet-0008' }),
    to: '/push?from=%2Fw&enclave=fleet',
  });
  expect(arrived.details).toBe('546 images · 48.2 GiB · 13 archives');
  const lastPush = run({
    workflow: 'diskToMirror',
    startedAt: '2026-03-02T00:00:00Z',
    target: 'registry.lab:5000',
    run: { root: '/state', sequence: 1 },
  });
  const config = '/mirror/registry.lab/config';
  const pushed = view(
    enclave({ transfers: [transfer], lastPush: { ...lastPush, config }, next: 'open-resources' }),
  );
  expect(pushed.steps.map(({ state }) => state)).toEqual(['done', 'done']);
  expect(pushed.sentence).toBe(
    'fleet-0008 was pushed to registry.lab:5000 3 h ago. Its cluster resources are ready to apply.',
  );
  expect(pushed.action).toEqual({ label: t('applyButton'), to: clusterAddress(config) });
  expect(pushed.also).toMatchObject({ label: t('viewResourcesButton') });
  const without = view(enclave({ transfers: [transfer], lastPush, next: 'open-resources' }));
  expect(without.action).toMatchObject({ label: t('viewResourcesButton') });
  expect(without.also).toBeUndefined();
});

test('the connected side fetches the next transfer', () => {
  const shown = view(
    enclave({ transfers: [transfer], lastRun: run({ endedAt: '2026-03-04T11:55:00Z' }), next: 'fetch' }),
    'connected',
  );
  expect(shown.sentence).toBe('fleet-0008 was fetched 3 days ago. A fetch 5 min ago found nothing new.');
  expect(shown.action).toEqual({
    label: t('fetchNextButton'),
    to: '/fetch?workspace=%2Fw&enclave=fleet',
  });
});

test('a fetched transfer is carried from the connected side', () => {
  const shown = view(enclave({ transfers: [transfer], next: 'carry' }), 'connected');
  expect(shown.sentence).toBe("fleet-0008 was fetched 3 days ago. It hasn't been written to media.");
  expect(shown.action).toEqual({
    label: t('carryButton', { transfer: 'fleet-0008' }),
    to: '/carry?workspace=%2Fw&transfer=fleet-0008',
  });
  expect(shown.steps.map(({ state }) => state)).toEqual(['done', 'current', 'todo']);
});

test('a transfer on media waits for its code, and an acknowledged one shows the result', () => {
  const left = { ...transfer, step: 'on-media' as const, stepAt: '2026-03-04T09:00:00Z' };
  const shown = view(enclave({ transfers: [left], next: 'acknowledge' }), 'connected');
  expect(shown.sentence).toBe(enclaveSentence('fleet', [left], now));
  expect(shown.steps.map(({ state }) => state)).toEqual(['done', 'done', 'current']);
  expect(shown.action).toEqual({
    label: t('enterCodeButton'),
    to: '/enclaves/fleet?workspace=%2Fw&transfer=fleet-0008',
  });
  const incomplete = { ...left, step: 'acknowledged' as const, arrived: 'partial' as const, missing: 2 };
  const answered = view(enclave({ transfers: [incomplete] }), 'connected');
  expect(answered.mark).toBe('warning');
  expect(answered.sentence).toBe(enclaveSentence('fleet', [incomplete], now));
  expect(answered.steps.map(({ state }) => state)).toEqual(['done', 'done', 'warning']);
});

test('on a host of both sides, a transfer on drives shows when it was written, and is received next', () => {
  const written = { volumes: 14, of: 14, drives: ['FLEET-A', 'FLEET-B'] };
  const carriedAt = '2026-03-04T11:00:00Z';
  const carried: TransferLine = { ...transfer, step: 'on-media', carriedAt, stepAt: carriedAt, written };
  const line = enclave({ transfers: [carried], next: 'receive' });
  const shown = view(line);
  expect(shown.sentence).toBe(
    'fleet-0008 was written to FLEET-A and FLEET-B 1 h ago. Receive it on the disconnected side.',
  );
  // Not into the workspace that contains it.
  expect(shown.action).toEqual({ label: 'Receive fleet-0008', to: '/receive?directory=%2Fw-received' });
  const empty: WorkspaceLine = {
    ...{ directory: '/e', name: 'e', state: 'empty', bytes: 0, arriving: [], practice: false, enclaves: [] },
  };
  const into = (...workspaces: WorkspaceLine[]) =>
    enclaveView({
      ...{ enclave: line, workspace: { directory: '/w' }, side: 'both', live: {}, now, workspaces },
    }).action;
  expect(into(empty)).toMatchObject({ to: '/receive?directory=%2Fe' });
  expect(into(empty, { ...empty, directory: '/p', state: 'ready', arriving: ['fleet-0008'] })).toMatchObject({
    to: '/receive?directory=%2Fp',
  });
  expect(shown.also).toMatchObject({ to: '/push?from=%2Fw&enclave=fleet' });
  expect(shown.steps).toEqual([
    { label: t('fetchedStep'), state: 'done', at: transfer.createdAt },
    { label: t('carriedStep'), state: 'done', at: carriedAt },
    { label: t('receivedStep'), state: 'current' },
    { label: t('pushedStep'), state: 'todo' },
  ]);

  // Another directory of this host received it: only its code is missing here.
  const other: WorkspaceLine = {
    ...{ directory: '/r', name: 'received', state: 'ready', bytes: 0, arriving: [], practice: false },
    enclaves: [enclave({ transfers: [{ ...transfer, step: 'imported', received: true }], next: 'push' })],
  };
  const importedAt = '2026-03-04T11:30:00Z';
  const lineWith = (onHost: TransferLine['onHost']) =>
    enclave({ transfers: [{ ...carried, onHost }], next: 'receive' });
  const stepsOf = (onHost: TransferLine['onHost']) =>
    enclaveView({
      ...{ enclave: lineWith(onHost), workspace: { directory: '/w' }, side: 'both', live: {}, now },
    });
  const received = stepsOf({ importedAt });
  expect(received.action).toMatchObject({ label: t('enterCodeButton') });
  expect(received.steps.map(({ label, state }) => [label, state])).toEqual([
    [t('fetchedStep'), 'done'],
    [t('carriedStep'), 'done'],
    [t('receivedStep'), 'done'],
    [t('pushedStep'), 'current'],
    [t('acknowledgedStep'), 'todo'],
  ]);
  const push = {
    ...run({ workflow: 'diskToMirror', startedAt: importedAt, endedAt: '2026-03-04T11:40:00Z' }),
    config: '/mirror/registry.lab/config',
  };
  const last = (onHost: TransferLine['onHost']) =>
    stepsOf(onHost)
      .steps.slice(3)
      .map(({ label, state }) => [label, state]);
  expect(last({ importedAt, push })).toEqual([
    [t('pushedStep'), 'done'],
    [t('appliedStep'), 'current'],
    [t('acknowledgedStep'), 'todo'],
  ]);
  const inUse = { ...push, applied: { at: '2026-03-04T11:50:00Z', context: 'lab' } };
  expect(last({ importedAt, push: inUse })).toEqual([
    [t('pushedStep'), 'done'],
    [t('appliedStep'), 'done'],
    [t('acknowledgedStep'), 'current'],
  ]);
  const both = [{ ...other, directory: '/w', enclaves: [lineWith({ importedAt })] }, other];
  const alone = { ...other, directory: '/w', enclaves: [line] };
  expect(titleOf([alone], [], 'both')).toBe(t('readyToReceive', { enclaves: 1, enclave: 'fleet' }));
  expect(titleOf(both, [], 'both')).toBe(t('readyToPush', { enclaves: 1, enclave: 'fleet' }));
});

test('an export that is half written is continued', () => {
  const written = { volumes: 7, of: 14, drives: ['FLEET-A'] };
  const shown = view(enclave({ transfers: [{ ...transfer, written }], next: 'carry' }));
  expect(shown.sentence).toBe('7 of 14 volumes of fleet-0008 are on FLEET-A. Write the rest to drives.');
  expect(shown.action).toMatchObject({ label: t('carryButton', { transfer: 'fleet-0008' }) });
  expect(shown.steps.map(({ label, state }) => [label, state])).toEqual([
    [t('fetchedStep'), 'done'],
    [t('carriedStep'), 'current'],
    [t('receivedStep'), 'todo'],
    [t('pushedStep'), 'todo'],
  ]);
});

test('drives of a transfer that this host received or pushed are not a pending step', () => {
  const written = { volumes: 7, of: 14, drives: ['FLEET-A'] };
  const importedAt = '2026-03-04T11:30:00Z';
  const stepsOf = (onHost: TransferLine['onHost']) =>
    view(enclave({ transfers: [{ ...transfer, written, onHost }], next: 'carry' })).steps.map(
      ({ label, state }) => [label, state],
    );
  expect(stepsOf({ importedAt }).slice(0, 3)).toEqual([
    [t('fetchedStep'), 'done'],
    [t('carriedStep'), 'done'],
    [t('receivedStep'), 'done'],
  ]);
  const push = run({ workflow: 'diskToMirror', startedAt: importedAt, endedAt: '2026-03-04T11:40:00Z' });
  expect(stepsOf({ push })).toEqual([
    [t('fetchedStep'), 'done'],
    [t('pushedStep'), 'done'],
  ]);
});

test('a transfer that was received here is never shown as fetched', () => {
  const received: TransferLine = { ...transfer, step: 'imported', received: true };
  const { steps } = view(enclave({ transfers: [received], next: 'push' }));
  expect(steps.map(({ label, state }) => [label, state])).toEqual([
    [t('receivedStep'), 'done'],
    [t('pushedStep'), 'current'],
  ]);
});

test('the heading of Home', () => {
  const workspace: WorkspaceLine = {
    directory: '/w',
    name: 'north-mirror',
    state: 'ready',
    bytes: 0,
    enclaves: [],
    arriving: [],
    practice: false,
  };
  expect(titleOf([workspace], [], 'connected')).toBe(t('emptyTitle', { workspace: 'north-mirror' }));
  expect(titleOf([{ ...workspace, arriving: ['fleet-0008'] }], [], 'disconnected')).toBe(
    t('incomplete', { transfers: 1, transfer: 'fleet-0008' }),
  );
  expect(titleOf([{ ...workspace, state: 'absent' }], [], 'connected')).toBe(
    t('absent', { workspaces: 1, workspace: 'north-mirror' }),
  );
  expect(titleOf([{ ...workspace, enclaves: [enclave({ next: 'push' })] }], [], 'both')).toBe(
    'A transfer for fleet is ready to push',
  );
  expect(titleOf([workspace], [live({ transfer: 'fleet-0009' })], 'both')).toBe(
    t('runTitle', { run: 'fleet-0009' }),
  );
  expect(titleOf([{ ...workspace, enclaves: [enclave({ next: 'acknowledge' })] }], [], 'connected')).toBe(
    t('unacknowledged', { enclaves: 1, enclave: 'fleet' }),
  );
  expect(titleOf([{ ...workspace, enclaves: [enclave({ next: 'resume-push' })] }], [], 'both')).toBe(
    t('unfinished', { enclaves: 1, enclave: 'fleet' }),
  );
  const idle = (over: Partial<EnclaveLine>) =>
    titleOf([{ ...workspace, enclaves: [enclave(over)] }], [], 'both');
  const one = { enclaves: 1, enclave: 'fleet' };
  expect(idle({ next: 'open-resources' })).toBe(t('readyToApply', one));
  expect(idle({ next: 'fetch' })).toBe(t('readyToFetch', one));
  expect(idle({ next: 'fetch', transfers: [transfer] })).toBe(t('readyToFetch', one));
  expect(idle({ next: 'fetch', transfers: [{ ...transfer, arrived: 'complete' }] })).toBe(
    t('delivered', one),
  );
});

test('applied manifests are compared with their cluster', () => {
  const config = '/mirror/registry.lab/config';
  const pushed = { ...run({ workflow: 'diskToMirror', transfer: 'fleet-0008' }), config };
  const after = (lastPush: NonNullable<EnclaveLine['lastPush']>) => {
    const line = enclave({ transfers: [transfer], lastPush, next: 'open-resources' });
    const workspace: WorkspaceLine = {
      ...{ directory: '/w', name: 'w', state: 'ready', bytes: 0, arriving: [], practice: false },
      enclaves: [line],
    };
    const { action } = enclaveView({ enclave: line, workspace, side: 'both', live: {}, now });
    return { action, title: titleOf([workspace], [], 'both') };
  };
  const applied = { at: '2026-03-04T11:00:00Z', context: 'lab', kubeconfig: '/srv/kube' };
  expect(after({ ...pushed, applied })).toEqual({
    action: {
      label: t('compareButton', { cluster: 'lab' }),
      to: clusterAddress(config, { kubeconfig: '/srv/kube', context: 'lab' }),
    },
    title: t('readyToCheck', { enclaves: 1, enclave: 'fleet' }),
  });
  expect(after(pushed)).toEqual({
    action: { label: t('applyButton'), to: clusterAddress(config) },
    title: t('readyToApply', { enclaves: 1, enclave: 'fleet' }),
  });
});
