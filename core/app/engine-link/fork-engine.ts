import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { EngineProcess } from './engine-process.ts';

const ENGINE_MAIN = fileURLToPath(new URL('./engine-main.ts', import.meta.url));

/** An engine in a child process of Node. What it prints, a crash above all, goes to standard error. */
export function forkEngine(entry: string = ENGINE_MAIN): EngineProcess {
  const child = fork(entry, [], {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  return {
    pid: child.pid,
    // A message to an engine that has just died, or never started and so has no channel, is answered by its end.
    post(message) {
      if (child.connected) child.send(message, () => {});
    },
    onMessage: (listener) => void child.on('message', listener),
    onExit(listener) {
      child.once('exit', (code, signal) =>
        listener(signal ? `ended by ${signal}` : `ended with exit code ${code}`),
      );
      child.once('error', (error) => {
        if (child.pid === undefined) listener(`cannot be started: ${error.message}`);
      });
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
