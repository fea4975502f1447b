import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

export default defineConfig({
  test: {
    ...base.test,
    include: ['lab-tests/**/*.lab.test.ts'],
    // Each file brings up a world of its own on free ports; two cores carry two of them.
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
