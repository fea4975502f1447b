import { utilityProcess } from 'electron';
import type { EngineProcess } from '../core/app/engine-link/engine-process.ts';
import { t } from './messages.ts';
import { ENGINE_FILE } from './places.ts';

/** Starts an engine in a utility process, so that its death doesn't affect the window. */
export function forkEngine(file: string = ENGINE_FILE): EngineProcess {
  const child = utilityProcess.fork(file, [], { serviceName: 'Airlock engine', stdio: 'inherit' });
  let ended = false;
  let fault = '';
  // Without a listener, the error would be thrown in this process.
  child.on('error', (type, location) => {
    fault = `${type} at ${location}`;
  });
  child.once('exit', () => {
    ended = true;
  });
  return {
    get pid() {
      return child.pid;
    },
    post(message) {
      if (!ended) child.postMessage(message);
    },
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) =>
      void child.once('exit', (code) =>
        listener(fault ? t('engineEndedBecause', { code, fault }) : t('engineEnded', { code })),
      ),
    kill() {
      // `child.kill()` sends a request, which an engine that hangs doesn't handle.
      if (!ended && child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    },
  };
}
