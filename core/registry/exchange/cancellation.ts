import { AirlockError } from '../../base/errors/airlock-error.ts';

/** A signal that follows others, and stops listening to them when its scope ends. */
export interface Cancellation extends Disposable {
  readonly signal: AbortSignal;
  cancel(reason: unknown): void;
}

/** Follows every given signal. By hand, not by AbortSignal.any: a run's signal lives long and sees many requests. */
export function following(...signals: (AbortSignal | undefined)[]): Cancellation {
  const controller = new AbortController();
  const stops: (() => void)[] = [];
  for (const signal of signals) {
    if (!signal) continue;
    if (signal.aborted) {
      controller.abort(signal.reason);
      break;
    }
    const onAbort = () => controller.abort(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    stops.push(() => signal.removeEventListener('abort', onAbort));
  }
  return {
    signal: controller.signal,
    cancel: (reason) => controller.abort(reason),
    [Symbol.dispose]: () => {
      for (const stop of stops) stop();
    },
  };
}

/** What an aborted call rejects with: the reason, when it is one of ours, else `interrupted`. */
export function interruption(signal: AbortSignal): AirlockError {
  if (signal.reason instanceof AirlockError) return signal.reason;
  return new AirlockError('interrupted', 'stopped on request', { cause: signal.reason });
}

/** @throws AirlockError `interrupted` */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw interruption(signal);
}

/** A promise that other callers share, given up by this caller alone when its signal is aborted. */
export function unlessAborted<T>(shared: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    shared.catch(() => {});
    return Promise.reject(interruption(signal));
  }
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(interruption(signal));
    signal.addEventListener('abort', onAbort, { once: true });
    shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Waits `ms`, or rejects with `interrupted` as soon as the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.reject(interruption(signal));
  return new Promise<void>((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(interruption(signal));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
