import { join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { CONTROL_FILE } from '../audit/run-file.ts';
import type { ControlRequest, EmitRunEvent, RunLimits } from '../progress/events.ts';
import { controlRequest } from './control-file.ts';
import { tailLines } from './line-tail.ts';
import { requesterName } from './requester-name.ts';

const LOOK_EVERY_MS = 300;

/** What can be asked about windows. */
export type WindowsRequest = Extract<ControlRequest, { action: 'windows' | 'ignore-windows' }>;

/** The ways to steer a run: by its own process, and by everyone who may write to its record. */
export interface Steering {
  /** Stop at once. */
  signal: AbortSignal;
  /** Stop cleanly. */
  pause: AbortSignal;
  /** Told of each change with all limits; at once, when they were changed before. */
  onAdjust(listener: (limits: RunLimits) => void): void;
  /** Told of what is asked about windows, before it becomes an event; what it throws is a request that is not obeyed. */
  onWindows(listener: (request: WindowsRequest) => void): void;
  /** Asks the run to pause. @param by who or what, in words */
  pauseBy(by: string): void;
  /** Ends watching. */
  close(): void;
}

/**
 * Obeys control.jsonl of a run's record, and passes on what its own process asks. Each request that is obeyed becomes a
 * `control` event.
 * @param limits what the run begins with
 */
export function steerRun(options: {
  directory: string;
  own: { signal: AbortSignal; pause: AbortSignal };
  limits: RunLimits;
  emit: EmitRunEvent;
}): Steering {
  const { own, emit } = options;
  const pause = new AbortController();
  const stop = new AbortController();
  const listeners: ((limits: RunLimits) => void)[] = [];
  const windowListeners: ((request: WindowsRequest) => void)[] = [];
  const lines = tailLines(join(options.directory, CONTROL_FILE));
  let limits = options.limits;
  let adjusted = false;
  let looking = false;

  let closed = false;

  const obey = (request: ControlRequest): void => {
    if (closed) return;
    if (request.action === 'adjust') {
      const { by: _by, action: _action, ...changed } = request;
      limits = { ...limits, ...changed };
      adjusted = true;
      emit({ type: 'control', ...request });
      for (const listener of listeners) listener(limits);
      return;
    }
    if (request.action === 'windows' || request.action === 'ignore-windows') {
      try {
        for (const listener of windowListeners) listener(request);
        emit({ type: 'control', ...request });
      } catch (error) {
        emit({ type: 'problem', problem: { ...asAirlockError(error).toJSON(), level: 'warning' } });
      }
      return;
    }
    const requested = request.action === 'pause' ? pause : stop;
    if (requested.signal.aborted) return;
    emit({ type: 'control', ...request });
    requested.abort();
  };

  const by = requesterName();
  const onPause = () => obey({ action: 'pause', by });
  const onStop = () => obey({ action: 'stop', by });
  if (own.pause.aborted) onPause();
  if (own.signal.aborted) onStop();
  own.pause.addEventListener('abort', onPause, { once: true });
  own.signal.addEventListener('abort', onStop, { once: true });

  const timer = setInterval(async () => {
    if (looking) return;
    looking = true;
    // A file that cannot be read now may be readable later; the run goes on either way.
    const read = await lines.read().catch(() => []);
    looking = false;
    for (const line of read) {
      const request = controlRequest(line);
      if (request) obey(request);
    }
  }, LOOK_EVERY_MS);
  timer.unref();

  return {
    signal: stop.signal,
    pause: pause.signal,
    onAdjust(listener) {
      listeners.push(listener);
      if (adjusted) listener(limits);
    },
    onWindows: (listener) => windowListeners.push(listener),
    pauseBy: (who) => obey({ action: 'pause', by: who }),
    close() {
      closed = true;
      clearInterval(timer);
      own.pause.removeEventListener('abort', onPause);
      own.signal.removeEventListener('abort', onStop);
    },
  };
}
