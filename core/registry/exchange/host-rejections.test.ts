import { expect, test } from 'vitest';
import { createHostRejections } from './host-rejections.ts';

const never = new AbortController().signal;

/** A host's rejections with a clock that the test controls. */
function watched() {
  let now = 1_000;
  const backOffs: number[] = [];
  const rejections = createHostRejections(
    (ms) => backOffs.push(ms),
    () => now,
  );
  return {
    rejections,
    backOffs,
    wait(ms: number) {
      now += ms;
    },
    /** A request that is sent now and answered 5 ms later. */
    answers(status: 'served' | 'rejected', retryAfterMs = 1_000) {
      const startedAt = now;
      now += 5;
      rejections.answered(startedAt, status === 'rejected' ? retryAfterMs : undefined);
    },
  };
}

test('a host that rejects every fifth request never pauses all requests, and is known to serve the others', () => {
  const { rejections, backOffs, answers } = watched();
  for (let i = 1; i <= 200; i++) answers(i % 5 === 0 ? 'rejected' : 'served');
  expect(backOffs).toEqual([]);
  expect(rejections.servesOthers).toBe(true);
});

test('counts concurrent requests that are rejected together as one', () => {
  const { rejections, backOffs, wait } = watched();
  wait(5);
  for (let i = 0; i < 40; i++) rejections.answered(1_000, 1_000);
  expect(backOffs).toEqual([]);
});

test('stops all requests for the Retry-After time if rejections outnumber responses', () => {
  const { rejections, backOffs, answers } = watched();
  for (let i = 0; i < 8; i++) answers('served');
  for (let i = 0; i < 4; i++) answers('rejected', 3_000);
  expect(backOffs).toEqual([]);
  answers('rejected', 3_000);
  expect(backOffs).toEqual([3_000]);
  expect(rejections.servesOthers).toBe(false);
  for (let i = 0; i < 5; i++) answers('rejected', 0);
  expect(backOffs).toEqual([3_000, 0]);
});

test('ignores responses to requests that observed Retry-After', () => {
  const { rejections, wait, answers } = watched();
  for (let i = 0; i < 20; i++) {
    answers('rejected');
    wait(1_100);
    for (let k = 0; k < 10; k++) answers('served');
  }
  expect(rejections.servesOthers).toBe(false);
});

test('ends a wait when the host serves others, one rejected request per response, in order', async () => {
  const { rejections, answers } = watched();
  answers('rejected');
  const ended: number[] = [];
  const waits = [0, 1].map(async (i) => {
    await rejections.wait(5_000, 10, never);
    ended.push(i);
  });
  answers('served');
  answers('served');
  answers('served');
  await waits[0];
  expect(ended).toEqual([0]);
  answers('served');
  await waits[1];
  expect(ended).toEqual([0, 1]);
  const startedAt = performance.now();
  await rejections.wait(5_000, 10, never);
  expect(performance.now() - startedAt).toBeLessThan(2_500);
});

test('observes a long Retry-After even if the host serves others, and stops every wait on request', async () => {
  const { rejections, answers } = watched();
  const stop = new AbortController();
  const short = rejections.wait(5_000, 10, stop.signal);
  answers('rejected', 6_000);
  let over = false;
  const long = rejections.wait(6_000, 10, stop.signal).finally(() => {
    over = true;
  });
  for (let i = 0; i < 10; i++) answers('served');
  await short;
  const last = rejections.wait(6_000, 10, stop.signal);
  await new Promise((resolve) => setImmediate(resolve));
  expect(over).toBe(false);
  stop.abort();
  await expect(long).rejects.toMatchObject({ code: 'interrupted' });
  await expect(last).rejects.toMatchObject({ code: 'interrupted' });
});
