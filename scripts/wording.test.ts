import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../core/base/errors/codes.ts';
import { ROOT } from './run.ts';
import { findingsOf, nameFindings, textFindings, wordsIn } from './wording.ts';
import { TROUBLESHOOTING_DOCS } from './write-troubleshooting-docs.ts';

/** Texts of other programs and ordinary uses of these words, by file: a part of the line that contains the word. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // diskutil
  'core/media/drives/macos.ts': ['ParentWholeDisk'],
  'core/media/drives/drives.test.ts': ['ParentWholeDisk', 'WholeDisks'],
  // nmstate
  'core/nmstate/br-ex/bridge.ts': ['can not hold MAC address'],
  'core/nmstate/rules/messages.ts': [
    'not allowed to hold MTU',
    'not allowed to hold IP',
    'not allow to hold dispatch',
    'can not hold MAC address',
  ],
};

const used = new Set<string>();
function isAllowed(file: string, context: string): boolean {
  const part = ALLOWED[file]?.find((each) => context.includes(each));
  if (part === undefined) return false;
  used.add(`${file}: ${part}`);
  return true;
}

const IS_TEST = /[.](?:test|fixture|e2e)[.]tsx?$/;
const code = globSync('{bench,cli,core,e2e,electron,lab-tests,renderer,scripts,stress}/**/*.{ts,tsx}', {
  cwd: ROOT,
}).filter((file) => !file.startsWith('scripts/wording.'));
const findings = code.flatMap((file) =>
  findingsOf(file, readFileSync(join(ROOT, file), 'utf8')).filter((each) => !isAllowed(file, each.context)),
);
const listed = (selected: typeof findings) =>
  selected.map(({ file, line, word, context }) => `${file}:${line}: "${word}" in: ${context}`);

test('texts and comments of the product use the words of the field', () => {
  const product = ({ file }: { file: string }) => /^(?:cli|core|electron|renderer)\//.test(file);
  expect(
    listed(findings.filter((each) => each.kind !== 'name' && product(each) && !IS_TEST.test(each.file))),
  ).toEqual([]);
});

test('identifiers use the words of the field, also in tests', () => {
  expect(listed(findings.filter(({ kind }) => kind === 'name'))).toEqual([]);
});

test('file names use the words of the field', () => {
  const words = (file: string) => basename(file).split(/[-.]/).flatMap(nameFindings);
  expect(code.filter((file) => words(file).length > 0)).toEqual([]);
});

test('error codes use the words of the field', () => {
  expect(Object.entries(ERROR_CODES).filter(([, texts]) => textFindings(texts.join(' ')).length > 0)).toEqual(
    [],
  );
});

test('documents use the words of the field', () => {
  const found = globSync('{*.md,docs/**/*.md,bench/*.md}', { cwd: ROOT }).flatMap((file) => {
    // Its messages are checked in their catalogs, where those of NMState are allowed.
    if (file === TROUBLESHOOTING_DOCS) return [];
    const source = readFileSync(join(ROOT, file), 'utf8');
    // Code isn't text. The changelog lists former names as code.
    const text = source.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, (part) => part.replaceAll(/[^\n]/g, ' '));
    const lines = source.split('\n');
    return wordsIn(text).flatMap(({ word, index }) => {
      const at = text.slice(0, index).split('\n').length;
      const line = lines[at - 1]!;
      return isAllowed(file, line) ? [] : [`${file}:${at}: "${word}" in: ${line}`];
    });
  });
  expect(found).toEqual([]);
});

test('every exception is used', () => {
  const allowed = [
    ...Object.entries(ALLOWED).flatMap(([file, parts]) => parts.map((part) => `${file}: ${part}`)),
  ];
  expect(allowed.filter((each) => !used.has(each))).toEqual([]);
});

test('finds the former dialect', () => {
  expect(textFindings('Mend the line that is named; nothing lacks.')).toEqual(['Mend', 'lacks']);
  expect(textFindings('There is no path, and the host is no longer available.')).toEqual([]);
  expect(nameFindings('lackingHere')).toEqual(['lacking']);
  expect(nameFindings('AFTER_REFUSAL')).toEqual(['REFUSAL']);
  expect(nameFindings('isPutOff')).toEqual(['Put Off']);
  expect(nameFindings('GONE_CODES')).toEqual(['GONE']);
  expect(['gatewayOf', 'isUnderWay', 'UNDER_WAY', 'takeOutput'].flatMap(nameFindings)).toEqual([]);
  expect(textFindings('The licence and its colours')).toEqual(['licence', 'colours']);
  expect(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code
    findingsOf('a.ts', 'const desk = `told by ${1}`; // goes on\n').map(({ kind, word }) => [kind, word]),
  ).toEqual([
    ['name', 'desk'],
    ['text', 'told'],
    ['comment', 'goes on'],
  ]);
});
