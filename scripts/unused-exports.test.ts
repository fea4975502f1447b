import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ROOT } from './run.ts';

test('no file and no export is unused (knip.json)', () => {
  const { stdout, stderr, status } = spawnSync('knip', ['--no-progress'], { cwd: ROOT, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout).toBe('');
  expect(status).toBe(0);
}, 300_000);
