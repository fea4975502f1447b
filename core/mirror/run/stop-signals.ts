import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { RunControl } from './request.ts';

/** What stops the stages of a run. */
export interface StopSignals {
  /** Stop at once: on request, or because of {@link error}. */
  signal: AbortSignal;
  /** Also aborted by a pause: what is requested while planning has no offset to keep, also on a dead link. */
  planning: AbortSignal;
  /** Ends the run with an error; the first one counts. */
  fatal(error: AirlockError): void;
  /** Stops what is still under way when the run is over, without an error of its own. */
  end(): void;
  readonly error: AirlockError | undefined;
}

/** Signals for "stop at once" and for what ends the run by itself, with the error that did. */
export function stopSignals(control: RunControl): StopSignals {
  const fatal = new AbortController();
  const signal = AbortSignal.any([control.signal, fatal.signal]);
  let first: AirlockError | undefined;
  return {
    signal,
    planning: AbortSignal.any([signal, control.pause]),
    fatal(error) {
      first ??= error;
      fatal.abort(error);
    },
    end() {
      fatal.abort(new AirlockError('interrupted', 'The run has ended'));
    },
    get error() {
      return first;
    },
  };
}
