import { expect, test } from 'vitest';
import { yamlOf } from './yaml-of.ts';
import { yamlValue } from './yaml-values.ts';

test('texts that YAML 1.1 reads as flags or numbers stay texts', () => {
  const value = {
    flags: ['yes', 'No', 'on', 'y'],
    numbers: ['1_000', '010', '0b1', '1e3', '.5', '0x1f'],
    no: '~',
  };
  expect(yamlValue(yamlOf(value))).toEqual(value);
});

test('values of a text belong to the caller', () => {
  const value = yamlValue('metadata: {labels: {a: b}}\nlist: [1]\n') as { metadata: object; list: number[] };
  Object.assign(value.metadata, { resourceVersion: '1' });
  value.list.push(2);
  expect(value).toEqual({ metadata: { labels: { a: 'b' }, resourceVersion: '1' }, list: [1, 2] });
});
