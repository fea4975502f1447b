import { constants, getPriority, setPriority } from 'node:os';
import type { EnginePort } from './engine-side.ts';

/**
 * Priority of an engine. On Linux a nice value: the engine gets a quarter of a core that it shares with a busy process (weight
 * 335 of 335 + 1024, `sched_prio_to_weight` in Linux' kernel/sched/core.c). Windows has classes, and libuv maps nice values
 * below that of the next class to normal.
 */
const ENGINE_PRIORITY = process.platform === 'win32' ? constants.priority.PRIORITY_BELOW_NORMAL : 5;

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
 * Ends this process when its engine is done. Its priority is lower than that of the host.
 *
 * Ctrl-C and the end of a session reach every process of the group. Only the host decides what they mean, and notifies the
 * engine. Otherwise runs would be killed instead of paused.
 */
export async function engineProcess(served: Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  lowerPriority();
  await served;
  process.exit(0);
}

/** Lets the host and the screens go first, so that they respond while a run uses every core. */
function lowerPriority(): void {
  try {
    if (getPriority() < ENGINE_PRIORITY) setPriority(ENGINE_PRIORITY);
  } catch {
    // Some sandboxes forbid it. The engine works the same.
  }
}
