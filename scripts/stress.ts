// npm run stress: kills, faults, full disks, bit flips and fuzzing with the round counts that bench/RESULTS.md reports.
// `npm run stress -- disk-full` runs only the matching files; STRESS_ROUNDS and STRESS_SEED set the rounds and the seed.
import { ensureDebianTools } from './debian-tools.ts';
import { run } from './run.ts';

await ensureDebianTools();
await run('stress', 'vitest', ['run', '--config', 'vitest.stress.config.ts', ...process.argv.slice(2)], {
  STRESS: 'full',
});
