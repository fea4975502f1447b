import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './run.ts';
import { SLOW_TESTS } from './slow-tests-first.ts';

test.each(SLOW_TESTS)('%s exists', (name) => {
  expect(existsSync(join(ROOT, name))).toBe(true);
});
