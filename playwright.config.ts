import { defineConfig } from '@playwright/test';

/** The application as a user has it: Debian's Chromium, `airlock serve`, the practice world (docs/architecture.md). */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'dist/e2e',
  // Each test starts its own host and mostly waits for it: two cores carry three of them.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  // Several times what the longest test takes on a quiet host: a busy one must not fail it.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.AIRLOCK_CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
    },
  },
});
