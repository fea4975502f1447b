import { defineConfig } from 'vitest/config';
import { documentHeadings } from './scripts/document-headings.ts';
import { SlowTestsFirst } from './scripts/slow-tests-first.ts';

export default defineConfig({
  plugins: [documentHeadings()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'engine',
          include: [
            'core/**/*.test.ts',
            'cli/**/*.test.ts',
            'scripts/**/*.test.ts',
            'electron/**/*.test.ts',
            'renderer/client/**/*.test.ts',
            'stress/**/*.stress.test.ts',
            'peers/proof.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['renderer/**/*.test.{ts,tsx}'],
          exclude: ['renderer/client/**'],
          environment: 'happy-dom',
          expect: { poll: { timeout: 10_000 } },
          // One worker loads React and PatternFly once for many files: no file may leave anything behind.
          isolate: false,
        },
      },
    ],
    // Many tests wait for servers and clocks: three workers keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: SlowTestsFirst },
    // They import folders, which Node doesn't.
    server: { deps: { inline: [/@patternfly/] } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Credentials, mirrors and proxies of the developer's machine must never steer a test.
    env: {
      REGISTRY_AUTH_FILE: '',
      HTTP_PROXY: '',
      HTTPS_PROXY: '',
      NO_PROXY: '',
      UPDATE_URL_OVERRIDE: '',
      OCP_SIGNATURE_URL: '',
      OCP_SIGNATURE_VERIFICATION_PK: '',
      CONTAINERS_REGISTRIES_CONF: '',
      OC_MIRROR_CACHE: '',
    },
  },
});
