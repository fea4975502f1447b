import { expect, test } from 'vitest';
import { createOneAtATime, createTransferQueue } from './transfer-queue.ts';

const never = new AbortController().signal;

test('assigns slots in order, up to the limit', async () => {
  const queue = createTransferQueue(2);
  const order: number[] = [];
  let used = 0;
  let most = 0;
  await Promise.all(
    [0, 1, 2, 3, 4, 5].map(async (i) => {
      const release = await queue.acquire(never);
      order.push(i);
      most = Math.max(most, ++used);
      await new Promise((resolve) => setTimeout(resolve, 2));
      used--;
      release();
      release();
    }),
  );
  expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  expect(most).toBe(2);
  expect(queue.idle).toBe(true);
});

test('assigns no slot to an aborted caller', async () => {
  const queue = createTransferQueue(1);
  const release = await queue.acquire(never);
  const controller = new AbortController();
  const given = queue.acquire(controller.signal);
  const next = queue.acquire(never);
  controller.abort();
  await expect(given).rejects.toMatchObject({ code: 'interrupted' });
  release();
  (await next)();
  expect(queue.idle).toBe(true);
  await expect(queue.acquire(controller.signal)).rejects.toMatchObject({ code: 'interrupted' });
});

test('a free slot is assigned only if nobody waits and no rest is in progress', async () => {
  const queue = createTransferQueue(2);
  const first = await queue.acquire(never);
  const second = queue.acquireFree()!;
  expect(queue.acquireFree()).toBeUndefined();
  const waiting = queue.acquire(never);
  first();
  const third = await waiting;
  expect([queue.used, queue.limit]).toEqual([2, 2]);
  const next = queue.acquire(never);
  queue.setLimit(1);
  second();
  // The slot beyond the limit isn't assigned again.
  expect(queue.acquireFree()).toBeUndefined();
  third();
  (await next)();
  queue.rest(20);
  expect(queue.acquireFree()).toBeUndefined();
  queue.setLimit(2);
  expect(queue.acquireFree()).toBeUndefined();
  expect(queue.idle).toBe(true);
});

/** A timer that the test triggers. */
function handTimer() {
  let time = 0;
  const due: { at: number; then: () => void }[] = [];
  return {
    now: () => time,
    after(ms: number, then: () => void) {
      due.push({ at: time + ms, then });
    },
    async pass(ms: number) {
      const end = time + ms;
      for (;;) {
        const next = due.sort((a, b) => a.at - b.at)[0];
        if (!next || next.at > end) break;
        due.shift();
        time = next.at;
        next.then();
      }
      time = end;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('resumes started work after a rest before new work, in order', async () => {
  const timer = handTimer();
  const queue = createTransferQueue(2, timer);
  const order: string[] = [];
  const take = async (name: string, again = false) => {
    const release = await queue.acquire(never, again);
    order.push(name);
    return release;
  };
  const first = await take('first');
  const waiting = [take('a'), take('b'), take('c')];
  (await waiting[0]!)();
  queue.rest(30);
  first();
  const late = take('d');
  const second = await waiting[1]!;
  expect(order).toEqual(['first', 'a', 'b']);
  second();
  const again = take('again', true);
  await timer.pass(29);
  expect(order).toEqual(['first', 'a', 'b']);
  await timer.pass(1);
  expect(order).toEqual(['first', 'a', 'b', 'again']);
  (await again)();
  await timer.pass(29);
  expect(order).toEqual(['first', 'a', 'b', 'again']);
  await timer.pass(1);
  (await waiting[2]!)();
  (await late)();
  expect(order).toEqual(['first', 'a', 'b', 'again', 'c', 'd']);
  expect(queue.idle).toBe(true);
});

test("rests for the given time, which a later shorter rest doesn't shorten", async () => {
  const timer = handTimer();
  const queue = createTransferQueue(1, timer);
  let started = 0;
  queue.rest(1_000, 1_000);
  queue.rest(10);
  for (const again of [true, false])
    void queue.acquire(never, again).then((release) => {
      started++;
      release();
    });
  await timer.pass(999);
  expect(started).toBe(0);
  await timer.pass(1);
  expect(started).toBe(2);
});

test('wakes waiting callers after a rest, however late in its event loop turn it started', async () => {
  for (let i = 0; i < 50; i++) {
    await new Promise((resolve) => setTimeout(resolve));
    const queue = createTransferQueue(1);
    // Timers count from the start of this turn.
    for (const startedAt = performance.now(); performance.now() < startedAt + 3; );
    queue.rest(i / 25);
    (await queue.acquire(never))();
    expect(queue.idle).toBe(true);
  }
});

test('runs jobs of one key in sequence, also after a failure, and other keys in parallel', async () => {
  const oneAtATime = createOneAtATime();
  const log: string[] = [];
  const job = (name: string) => async (waited: boolean) => {
    log.push(`${name} begins${waited ? ' after another' : ''}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    log.push(`${name} ends`);
    if (name === 'a1') throw new Error('a1 fails');
  };
  const first = oneAtATime('a', never, job('a1'));
  await Promise.all([
    expect(first).rejects.toThrow('a1 fails'),
    oneAtATime('a', never, job('a2')),
    oneAtATime('b', never, job('b1')),
  ]);
  expect(log.slice(0, 2)).toEqual(['a1 begins', 'b1 begins']);
  expect(log.indexOf('a2 begins after another')).toBeGreaterThan(log.indexOf('a1 ends'));
});

test('assigns additional slots at once, and fewer when slots are released', async () => {
  const queue = createTransferQueue(1);
  const releases: (() => void)[] = [];
  let started = 0;
  for (let i = 0; i < 6; i++)
    void queue.acquire(never).then((release) => {
      started++;
      releases.push(release);
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  await settled();
  expect(started).toBe(1);
  queue.setLimit(4);
  await settled();
  expect(started).toBe(4);
  queue.setLimit(2);
  releases.shift()!();
  releases.shift()!();
  await settled();
  expect(started).toBe(4);
  releases.shift()!();
  await settled();
  expect(started).toBe(5);
});
