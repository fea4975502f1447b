import { expect, test } from 'vitest';
import { engineOptions } from './fork-engine.ts';

test('an engine uses FIPS like its host, and none of the other options', () => {
  expect(engineOptions(['--enable-fips', '--inspect=9229', '--cpu-prof'])).toEqual([
    '--max-semi-space-size=8',
    '--enable-fips',
  ]);
});
