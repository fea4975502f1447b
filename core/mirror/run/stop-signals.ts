import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { RunControl } from './request.ts';

/** One signal for "stop at once" and for what ends the run by itself, with the error that did. */
export function stopSignals(control: RunControl): {
  signal: AbortSignal;
  fatal(error: AirlockError): void;
  /** Stops what is still under way when the run is over, without an error of its own. */
  end(): void;
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
    end() {
      fatal.abort(new AirlockError('interrupted', 'The run has ended'));
    },
    get error() {
      return first;
    },
  };
}
