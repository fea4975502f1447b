import { beforeEach, describe, expect, it } from 'vitest';
import type { SequencedEvent } from '../../core/contract/events.ts';
import { isUnderWay, runKey, takeEvent, useLive } from './live.ts';

const take = (event: object) => takeEvent({ epoch: 'e', seq: 1, event } as unknown as SequencedEvent);
const begun = useLive.getInitialState();

beforeEach(() => useLive.setState(begun, true));

describe('what the host tells', () => {
  it('replaces what was told of the same job, and nothing else', () => {
    const run = (sequence: number, status: string) => ({
      type: 'job',
      job: { kind: 'run', run: { root: '/srv', sequence }, status },
    });
    take(run(1, 'running'));
    take(run(2, 'running'));
    take(run(1, 'done'));
    const { jobs } = useLive.getState();
    expect(Object.keys(jobs.run)).toEqual(['1@/srv', '2@/srv']);
    expect(jobs.run['1@/srv']?.status).toBe('done');
  });

  it('keeps jobs of different kinds apart', () => {
    for (const kind of ['media', 'cluster', 'request']) take({ type: 'job', job: { kind, id: 'x' } });
    const { jobs } = useLive.getState();
    expect(jobs).toMatchObject({ run: {}, media: { x: {} }, cluster: { x: {} }, request: { x: {} } });
    expect(jobs.media.x?.kind).toBe('media');
  });

  it('is the latest state of the engine and of the practice', () => {
    take({ type: 'engine', state: 'restarting' });
    take({ type: 'engine', state: 'ready' });
    take({ type: 'practice', practice: { state: 'off' } });
    expect(useLive.getState()).toMatchObject({
      connected: true,
      engine: { state: 'ready' },
      practice: { state: 'off' },
    });
  });

  it('is not kept here where it belongs to the query cache', () => {
    take({ type: 'settings', settings: {} });
    take({ type: 'workspaces' });
    expect(useLive.getState()).toEqual(begun);
  });
});

it('runs of two folders with one number are two', () => {
  expect(runKey({ root: '/a', sequence: 3 })).not.toBe(runKey({ root: '/b', sequence: 3 }));
});

it('what waits, pauses or stops is under way until it has', () => {
  const states = ['running', 'waiting', 'pausing', 'stopping', 'paused', 'stopped', 'done', 'failed'];
  expect(states.filter((status) => isUnderWay({ status }))).toEqual([
    'running',
    'waiting',
    'pausing',
    'stopping',
  ]);
});
