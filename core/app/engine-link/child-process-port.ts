import type { EnginePort } from './engine-side.ts';

/** Returns the port of a process that was started by `child_process.fork`. */
export function childProcessPort(): EnginePort {
  return {
    post(message) {
      // Without a host nobody listens; `disconnect` ends the engine.
      if (process.connected) process.send?.(message);
    },
    onMessage: (listener) => void process.on('message', listener),
    onClose: (listener) => void process.once('disconnect', listener),
  };
}

/**
 * Ends this process when its engine is done.
 *
 * Ctrl-C and the end of a session reach every process of the group. Only the host decides what they mean, and notifies the
 * engine. Otherwise runs would be killed instead of paused.
 */
export async function engineProcess(served: Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  await served;
  process.exit(0);
}
