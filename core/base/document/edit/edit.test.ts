import { describe, expect, test } from 'vitest';
import { asAirlockError } from '../../errors/airlock-error.ts';
import { type Path, readYaml, valueAt, type YamlText } from '../yaml-text.ts';
import { insertItem, moveItem, removeValue, renameKey, setValue } from './edit.ts';

function set(text: string, path: Path, value: unknown, options?: Parameters<typeof setValue>[3]): string {
  return setValue(readYaml(text), path, value, options).text;
}

function remove(text: string, path: Path, options?: Parameters<typeof removeValue>[2]): string {
  return removeValue(readYaml(text), path, options).text;
}

function rejection(change: () => YamlText): { code: string; message: string; line?: number | undefined } {
  try {
    change();
  } catch (error) {
    const { code, message, at } = asAirlockError(error);
    return { code, message, line: at?.line };
  }
  return { code: 'done', message: '' };
}

describe('a scalar', () => {
  test.each<[string, string, unknown, string]>([
    ['keeps its trailing comment', 'a: 1 # why\n', 2, 'a: 2 # why\n'],
    ['keeps single quotes', "a: 'x'\n", "it's", "a: 'it''s'\n"],
    ['keeps double quotes', 'a: "x"  # c\n', 'y', 'a: "y"  # c\n'],
    ['is quoted where it would be read as something else', 'a: x\n', '4.10', 'a: "4.10"\n'],
    ['is quoted where it would end at a colon or number sign', 'a: x\n', 'b: c', 'a: "b: c"\n'],
    ['with double quotes in it gets single ones', 'a: x\n', '{"auths":{}}', 'a: \'{"auths":{}}\'\n'],
    ['becomes a number without quotes', 'a: "1"\n', 2, 'a: 2\n'],
    ['is written after a bare colon', 'a:   # c\nb: 1\n', 'x', 'a: x   # c\nb: 1\n'],
    ['replaces null', 'a: ~\n', 'x', 'a: x\n'],
    ['replaces several lines', 'a: one\n  two\nb: 1\n', 'x', 'a: x\nb: 1\n'],
    ['loses its explicit tag', 'a: !!str 1\n', 2, 'a: 2\n'],
    ['keeps an anchor that nothing repeats', 'a: &x 1\n', 2, 'a: &x 2\n'],
    ['replaces an alias in this place only', 'a: &x 1\nb: *x\n', 2, 'a: &x 1\nb: 2\n'],
    ['replaces a block list', 'a: # c\n  - 1\n  # in it\n  - 2 # d\nb: 1\n', 'x', 'a: x # c\nb: 1\n'],
    ['with a byte order mark', '\uFEFFa: 1\n', 2, '\uFEFFa: 2\n'],
    ['with other line endings', 'a: 1\r\nb: 2\r\n', 'x', 'a: x\r\nb: 2\r\n'],
    ['after tabs', 'a:\t1\t# c\n', 2, 'a:\t2\t# c\n'],
    ['without a last line ending', 'a: 1', 2, 'a: 2'],
  ])('%s', (what, text, value, after) => {
    const path = what.includes('alias') ? ['b'] : ['a'];
    expect(set(text, path, value)).toBe(after);
  });

  test.each<[string, string, unknown, string]>([
    [
      'remains a block',
      'a: | # pem\n    one\nb: 1\n',
      'two\nthree\n',
      'a: | # pem\n    two\n    three\nb: 1\n',
    ],
    ['becomes one line', 'a: x # c\nb: 1\n', 'one\ntwo\n', 'a: | # c\n  one\n  two\nb: 1\n'],
    ['without a last line ending', 'a: |\n  one\n', 'two', 'a: |-\n  two\n'],
    ['becomes a number', 'a: |- # c\n  one\n  two\nb: 1\n', 5, 'a: 5 # c\nb: 1\n'],
    ['that is empty', 'a: |\nb: |\n  x\n', 'y\nz\n', 'a: |\n  y\n  z\nb: |\n  x\n'],
    ['at the end without a line ending', 'b: 1\na: |\n  x', 'y\nz\n', 'b: 1\na: |\n  y\n  z'],
    [
      'above comments that would become part of it',
      'a: x\n\n  # deep\nb: 1\n',
      'y\nz',
      'a: "y\\nz"\n\n  # deep\nb: 1\n',
    ],
    ["with spaces that a block can't represent", 'a: x\n', ' y\nz \n\n', 'a: " y\\nz \\n\\n"\n'],
  ])('of several lines %s', (_, text, value, after) => {
    expect(set(text, ['a'], value)).toBe(after);
  });
});

