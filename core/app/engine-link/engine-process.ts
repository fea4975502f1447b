import type { HostMessage } from './wire-messages.ts';

/** An engine process from the view of its host: a child process of Node, or a utility process of Electron. */
export interface EngineProcess {
  /** Undefined if the process couldn't be started. */
  readonly pid: number | undefined;
  /** Never throws. Messages to a dead process are lost. */
  post(message: HostMessage): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Calls the listener once with the reason why the process ended, such as `the engine was terminated by signal SIGKILL`. */
  onExit(listener: (reason: string) => void): void;
  /** Kills the process at once. */
  kill(): void;
}
