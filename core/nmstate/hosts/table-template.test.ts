import { expect, test } from 'vitest';
import { HOST_COLUMNS } from './column-words.ts';
import { readHostTable } from './host-table.ts';
import { tableTemplate } from './table-template.ts';

test('the template has all columns but passwords, and a valid example row', () => {
  const { hosts, columns, problems } = readHostTable(tableTemplate());
  expect(problems).toEqual([]);
  expect(columns.every(({ recognized }) => recognized)).toBe(true);
  expect(columns.map(({ header }) => header)).toEqual(
    expect.arrayContaining(Object.keys(HOST_COLUMNS.fields).filter((name) => name !== 'bmc_password')),
  );
  expect(hosts).toMatchObject([
    {
      name: 'worker-0.example.com',
      role: 'worker',
      nics: [{ name: 'eno1' }, { name: 'eno2' }],
      preset: 'bond-vlan',
    },
  ]);
  expect(tableTemplate()).not.toContain('password');
});
