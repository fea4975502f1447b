import { AirlockError } from '../../base/errors/airlock-error.ts';
import { t } from '../messages.ts';
import type { RunControl } from './request.ts';

/** Signals that stop the stages of a run. */
export interface StopSignals {
  /** Stops at once: on request, or because of {@link error}. */
  signal: AbortSignal;
  /** Also aborted by a pause, because planning requests have no offset to save. */
  planning: AbortSignal;
  /** Ends the run with an error. The first one counts. */
  fatal(error: AirlockError): void;
  /** Stops remaining work after the run, without an error. */
  end(): void;
  readonly error: AirlockError | undefined;
}

/** Returns signals that stop a run on request or because of an error. */
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
      fatal.abort(new AirlockError('interrupted', t('runOver')));
    },
    get error() {
      return first;
    },
  };
}
