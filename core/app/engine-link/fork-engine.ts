import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { EngineProcess } from './engine-process.ts';
import { t } from './messages.ts';

const ENGINE_MAIN = fileURLToPath(new URL('./engine-main.ts', import.meta.url));

/** Half of V8's new objects in MiB, as in `scripts/packages/airlock.sh`. V8 accepts it only when it starts. */
const MEMORY = ['--max-semi-space-size=8'];

/** Returns the options of Node for an engine: the memory limits of the command line, and FIPS as in this process. */
export function engineOptions(own: readonly string[]): string[] {
  return [...MEMORY, ...own.filter((option) => /^--(enable|force)-fips$/.test(option))];
}

/** Starts an engine in a child process of Node. Its output, such as a crash, goes to standard error. */
export function forkEngine(entry: string = ENGINE_MAIN): EngineProcess {
  const child = fork(entry, [], {
    execArgv: engineOptions(process.execArgv),
    serialization: 'advanced',
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  return {
    pid: child.pid,
    // A message to an engine that has just died or never started fails. Its end is reported separately.
    post(message) {
      if (child.connected) child.send(message, () => {});
    },
    onMessage: (listener) => void child.on('message', listener),
    onExit(listener) {
      child.once('exit', (code, signal) =>
        listener(signal ? t('endedBySignal', { signal }) : t('endedWithCode', { code: String(code) })),
      );
      child.once('error', (error) => {
        if (child.pid === undefined) listener(t('notStarted', { reason: error.message }));
      });
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
