import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../core/base/errors/codes.ts';
import { ROOT } from './run.ts';
import { type Finding, findingsOf, nameFindings, textFindings, wordsIn } from './wording.ts';

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

/** Names of fields that are serialized, in contracts and `--json` results, with the files that write or read them. */
const SERIALIZED: Readonly<Record<string, readonly string[]>> = {
  // A reason in `need` of `media.export`
  gone: ['core/media/export/media.ts'],
  // `files` of `media export --format oc-mirror --json`
  kept: [
    'cli/commands/media/export-formats.ts',
    'core/media/formats/write-oc-mirror.test.ts',
    'core/media/formats/write-oc-mirror.ts',
  ],
  // `host.describe`
  licence: [
    'core/app/service/state/host.ts',
    'core/contract/topics/settings.ts',
    'renderer/settings/about-section.tsx',
    'renderer/settings/settings-screen.test.tsx',
    'renderer/settings/settings.fixture.tsx',
  ],
  // `upgrades.path`
  way: [
    'core/app/service/upgrades/upgrades-answer.ts',
    'core/app/service/upgrades/upgrades.test.ts',
    'core/contract/topics/upgrades.ts',
    'renderer/upgrades/question/upgrade-question.test.ts',
    'renderer/upgrades/question/upgrade-question.ts',
    'renderer/upgrades/upgrade-path.test.tsx',
  ],
};

const used = new Set<string>();
function isAllowed(file: string, context: string): boolean {
  const part = ALLOWED[file]?.find((each) => context.includes(each));
  if (part === undefined) return false;
  used.add(`${file}: ${part}`);
  return true;
}

function isSerialized({ file, kind, context }: Finding): boolean {
  if (kind !== 'name' || !Object.hasOwn(SERIALIZED, context) || !SERIALIZED[context]!.includes(file))
    return false;
  used.add(`${file}: ${context}`);
  return true;
}

const IS_TEST = /[.](?:test|fixture|e2e)[.]tsx?$/;
const code = globSync('{bench,cli,core,e2e,electron,lab-tests,renderer,scripts,stress}/**/*.{ts,tsx}', {
  cwd: ROOT,
}).filter((file) => !file.startsWith('scripts/wording.'));
const findings = code.flatMap((file) =>
  findingsOf(file, readFileSync(join(ROOT, file), 'utf8')).filter(
    (each) => !isAllowed(file, each.context) && !isSerialized(each),
  ),
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
    ...Object.entries(SERIALIZED).flatMap(([name, files]) => files.map((file) => `${file}: ${name}`)),
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
