import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

export default defineConfig({
  test: {
    ...base.test,
    // Projects would add the files of this folder to their own: every unit test would run, too.
    projects: undefined,
    include: ['lab-tests/**/*.lab.test.ts'],
    // Each file brings up a world of its own on free ports; windows and kills mostly wait, so two cores carry three of them.
    maxWorkers: 3,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
