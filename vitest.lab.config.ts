import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

export default defineConfig({
  test: {
    ...base.test,
    include: ['lab-tests/**/*.lab.test.ts'],
    // The lab's ports are fixed, and its figures are only worth something when nothing else runs.
    fileParallelism: false,
    maxWorkers: 1,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
