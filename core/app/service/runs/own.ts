import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { RunControl } from '../../../mirror/run/request.ts';
import type { EmitRunEvent } from '../../../runs/progress/events.ts';
import type { Jobs } from '../state/jobs.ts';
import { t } from './messages.ts';

/**
 * Starts a run of this process. Returns the folder of its record as soon as it exists. The record reports everything else.
 * @param signal stops the run until then
 * @param onEvent receives all events of the run
 * @throws what the work throws before it has a record
 */
export function beginOwnRun(
  jobs: Pick<Jobs, 'work'>,
  work: (control: RunControl) => Promise<unknown>,
  signal: AbortSignal,
  onEvent: EmitRunEvent = () => {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const listening = new AbortController();
    const run = jobs.work((control) =>
      work({
        ...control,
        emit(event) {
          onEvent(event);
          if (event.type !== 'run') return;
          listening.abort();
          resolve(event.directory);
        },
      }),
    );
    run.ended
      .then(
        () => reject(new AirlockError('internal', t('runWithoutRecord'))),
        // Once the record exists, it reports the failure.
        reject,
      )
      .finally(() => listening.abort());
    if (signal.aborted) run.stop();
    else signal.addEventListener('abort', run.stop, { once: true, signal: listening.signal });
  });
}
