import { join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { CONTROL_FILE } from '../audit/run-file.ts';
import type { ControlRequest, EmitRunEvent, RunLimits } from '../progress/events.ts';
import { controlRequest } from './control-file.ts';
import { tailLines } from './line-tail.ts';
import { requesterName } from './requester-name.ts';

const LOOK_EVERY_MS = 300;

/** A request about windows. */
export type WindowsRequest = Extract<ControlRequest, { action: 'windows' | 'ignore-windows' }>;

/** Controls of a run, for its own process and for everyone who may write to its record. */
export interface Steering {
  /** Stops immediately. */
  signal: AbortSignal;
  /** Stops after the current copies. */
  pause: AbortSignal;
  /** Registers a callback for changes, with all limits. Calls it immediately if they were already changed. */
  onAdjust(listener: (limits: RunLimits) => void): void;
  /** Registers a callback for requests about windows, before they become events. If it throws, the request is ignored. */
  onWindows(listener: (request: WindowsRequest) => void): void;
  /** Requests a pause. @param by name of the requester */
  pauseBy(by: string): void;
  /** Stops watching. */
  close(): void;
}

/**
 * Follows the requests in control.jsonl of a run's record and those of its own process. Each accepted request becomes a
 * `control` event.
 * @param limits initial limits of the run
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
    // An unreadable file may be readable later. The run continues in any case.
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
