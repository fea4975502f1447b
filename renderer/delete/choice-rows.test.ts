import { expect, test } from 'vitest';
import type { DeleteChoiceLine } from '../../core/contract/topics/deletes.ts';
import { choiceRows, leavesOf, toggled, usedBy } from './choice-rows.ts';

function choice(name: string, ...children: DeleteChoiceLine[]): DeleteChoiceLine {
  return { id: name, kind: 'bundle', name, askedBy: [], images: 1, children };
}

const TREE = [
  choice('4.16.1'),
  choice('index', choice('odf', choice('stable', choice('odf.v1'), choice('odf.v2'))), choice('gitops')),
];

test('only what was opened is seen, and what is chosen in part says so', () => {
  const rows = choiceRows(TREE, new Set(['odf.v1']), new Set(['index', 'odf']), '');
  expect(rows.map(({ choice: { name }, level, state }) => [name, level, state])).toEqual([
    ['4.16.1', 1, 'off'],
    ['index', 1, 'some'],
    ['odf', 2, 'some'],
    ['stable', 3, 'some'],
    ['gitops', 2, 'off'],
  ]);
  expect(rows.at(-1)).toMatchObject({ at: 2, of: 2 });
});

test('a search opens what leads to it, and no more', () => {
  const names = (search: string) =>
    choiceRows(TREE, new Set(), new Set(), search).map(({ choice: { name } }) => name);
  expect(names('V2')).toEqual(['index', 'odf', 'stable', 'odf.v2']);
  expect(names('gitops')).toEqual(['index', 'gitops']);
  expect(names('nothing')).toEqual([]);
});

test('what is chosen in part is chosen whole first, then left whole', () => {
  const [, index] = TREE;
  const some = new Set(['odf.v1', '4.16.1']);
  const whole = toggled(some, index!);
  expect([...whole].sort()).toEqual(['4.16.1', ...leavesOf(index!)].sort());
  expect([...toggled(whole, index!)]).toEqual(['4.16.1']);
});

test('who else asks for it is named', () => {
  expect(usedBy({ askedBy: ['fleet.yaml', 'lab.yaml'] })).toBe('used by fleet.yaml and lab.yaml');
  expect(usedBy({ askedBy: ['a', 'b', 'c'] })).toBe('used by a, b and c');
});