describe('missing parents are created', () => {
  test.each<[string, string, Path, unknown, string]>([
    ['in an empty text', '', ['a', 'b', 0, 'c'], 1, 'a:\n  b:\n    - c: 1\n'],
    ['below comments', '# only\n', ['a'], 1, '# only\na: 1\n'],
    ['below comments without a line ending', '# only', ['a'], 1, '# only\na: 1'],
    ['in an empty document', '---\n# c\n', ['a'], 1, '---\n# c\na: 1\n'],
    ['before the end of a document', '---\n...\n', ['a'], 1, '---\na: 1\n...\n'],
    ['instead of a null document', 'null\n', ['a'], 1, 'a: 1\n'],
    ['below a bare name', 'mirror: # all\nz: 1\n', ['mirror', 'x'], 1, 'mirror: # all\n  x: 1\nz: 1\n'],
    ['instead of null', 'a: null\n', ['a', 'b'], 1, 'a:\n  b: 1\n'],
    ['in empty brackets', 'a: {} # c\nb: []\n', ['a', 'x'], 1, 'a: # c\n  x: 1\nb: []\n'],
    ['in brackets', 'a: {b: [{c: 1}]}\n', ['a', 'b', 0, 'd'], 'x', 'a: {b: [{c: 1, d: x}]}\n'],
    ['in empty brackets inside of brackets', 'a: {b: [ ]}\n', ['a', 'b', 0], 'x', 'a: {b: [x]}\n'],
    ['in brackets with a comment', 'a: [ # none\n]\n', ['a', 0], 'x', 'a: [x # none\n]\n'],
    ['in JSON', '{"a": {"b": 1}}', ['a', 'c'], ['x'], '{"a": {"b": 1, "c": ["x"]}}'],
    [
      'with the indentation of the file',
      'a:\n    b:\n    - x\n',
      ['c', 'd'],
      [1],
      'a:\n    b:\n    - x\nc:\n    d:\n    - 1\n',
    ],
    [
      'with the blank lines of the list',
      'a:\n-   b: 1\n',
      ['a', 1],
      { b: 2, c: 3 },
      'a:\n-   b: 1\n-   b: 2\n    c: 3\n',
    ],
    ['with the quotes of other elements', 'a:\n  - "x"\n', ['a', 1], 'y', 'a:\n  - "x"\n  - "y"\n'],
    [
      'after its comments',
      'a:\n  - x\n    # more of x\n  # later\nb: 1\n',
      ['a', 1],
      'z',
      'a:\n  - x\n    # more of x\n  - z\n  # later\nb: 1\n',
    ],
    ['in an element', '- a: 1\n  b: 2\n- a: 3\n', [0, 'c'], 4, '- a: 1\n  b: 2\n  c: 4\n- a: 3\n'],
    [
      'next to merged entries',
      'a: &x {k: 1}\nb:\n  <<: *x\n  l: 2\n',
      ['b', 'k'],
      3,
      'a: &x {k: 1}\nb:\n  <<: *x\n  l: 2\n  k: 3\n',
    ],
    ['in lists of lists', '- - 1\n  - 2\n', [0, 2], 3, '- - 1\n  - 2\n  - 3\n'],
    ['with odd names', 'a: 1\n', ['yes'], { '': 1, 'b: c': 2 }, 'a: 1\n"yes":\n  "": 1\n  "b: c": 2\n'],
    ['in a value without colon', '{a, b: 1}\n', ['a'], 2, '{a: 2, b: 1}\n'],
  ])('%s', (_, text, path, value, after) => {
    const doc = setValue(readYaml(text), path, value);
    expect(doc.text).toBe(after);
    expect(valueAt(doc, path)).toEqual(value);
  });

  test('in several lines of brackets', () => {
    const text = 'a: [\n  1, # one\n  2 # two\n]\n';
    expect(set(text, ['a', 2], 3)).toBe('a: [\n  1, # one\n  2, # two\n  3\n]\n');
    expect(insertItem(readYaml(text), ['a'], 0, 0).text).toBe('a: [\n  0,\n  1, # one\n  2 # two\n]\n');
    expect(set('a: [\n  1,\n]\n', ['a', 1], 2)).toBe('a: [\n  1,\n  2,\n]\n');
    expect(set('a: [1, 2,]\n', ['a', 2], 3)).toBe('a: [1, 2, 3,]\n');
  });

  test('with a comment above, but not for an existing entry', () => {
    const after = set('a:\r\n  b: 1\r\n', ['a', 'c'], 2, { comment: 'why\nso' });
    expect(after).toBe('a:\r\n  b: 1\r\n  # why\r\n  # so\r\n  c: 2\r\n');
    expect(set(after, ['a', 'b'], 3, { comment: 'no' })).not.toContain('no');
    expect(remove(after, ['a', 'c'])).toBe('a:\r\n  b: 1\r\n');
    expect(insertItem(readYaml('- b\n'), [], 0, 'a', { comment: 'first' }).text).toBe('# first\n- a\n- b\n');
  });

  test('at the expected position', () => {
    const order = ['name', 'minVersion', 'maxVersion', 'channels'];
    expect(set('- name: a\n  channels: []\n', [0, 'minVersion'], 'v', { order })).toBe(
      '- name: a\n  minVersion: v\n  channels: []\n',
    );
    expect(set('- MaxVersion: b\n', [0, 'name'], 'a', { order })).toBe('- name: a\n  MaxVersion: b\n');
    expect(set('- x: b\n', [0, 'name'], 'a', { order })).toBe('- x: b\n  name: a\n');
  });
});

