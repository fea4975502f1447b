import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FLAGS } from './flags.ts';

const ROOT = new URL('../../../', import.meta.url);
const page = readFileSync(new URL('docs/compatibility.md', ROOT), 'utf8');

test('docs/compatibility.md has every flag', () => {
  const missing = FLAGS.filter(
    ({ name, short }) =>
      !page.includes(`\`--${name}\``) || (short !== undefined && !page.includes(`\`-${short}\``)),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('docs/compatibility.md names existing tests', () => {
  const named = [...page.matchAll(/`((?:core|cli|peers|lab-tests)\/[\w./-]+\.test\.ts)`/g)].map(
    ([, path]) => path!,
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
});
