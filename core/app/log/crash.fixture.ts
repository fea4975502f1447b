// A process that crashes: `node crash.fixture.ts HOME exception|rejection|loop`. `loop`: it continues, as in Electron.
import { watchCrashes } from './crash-report.ts';

const [home = '', kind = ''] = process.argv.slice(2);
watchCrashes({
  host: { env: {}, home, tool: 'airlock 1.2.3' },
  source: 'engine',
  survivesRejections: kind === 'loop',
  redacted: (text) => text.replaceAll('typed-secret', '(removed)'),
});
const connection = new Error('connect https://me:Needle3@r.lan failed: typed-secret', { cause: 'no route' });
const error = new Error('GET https://me:Needle1@r.lan/v2/?token=Needle2 failed: typed-secret', {
  cause: connection,
});
if (kind === 'loop')
  for (let n = 0; n < 20; n++) setTimeout(() => void Promise.reject(new Error(`rejection ${n}`)));
else if (kind === 'rejection') void Promise.reject(error);
else
  setTimeout(() => {
    throw error;
  });
