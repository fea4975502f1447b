import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import type { Catalog } from '../core/base/messages/translator.ts';

const ROOT = join(import.meta.dirname, '..');
const files = globSync('{core,cli,electron,renderer}/**/messages.ts', { cwd: ROOT }).filter((file) =>
  readFileSync(join(ROOT, file), 'utf8').includes('= translator('),
);
const catalogs = await Promise.all(
  files.map(async (file) => {
    const module: { t: { catalog: Catalog } } = await import(join(ROOT, file));
    return { file, messages: Object.entries(module.t.catalog) };
  }),
);

/** Most characters of a text, by the end of its key. */
const LONGEST: readonly (readonly [suffix: string, characters: number])[] = [
  ['Button', 40],
  ['Column', 28],
  ['Label', 40],
  ['Title', 90],
];
describe.each(catalogs)('the texts of $file', ({ messages }) => {
  test('are valid, and have values where they need them', () => {
    for (const [key, text] of messages) expect(() => new IntlMessageFormat(text, 'en'), key).not.toThrow();
  });

  test('fit their place', () => {
    const long = messages.filter(([key, text]) => {
      const most = LONGEST.find(([suffix]) => key.endsWith(suffix))?.[1];
      return (
        most !== undefined && text.replaceAll(/\{(\w+), plural,.*?other \{([^}]*)\}\}/g, '$2').length > most
      );
    });
    expect(long).toEqual([]);
  });

  test('are plain sentences', () => {
    expect(
      messages.filter(([, text]) => / - |\.\.\.|!|e\.g\.|i\.e\.|\bplease\b|\bsuccessfully\b/i.test(text)),
    ).toEqual([]);
  });
});

test('catalogs are found', () => {
  expect(files.length).toBeGreaterThan(0);
});
