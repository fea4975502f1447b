import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { ROOT } from './run.ts';

const FILES = '{bench,cli,core,e2e,electron,lab-tests,renderer,scripts,stress}/**/*.{ts,tsx}';

/** With fewer files than this, the search doesn't find ours. */
const FEWEST_FILES = 2000;

test('no object is spread under a condition, because an absent field is undefined', () => {
  const files = globSync([FILES, '*.ts'], { cwd: ROOT }).sort();
  expect(files.length).toBeGreaterThan(FEWEST_FILES);
  const found = files.flatMap((file) =>
    conditionalSpreads(file, readFileSync(`${ROOT}/${file}`, 'utf8')).map((line) => `${file}:${line}`),
  );
  expect(found).toEqual([]);
}, 120_000);

test.each([
  ['const a = { ...(b && { b }) };', [1]],
  ['const a = {\n  ...(b ? { b } : {}),\n  ...((c && d) as E),\n};', [2, 3]],
  ['const a = <A {...(b && { b })} c={{ ...(d ? e : f) }} />;', [1, 1]],
  ['const a = { b: b && c, ...(b ?? {}), list: [...(b ? [b] : [])] };', []],
])('%s', (code, lines) => expect(conditionalSpreads('a.tsx', code)).toEqual(lines));

/**
 * Returns the lines of objects and JSX attributes that spread an object only under a condition. The formatter puts
 * conditions in parentheses.
 */
function conditionalSpreads(file: string, code: string): number[] {
  if (!code.includes('...(')) return [];
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest);
  const lines: number[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node)) && isConditional(node.expression))
      lines.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines;
}

function isConditional(value: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(value) || ts.isAsExpression(value) || ts.isSatisfiesExpression(value))
    return isConditional(value.expression);
  return (
    ts.isConditionalExpression(value) ||
    (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
  );
}
