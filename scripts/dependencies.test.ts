import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from './run.ts';

/** The check once passed over an empty list of modules (TypeScript 7 has no API for it): it must see ours. */
const FEWEST_MODULES = 400;

test('every module imports only what its folder may import', async () => {
  const { stdout } = await promisify(execFile)(
    'node_modules/.bin/depcruise',
    ['core', 'cli', 'electron', 'renderer', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
    {
      cwd: ROOT,
      maxBuffer: 64 * 1024 * 1024,
    },
  ).catch((error: { stdout: string }) => error);
  const { summary } = JSON.parse(stdout) as {
    summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] };
  };
  expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
  expect(summary.totalCruised).toBeGreaterThan(FEWEST_MODULES);
}, 600_000);
