// npm run test:e2e: the application in Debian's Chromium against `airlock serve` and the practice world.
import { buildRenderer } from './build-renderer.ts';
import { ensureDebianTools } from './debian-tools.ts';
import { run } from './run.ts';

await ensureDebianTools();
await buildRenderer();
await run('browser tests', 'playwright', ['test', ...process.argv.slice(2)]);
