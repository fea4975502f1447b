import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';

/**
 * Code recognizes problems by code and rule (`core/base/errors/rules.ts`): if it depends on the words of a message, rewording
 * the message silently removes a button.
 */
const TEXT = String.raw`\b(?:message|remedy|detail|details|finding|statement|sentence|said)`;
const SEARCHES = [
  // error.message.includes('…')
  new RegExp(String.raw`${TEXT}\s*[?!]?\.(?:includes|startsWith|endsWith|match|matchAll|search|indexOf)\(`),
  // error.message.replace(/a sentence/, '')
  new RegExp(
    String.raw`${TEXT}\s*[?!]?\.(?:replace|replaceAll|split)\(\s*(?:\/[^/\n]*[a-z]{2}|['"\`][^'"\`\n]*[a-z]{2})`,
  ),
  // sizeOf(done, total).split(' of ')
  /\w(?:Text|Words|Of)?\([^()\n]*\)\.(?:split|replace)\(\s*(?:'[^'\n]*[a-z]{2,}[^'\n]* |'[;,] )/,
  // /a sentence/.test(error.message)
  new RegExp(String.raw`(?:\w|[a-z]{2}[^/\n]*\/[a-z]*)\.(?:test|exec)\([^()\n]*${TEXT}\b`),
];

/** Texts of other programs, which have no rules. */
const FOREIGN: Readonly<Record<string, string>> = {
  'core/cluster/client/api/client.ts': 'undici: the status that a proxy answered with',
  'core/cluster/client/api/faults.ts': 'Kubernetes: the owner of a field in conflict',
  'core/content/catalog/index/fbc-documents.ts': 'JSON.parse: the position of a fault',
  'core/content/trust/policy.ts': 'zod',
  'core/image-set/config/re2.ts': 're2js',
  'core/registry/access/connection-faults.ts': 'undici and OpenSSL',
  'core/registry/capabilities/probe/names.ts': 'registries',
  'core/registry/capabilities/probe/sizes.ts': 'registries',
  'core/upgrade/inventory/read-inventory.ts': 'JSON.parse: the position of a fault',
};

/** Places that search for a value, so that a screen or line doesn't repeat it: rewording changes nothing. */
const VALUES: Readonly<Record<string, string>> = {
  'cli/terminal/terminal.ts': 'the path of the problem',
  'renderer/choose/operators/hints.ts': 'where the first sentence ends: it is bold',
  'renderer/parts/failure.tsx': 'the file of the problem',
};

test('no problem is identified by the words of its message or remedy', async () => {
  const found = new Set<string>();
  for await (const file of glob('{core,cli,electron,renderer}/**/*.{ts,tsx}')) {
    if (/\.(?:test|property\.test|fixture)\.tsx?$/.test(file)) continue;
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const [index, line] of lines.entries())
      if (!/^\s*(?:\*|\/\/|\/\*)/.test(line) && SEARCHES.some((search) => search.test(line)))
        found.add(file in FOREIGN || file in VALUES ? file : `${file}:${index + 1}: ${line.trim()}`);
  }
  const allowed = [...Object.keys(FOREIGN), ...Object.keys(VALUES)];
  expect([...found].filter((each) => !allowed.includes(each))).toEqual([]);
  expect(allowed.filter((file) => !found.has(file))).toEqual([]);
});

test('finds a search in a message', () => {
  const searches = (line: string) => SEARCHES.some((search) => search.test(line));
  expect(searches("if (error.message.includes('not found'))")).toBe(true);
  expect(searches('if (/not found/.test(problem.message))')).toBe(true);
  expect(searches('SENTENCE.exec(message)')).toBe(true);
  expect(searches("problem.remedy.replace(/Use --force/, '')")).toBe(true);
  expect(searches("sizeOf(done, total).split(' of ')")).toBe(true);
  expect(searches("detail.startsWith('quay.io')")).toBe(true);
  expect(searches('/[.?]$/.test(message)')).toBe(false);
  expect(searches("message.split('\\n')[0]")).toBe(false);
  expect(searches("if (error.code === 'not-found')")).toBe(false);
});
