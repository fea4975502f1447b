import type { AirlockError } from '../errors/airlock-error.ts';
import type { RunControl } from './request.ts';

/** One signal for "stop at once" and for what ends the run by itself, with the error that did. */
export function stopSignals(control: RunControl): {
  signal: AbortSignal;
  fatal(error: AirlockError): void;
  readonly error: AirlockError | undefined;
} {
  const fatal = new AbortController();
  let first: AirlockError | undefined;
  return {
    signal: AbortSignal.any([control.signal, fatal.signal]),
    fatal(error) {
      first ??= error;
      fatal.abort(error);
    },
    get error() {
      return first;
    },
  };
}
