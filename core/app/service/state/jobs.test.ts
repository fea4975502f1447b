import { beforeEach, expect, test, vi } from 'vitest';
import type { HostEvent } from '../../../contract/events.ts';
import type { ClusterJob } from '../../../contract/topics/clusters.ts';
import type { Job } from '../../../contract/topics/jobs.ts';
import type { MediaJob } from '../../../contract/topics/media.ts';
import { createJobs, type JobControl, type Jobs } from './jobs.ts';
import { t } from './messages.ts';

let events: HostEvent[];
let jobs: Jobs;
beforeEach(() => {
  events = [];
  jobs = createJobs((event) => void events.push(event));
});

const reported = (): Job[] => events.flatMap((event) => (event.type === 'job' ? [event.job] : []));
const settled = async (id: string) => {
  await expect
    .poll(() => (reported().findLast((job) => 'id' in job && job.id === id) as MediaJob).endedAt)
    .toBeDefined();
  return reported().findLast((job) => 'id' in job && job.id === id)!;
};
const receive = (work: (control: JobControl<MediaJob>) => Promise<Partial<MediaJob>>) =>
  jobs.start<MediaJob>(
    {
      kind: 'media',
      settings: { kind: 'import', from: ['/media/a'], directory: '/here', watch: false, requireCheck: false },
      phase: 'planning',
      progress: { done: 0, total: 0 },
      volumes: [],
      safe: [],
    },
    work,
  );
const apply = (work: (control: JobControl<ClusterJob>) => Promise<Partial<ClusterJob>>) =>
  jobs.start<ClusterJob>(
    {
      ...{ kind: 'cluster', action: 'apply', dryRun: false, from: '/config', objects: [] },
      progress: { done: 0, total: 2 },
    },
    work,
  );
const NEED = { reason: 'next' as const, message: 'm', volume: 1, volumeBytes: 1, volumes: 1, bytes: 1 };
/** Runs until it is stopped. */
const untilStopped = ({ signal }: { signal: AbortSignal }) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('a job is reported from its start to its end, and listed afterwards, the newest first', async () => {
  const first = receive(async ({ change }) => {
    change({ progress: { done: 5, total: 10 } });
    return { status: 'done' };
  });
  expect(await settled(first.id)).toMatchObject({ status: 'done', progress: { done: 5 } });
  const second = apply(async () => ({ status: 'done', ok: true }));
  expect(await settled(second.id)).toMatchObject({ kind: 'cluster', ok: true });
  expect(jobs.list().map(({ id }) => id)).toEqual([second.id, first.id]);
});

test('a job fails with its cause, without secrets', async () => {
  const { id } = receive(async () => {
    throw new Error('boom');
  });
  expect(await settled(id)).toMatchObject({ status: 'failed', error: { code: 'internal' } });
});

test('a waiting export continues with the chosen drive, and its prompt is removed', async () => {
  const { id } = receive(async ({ ask: query }) => {
    const answer = await query({ need: NEED });
    return { status: answer?.path === '/media/b' ? 'done' : 'failed' };
  });
  expect(reported().at(-1)).toMatchObject({ status: 'waiting', need: NEED });
  jobs.answer({ kind: 'media', id, path: '/media/b' });
  expect(reported().at(-1)).toMatchObject({ status: 'running', need: undefined });
  // The second click of a double click.
  jobs.answer({ kind: 'media', id, path: '/media/b' });
  expect(await settled(id)).toMatchObject({ status: 'done' });
  expect(() => jobs.answer({ kind: 'media', id, path: '/media/c' })).toThrow(t('mediaNotWaiting'));
});

test('a waiting export pauses without an interruption, and a waiting apply is stopped', async () => {
  let interrupted = false;
  const { id } = receive(async ({ ask: query, signal }) => {
    expect(await query({ need: NEED })).toBeUndefined();
    interrupted = signal.aborted;
    return { status: 'paused', need: NEED };
  });
  jobs.stop({ kind: 'media', id });
  expect(await settled(id)).toMatchObject({ status: 'paused', need: NEED });
  expect(interrupted).toBe(false);

  const other = apply(async ({ ask: query, signal }) => {
    await query({ restartQuestion: { objects: [], nodes: 3, pools: ['worker'] } });
    signal.throwIfAborted();
    return { status: 'done' };
  });
  jobs.stop({ kind: 'cluster', id: other.id });
  expect(await settled(other.id)).toMatchObject({ status: 'stopped', restartQuestion: undefined });
});

test('a running job is stopped once, and jobs are found only by kind and ID', async () => {
  const { id } = receive(untilStopped);
  jobs.stop({ kind: 'media', id });
  expect(reported().at(-1)).toMatchObject({ status: 'pausing' });
  expect(await settled(id)).toMatchObject({ status: 'paused' });
  const before = events.length;
  jobs.stop({ kind: 'media', id });
  expect(events.length).toBe(before);
  expect(() => jobs.stop({ kind: 'cluster', id })).toThrow(t('clusterUnknown'));
  expect(() => jobs.one('media', 'none')).toThrow(t('mediaUnknown'));
});

test('lists sixteen jobs, and forgets none in progress', async () => {
  const { id } = receive(untilStopped);
  for (let i = 0; i < 20; i++) await settled(apply(async () => ({ status: 'done' })).id);
  expect(jobs.list()).toHaveLength(16);
  expect(jobs.list().at(-1)).toMatchObject({ id, status: 'running' });
  await jobs.close();
  expect(jobs.one('media', id)).toMatchObject({ status: 'paused' });
  expect(() => receive(untilStopped)).toThrow(t('closing'));
});

test('a request reports its first and last state and few in between, and is no job without progress', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  {
    using report = jobs.request('t', { phase: 'verify', unit: 'bytes' });
    for (let done = 1; done <= 100; done++) report(done, 100);
    report(100, 100, { detail: 'last' });
    using _silent = jobs.request('silent', { phase: 'verify', unit: 'bytes' });
  }
  expect(reported()).toMatchObject([
    { kind: 'request', id: 't', status: 'running', progress: { done: 1, total: 100 } },
    { status: 'done', progress: { done: 100 }, detail: 'last' },
  ]);
  const before = events.length;
  vi.runAllTimers();
  vi.useRealTimers();
  expect(events.length).toBe(before);
});
