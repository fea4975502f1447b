import { utilityProcess } from 'electron';
import type { EngineProcess } from '../core/app/engine-link/engine-process.ts';
import { ENGINE_FILE } from './places.ts';

/** An engine in a utility process: when it dies, the window does not. */
export function forkEngine(file: string = ENGINE_FILE): EngineProcess {
  const child = utilityProcess.fork(file, [], { serviceName: 'Airlock engine', stdio: 'inherit' });
  let ended = false;
  let fault = '';
  // Without a listener it would be thrown in this process.
  child.on('error', (type, location) => {
    fault = ` (${type} at ${location})`;
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
    onExit: (listener) => void child.once('exit', (code) => listener(`ended with exit code ${code}${fault}`)),
    kill() {
      // `child.kill()` asks; an engine that hangs does not hear.
      if (!ended && child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    },
  };
}
