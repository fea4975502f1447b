import { expect, test } from 'vitest';
import { isUnderWay } from '../../core/contract/topics/job.ts';
import { type JobOf, jobKey, type ListedJob } from '../../core/contract/topics/jobs.ts';
import { type LiveJobs, withJob } from '../engine/live.ts';
import { barMark, endingError, jobsOf } from './job-words.ts';

const apply = (id: string, more: Partial<JobOf<'cluster'>> = {}): JobOf<'cluster'> => ({
  ...{ kind: 'cluster', id, action: 'apply', dryRun: false, from: '/c', status: 'running', objects: [] },
  ...{ progress: { done: 0, total: 1 }, problems: [], startedAt: `2026-01-01T00:00:0${id}Z` },
  ...more,
});
const verify: JobOf<'request'> = {
  ...{ kind: 'request', id: 't', status: 'running', phase: 'verify', unit: 'bytes', progress: { done: 1 } },
};
const error = { code: 'internal', level: 'error' as const, message: 'm', remedy: 'r', problems: [] };

test('the states of jobs and runs under way, and the colors of the others', () => {
  for (const status of ['running', 'waiting', 'pausing', 'stopping'])
    expect([status, isUnderWay({ status }), barMark({ status })]).toEqual([status, true, 'running']);
  const ended = ['done', 'complete', 'failed', 'damaged', 'paused', 'stopped', 'interrupted', 'partial'];
  expect(ended.some((status) => isUnderWay({ status }))).toBe(false);
  expect(ended.map((status) => barMark({ status }))).toEqual([
    ...['good', 'good', 'bad', 'bad', 'paused', 'paused', 'paused', 'paused'],
  ]);
});

test('an error is shown once the job has ended', () => {
  expect(endingError({ status: 'failed', error })).toBe(error);
  expect(endingError({ status: 'stopping', error })).toBeUndefined();
  expect(endingError({ status: 'done' })).toBeUndefined();
});

test('jobs of a kind, the newest first, with events over the list', () => {
  const listed: ListedJob[] = [apply('1'), apply('2')];
  const reported = { 2: apply('2', { status: 'done' }), 3: apply('3') };
  expect(jobsOf('cluster', listed, reported).map(({ id, status }) => [id, status])).toEqual([
    ['3', 'running'],
    ['2', 'done'],
    ['1', 'running'],
  ]);
  expect(jobsOf('media', listed, {})).toEqual([]);
});

test('a newer state replaces the older one of its kind and key only', () => {
  const none: LiveJobs = { run: {}, media: {}, cluster: {}, serve: {}, request: {} };
  const one = withJob(withJob(none, verify), apply('t'));
  const two = withJob(one, { ...verify, progress: { done: 2 } });
  expect(two.request[jobKey(verify)]?.progress.done).toBe(2);
  expect(two.cluster).toBe(one.cluster);
  expect(two.cluster.t?.status).toBe('running');
});
