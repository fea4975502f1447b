// npm run test:lab: the suite over ../shared (a loopback OpenShift world and real files), where that folder is there.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDebianTools } from './debian-tools.ts';
import { ROOT, run } from './run.ts';

/** It fails only for more requests or bytes than necessary, and reports times next to those of curl. */
const SHORT_BENCH = ['--size', 'small', '--runs', '1', '--counts'];
/** Tests that measure how soon a screen shows something: other tests beside them would be measured, too. */
const TIMED = 'lab-tests/upgrade/upgrades-screen.lab.test.ts';

if (existsSync(join(ROOT, '..', 'shared', 'lab', 'lab.mjs'))) {
  await ensureDebianTools();
  const vitest = ['run', '--config', 'vitest.lab.config.ts'];
  const chosen = process.argv.slice(2);
  if (chosen.length === 0) await run('timed tests of the lab suite', 'vitest', [...vitest, TIMED]);
  await run('lab suite', 'vitest', [...vitest, ...(chosen.length === 0 ? ['--exclude', TIMED] : chosen)]);
  if (chosen.length === 0)
    await run('short benchmark', 'node', ['bench/run.ts', 'workflows', 'floors', ...SHORT_BENCH]);
} else {
  process.stdout.write('lab suite: not run (there is no ../shared/lab)\n');
}
