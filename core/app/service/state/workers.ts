import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

const DRAIN_MS = 5000;
const GIVE_UP_MS = 2000;

/** Signals that end work. */
export interface WorkControl {
  /** When aborted, the work ends in an orderly way. */
  pause: AbortSignal;
  /** When aborted, the work ends at once. */
  signal: AbortSignal;
}

export interface Worker<T> {
  /** Ends it at once. */
  stop(): void;
  stopped(): boolean;
  ended: Promise<T>;
}

/** All long work of this engine, so that it ends with the engine. */
export interface Workers {
  /**
   * Starts work.
   * @param pause ends the work in an orderly way; default: aborts `pause`
   * @throws AirlockError `interrupted` while the engine closes
   */
  start<T>(work: (control: WorkControl) => Promise<T>, pause?: () => void): Worker<T>;
  /** Pauses all work, waits up to 5 s, then stops the rest. */
  close(): Promise<void>;
}

export function createWorkers(): Workers {
  const working = new Set<{ pause(): void; stop(): void; ended: Promise<unknown> }>();
  let closing = false;
  return {
    start(work, pause) {
      if (closing) throw new AirlockError('interrupted', t('closing'));
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
