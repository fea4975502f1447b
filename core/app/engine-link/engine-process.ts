import type { HostMessage } from './messages.ts';

/** An engine process as its host sees it: a child process of Node, or a utility process of Electron. */
export interface EngineProcess {
  /** Undefined when it could not be started. */
  readonly pid: number | undefined;
  /** Never throws; what is sent to a dead one is lost. */
  post(message: HostMessage): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Told once, with how it ended, e.g. `ended by SIGKILL`. */
  onExit(listener: (how: string) => void): void;
  /** At once. */
  kill(): void;
}
