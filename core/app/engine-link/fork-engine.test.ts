import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { engineOptions } from './fork-engine.ts';

test('an engine uses FIPS like its host, and none of the other options', () => {
  expect(engineOptions(['--enable-fips', '--inspect=9229', '--cpu-prof'])).toEqual([
    '--max-semi-space-size=8',
    '--enable-fips',
  ]);
});

test.each(['scripts/packages/airlock.sh', 'package.json', 'cli/main.ts'])(
  '%s starts the command line with the memory limits of the engine',
  async (file) => {
    const text = await readFile(join(import.meta.dirname, '../../..', file), 'utf8');
    expect(text).toContain(` ${engineOptions([]).join(' ')}`);
  },
);
