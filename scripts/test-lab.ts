// npm run test:lab: the suite over ../shared (a loopback OpenShift world and real files), where that folder is there.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDebianTools } from './debian-tools.ts';
import { ROOT, run } from './run.ts';

if (existsSync(join(ROOT, '..', 'shared', 'lab', 'lab.mjs'))) {
  await ensureDebianTools();
  await run('lab suite', 'vitest', ['run', '--config', 'vitest.lab.config.ts', ...process.argv.slice(2)]);
} else {
  process.stdout.write('lab suite: not run (there is no ../shared/lab)\n');
}
