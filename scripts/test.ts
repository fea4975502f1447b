// npm test: everything that must hold before a commit. `npm test -- core/registry` runs only those unit tests.
import { ensureDebianTools } from './debian-tools.ts';
import { run } from './run.ts';

ensureDebianTools();
const chosen = process.argv.slice(2);
if (chosen.length === 0) {
  run('types', 'tsc', ['-p', '.']);
  run('format and lint', 'biome', ['check', '.']);
}
run('tests', 'vitest', ['run', ...chosen]);
