import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

export default defineConfig({
  test: {
    ...base.test,
    // Projects would add the files of this folder to their own: every unit test would run, too.
    projects: undefined,
    include: ['peers/**/*.peer.test.ts'],
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
