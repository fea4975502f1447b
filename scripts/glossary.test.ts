import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GLOSSARY_TERMS } from '../renderer/parts/glossary.ts';
import { t } from '../renderer/shell/glossary/messages.ts';
import { ROOT } from './run.ts';

/** Returns the terms of docs/glossary.md with their texts, without links and references to guides. */
function documentedTerms(): [term: string, text: string][] {
  const [, ...sections] = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8').split('\n## ');
  return sections.map((section) => {
    const [term = '', ...lines] = section.split('\n');
    const text = lines.join(' ').replaceAll(/\s+/g, ' ').trim();
    return [
      term,
      text
        .replaceAll(/ \(\[[^\]]*\]\([^)]*\)\)/g, '')
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll(/(?<![\w`])\*([^*]+)\*/g, '$1'),
    ];
  });
}

test('the glossary of the help drawer agrees with docs/glossary.md', () => {
  expect(GLOSSARY_TERMS.map((term) => [t(`${term}Title`), t(`${term}Text`)])).toEqual(documentedTerms());
});

test('each term has two sentences', () => {
  for (const term of GLOSSARY_TERMS) expect(t(`${term}Text`).match(/[.](?: |$)/g), term).toHaveLength(2);
});
