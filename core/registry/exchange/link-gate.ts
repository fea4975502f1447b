import { AirlockError } from '../../base/errors/airlock-error.ts';
import { interruption } from './cancellation.ts';
import type { TransferCounters } from './registry.ts';

/**
 * Whether the registries of a run may be asked for anything now. While it is closed no request is begun; content under way
 * is cut where it is, and goes on from there after the next opening. Small requests under way are answered.
 */
export interface LinkGate {
  readonly open: boolean;
  /** Aborted with `window-closed` when it closes next. Each opening has a signal of its own. */
  readonly closing: AbortSignal;
  /**
   * Undefined when a request may be begun, else a promise that is kept at the next opening.
   * @throws AirlockError `interrupted` (the promise) when the signal is aborted, or nobody waits for openings any more
   */
  pass(signal: AbortSignal): Promise<void> | undefined;
  set(open: boolean): void;
}

/** @param leaving once it is aborted nobody waits for an opening: a run that is to pause ends at a closed gate */
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
      ended.abort(new AirlockError('window-closed', 'the window of the link closed', { retryable: true }));
    },
  };
}

function stopped(): AirlockError {
  return new AirlockError('interrupted', 'stopped on request');
}

/** Whether an attempt ended because the window did: no fault of anyone, it is made again without counting. */
export function cutByWindow(error: AirlockError): boolean {
  return error.code === 'window-closed';
}

/** Counters that tell of every byte as it is counted. @param onBytes given all bytes so far, fetched and sent */
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
