import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildRenderer, builtModules } from './build-renderer.ts';
import { ROOT } from './run.ts';

test('a change to any module of the pages builds the pages again', async () => {
  await buildRenderer();
  const modules = builtModules()!;
  expect(modules).toEqual(
    expect.arrayContaining([
      'renderer/index.html',
      'renderer/main.tsx',
      'renderer/airlock.css',
      'core/contract/events.ts',
      'core/image-set/form/view.ts',
      'core/install/install-config/validate-install-config.ts',
    ]),
  );
  expect(modules.filter((path) => !existsSync(join(ROOT, path)) || path.startsWith('node_modules'))).toEqual(
    [],
  );
}, 120_000);
