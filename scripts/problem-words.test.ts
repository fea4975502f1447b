import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import ts from 'typescript';
import { expect, test } from 'vitest';

/**
 * Code recognizes problems by code and rule (`core/base/errors/rules.ts`): if it depends on the words of a message, rewording
 * the message silently removes a button.
 */
const TEXTS: ReadonlySet<string> = new Set([
  'message',
  'remedy',
  'detail',
  'details',
  'finding',
  'statement',
  'sentence',
  'said',
]);
const SEARCHES: ReadonlySet<string> = new Set([
  'includes',
  'startsWith',
  'endsWith',
  'match',
  'matchAll',
  'search',
  'indexOf',
]);
const CHANGES: ReadonlySet<string> = new Set(['replace', 'replaceAll', 'split']);
const TESTS: ReadonlySet<string> = new Set(['test', 'exec']);

/** Returns the name of a value: `message` for `error.message!` and for `error.message.trim()`. */
function nameOf(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return nameOf(node.expression);
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  // message ?? ''
  if (ts.isBinaryExpression(node)) return nameOf(node.left);
  return ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
    ? nameOf(node.expression.expression)
    : '';
}

/** Returns the name of the function around a node. */
function functionName(node: ts.Node): string {
  const around = ts.findAncestor(node, ts.isFunctionLike);
  const named =
    around?.name ?? (around && ts.isVariableDeclaration(around.parent) ? around.parent.name : undefined);
  return named?.getText() ?? '';
}

/** Returns true for a text or regular expression with a word. */
function hasWord(node: ts.Node | undefined): boolean {
  return (
    node !== undefined &&
    (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isRegularExpressionLiteral(node)) &&
    // Without the flags of an expression.
    /[a-z]{2}/.test(node.getText().replace(/\/[a-z]*$/, ''))
  );
}

/** Returns true for a part of a sentence: a word with a space after it, or the separator of a list. */
function isPhrase(node: ts.Node | undefined): boolean {
  return node !== undefined && ts.isStringLiteralLike(node) && /[a-z]{2}.* |^[;,] /.test(node.text);
}

/** Returns true for a call that searches for words in a message, remedy or another text for people. */
function searchesText(call: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(call.expression)) return false;
  const { expression: subject, name } = call.expression;
  const [first] = call.arguments;
  // error.message.includes('…')
  if (SEARCHES.has(name.text)) return TEXTS.has(nameOf(subject));
  // error.message.replace(/a sentence/, ''), sizeOf(done, total).split(' of '), a prefix in usageMessage(text)
  if (CHANGES.has(name.text))
    return (
      (hasWord(first) && (TEXTS.has(nameOf(subject)) || /message|remedy/i.test(functionName(call)))) ||
      (ts.isCallExpression(subject) && isPhrase(first))
    );
  // /a sentence/.test(error.message)
  return (
    TESTS.has(name.text) &&
    (ts.isRegularExpressionLiteral(subject) ? hasWord(subject) : true) &&
    call.arguments.some((argument) => TEXTS.has(nameOf(argument)))
  );
}

/** The methods of these searches. Files without them aren't parsed. */
const METHODS = new RegExp(String.raw`\.\s*(?:${[...SEARCHES, ...CHANGES, ...TESTS].join('|')})\(`);

/** Returns the searches of a file, each as its line and text. */
function searchesIn(file: string, source: string): string[] {
  if (!METHODS.test(source)) return [];
  const tree = ts.createSourceFile(
    file,
    source,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && searchesText(node)) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push(`${file}:${line}: ${node.getText().replaceAll(/\s+/g, ' ')}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Texts of other programs, which have no rules. */
const FOREIGN: Readonly<Record<string, string>> = {
  'cli/terminal/command-line.ts': 'commander: the prefix `error: ` of its messages',
  'core/cluster/client/api/client.ts': 'undici: the status that a proxy answered with',
  'core/cluster/client/api/faults.ts': 'Kubernetes: the owner of a field in conflict',
  'core/content/catalog/index/fbc-documents.ts': 'JSON.parse: the position of a fault',
  'core/content/trust/policy.ts': 'zod',
  'core/image-set/config/re2.ts': 're2js',
  'core/registry/access/connection-faults.ts': 'undici and OpenSSL',
  'core/registry/capabilities/probe/names.ts': 'registries',
  'core/test-world/cluster/managed-fields.ts': 'Kubernetes: several conflicts in one message',
  'core/registry/exchange/registry-errors.ts': 'registries',
  'core/content/inventory/read-inventory.ts': 'JSON.parse: the position of a fault',
};

/** Places that search for a value, so that a screen or line doesn't repeat it: rewording changes nothing. */
const VALUES: Readonly<Record<string, string>> = {
  'cli/terminal/terminal.ts': 'the path of the problem',
  'renderer/install-config/form/config-problems.tsx': 'the path of the problem',
  'renderer/parts/failure.tsx': 'the file of the problem',
};

test('no problem is identified by the words of its message or remedy', async () => {
  const found = new Set<string>();
  for await (const file of glob('{core,cli,electron,renderer}/**/*.{ts,tsx}')) {
    if (/\.(?:test|property\.test|fixture)\.tsx?$/.test(file)) continue;
    for (const search of searchesIn(file, readFileSync(file, 'utf8')))
      found.add(file in FOREIGN || file in VALUES ? file : search);
  }
  const allowed = [...Object.keys(FOREIGN), ...Object.keys(VALUES)];
  expect([...found].filter((each) => !allowed.includes(each))).toEqual([]);
  expect(allowed.filter((file) => !found.has(file))).toEqual([]);
}, 60_000);

test('finds a search in a message', () => {
  const searches = (line: string) => searchesIn('a.ts', line).length > 0;
  expect(searches("if (error.message.includes('not found')) retry()")).toBe(true);
  expect(searches('if (/not found/.test(problem.message)) retry()')).toBe(true);
  expect(searches('SENTENCE.exec(message)')).toBe(true);
  expect(searches("SENTENCE.test(body.message ?? '')")).toBe(true);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code of a test
  expect(searches('problem.message.replace(`of ${name}`, name)')).toBe(true);
  expect(searches("const messageOf = (text) => text.replace('error: ', '')")).toBe(true);
  expect(searches('message.split(/\\s/gi)')).toBe(false);
  expect(searches("problem.remedy.replace(/Use --force/, '')")).toBe(true);
  expect(searches("sizeOf(done, total).split(' of ')")).toBe(true);
  expect(searches("detail.startsWith('quay.io')")).toBe(true);
  expect(searches("message\n  .trim()\n  .replace(\n    /^error: /,\n    '',\n  )")).toBe(true);
  expect(searches("function usageMessage(text) { return text.trim().replace(/^error: /, ''); }")).toBe(true);
  expect(searches('/[.?]$/.test(message)')).toBe(false);
  expect(searches("message.split('\\n')[0]")).toBe(false);
  expect(searches("if (error.code === 'not-found') retry()")).toBe(false);
});
