import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';

/**
 * Runs one check with a time of its own.
 * @param limit ms; after that the check is given up with `stalled`
 * @throws AirlockError `interrupted` when `signal` is aborted, `stalled`, and whatever `work` throws
 */
export async function limited<T>(
  subject: string,
  limit: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = AbortSignal.timeout(limit);
  const both = AbortSignal.any([signal, late]);
  try {
    return await unlessStopped(work(both), both);
  } catch (error) {
    if (signal.aborted) throw interrupted();
    if (late.aborted)
      throw new AirlockError('stalled', `${subject}: no answer within ${limit / 1000} s`, {
        remedy: 'Check firewalls and proxies on the way: some drop what they do not allow without a word.',
      });
    throw asAirlockError(error);
  }
}

/** Does `work` for every item, `most` at once; results in the order of the items. */
export async function atOnce<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  await Promise.all(
    Array.from({ length: Math.min(most, items.length) }, async () => {
      for (const [position, item] of queue) results[position] = await work(item);
    }),
  );
  return results;
}

export function interrupted(): AirlockError {
  return new AirlockError('interrupted', 'stopped on request', { remedy: 'Run the same command again.' });
}

/** Lookups of names do not heed a signal. */
function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
