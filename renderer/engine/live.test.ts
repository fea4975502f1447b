import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SequencedEvent } from '../../core/contract/events.ts';
import { isUnderWay, runKey, takeEvent, useLive } from './live.ts';

const receive = (event: object) => takeEvent({ epoch: 'e', seq: 1, event } as unknown as SequencedEvent);
const initial = useLive.getInitialState();

afterEach(() => vi.useRealTimers());
beforeEach(() => useLive.setState(initial, true));

describe('events of the host', () => {
  it('replace the state of the same job only', () => {
    const run = (sequence: number, status: string) => ({
      type: 'job',
      job: { kind: 'run', run: { root: '/srv', sequence }, status },
    });
    receive(run(1, 'running'));
    receive(run(2, 'running'));
    receive(run(1, 'done'));
    const { jobs } = useLive.getState();
    expect(Object.keys(jobs.run)).toEqual(['1@/srv', '2@/srv']);
    expect(jobs.run['1@/srv']?.status).toBe('done');
  });

  it('record when the end of a job arrived, once', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 5000 });
    const report = (status: string) =>
      receive({ type: 'job', job: { kind: 'media', id: 'x', status, endedAt: '2090-01-01T00:00:00Z' } });
    const endedAt = () => useLive.getState().ended.x;
    report('running');
    expect(endedAt()).toBeUndefined();
    report('failed');
    vi.setSystemTime(6000);
    report('failed');
    expect(endedAt()).toBe(5000);
    report('running');
    report('done');
    expect(endedAt()).toBe(6000);
  });

  it('separate jobs of different kinds', () => {
    for (const kind of ['media', 'cluster', 'request']) receive({ type: 'job', job: { kind, id: 'x' } });
    const { jobs } = useLive.getState();
    expect(jobs).toMatchObject({ run: {}, media: { x: {} }, cluster: { x: {} }, request: { x: {} } });
    expect(jobs.media.x?.kind).toBe('media');
  });

  it('update the state of the engine and of practice', () => {
    receive({ type: 'engine', state: 'restarting' });
    receive({ type: 'engine', state: 'ready' });
    receive({ type: 'practice', practice: { state: 'off' } });
    expect(useLive.getState()).toMatchObject({
      connected: true,
      engine: { state: 'ready' },
      practice: { state: 'off' },
    });
  });

  it('are ignored where the query cache stores their state', () => {
    receive({ type: 'settings', settings: {} });
    receive({ type: 'workspaces' });
    expect(useLive.getState()).toEqual(initial);
  });
});

it('runs with equal numbers in two folders have different keys', () => {
  expect(runKey({ root: '/a', sequence: 3 })).not.toBe(runKey({ root: '/b', sequence: 3 }));
});

it('runs that wait, pause or stop are under way until they are done', () => {
  const states = ['running', 'waiting', 'pausing', 'stopping', 'paused', 'stopped', 'done', 'failed'];
  expect(states.filter((status) => isUnderWay({ status }))).toEqual([
    'running',
    'waiting',
    'pausing',
    'stopping',
  ]);
});
