import { expect, test } from 'vitest';
import { yamlPlace } from './yaml-place.ts';
import { fieldAt, suggestionsAt } from './yaml-suggestions.ts';

/** Returns the lines of a text and the position of its `^`. */
function at(text: string): [lines: string[], line: number, column: number] {
  const lines = text.split('\n');
  const line = lines.findIndex((each) => each.includes('^'));
  const column = lines[line]!.indexOf('^');
  lines[line] = lines[line]!.replace('^', '');
  return [lines, line, column];
}

const labels = (text: string) => suggestionsAt(...at(text)).suggestions.map(({ label }) => label);
const mapping = (text: string) => yamlPlace(...at(text)).mapping;

test('the place of a position, by indentation', () => {
  expect(mapping('^')).toBe('');
  expect(mapping('mirror:\n  ^')).toBe('mirror');
  expect(mapping('mirror:\n  platform:\n    channels:\n      - name: stable-4.18\n        ^')).toBe(
    'mirror.platform.channels[]',
  );
  expect(mapping('mirror:\n  platform:\n    channels:\n      - ^')).toBe('mirror.platform.channels[]');
  expect(
    mapping('mirror:\n  platform:\n    channels:\n    - name: a\n      type: ocp\n    - name: b\n      ^'),
  ).toBe('mirror.platform.channels[]');
  expect(mapping('mirror:\n  platform:\n    channels:\n      - name: a\n    ^')).toBe('mirror.platform');
  expect(
    mapping(
      'mirror:\n  operators:\n    - catalog: c\n      packages:\n        - name: p\n          channels:\n            - name: ^',
    ),
  ).toBe('mirror.operators[].packages[].channels[]');
  expect(
    mapping('# a comment\nkind: X\n\nmirror:\n  additionalImages:\n    - name: a\n    # why\n    - name: b^'),
  ).toBe('mirror.additionalImages[]');
  expect(mapping('mirror:\n  helm:\n    repositories:\n      -\n        name: a\n        ^')).toBe(
    'mirror.helm.repositories[]',
  );
});

test('suggests missing keys only', () => {
  expect(labels('kind: ImageSetConfiguration\n^\nmirror:\n')).toEqual(['apiVersion', 'archiveSize']);
  expect(
    labels('mirror:\n  platform:\n    channels:\n      - name: stable-4.18\n        ^\n        full: true'),
  ).toEqual(['type', 'minVersion', 'maxVersion', 'shortestPath']);
});

test('suggests values of an enumeration', () => {
  expect(labels('mirror:\n  platform:\n    channels:\n      - type: ^')).toEqual(['ocp', 'okd']);
  expect(labels('mirror:\n  platform:\n    architectures: [amd64, ^]')).toContain('s390x');
  expect(labels('mirror:\n  platform:\n    architectures:\n      - ^')).toContain('arm64');
  expect(labels('mirror:\n  platform:\n    graph: ^')).toEqual(['true', 'false']);
  expect(labels('mirror:\n  platform:\n    release: ^')).toEqual([]);
  expect(labels('mirror: # ^')).toEqual([]);
});

test('suggests the first item of a list, and keys with the start of their value', () => {
  expect(suggestionsAt(...at('mirror:\n  additionalImages:\n    ^')).suggestions[0]).toMatchObject({
    label: '- name',
    text: '- name: |',
  });
  const channels = suggestionsAt(...at('mirror:\n  platform:\n    cha^')).suggestions.find(
    ({ label }) => label === 'channels',
  );
  expect(channels?.text).toBe('channels:\n      - name: |');
  expect(suggestionsAt(...at('mirror:\n  platform:\n    cha^')).from).toBe(4);
});

test('the field of a line', () => {
  expect(fieldAt(...at('mirror:\n  platform:\n    chann^els:'))?.path).toBe('mirror.platform.channels');
  expect(fieldAt(...at('mirror:\n  platform:\n    channels:\n      - minVer^sion: 4.18.1'))?.path).toBe(
    'mirror.platform.channels[].minVersion',
  );
  expect(fieldAt(...at('# ki^nd: x'))).toBeUndefined();
  expect(fieldAt(...at('unknown^: x'))).toBeUndefined();
});
