import { expect, test } from 'vitest';
import { liveRunOf } from './live-run.fixture.ts';
import { moment, runSentence } from './sentence.ts';

const now = new Date(2026, 4, 9, 0, 47);
const progress = liveRunOf().progress!;

test('a run under way says when it will be done', () => {
  expect(runSentence(liveRunOf(), now)).toBe('Done at 03:12.');
  expect(runSentence(liveRunOf({ progress: { ...progress, totalKnown: false } }), now)).toBe(
    'Done in about 2 h 25 min, if nothing more is found.',
  );
  expect(runSentence(liveRunOf({ progress: { ...progress, remainingMs: 20_000 } }), now)).toBe(
    'Done in less than a minute.',
  );
  expect(moment(new Date(2026, 4, 10, 3, 12), now)).toBe('tomorrow at 03:12');
  expect(moment(new Date(2026, 4, 12, 3, 12), now)).toBe('in about 3 days');
});

test('before bytes are known, and after all are there', () => {
  const { progress: _, ...unknown } = liveRunOf();
  expect(runSentence(unknown, now)).toBe('Finding out what is needed.');
  expect(runSentence(liveRunOf({ progress: { ...progress, remainingMs: undefined } }), now)).toBe(
    '32.0 of 48.2 GiB so far.',
  );
  expect(runSentence(liveRunOf({ phases: [{ phase: 'finish', startedAt: '' }] }), now)).toBe(
    'Closing the archive set.',
  );
});

test('what is not whole says what that means', () => {
  const images = { total: 51, copied: 49, present: 0, failed: 2 };
  const partial = { status: 'partial' as const, images };
  expect(runSentence(liveRunOf(partial), now)).toBe('49 of 51 images are there; 2 failed.');
  expect(runSentence(liveRunOf({ ...partial, incompleteTotal: 1 }), now)).toBe(
    '49 of 51 images are there; 2 failed. 1 version of an operator cannot be installed.',
  );
});

test('what ended before its end says where, and that nothing is lost', () => {
  expect(runSentence(liveRunOf({ status: 'paused' }), now)).toBe(
    'Paused at 32.0 of 48.2 GiB. Nothing will be fetched twice.',
  );
  const login = { registry: 'registry.lab:5000', since: new Date(2026, 4, 9, 3, 2).toISOString() };
  expect(runSentence(liveRunOf({ status: 'paused', login }), now)).toBe(
    'Paused at 32.0 of 48.2 GiB: registry.lab:5000 refuses the login since 03:02.',
  );
  expect(runSentence(liveRunOf({ status: 'interrupted' }), now)).toBe(
    'Interrupted at 32.0 of 48.2 GiB: its process is gone. What is finished is kept.',
  );
  const error = {
    code: 'disk-full',
    level: 'error' as const,
    message: 'the disk is full',
    remedy: '',
    problems: [],
  };
  expect(runSentence(liveRunOf({ status: 'failed', error }), now)).toBe(
    'Ended at 32.0 of 48.2 GiB: the disk is full.',
  );
});

test('a whole run says what there is now', () => {
  const ended = { status: 'complete' as const, endedAt: '2026-05-09T02:10:00Z' };
  const bytes = { fetched: 0, sent: 0, written: 48.2 * 1024 ** 3, present: 0 };
  expect(runSentence(liveRunOf({ ...ended, transfer: 'fleet-0008', bytes }), now)).toBe(
    'fleet-0008 is whole: 546 images, 48.2 GiB in 2 h 10 min.',
  );
  expect(runSentence(liveRunOf(ended), now)).toBe('Nothing new for fleet: there is nothing to carry.');
  const push = { ...ended, workflow: 'diskToMirror' as const, target: 'registry.lab:5000/mirror' };
  expect(runSentence(liveRunOf({ ...push, bytes: { ...bytes, sent: 1024 ** 3 } }), now)).toBe(
    'registry.lab:5000/mirror has all 546 images: 1.0 GiB sent in 2 h 10 min.',
  );
  const replay = { ...ended, workflow: 'replay' as const, target: '/srv/north/transfers/fleet-0008' };
  expect(runSentence(liveRunOf(replay), now)).toBe('fleet-0008 is as it was recorded.');
  const images = { total: 546, copied: 0, present: 546, failed: 0 };
  expect(runSentence(liveRunOf({ ...push, images }), now)).toBe(
    'registry.lab:5000/mirror had all 546 images already.',
  );
});

test('a partial run counts what is there and names what was left out', () => {
  const images = { total: 546, copied: 544, present: 0, failed: 2 };
  expect(runSentence(liveRunOf({ status: 'partial', images }), now)).toBe(
    '544 of 546 images are there; 2 failed.',
  );
  const release = {
    name: 'release 4.18.9-x86_64',
    state: 'left-out' as const,
    images: 0,
    done: 0,
    failed: 0,
    bytes: 0,
  };
  expect(
    runSentence(
      liveRunOf({ status: 'partial', images: { ...images, failed: 0 }, deliverables: [release] }),
      now,
    ),
  ).toBe('Release 4.18.9-x86_64 was left out.');
});

test('a deletion that was paused says how much is gone', () => {
  const images = { total: 5, copied: 2, present: 0, failed: 0 };
  expect(runSentence(liveRunOf({ workflow: 'delete', status: 'paused', images }), now)).toBe(
    'Paused: 2 images of 5 deleted.',
  );
});
