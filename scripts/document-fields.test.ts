import { expect, test } from 'vitest';
import {
  any,
  defaultWord,
  described,
  type EitherField,
  flag,
  integer,
  list,
  map,
  object,
  secret,
  text,
  word,
} from '../core/base/document/fields.ts';
import { documentRows } from './document-fields.ts';
import { fieldTable } from './format-fields.ts';

test('fields are listed with type, allowed values, whether they are required, and meaning', () => {
  const file = object(
    {
      name: described('Name.', text),
      password: described('Password.', secret),
      mode: described('Mode.', defaultWord('fast', 'slow')),
      layers: described('Layers.', list(word('a', 'b', 'c'))),
      priority: described('Priority.', integer(0, 9)),
      delay: described('Delay.', integer(1)),
      labels: described('Labels.', map(text)),
      raw: described('Raw.', any),
    },
    ['name'],
  );
  expect(fieldTable(documentRows(file)).split('\n')).toEqual([
    '| field | type | required | content |',
    '| --- | --- | --- | --- |',
    '| `name` | string | yes | Name. |',
    '| `password` | string (secret) | no | Password. |',
    '| `mode` | `fast` or `slow` | no | Mode. Default: `fast`. |',
    '| `layers` | list of `a`, `b` or `c` | no | Layers. |',
    '| `priority` | integer from 0 to 9 | no | Priority. |',
    '| `delay` | integer, at least 1 | no | Delay. |',
    '| `labels` | map of strings | no | Labels. |',
    '| `raw` | any | no | Raw. |',
  ]);
});

test('fields of objects in lists, maps and alternatives get rows once, and later objects refer to them', () => {
  const port = object({ name: text });
  const either: EitherField = { kind: 'either', of: [flag, object({ enabled: flag })] };
  const file = object({
    ports: list(port),
    byName: map(list(object({ of: port }))),
    either,
    empty: object({}),
  });
  expect(documentRows(file).map(({ name, type }) => `${name}: ${type}`)).toEqual([
    'ports: list of objects',
    'ports[].name: string',
    'byName: map of lists of objects',
    'byName.*[].of: object, as `ports`',
    'either: boolean or object',
    'either.enabled: boolean',
    'empty: object',
  ]);
});

test('an object refers to rows in another list of the page by the name of that list', () => {
  const port = object({ name: text });
  const listed = new Map();
  documentRows(object({ port }), 'first', listed);
  expect(documentRows(object({ port, other: port }), 'second', listed).map(({ type }) => type)).toEqual([
    'object, as `port` of first',
    'object, as `port` of first',
  ]);
});

test('a list without descriptions has no column for them', () => {
  expect(fieldTable(documentRows(object({ name: text })))).toBe(
    '| field | type | required |\n| --- | --- | --- |\n| `name` | string | no |',
  );
});
