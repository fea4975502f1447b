import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type SequencedEvent, topicOf } from '../../contract/events.ts';
import { createEventHub, type EventHub } from './event-hub.ts';
import { doneOf, requestEvent, runEvent } from './sample-run.fixture.ts';

let hub: EventHub;
let reported: SequencedEvent[];

beforeEach(() => {
  hub = createEventHub();
  reported = [];
  hub.subscribe((event) => reported.push(event));
});
afterEach(() => hub.close());

async function until(matches: () => boolean): Promise<void> {
  while (!matches()) await pause(10);
}

const latest = (topic: string) => reported.findLast(({ event }) => topicOf(event) === topic)?.event;

test('sends a single event at once, with its number', () => {
  hub.publish({ type: 'workspaces' });
  expect(reported).toMatchObject([{ epoch: hub.epoch, seq: 1, event: { type: 'workspaces' } }]);
});

test('sends few of many events, in order, including the last state of each topic', async () => {
  const began = performance.now();
  for (let i = 0; i < 10_000; i++) hub.publish(requestEvent(`plan-${i % 4}`, i));
  await until(() =>
    [9996, 9997, 9998, 9999].every(
      (done, i) =>
        latest(`request plan-${i}`) !== undefined && reported.some(({ event }) => doneOf(event) === done),
    ),
  );
  const seconds = (performance.now() - began) / 1000;
  expect(reported.length).toBeLessThanOrEqual(Math.ceil(4 + seconds * 10));
  const seqs = reported.map(({ seq }) => seq);
  expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
  expect(new Set(seqs).size).toBe(seqs.length);
});

test('sends events of one topic at most four times a second', async () => {
  const ends = performance.now() + 900;
  for (let i = 0; performance.now() < ends; i++) {
    hub.publish(runEvent(1, { retries: i }));
    await pause(5);
  }
  expect(reported.length).toBeGreaterThanOrEqual(3);
  expect(reported.length).toBeLessThanOrEqual(4);
});

test("doesn't delay a rare event behind the progress of many runs", async () => {
  for (let i = 1; i <= 30; i++) hub.publish(runEvent(i));
  hub.publish({ type: 'runs' });
  await until(() => latest('runs') !== undefined);
  expect(reported.length).toBeLessThanOrEqual(5);
});

test('sends newer events to a subscriber with a position, and everything to one from another epoch', async () => {
  hub.publish({ type: 'workspaces' });
  hub.publish({ type: 'runs' });
  const position = { epoch: hub.epoch, seq: 1 };
  expect(hub.since(position).map(({ event }) => event.type)).toEqual(['runs']);
  hub.publish(requestEvent('plan', 1));
  expect(hub.since(position).map(({ event }) => event.type)).toEqual(['runs', 'job']);
  expect(hub.since({ epoch: 'of a host before', seq: 100 })).toHaveLength(3);
  expect(hub.since()).toHaveLength(3);
  expect(hub.since({ epoch: hub.epoch, seq: 3 })).toEqual([]);

  const late: SequencedEvent[] = [];
  const end = hub.subscribe((event) => late.push(event), position);
  await pause(260);
  hub.publish(requestEvent('plan', 2));
  expect(late.map(({ seq }) => seq)).toEqual([2, 3, 4]);
  end();
  hub.publish({ type: 'practice', practice: { state: 'off', versions: [], drives: [], steps: [] } });
  await until(() => latest('practice') !== undefined);
  expect(late).toHaveLength(3);
});

test('forgets ended runs after fifty newer ones, but no run in progress', async () => {
  vi.useFakeTimers();
  const saved = createEventHub();
  try {
    saved.publish(runEvent(1));
    for (let i = 2; i <= 60; i++) saved.publish(runEvent(i, { status: 'complete' }));
    await vi.advanceTimersByTimeAsync(10_000);
    const sequences = saved
      .since()
      .map(({ event }) => event.type === 'job' && event.job.kind === 'run' && event.job.run.sequence);
    expect(sequences).toEqual([1, ...Array.from({ length: 50 }, (_, i) => i + 11)]);
  } finally {
    saved.close();
    vi.useRealTimers();
  }
});

test('sends both the end and the restart of the engine at once', () => {
  const engine = { type: 'engine' as const, restarts: 1, at: '2026-01-31T10:00:00.000Z', resumed: [] };
  for (let i = 1; i <= 30; i++) hub.publish(runEvent(i));
  hub.publish({ ...engine, state: 'restarting' });
  hub.publish({ ...engine, state: 'ready' });
  expect(reported.slice(-2)).toMatchObject([
    { event: { state: 'restarting' } },
    { event: { state: 'ready' } },
  ]);
});
