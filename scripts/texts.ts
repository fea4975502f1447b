// `node scripts/texts.ts` prints all texts of the catalogs as JSON: folder → key → text in ICU MessageFormat.
// `node scripts/texts.ts check FILE` checks a translated file of this form.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { type Catalog, LOCALE } from '../core/base/messages/translator.ts';
import { ROOT } from './run.ts';

/** Folder with key and text. The folder and the key are the ID of a text. */
export type Texts = Record<string, Catalog>;

/** Returns all texts of the catalogs. */
export async function allTexts(): Promise<Texts> {
  const files = globSync('{core,cli,electron,renderer}/**/messages.ts', { cwd: ROOT })
    .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('= translator('))
    .sort();
  const found: Texts = {};
  for (const file of files) {
    const { t } = (await import(join(ROOT, file))) as { t: { catalog: Catalog } };
    found[dirname(file)] = t.catalog;
  }
  return found;
}

/** Returns what is wrong with translated texts: unknown or missing keys, invalid ICU syntax, other placeholders. */
export function faultsOf(translated: Texts, originals: Texts): string[] {
  const faults: string[] = [];
  for (const [folder, texts] of Object.entries(originals))
    for (const [key, text] of Object.entries(texts)) {
      const other = translated[folder]?.[key];
      const fault = other === undefined ? 'is missing' : faultOf(other, text);
      if (fault) faults.push(`${folder} ${key}: ${fault}`);
    }
  for (const [folder, texts] of Object.entries(translated))
    for (const key of Object.keys(texts))
      if (originals[folder]?.[key] === undefined) faults.push(`${folder} ${key}: no such text exists`);
  return faults;
}

function faultOf(translated: string, original: string): string | undefined {
  let found: Set<string>;
  try {
    found = placeholdersOf(translated);
  } catch (error) {
    return `invalid ICU MessageFormat: ${(error as Error).message}`;
  }
  const expected = placeholdersOf(original);
  const different = [...found, ...expected].filter((name) => !found.has(name) || !expected.has(name));
  return different.length === 0 ? undefined : `different placeholders: ${different.join(', ')}`;
}

/** Returns the arguments and tags of a text. */
function placeholdersOf(text: string): Set<string> {
  const names = new Set<string>();
  const add = (elements: ReturnType<IntlMessageFormat['getAst']>) => {
    for (const element of elements) {
      // 0 is literal text, and 7 is the number of a plural (#).
      if (element.type !== 0 && element.type !== 7) names.add(element.value);
      if ('options' in element) for (const { value } of Object.values(element.options)) add(value);
      if ('children' in element) add(element.children);
    }
  };
  add(new IntlMessageFormat(text, LOCALE).getAst());
  return names;
}

if (import.meta.main) {
  const [command, file] = process.argv.slice(2);
  const originals = await allTexts();
  if (command === undefined) process.stdout.write(`${JSON.stringify(originals, null, 2)}\n`);
  else if (command === 'check' && file !== undefined) {
    const faults = faultsOf(JSON.parse(readFileSync(file, 'utf8')) as Texts, originals);
    process.stdout.write(faults.map((fault) => `${fault}\n`).join(''));
    process.exitCode = faults.length > 0 ? 1 : 0;
  } else {
    process.stderr.write('Usage: node scripts/texts.ts [check FILE]\n');
    process.exitCode = 1;
  }
}
