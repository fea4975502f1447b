import { expect, test } from 'vitest';
import { z } from 'zod';
import { listOf, mapOf } from '../core/base/document/list-schema.ts';
import { fieldRows, fieldTable } from './format-fields.ts';

test('fields are listed with type, whether they are required, and content', () => {
  const schema = z.object({
    format: z.literal(1),
    name: z.string().describe('Name'),
    size: z.number().int().optional().describe('Size'),
    mode: z.enum(['fast', 'slow']).default('fast').describe('Mode'),
    rate: z.number().nullable().describe('Rate'),
    by: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('key'), fingerprint: z.string() }),
        z.object({ kind: z.literal('command') }),
      ])
      .describe('Signer'),
  });
  expect(fieldTable(fieldRows(schema)).split('\n')).toEqual([
    '| field | type | required | content |',
    '| --- | --- | --- | --- |',
    '| `format` | `1` | yes | Format version |',
    '| `name` | string | yes | Name |',
    '| `size` | integer | no | Size |',
    '| `mode` | `fast` or `slow` | no | Mode (default: `fast`) |',
    '| `rate` | number or `null` | yes | Rate |',
    '| `by` | `{kind: "key", fingerprint}` or `{kind: "command"}` | yes | Signer |',
  ]);
});

test('described fields of objects in lists and maps get rows, others are listed in the type', () => {
  const file = z.object({
    name: z.string().describe('Name'),
    state: z.enum(['complete', 'missing']).optional(),
  });
  const schema = z.object({
    files: listOf(file).describe('Files'),
    more: z.array(file).optional().describe('The same again'),
    totals: mapOf(z.object({ images: z.number(), bytes: z.number().optional() })).describe('Totals'),
    windows: z.record(z.string(), z.array(z.string())).describe('Windows'),
    either: z.union([z.literal('unknown'), z.object({ of: z.enum(['a', 'b']) })]).describe('Either'),
  });
  expect(fieldRows(schema).map(({ name, type }) => `${name}: ${type}`)).toEqual([
    'files: list of objects',
    'files[].name: string',
    'files[].state: `complete` or `missing`',
    'more: list of objects',
    'totals: map of `{images, bytes?}`',
    'windows: map of lists of strings',
    'either: `unknown` or `{of: "a" | "b"}`',
  ]);
});

test('the fields of a format with a table of its own are not repeated', () => {
  const inner = z.object({ name: z.string().describe('Name') });
  const schema = z.object({ list: z.array(inner).describe('List') });
  expect(fieldRows(schema, new Set([inner])).map(({ name }) => name)).toEqual(['list']);
});

test('a description changes neither results nor messages', () => {
  const plain = listOf(z.string(), { min: 1 });
  const described = plain.describe('Names');
  for (const value of [['a'], [], [1], 'x'])
    expect(described.safeParse(value)).toEqual(plain.safeParse(value));
});