describe('a list or mapping over another one', () => {
  const text = `a:
  # first
  - name: x # c
    v: "1"
  # - name: later
  - name: z
b: [1, 2]
`;

  test('changes only the entries that differ', () => {
    const wanted = [{ name: 'w' }, { name: 'x', v: '1' }, { name: 'z', v: 2 }];
    expect(set(text, ['a'], wanted)).toBe(`a:
  - name: w
  # first
  - name: x # c
    v: "1"
  # - name: later
  - name: z
    v: 2
b: [1, 2]
`);
    expect(set(text, ['a'], [{ name: 'z' }])).toBe('a:\n  # - name: later\n  - name: z\nb: [1, 2]\n');
    expect(set(text, ['b'], [1, 3, 2])).toContain('b: [1, 3, 2]\n');
    expect(set(text, ['b'], [])).toContain('b: []\n');
    expect(set(text, ['a'], {})).toBe('a: {}\nb: [1, 2]\n');
    expect(set(text, [], { b: [1, 2], c: null })).toBe('b: [1, 2]\nc: null\n');
  });

  test('leaves an equal value unchanged', () => {
    const doc = readYaml(text);
    expect(setValue(doc, ['a'], [{ v: '1', name: 'x' }, { name: 'z' }])).toBe(doc);
  });

  test('treats undefined as absent', () => {
    expect(set('a: 1\nb: 2\n', ['a'], undefined)).toBe('b: 2\n');
    expect(set('a: 1\n', ['b'], { x: undefined, z: [undefined] })).toBe('a: 1\nb:\n  z:\n    - null\n');
  });
});

