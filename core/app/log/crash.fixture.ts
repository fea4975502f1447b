// A process that crashes: `node crash.fixture.ts HOME exception|rejection`.
import { watchCrashes } from './crash-report.ts';

const [home = '', kind = ''] = process.argv.slice(2);
watchCrashes({
  host: { env: {}, home, tool: 'airlock 1.2.3' },
  source: 'engine',
  redacted: (text) => text.replaceAll('typed-secret', '(removed)'),
});
const error = new Error('GET https://me:Needle1@r.lan/v2/?token=Needle2 failed: typed-secret');
if (kind === 'rejection') void Promise.reject(error);
else
  setTimeout(() => {
    throw error;
  });
