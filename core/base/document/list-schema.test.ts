import { expect, test } from 'vitest';
import { z } from 'zod';
import { listOf, mapOf } from './list-schema.ts';

const schema = z.object({
  list: listOf(z.object({ name: z.string() }), { min: 1 }).optional(),
  map: mapOf(z.string()).optional(),
});

test('returns valid elements and fields, also with names of built-in properties', () => {
  const value = JSON.parse(
    '{"list":[{"name":"a"}],"map":{"__proto__":"x","constructor":"y","toString":"z"}}',
  );
  const { list, map } = schema.parse(value);
  expect(list).toEqual([{ name: 'a' }]);
  expect(Object.entries(map!)).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
    ['toString', 'z'],
  ]);
});

test.each<[unknown, PropertyKey[], string]>([
  [
    { list: [{ name: 'a' }, { name: 1 }] },
    ['list', 1, 'name'],
    'Invalid input: expected string, received number',
  ],
  [{ list: [] }, ['list'], 'Too small: expected array to have >=1 items'],
  [{ list: {} }, ['list'], 'Invalid input: expected array, received object'],
  [{ map: { a: 'x', b: 1 } }, ['map', 'b'], 'Invalid input: expected string, received number'],
  [{ map: [] }, ['map'], 'Invalid input: expected an object'],
])('%j is wrong at %j', (value, path, message) => {
  expect(schema.safeParse(value).error?.issues).toMatchObject([{ path, message }]);
});

test('a million wrong elements cost no more than one', () => {
  const wrong = { list: Array(1_000_000).fill(1), map: Object.fromEntries(Array(100_000).entries()) };
  const before = process.cpuUsage();
  expect(schema.safeParse(wrong).error?.issues).toHaveLength(2);
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});
