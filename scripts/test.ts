// npm test: everything that must hold before a commit. `npm test -- core/registry` runs only those unit tests.
import { ensureDebianTools } from './debian-tools.ts';
import { run } from './run.ts';

await ensureDebianTools();
const chosen = process.argv.slice(2);
if (chosen.length === 0) {
  // The compiler uses one core, so the checks share two.
  await Promise.all([
    run('types', 'tsc', ['-p', '.']),
    run('types of the renderer', 'tsc', ['-p', 'renderer']).then(() =>
      run('types of the browser tests', 'tsc', ['-p', 'e2e']),
    ),
  ]);
  await run('format and lint', 'biome', ['check', '.']);
}
await run('tests', 'vitest', ['run', ...chosen]);
if (chosen.length === 0) await run('browser tests', 'node', ['scripts/test-e2e.ts']);
