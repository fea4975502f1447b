import { interruption } from './cancellation.ts';

/** Slots, given out in the order they were asked for. */
export interface TransferQueue {
  /**
   * Waits for a slot; the result gives it back (more than once is harmless).
   * @param again true: before all who wait for their first one. What is half done is finished before more is begun.
   * @throws AirlockError `interrupted` when the signal is aborted while waiting.
   */
  acquire(signal: AbortSignal, again?: boolean): Promise<() => void>;
  /**
   * For so long (ms) no slot is given, and twice as long (or `freshMs`) none for what is not begun yet: after a break of the
   * line, who waited behind those that broke would take their slots at once, to lose an attempt to the same break. A rest
   * never shortens the one before.
   */
  rest(ms: number, freshMs?: number): void;
  /** More slots go to those who wait at once; fewer take effect as slots come back. */
  setLimit(limit: number): void;
  /** True when nobody holds or awaits a slot. */
  readonly idle: boolean;
  /** Slots that are held. */
  readonly stored: number;
}

/** What a queue measures its rests by. */
export interface QueueTimer {
  /** Monotonic, ms. */
  now(): number;
  /** Calls back after so many ms. */
  after(ms: number, then: () => void): void;
}

const MONOTONIC: QueueTimer = {
  now: () => performance.now(),
  after: (ms, then) => void setTimeout(then, ms),
};

/** A queue with slots, first come, first served. Small requests do not pass through it: so they overtake. */
export function createTransferQueue(
  slots: number,
  { now: clock, after }: QueueTimer = MONOTONIC,
): TransferQueue {
  const waiting = new Set<() => void>();
  const returning = new Set<() => void>();
  let limit = slots;
  let stored = 0;
  const backsOffUntil = new Map<Set<() => void>, number>();

  const mayStart = (line: Set<() => void>): boolean =>
    stored < limit && clock() >= (backsOffUntil.get(line) ?? 0);
  const startWaiting = (): void => {
    for (const line of [returning, waiting])
      for (const next of line) {
        if (!mayStart(line)) break;
        line.delete(next);
        next();
      }
  };

  /** When the rest of a line is over. A timer counts from when its turn of the event loop began: it may come too early. */
  const wake = (line: Set<() => void>): void => {
    const left = (backsOffUntil.get(line) ?? 0) - clock();
    if (left > 0) after(Math.ceil(left), () => wake(line));
    else startWaiting();
  };

  const slot = (): (() => void) => {
    stored++;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      stored--;
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
      return stored === 0 && waiting.size === 0 && returning.size === 0;
    },
    get stored() {
      return stored;
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

/** Lets one job at a time run for each key. */
export type OneAtATime = <T>(
  key: string,
  signal: AbortSignal,
  job: (waited: boolean) => Promise<T>,
) => Promise<T>;

/** A lock for each key; keys that nobody uses cost nothing. `waited` tells a job that another one came before it. */
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
