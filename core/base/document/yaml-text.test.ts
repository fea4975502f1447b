import { describe, expect, test } from 'vitest';
import { parsedOf, pathAtOffset, placeAt, readYaml, valueAt } from './yaml-text.ts';

describe('reading', () => {
  test('reads values like Kubernetes tools, of several documents, aliases and merges', () => {
    const doc = readYaml(
      'a: &x {k: 010, v: "010"}\nb: *x\nc:\n  <<: *x\n  v: yes\nd: {"<<": text}\n---\n- ~\n- !!str 1\n- |\n  l\n  m\n',
    );
    expect([doc.faults, doc.documents]).toEqual([[], 2]);
    expect(valueAt(doc, ['b', 'k'])).toBe(8);
    expect(valueAt(doc, ['c'])).toEqual({ v: true, k: 8 });
    expect(valueAt(doc, ['d'])).toEqual({ '<<': 'text' });
    expect(valueAt(doc, [], 1)).toEqual([null, '1', 'l\nm\n']);
    for (const path of [['q'], ['a', 'k', 'z'], ['a', 0], ['toString']])
      expect(valueAt(doc, path)).toBeUndefined();
    expect(valueAt(doc, [], 2)).toBeUndefined();
    expect(Object.isFrozen(valueAt(doc, ['c']))).toBe(true);
  });

  test('reads only comments as no document, and an empty document as null', () => {
    expect([readYaml('').documents, readYaml('# c\n').documents, readYaml('---\n').documents]).toEqual([
      0, 0, 1,
    ]);
    expect(valueAt(readYaml('---\n'), [])).toBeNull();
    expect(valueAt(readYaml('a:\n'), ['a'])).toBeNull();
    expect(valueAt(readYaml('__proto__: 1\n'), ['__proto__'])).toBe(1);
  });

  test('reports faults with their positions, and no values', () => {
    const doc = readYaml('a: 1\nb:\n  - c: [\nd: 2\n');
    expect(doc.faults[0]).toMatchObject({ line: 4, column: 1 });
    expect(valueAt(doc, ['a'])).toBeUndefined();
    expect(placeAt(doc, ['a'])).toMatchObject({ line: 1, column: 4 });
    expect(readYaml('a: 1\na: 2\n').faults).toMatchObject([
      { message: expect.stringContaining('unique'), line: 2 },
    ]);
    expect(readYaml(`${'['.repeat(30_000)}`).faults.length).toBeGreaterThan(0);
  });

  test('rejects aliases that expand without end', () => {
    const bomb = Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`).join('\n');
    expect(readYaml(`a0: &a0 1\n${bomb}\n`).faults).toMatchObject([{ message: /too much/ }]);
  });

  test('accepts a copy of a text', () => {
    expect(valueAt(structuredClone(readYaml('a: 1\n')), ['a'])).toBe(1);
    expect(parsedOf(readYaml('a: 1\n')).documents).toHaveLength(1);
  });
});

describe('places', () => {
  const text = '# head\nl:\n  - name: "x"  # c\n    v:\n  -   - 1\nm: &m {k: [1, 2]}\nr: *m\n';
  const doc = readYaml(text);
  const at = (path: (string | number)[], of?: 'key' | 'value' | 'entry') => {
    const place = placeAt(doc, path, of && { of });
    return place && [text.slice(place.start, place.end), place.line, place.column];
  };

  test('of values, names and entries', () => {
    expect(at(['l', 0, 'name'])).toEqual(['"x"', 3, 11]);
    expect(at(['l', 0, 'name'], 'key')).toEqual(['name', 3, 5]);
    expect(at(['l', 0, 'name'], 'entry')).toEqual(['name: "x"', 3, 5]);
    expect(at(['l', 0, 'v'])).toEqual(['', 4, 7]);
    expect(at(['l', 0], 'key')).toEqual(['-', 3, 3]);
    expect(at(['l', 0], 'entry')).toEqual(['- name: "x"  # c\n    v:', 3, 3]);
    expect(at(['l', 1])).toEqual(['- 1', 5, 7]);
    expect(at(['m'])).toEqual(['{k: [1, 2]}', 6, 7]);
    expect(at(['m', 'k', 1], 'entry')).toEqual(['2', 6, 15]);
    expect(at(['r', 'k', 1])).toEqual(['2', 6, 15]);
    expect(at([])?.[1]).toBe(2);
    expect(at(['q'])).toBeUndefined();
    expect(at(['l', 2])).toBeUndefined();
  });

  test('of merged entries, where they are written', () => {
    const merged = readYaml('a: &a {x: 1}\nb: &b {y: 2}\nc:\n  <<: [*a, *b]\n');
    expect(placeAt(merged, ['c', 'y'])).toMatchObject({ line: 2, column: 11 });
  });

  test('a cursor is in the innermost entry', () => {
    const path = (part: string, behind = 0) => pathAtOffset(doc, text.indexOf(part) + behind).path;
    expect(path('"x"')).toEqual(['l', 0, 'name']);
    expect(path('# c')).toEqual(['l', 0, 'name']);
    expect(path('v:', 2)).toEqual(['l', 0, 'v']);
    expect(path('- name')).toEqual(['l', 0]);
    expect(path('l:')).toEqual(['l']);
    expect(path('2]')).toEqual(['m', 'k', 1]);
    expect(path('# head')).toEqual([]);
  });

  test('between entries, by the indentation', () => {
    const gap = 'a:\n  b:\n    c: 1\n\n    \n  \n\nd: 1\n---\ne: 1\n';
    const lines = readYaml(gap);
    expect(pathAtOffset(lines, gap.indexOf('\n    \n') + 5).path).toEqual(['a', 'b']);
    expect(pathAtOffset(lines, gap.indexOf('\n  \n') + 3).path).toEqual(['a']);
    expect(pathAtOffset(lines, gap.indexOf('\n\nd') + 1).path).toEqual([]);
    expect(pathAtOffset(lines, gap.indexOf('e: 1') + 3)).toEqual({ document: 1, path: ['e'] });
    expect(pathAtOffset(readYaml(''), 0)).toEqual({ document: 0, path: [] });
  });

  test('while a text is being typed, by its valid part', () => {
    const broken = readYaml('mirror:\n  platform:\n    graph: [\n');
    expect(pathAtOffset(broken, 'mirror:\n  platform:\n    gr'.length).path).toEqual([
      'mirror',
      'platform',
      'graph',
    ]);
  });
});