describe('removeValue', () => {
  test.each<[string, string, Path, string]>([
    ['removes the comment above', 'x: 1\n# about a\n# more\na: 2 # c\nb: 1\n', ['a'], 'x: 1\nb: 1\n'],
    ['leaves a comment above a blank line', 'x: 1\n# section\n\na: 2\n', ['a'], 'x: 1\n# section\n\n'],
    [
      'leaves entries that are commented out',
      'l:\n  # - name: x\n  #   v: 1\n  - a\n  - b\n',
      ['l', 0],
      'l:\n  # - name: x\n  #   v: 1\n  - b\n',
    ],
    ['leaves a comment about the file', '# the file\na: 1\nb: 2\n', ['a'], '# the file\nb: 2\n'],
    ['removes indented comments below', 'a:\n  b: 1\n  # c: 2\nd: 1\n', ['a', 'b'], 'd: 1\n'],
    ['leaves its hyphen to the next entry', '- a: 1 # c\n  # of b\n  b: 2\n', [0, 'a'], '  # of b\n- b: 2\n'],
    ['with its parents that become empty', 'a:\n  b:\n    - c: 1\nd: 1\n', ['a', 'b', 0, 'c'], 'd: 1\n'],
    ['as the last one', '# c\na: 1\n# end\n', ['a'], '# c\n# end\n'],
    ['in brackets', 'a: [1, 2, 3]\n', ['a', 1], 'a: [1, 3]\n'],
    ['at the end of brackets', 'a: [1, 2 ]\n', ['a', 1], 'a: [1 ]\n'],
    ['before a last comma', 'a: [1, 2, ]\n', ['a', 1], 'a: [1, ]\n'],
    ['in brackets over several lines', 'a: [\n  1, # one\n  2 # two\n]\n', ['a', 0], 'a: [\n  2 # two\n]\n'],
    [
      'at the end of brackets over several lines',
      'a: [\n  1, # one\n  2\n]\n',
      ['a', 1],
      'a: [\n  1 # one\n]\n',
    ],
    [
      'before a last comma over several lines',
      'a: [\r\n  1, # one\r\n  2,\r\n]\r\n',
      ['a', 1],
      'a: [\r\n  1, # one\r\n]\r\n',
    ],
    ['all entries of one document', 'a: 1\n---\nb: 2\n', ['a'], '{}\n---\nb: 2\n'],
    ['without a last line ending', 'a: 1\r\nb: 2', ['b'], 'a: 1'],
    ['in a root of brackets', '{a: 1}\n', ['a'], '{}\n'],
    ["that doesn't exist", 'a: 1\n', ['b', 'c'], 'a: 1\n'],
  ])('%s', (_, text, path, after) => expect(remove(text, path)).toBe(after));

  test('retains empty brackets on request', () => {
    const keep = { keepEmptyParents: true };
    expect(remove('a: # c\n  b: 1\n', ['a', 'b'], keep)).toBe('a: {} # c\n');
    expect(remove('a:\n- 1\nb: 1\n', ['a', 0], keep)).toBe('a: []\nb: 1\n');
    expect(remove('a: {b: 1}\n', ['a', 'b'], keep)).toBe('a: {}\n');
    expect(remove('a: 1\n', ['a'], keep)).toBe('{}\n');
    expect(remove('- - 1\n', [0, 0], keep)).toBe('- []\n');
  });
});

describe('several documents', () => {
  const text = '# one\na: 1\n---\nb: 2\n--- # three\n';

  test('are edited separately', () => {
    expect(set(text, ['b'], 3, { document: 1 })).toBe('# one\na: 1\n---\nb: 3\n--- # three\n');
    expect(set(text, ['c'], 3, { document: 2 })).toBe('# one\na: 1\n---\nb: 2\n--- # three\nc: 3\n');
    expect(set(text, ['x', 0], 1, { document: 0 })).toBe('# one\na: 1\nx:\n  - 1\n---\nb: 2\n--- # three\n');
    expect(remove(text, ['b'], { document: 1 })).toBe('# one\na: 1\n---\n--- # three\n');
  });
});

