import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './run.ts';
import { MAP_DOCUMENT, withMap } from './write-map.ts';

test('docs/architecture.md has the map that scripts/write-map.ts generates from scripts/components.ts', () => {
  const document = readFileSync(join(ROOT, MAP_DOCUMENT), 'utf8');
  expect(document).toBe(withMap(document));
});
