import { setFlagsFromString } from 'node:v8';
import { startProcess } from './process-start.ts';

startProcess();
// A catalog of 300 MB is read with 280 MB of memory in place of 390: V8 would put short-lived parts among the old.
setFlagsFromString('--no-allocation-site-pretenuring');
const [{ serveEngine }, { childProcessPort, engineProcess }, { createReportedService }] = await Promise.all([
  import('./engine-side.ts'),
  import('./child-process-port.ts'),
  import('./reported-service.ts'),
]);
await engineProcess(serveEngine(childProcessPort(), createReportedService()));
