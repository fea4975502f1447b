import { beforeEach, describe, expect, it } from 'vitest';
import type { SequencedEvent } from '../../core/contract/events.ts';
import { isUnderWay, runKey, takeEvent, useLive } from './live.ts';

const take = (event: object) => takeEvent({ epoch: 'e', seq: 1, event } as unknown as SequencedEvent);
const begun = useLive.getInitialState();

beforeEach(() => useLive.setState(begun, true));

describe('what the host tells', () => {
  it('replaces what was told of the same thing, and nothing else', () => {
    const run = (sequence: number, status: string) => ({ run: { root: '/srv', sequence }, status });
    take({ type: 'run', run: run(1, 'running') });
    take({ type: 'run', run: run(2, 'running') });
    take({ type: 'run', run: run(1, 'done') });
    const { runs } = useLive.getState();
    expect(Object.keys(runs)).toEqual(['1@/srv', '2@/srv']);
    expect(runs['1@/srv']?.status).toBe('done');
  });

  it('is kept by topic', () => {
    take({ type: 'work', ticket: 't', done: 3 });
    take({ type: 'media', job: { job: 'm', state: 'reading' } });
    take({ type: 'cluster', job: { job: 'c' } });
    take({ type: 'engine', state: 'ready' });
    take({ type: 'practice', practice: { state: 'off' } });
    expect(useLive.getState()).toMatchObject({
      connected: true,
      work: { t: { done: 3 } },
      media: { m: { state: 'reading' } },
      clusters: { c: { job: 'c' } },
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

it('a run that pauses or stops is under way until it has', () => {
  const states = ['running', 'pausing', 'stopping', 'paused', 'done', 'failed', 'stopped'] as const;
  const underWay = states.filter((status) => isUnderWay({ status } as Parameters<typeof isUnderWay>[0]));
  expect(underWay).toEqual(['running', 'pausing', 'stopping']);
});
