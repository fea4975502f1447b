import { AirlockError } from '../../../base/errors/airlock-error.ts';

const DRAIN_MS = 5000;
const GIVE_UP_MS = 2000;

/** How work is asked to end. */
export interface WorkControl {
  /** Aborted: end in order. */
  pause: AbortSignal;
  /** Aborted: end at once. */
  signal: AbortSignal;
}

export interface Worker<T> {
  /** Ends it at once. */
  stop(): void;
  stopped(): boolean;
  ended: Promise<T>;
}

/** All long work of this engine, so that it can be ended with the engine. */
export interface Workers {
  /**
   * Starts work.
   * @param pause ends it in order; default: aborts `pause`
   * @throws AirlockError `interrupted` while the engine closes
   */
  start<T>(work: (control: WorkControl) => Promise<T>, pause?: () => void): Worker<T>;
  /** Pauses all, waits up to 5 s, then stops what is left. */
  close(): Promise<void>;
}

export function createWorkers(): Workers {
  const working = new Set<{ pause(): void; stop(): void; ended: Promise<unknown> }>();
  let closing = false;
  return {
    start(work, pause) {
      if (closing) throw new AirlockError('interrupted', 'the application is being closed: no run is begun');
      const [toPause, toStop] = [new AbortController(), new AbortController()];
      const ended = work({ pause: toPause.signal, signal: toStop.signal });
      const worker = { pause: pause ?? (() => toPause.abort()), stop: () => toStop.abort(), ended };
      working.add(worker);
      const forget = () => void working.delete(worker);
      ended.then(forget, forget);
      return { stop: worker.stop, stopped: () => toStop.signal.aborted, ended };
    },
    async close() {
      closing = true;
      const ended = Promise.allSettled([...working].map((worker) => worker.ended));
      for (const { pause } of [...working]) pause();
      if (await within(ended, DRAIN_MS)) return;
      for (const { stop } of working) stop();
      await within(ended, GIVE_UP_MS);
    },
  };
}

async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
