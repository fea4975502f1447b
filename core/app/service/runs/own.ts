import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { RunControl } from '../../../mirror/run/request.ts';

const DRAIN_MS = 5000;
const GIVE_UP_MS = 2000;

/** The runs that this process works on. Everything they tell is in their records: here they are only begun and ended. */
export interface OwnRuns {
  /**
   * Begins a run. Answers when it has its record.
   * @param signal ends it as long as it has none
   * @throws what the work throws before it has a record
   */
  begin(work: (control: RunControl) => Promise<unknown>, signal: AbortSignal): Promise<string>;
  /** Pauses all, waits up to 5 s until their records are closed, then stops what is left. */
  close(): Promise<void>;
}

interface Own {
  pause: AbortController;
  stop: AbortController;
  ended: Promise<unknown>;
}

export function createOwnRuns(): OwnRuns {
  const own = new Set<Own>();
  let closing = false;

  return {
    begin(work, signal) {
      if (closing) throw new AirlockError('interrupted', 'the application is being closed: no run is begun');
      return new Promise((resolve, reject) => {
        const pause = new AbortController();
        const stop = new AbortController();
        const onAbort = () => stop.abort();
        signal.addEventListener('abort', onAbort, { once: true });
        const control: RunControl = {
          signal: stop.signal,
          pause: pause.signal,
          emit(event) {
            if (event.type !== 'run') return;
            signal.removeEventListener('abort', onAbort);
            resolve(event.directory);
          },
        };
        const ended = work(control)
          .then(
            () => reject(new AirlockError('internal', 'the run left no record')),
            // After the record is there, the record tells it.
            reject,
          )
          .finally(() => {
            own.delete(run);
            signal.removeEventListener('abort', onAbort);
          });
        const run: Own = { pause, stop, ended };
        own.add(run);
        if (signal.aborted) stop.abort();
      });
    },
    async close() {
      closing = true;
      const ended = Promise.all([...own].map((run) => run.ended));
      for (const { pause } of own) pause.abort();
      if (await within(ended, DRAIN_MS)) return;
      for (const { stop } of own) stop.abort();
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