describe('moving and renaming', () => {
  test('moves an element with its comments, but not blank lines', () => {
    const text = 'l:\n  - a\n\n  # about b\n  - b # too\n  - c';
    expect(moveItem(readYaml(text), ['l'], 1, 0).text).toBe('l:\n  # about b\n  - b # too\n\n  - a\n  - c');
    expect(moveItem(readYaml(text), ['l'], 0, 2).text).toBe('l:\n  # about b\n  - b # too\n\n  - c\n  - a');
    expect(moveItem(readYaml('[a, b , c]'), [], 0, 2).text).toBe('[b, c , a]');
  });

  test('renames a key in place', () => {
    expect(renameKey(readYaml('a: 1 # c\nb: 2\n'), ['a'], 'yes').text).toBe('"yes": 1 # c\nb: 2\n');
    expect(renameKey(readYaml("x: {'a': 1}\n"), ['x', 'a'], 'b').text).toBe("x: {'b': 1}\n");
  });
});

describe('an impossible edit is rejected with its reason and position', () => {
  const shared = 'a: &x\n  k: 1\nb: *x\nc:\n  <<: *x\nd: text\nl: [1]\n';
  const doc = readYaml(shared);

  test.each<[string, () => YamlText, RegExp, number]>([
    ['a repeated anchor', () => setValue(doc, ['a', 'k'], 2), /anchor &x, .*\*x/, 2],
    ['a value inside an alias', () => setValue(doc, ['b', 'k'], 2), /\*x refers to a value/, 2],
    ['an entry of an alias', () => removeValue(doc, ['b', 'k']), /comes from an alias/, 2],
    ['a merged entry', () => removeValue(doc, ['c', 'k']), /comes from an alias/, 2],
    ['the anchor of an alias', () => removeValue(doc, ['a']), /the alias .* refers to it/, 1],
    ['below a scalar', () => setValue(doc, ['d', 'e'], 1), /the value is a scalar/, 6],
    ['a position after the end', () => setValue(doc, ['l', 3], 1), /l has no entry at position 3/, 7],
    ['a new list with a gap', () => setValue(doc, ['n', 2], 1), /position/, 1],
    ['a key of a list', () => setValue(doc, ['l', 'x'], 1), /position x/, 7],
    ['elements of a mapping', () => insertItem(doc, ['a'], 0, 1), /isn't a list/, 1],
    ['a move to a missing position', () => moveItem(doc, ['l'], 0, 1), /no entry at position 1/, 7],
    ['a name that exists', () => renameKey(doc, ['d'], 'l'), /key l already exists/, 6],
    ['a missing key', () => renameKey(doc, ['q'], 'l'), /key doesn't exist/, 1],
  ])('%s', (_, change, message, line) => {
    expect(rejection(change)).toEqual({
      code: 'document-uneditable',
      message: expect.stringMatching(message),
      line,
    });
  });

  test.each<[string, string, number]>([
    ['unclosed brackets', 'a: 1\nb: [\n', 3],
    ['repeated names', 'a: 1\nb: 2\na: 3\n', 3],
    ['tabs as indentation', 'a:\n\tb: 1\n', 2],
    ['an undefined alias', 'a: 1\nb: *x\n', 2],
    ['an alias of itself', 'a: &x\n  - *x\n', 2],
    ['any document', 'a: 1\n---\nb: {\n', 4],
  ])('a text with faults: %s', (_, text, line) => {
    for (const change of [setValue, insertItem, removeValue] as const)
      expect(rejection(() => change(readYaml(text), ['a'], 0, 0 as never))).toMatchObject({
        code: 'document-unreadable',
        line,
      });
  });
});
