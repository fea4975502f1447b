/** Finds the regular expressions of the product in its source. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export interface RegexSource {
  pattern: string;
  flags: string;
  /** `file:line` of its first occurrence. */
  at: string;
}

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['core', 'cli', 'electron', 'renderer'];
const NOT_PRODUCT = /\.test\.tsx?$|\.fixture\.tsx?$|node_modules|\.d\.ts$/;

/** Each regular expression literal, and each `new RegExp` whose pattern is one string literal, once. */
export function regexSources(): RegexSource[] {
  const found = new Map<string, RegexSource>();
  for (const folder of FOLDERS)
    for (const file of globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }).sort()) {
      if (NOT_PRODUCT.test(file)) continue;
      for (const regex of regexesIn(readFileSync(join(ROOT, file), 'utf8'), file)) {
        const key = `${regex.flags}/${regex.pattern}`;
        if (!found.has(key)) found.set(key, regex);
      }
    }
  return [...found.values()];
}

function regexesIn(text: string, file: string): RegexSource[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const found: RegexSource[] = [];
  const add = (node: ts.Node, pattern: string, flags: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push({ pattern, flags, at: `${file}:${line + 1}` });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    } else if (
      ts.isNewExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'RegExp'
    ) {
      const [pattern, flags] = node.arguments ?? [];
      if (pattern && ts.isStringLiteralLike(pattern))
        add(node, pattern.text, flags && ts.isStringLiteralLike(flags) ? flags.text : '');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
