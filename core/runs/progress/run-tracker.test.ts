import { expect, test } from 'vitest';
import type { ImageResult, RunEvent } from './events.ts';
import { RunTracker, type TrackedImage } from './run-tracker.ts';

const image = (name: string, deliverable: string): TrackedImage => ({
  origin: `q.io/${name}:1`,
  destination: { repository: name, tag: '1' },
  digest: `sha256:${name}`,
  deliverable,
});
const settled = ({ origin, digest, deliverable }: TrackedImage): ImageResult => ({
  kind: 'generic',
  origin,
  source: origin,
  destination: origin,
  digest,
  deliverable,
  bytes: 0,
  verdict: 'not-checked',
  result: 'copied',
  attempts: 1,
});

test('counts content once, for the first deliverable that needs it; active images show their own content', () => {
  const events: RunEvent[] = [];
  const tracker = new RunTracker(
    (event) => events.push(event),
    () => ({ fetched: 0, sent: 0, written: 0 }),
  );
  const [one, two] = [image('one', 'release'), image('two', 'extras')];
  tracker.expectImages([one, two]);
  for (const of of [one, two]) tracker.want('shared', 100, of);
  tracker.want('own', 40, two);
  tracker.assign(one, 100);
  tracker.assign(two, 40);
  expect(tracker.deliverableStates().map(({ name, bytes }) => [name, bytes])).toEqual([
    ['release', 100],
    ['extras', 40],
  ]);

  const shared = tracker.begin(one, 'shared');
  const own = tracker.begin(two, 'own');
  shared.advance(30);
  own.advance(10);
  expect(tracker.active(64)).toEqual([
    { image: one, done: 30, total: 100 },
    { image: two, done: 10, total: 40 },
  ]);
  expect(tracker.active(1)).toHaveLength(1);
  expect(tracker.progress()).toMatchObject({ done: 40, total: 140 });
  shared.end();
  expect(tracker.active(64)).toEqual([{ image: two, done: 10, total: 40 }]);
  expect(tracker.progress().done).toBe(10);
  expect(tracker.deliverableStates()[0]).toMatchObject({ bytesDone: 0 });

  const again = tracker.begin(one, 'shared');
  again.advance(100);
  // A second location of the same content, such as another repository of a push, isn't additional work.
  const elsewhere = tracker.begin(two, 'shared');
  again.end('copied');
  elsewhere.advance(50);
  elsewhere.end('present');
  own.end('copied');
  expect(tracker.progress()).toMatchObject({ done: 140, bytes: { present: 0 } });
  expect(tracker.active(64)).toEqual([]);
  tracker.image(settled(one));
  expect(tracker.deliverableStates()).toMatchObject([
    { name: 'release', bytesDone: 100, done: 1, completedAt: expect.any(String) },
    { name: 'extras', bytesDone: 40, done: 0 },
  ]);
  expect(tracker.wholeness()).toEqual([
    { name: 'release', complete: true },
    { name: 'extras', complete: false },
  ]);
});

test('counts content that was interrupted on request, because the next run resumes it', () => {
  const tracker = new RunTracker(
    () => {},
    () => ({ fetched: 0, sent: 0, written: 0 }),
  );
  const stopped = image('one', 'release');
  tracker.want('blob', 100, stopped);
  const moving = tracker.begin(stopped, 'blob');
  moving.advance(60);
  moving.end('retained');
  expect(tracker.active(64)).toEqual([]);
  expect(tracker.progress()).toMatchObject({ done: 60, total: 100 });
  expect(tracker.deliverableStates()[0]).toMatchObject({ bytesDone: 60 });
});
