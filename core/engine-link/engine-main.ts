import { enableCompileCache } from 'node:module';

// Half a second less at every start; without the cache everything works the same.
enableCompileCache();
const [{ serveEngine }, { childProcessPort, engineProcess }, { createService }] = await Promise.all([
  import('./engine-side.ts'),
  import('./child-process-port.ts'),
  import('../service/service.ts'),
]);
await engineProcess(serveEngine(childProcessPort(), createService));
