import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

export default defineConfig({
  test: {
    ...base.test,
    // Projects would add the files of this folder to their own: every unit test would run, too.
    projects: undefined,
    include: ['stress/**/*.stress.test.ts'],
    testTimeout: 4 * 3_600_000,
    hookTimeout: 120_000,
  },
});
