import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run.ts';

/** Copies everything that packages are made of to `copy`. Packages of npm are hard links where possible. */
export function copyCheckout(copy: string): string {
  mkdirSync(copy, { recursive: true });
  for (const part of [
    ...['core', 'cli', 'electron', 'renderer', 'scripts', 'resources', 'docs', 'electron-builder.yml'],
    ...[
      'package.json',
      'package-lock.json',
      'vite.config.ts',
      'tsconfig.json',
      'LICENSE',
      'README.md',
      'CHANGELOG.md',
    ],
  ])
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  const packages = realpathSync(join(ROOT, 'node_modules'));
  const linked = spawnSync('cp', ['-al', packages, join(copy, 'node_modules')]);
  if (linked.status !== 0) {
    rmSync(join(copy, 'node_modules'), { recursive: true, force: true });
    cpSync(packages, join(copy, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  }
  return copy;
}
