import { AirlockError } from '../../base/errors/airlock-error.ts';
import { interruption } from './cancellation.ts';
import { t } from './messages.ts';
import type { TransferCounters } from './registry.ts';

/**
 * Controls when a run may send requests to registries. While it is closed, no request is started. Transfers stop and resume
 * from the same byte after the next opening. Small requests in progress are completed.
 */
export interface LinkGate {
  readonly open: boolean;
  /** Aborted with `window-closed` when the gate closes next. Each opening has its own signal. */
  readonly closing: AbortSignal;
  /**
   * Returns undefined if a request may start, otherwise a promise that resolves at the next opening.
   * @throws AirlockError `interrupted` (the promise) if the signal is aborted, or the run no longer waits for openings
   */
  pass(signal: AbortSignal): Promise<void> | undefined;
  set(open: boolean): void;
}

/** @param leaving if aborted, nothing waits for an opening: a run that should pause ends at a closed gate */
export function createLinkGate(leaving: AbortSignal): LinkGate {
  const waiting = new Set<{ start: () => void; leave: () => void }>();
  let open = true;
  let closing = new AbortController();
  leaving.addEventListener('abort', () => {
    for (const { leave } of [...waiting]) leave();
  });

  return {
    get open() {
      return open;
    },
    get closing() {
      return closing.signal;
    },
    pass(signal) {
      if (open) return undefined;
      if (signal.aborted) return Promise.reject(interruption(signal));
      if (leaving.aborted) return Promise.reject(stopped());
      return new Promise((resolve, reject) => {
        const over = (settle: () => void) => () => {
          waiting.delete(entry);
          signal.removeEventListener('abort', onAbort);
          settle();
        };
        const onAbort = over(() => reject(interruption(signal)));
        const entry = { start: over(resolve), leave: over(() => reject(stopped())) };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.add(entry);
      });
    },
    set(next) {
      if (next === open) return;
      open = next;
      if (open) {
        for (const { start } of [...waiting]) start();
        return;
      }
      const ended = closing;
      closing = new AbortController();
      ended.abort(new AirlockError('window-closed', t('windowClosed'), { retryable: true }));
    },
  };
}

function stopped(): AirlockError {
  return new AirlockError('interrupted', t('stopped'));
}

/** Returns whether an attempt ended because the window closed. It is repeated without counting as a retry. */
export function cutByWindow(error: AirlockError): boolean {
  return error.code === 'window-closed';
}

/** Returns counters that report every byte. @param onBytes receives the total of fetched and sent bytes */
export function reportedCounters(onBytes: (moved: number) => void): TransferCounters {
  let fetched = 0;
  let sent = 0;
  return {
    requests: 0,
    retries: 0,
    get fetched() {
      return fetched;
    },
    set fetched(count) {
      fetched = count;
      onBytes(fetched + sent);
    },
    get sent() {
      return sent;
    },
    set sent(count) {
      sent = count;
      onBytes(fetched + sent);
    },
  };
}
