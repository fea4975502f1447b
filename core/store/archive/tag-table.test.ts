import { expect, test } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import { TagTable } from './tag-table.ts';

const [one, two, three] = ['1', '2', '3'].map((text) => sha256(Buffer.from(text))) as [
  `sha256:${string}`,
  `sha256:${string}`,
  `sha256:${string}`,
];

test('the digest that was added last counts, in the order in which names were added first', () => {
  const table = new TagTable();
  table.add({ repository: 'b', tag: 'v2', digest: one });
  table.add({ repository: 'a', tag: 'v1', digest: one });
  expect(table.all().get('b')?.get('v2')).toBe(one);
  table.add({ repository: 'b', tag: 'v2', digest: two });
  expect(table.digest('b', 'v2')).toBe(two);
  table.add({ repository: 'b', tag: 'v1', digest: three });
  table.add({ repository: 'b', tag: 'v2', digest: three });
  expect([...table.all()].map(([repository, tags]) => [repository, [...tags]])).toEqual([
    [
      'b',
      [
        ['v2', three],
        ['v1', three],
      ],
    ],
    ['a', [['v1', one]]],
  ]);
  const found = [table.digest('b', 'v1'), table.digest('a', 'v1'), table.digest('a', 'v2')];
  expect([...found, table.digest('c', 'v1')]).toEqual([three, one, undefined, undefined]);
});
