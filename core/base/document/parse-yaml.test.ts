import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseYamlDocuments, YAML_LIMITS } from './parse-yaml.ts';

const root = join(import.meta.dirname, '../../..');

test('no other module parses YAML, so that the limits apply everywhere', () => {
  const parsers = /\b(parse|parseDocument|parseAllDocuments|Parser|Composer|Lexer)\b/;
  const offenders = ['core', 'cli', 'renderer', 'electron']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|fixture)\.tsx?$/.test(name))
    .filter((name) => {
      const [, names] = /import \{([^}]*)\} from 'yaml'/.exec(readFileSync(join(root, name), 'utf8')) ?? [];
      return names !== undefined && parsers.test(names.replaceAll(/\btype \w+/g, ''));
    });
  expect(offenders.sort()).toEqual(['core/base/document/parse-yaml.ts', 'core/base/document/yaml-tokens.ts']);
});

test.each([
  ['a text', 'x'.repeat(YAML_LIMITS.characters + 1), 1, /8388609 characters, but the limit is 8388608/],
  ['a scalar', `a: 1\nb: ${'x'.repeat(YAML_LIMITS.scalar + 1)}`, 2, /a YAML value has 4194305 characters/],
  ['lines', '\n'.repeat(YAML_LIMITS.lines + 1), 1, /more than 400000 lines/],
  ['tokens', `[${'1,'.repeat(YAML_LIMITS.tokens / 2)}]`, 1, /more than 450000 tokens/],
  ['documents', '--- a\n'.repeat(YAML_LIMITS.documents + 1), 10_001, /more than 10000 documents/],
  ['depth of brackets', `a:\n ${'['.repeat(YAML_LIMITS.depth + 1)}`, 2, /more than 100 levels/],
  ['depth of blocks', `${'- '.repeat(YAML_LIMITS.depth + 2)}1`, 1, /more than 100 levels/],
  [
    'depth by aliases',
    `- &l0 1\n${Array.from({ length: 110 }, (_, i) => `- &l${i + 1} [*l${i}]\n`).join('')}`,
    101,
    /more than 100 levels/,
  ],
  ['aliases', `- &a 1\n${'- *a\n'.repeat(YAML_LIMITS.aliases + 1)}`, 10_002, /more than 10000 aliases/],
  [
    'values of aliases',
    `- &a [${'1,'.repeat(1000)}]\n${'- *a\n'.repeat(100)}`,
    101,
    /aliases adds more than 100000 values/,
  ],
  [
    'characters of aliases',
    `- &a ${'x'.repeat(2 ** 20)}\n${'- *a\n'.repeat(5)}`,
    6,
    /aliases adds more than 4194304 characters/,
  ],
  ['errors', 'a: 1\n'.repeat(YAML_LIMITS.errors + 2), 102, /more than 100 errors/],
])('a limit is named with its place: %s', (_name, text, line, message) => {
  const { documents, errors, lines } = parseYamlDocuments(text);
  expect(documents).toEqual([]);
  const limit = errors.find(({ code }) => code === 'LIMIT');
  expect(limit?.message).toMatch(message);
  expect(Math.max(lines.linePos(limit!.pos[0]).line, 1)).toBe(line);
});

test.each([
  ['a: [1\nb: {\n\tfoo', 2, 1],
  ['a:\n   b: 1\n  c: 2\n', 3, 3],
  ['a:\n  - 1\n - 2\n', 3, 2],
  ['a:\n\tb: 1\n', 2, 1],
  ['a: "b\n', 2, 1],
  ['a:    b: c\n', 1, 7],
  ['- a\nb: c\n', 2, 1],
])('the syntax error of %j is one, with its place', (text, line, column) => {
  const { errors, lines } = parseYamlDocuments(text);
  expect(errors.map(({ pos }) => lines.linePos(pos[0]))).toEqual([{ line, col: column }]);
});

test('reports repeated keys and unknown aliases with their positions', () => {
  const { errors } = parseYamlDocuments('a: 1\nb: *x\na: 2\nc: &c [*c]\n"a": 3\n');
  expect(errors.map(({ code, pos }) => [code, pos[0]])).toEqual([
    ['BAD_ALIAS', 8],
    ['DUPLICATE_KEY', 11],
    ['BAD_ALIAS', 23],
    ['DUPLICATE_KEY', 27],
  ]);
  expect(parseYamlDocuments('a: 1\na: 2', { uniqueKeys: false }).errors).toEqual([]);
});

test('reports one syntax error per text, with the repeated keys before it', () => {
  const { errors } = parseYamlDocuments('a: 1\na: 2\n   b:\n  - [c\n    d: "x\na: 3\n');
  expect(errors.map(({ code }) => code)).toEqual(['DUPLICATE_KEY', expect.any(String)]);
  expect(errors[1]!.code).not.toBe('DUPLICATE_KEY');
  expect(parseYamlDocuments('- a\nb: 1\n').errors).toHaveLength(1);
});

test('the same text is parsed once until the current job ends', async () => {
  const parsed = parseYamlDocuments('a: 1\n');
  expect(parseYamlDocuments('a: 1\n')).toBe(parsed);
  expect(parseYamlDocuments('a: 1\n', { uniqueKeys: false })).not.toBe(parsed);
  const again = parseYamlDocuments('a: 1\n');
  await Promise.resolve();
  expect(parseYamlDocuments('a: 1\n')).not.toBe(again);
});
