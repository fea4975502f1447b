import { expect, test } from 'vitest';
import type { DeleteChoiceLine } from '../../core/contract/topics/deletes.ts';
import { choiceRows, leavesOf, toggled, usedBy } from './choice-rows.ts';

function choice(name: string, ...children: DeleteChoiceLine[]): DeleteChoiceLine {
  return { id: name, kind: 'bundle', name, requestedBy: [], images: 1, children };
}

const TREE = [
  choice('4.16.1'),
  choice('index', choice('odf', choice('stable', choice('odf.v1'), choice('odf.v2'))), choice('gitops')),
];

test('only opened rows are visible, and a partly selected row is marked', () => {
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

test('a search opens only the rows that lead to its matches', () => {
  const names = (search: string) =>
    choiceRows(TREE, new Set(), new Set(), search).map(({ choice: { name } }) => name);
  expect(names('V2')).toEqual(['index', 'odf', 'stable', 'odf.v2']);
  expect(names('gitops')).toEqual(['index', 'gitops']);
  expect(names('nothing')).toEqual([]);
});

test('a partly selected choice is first selected completely, then deselected', () => {
  const [, index] = TREE;
  const some = new Set(['odf.v1', '4.16.1']);
  const all = toggled(some, index!);
  expect([...all].sort()).toEqual(['4.16.1', ...leavesOf(index!)].sort());
  expect([...toggled(all, index!)]).toEqual(['4.16.1']);
});

test('the configurations that use a choice are listed', () => {
  expect(usedBy({ requestedBy: ['fleet.yaml', 'lab.yaml'] })).toBe('used by fleet.yaml and lab.yaml');
  expect(usedBy({ requestedBy: ['a', 'b', 'c'] })).toBe('used by a, b and c');
});
