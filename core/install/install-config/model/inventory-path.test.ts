import { expect, test } from 'vitest';
import { inventoryPath } from './inventory-path.ts';

test('divides an inventory path at its first folder of that kind', () => {
  expect(inventoryPath('/DC1/host/c1/Resources', 'host')).toEqual({
    datacenter: 'DC1',
    rest: 'c1/Resources',
  });
  expect(inventoryPath('/folder/DC1/vm/vm/a', 'vm')).toEqual({ datacenter: 'folder/DC1', rest: 'vm/a' });
  expect(inventoryPath('/DC1/datastore/', 'datastore')).toEqual({ datacenter: 'DC1', rest: '' });
});

test.each(['', 'DC1/vm/a', '/vm/a', '/DC1/vm', '/DC1/host/a', '/DC1/vm/a\nb'])(
  '%j is not a path of virtual machines',
  (path) => {
    expect(inventoryPath(path, 'vm')).toBeUndefined();
  },
);
