import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { RunControl } from '../../../mirror/run/request.ts';
import type { Jobs } from '../state/jobs.ts';

/**
 * Begins a run of this process. Answers with the folder of its record as soon as it has one: the record tells everything
 * else.
 * @param signal ends it as long as it has none
 * @throws what the work throws before it has a record
 */
export function beginOwnRun(
  jobs: Pick<Jobs, 'work'>,
  work: (control: RunControl) => Promise<unknown>,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const listening = new AbortController();
    const run = jobs.work((control) =>
      work({
        ...control,
        emit(event) {
          if (event.type !== 'run') return;
          listening.abort();
          resolve(event.directory);
        },
      }),
    );
    run.ended
      .then(
        () => reject(new AirlockError('internal', 'the run left no record')),
        // After the record is there, the record tells it.
        reject,
      )
      .finally(() => listening.abort());
    if (signal.aborted) run.stop();
    else signal.addEventListener('abort', run.stop, { once: true, signal: listening.signal });
  });
}
