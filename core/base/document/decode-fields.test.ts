import { expect, test } from 'vitest';
import { type DecoderNote, decode, type Reader } from './decode-fields.ts';
import { keyFor } from './field-path.ts';
import { fieldAt, flag, integer, list, map, object, text } from './fields.ts';
import { isPlainMap } from './node-value.ts';

const TABLE = object({ name: text, on: flag, hosts: list(object({ port: integer() })), labels: map(text) });

function decoded(value: unknown, { lastCounts }: Pick<Reader<unknown>, 'lastCounts'> = {}) {
  const notes: DecoderNote<unknown>[] = [];
  const result = decode<unknown, { name: string; value: unknown }>(value, TABLE, [], {
    isNothing: (each) => each === null,
    entriesOf: (each) =>
      isPlainMap(each) ? Object.entries(each).map(([name, part]) => ({ name, value: part })) : undefined,
    itemsOf: (each) => (Array.isArray(each) ? each : undefined),
    scalarOf: (each, { kind }) => (kind === 'text' && typeof each !== 'string' ? undefined : each),
    fieldFor: keyFor,
    lastCounts,
    note: (note) => notes.push(note),
  });
  return { result, notes: notes.map(({ kind, path }) => `${kind} ${path.join('/')}`) };
}

test('decodes valid values and notes others', () => {
  expect(decoded({ name: 5, Hosts: [null, { port: 1, prot: 2 }], labels: { a: 'b', c: null } })).toEqual({
    result: { hosts: [{}, { port: 1 }], labels: { a: 'b', c: '' } },
    notes: ['type name', 'name hosts', 'unknown hosts/1/prot'],
  });
});

test('uses the exact name or the last one of a repeated field', () => {
  const twice = { name: 'a', NAME: 'b' };
  expect(decoded(twice)).toEqual({ result: { name: 'a' }, notes: ['name name'] });
  expect(decoded(twice, { lastCounts: true }).result).toEqual({ name: 'b' });
});

test('a field is found by its path', () => {
  expect(fieldAt(TABLE, ['hosts', 7, 'port'])).toEqual(integer());
  expect(fieldAt(TABLE, ['hosts', 7, 'prot'])).toBeUndefined();
});
