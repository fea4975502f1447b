import { AirlockError } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

/** A signal that follows others until its scope ends. */
export interface Cancellation extends Disposable {
  readonly signal: AbortSignal;
  cancel(reason: unknown): void;
}

/** Follows every given signal. Doesn't use AbortSignal.any, because a run's signal is long-lived and used by many requests. */
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

/** Returns the error of an aborted call: the reason if it is an AirlockError, otherwise `interrupted`. */
export function interruption(signal: AbortSignal): AirlockError {
  if (signal.reason instanceof AirlockError) return signal.reason;
  return new AirlockError('interrupted', t('stopped'), { cause: signal.reason });
}

/** @throws AirlockError `interrupted` */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw interruption(signal);
}

/** Returns a shared promise that rejects only for this caller if its signal is aborted. */
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

/** Waits `ms`, or rejects with `interrupted` once the signal is aborted. */
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
