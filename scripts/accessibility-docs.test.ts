import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accessibilityTable, CRITERIA } from './accessibility-table.ts';
import { ROOT } from './run.ts';

const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test('docs/accessibility.md has a passed result of every check for every route', () => {
  const source = text('renderer/shell/routes.tsx');
  const routes = source.slice(source.indexOf('export const ROUTES'));
  const paths = [...routes.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path!);
  const rows = [...text('docs/accessibility.md').matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)];
  expect(rows.map(([, path]) => path!).sort()).toEqual(paths.sort());
  const passed = Object.keys(CRITERIA).map(() => 'pass');
  for (const [, path, cells] of rows) expect(cells!.split(' | '), path).toEqual(passed);
});

test('docs/accessibility.md describes every check', () => {
  const docs = text('docs/accessibility.md');
  for (const [name, about] of Object.values(CRITERIA)) {
    expect(docs).toContain(`- **${name}**: ${about}`);
    expect(docs).toContain(` | ${name} |`);
  }
});

test('a check that failed in one state or has no result is shown in the table', () => {
  const result = { route: '/fetch', defects: 0 };
  const table = accessibilityTable([
    { ...result, criterion: 'axe' },
    { ...result, criterion: 'axe', defects: 1 },
    { ...result, criterion: 'keyboard' },
  ]);
  const fetch = table.split('\n').find((row) => row.includes('/fetch'))!;
  expect(fetch.split(' | ').slice(0, 4)).toEqual(['| `/fetch`', '**fail**', 'pass', 'not checked']);
});
