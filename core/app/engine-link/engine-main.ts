import { startProcess } from './process-start.ts';

startProcess();
const [{ serveEngine }, { childProcessPort, engineProcess }, { createReportedService }] = await Promise.all([
  import('./engine-side.ts'),
  import('./child-process-port.ts'),
  import('./reported-service.ts'),
]);
await engineProcess(serveEngine(childProcessPort(), createReportedService()));
