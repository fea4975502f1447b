// npm test: everything that must hold before a commit. `npm test -- core/registry` runs only those unit tests.
import { ensureDebianTools } from './debian-tools.ts';
import { run } from './run.ts';

await ensureDebianTools();
const chosen = process.argv.slice(2);
if (chosen.length === 0) {
  for (const project of ['.', 'renderer', 'e2e'])
    await run(`types of ${project}`, 'node', ['node_modules/typescript-7/bin/tsc', '-p', project]);
  await run('format and lint', 'biome', ['check', '.']);
}
await run('tests', 'vitest', ['run', ...chosen]);
if (chosen.length === 0) await run('browser tests', 'node', ['scripts/test-e2e.ts']);
