import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { t } from '../messages.ts';

/**
 * Runs one check with a time limit.
 * @param limit ms. After it, the check fails with `stalled`
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
      throw new AirlockError('stalled', t('noResponse', { subject, seconds: limit / 1000 }), {
        remedy: t('noResponseRemedy'),
      });
    throw asAirlockError(error);
  }
}

/** Runs `work` for every item, at most `most` at once. Returns results in the order of the items. */
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
  return new AirlockError('interrupted', t('stopped'), { remedy: t('stoppedRemedy') });
}

/** Name lookups ignore signals. */
function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
