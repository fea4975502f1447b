import { interruption } from './cancellation.ts';

/** Slots, assigned in the order of requests. */
export interface TransferQueue {
  /**
   * Waits for a slot. The result releases it (repeated calls are harmless).
   * @param again whether to precede all first requests, so that partial work is finished before more is started.
   * @throws AirlockError `interrupted` if the signal is aborted while waiting.
   */
  acquire(signal: AbortSignal, again?: boolean): Promise<() => void>;
  /** Returns a slot like `acquire` if one is free and nobody waits for it. */
  acquireFree(): (() => void) | undefined;
  /**
   * Assigns no slot for this time (ms), and none to new work for twice as long (or `freshMs`). Otherwise, waiting requests
   * would take the slots of broken transfers at once, and lose an attempt to the same break. A rest never shortens the
   * one before.
   */
  rest(ms: number, freshMs?: number): void;
  /** Changes the number of slots. Additional ones are assigned at once, and fewer take effect when slots are released. */
  setLimit(limit: number): void;
  /** Whether no slot is in use or requested. */
  readonly idle: boolean;
  /** Slots in use. */
  readonly used: number;
  /** Slots, also those in use. */
  readonly limit: number;
}

/** The clock of a queue. */
export interface QueueTimer {
  /** Monotonic, ms. */
  now(): number;
  /** Calls back after this time, in ms. */
  after(ms: number, then: () => void): void;
}

const MONOTONIC: QueueTimer = {
  now: () => performance.now(),
  after: (ms, then) => void setTimeout(then, ms),
};

/** Returns a queue of slots, first come, first served. Small requests bypass it, so that they overtake. */
export function createTransferQueue(
  slots: number,
  { now: clock, after }: QueueTimer = MONOTONIC,
): TransferQueue {
  const waiting = new Set<() => void>();
  const returning = new Set<() => void>();
  let limit = slots;
  let used = 0;
  const backsOffUntil = new Map<Set<() => void>, number>();

  const mayStart = (line: Set<() => void>): boolean =>
    used < limit && clock() >= (backsOffUntil.get(line) ?? 0);
  const startWaiting = (): void => {
    for (const line of [returning, waiting])
      for (const next of line) {
        if (!mayStart(line)) break;
        line.delete(next);
        next();
      }
  };

  /**
   * Assigns slots once a line's pause is over. A timer counts from the start of its event loop turn, so it may fire too
   * early.
   */
  const wake = (line: Set<() => void>): void => {
    const left = (backsOffUntil.get(line) ?? 0) - clock();
    if (left > 0) after(Math.ceil(left), () => wake(line));
    else startWaiting();
  };

  const slot = (): (() => void) => {
    used++;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      used--;
      startWaiting();
    };
  };

  return {
    rest(ms, freshMs = 2 * ms) {
      for (const [line, rest] of [
        [returning, ms],
        [waiting, freshMs],
      ] as const) {
        backsOffUntil.set(line, Math.max(backsOffUntil.get(line) ?? 0, clock() + rest));
        wake(line);
      }
    },
    setLimit(next) {
      limit = next;
      startWaiting();
    },
    get idle() {
      return used === 0 && waiting.size === 0 && returning.size === 0;
    },
    get used() {
      return used;
    },
    get limit() {
      return limit;
    },
    acquireFree() {
      return waiting.size + returning.size === 0 && mayStart(waiting) ? slot() : undefined;
    },
    acquire(signal, again = false) {
      const line = again ? returning : waiting;
      if (signal.aborted) return Promise.reject(interruption(signal));
      if (mayStart(line)) return Promise.resolve(slot());
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          line.delete(start);
          reject(interruption(signal));
        };
        const start = () => {
          signal.removeEventListener('abort', onAbort);
          resolve(slot());
        };
        signal.addEventListener('abort', onAbort, { once: true });
        line.add(start);
      });
    },
  };
}

/** Runs one job at a time for each key. */
export type OneAtATime = <T>(
  key: string,
  signal: AbortSignal,
  job: (waited: boolean) => Promise<T>,
) => Promise<T>;

/** Returns a lock per key. Unused keys cost nothing. `waited` is true if another job ran before. */
export function createOneAtATime(): OneAtATime {
  const queues = new Map<string, TransferQueue>();
  return async (key, signal, job) => {
    const queue = queues.get(key) ?? createTransferQueue(1);
    const waited = !queue.idle;
    queues.set(key, queue);
    const release = await queue.acquire(signal);
    try {
      return await job(waited);
    } finally {
      release();
      if (queue.idle) queues.delete(key);
    }
  };
}
