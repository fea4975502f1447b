// What runs in the utility process: the engine behind the port that Electron gives it.
import type { EnginePort } from '../core/app/engine-link/engine-side.ts';
import { startProcess } from '../core/app/engine-link/process-start.ts';

startProcess();
const [{ serveEngine }, { engineProcess }, { createReportedService }] = await Promise.all([
  import('../core/app/engine-link/engine-side.ts'),
  import('../core/app/engine-link/child-process-port.ts'),
  import('../core/app/engine-link/reported-service.ts'),
]);
const port: EnginePort = {
  post: (message) => process.parentPort.postMessage(message),
  onMessage: (listener) => void process.parentPort.on('message', ({ data }) => listener(data)),
  // Electron ends its utility processes with the app; there is nothing to hear.
  onClose: () => {},
};
await engineProcess(serveEngine(port, createReportedService({ survivesRejections: true })));
