import { expect, test } from 'vitest';
import type { SetHost } from './host-set.ts';
import { mergeHosts } from './merge-hosts.ts';

const host = (name: string, more: Partial<SetHost> = {}): SetHost => ({
  ...{ name, role: 'worker', nics: [], addresses: [], variables: {} },
  ...more,
});
const [A, B, C] = ['52:54:00:00:00:0a', '52:54:00:00:00:0b', '52:54:00:00:00:0c'] as const;

test('a machine is found by its MAC address, and keeps name, role, order of NICs and BMC URL of the table', () => {
  const table = [
    host('w-1', {
      role: 'infra',
      nics: [{ name: 'eno1', mac: A }, { name: 'eno2' }],
      bmc: { address: 'redfish://198.51.100.7/redfish/v1/Systems/1', username: 'root' },
      addresses: ['192.0.2.7/24'],
    }),
  ];
  const machine = host('sn123', {
    nics: [{ name: 'eno2', mac: B }, { name: 'ens3', mac: C }, { mac: A }],
    bmc: { address: '198.51.100.7' },
    bootMac: A,
  });
  const { hosts, merges } = mergeHosts(table, [machine], 'inventory');
  expect(hosts).toEqual([
    {
      ...table[0],
      nics: [
        { name: 'eno1', mac: A },
        { name: 'eno2', mac: B },
        { name: 'ens3', mac: C },
      ],
      bootMac: A,
    },
  ]);
  expect(merges).toEqual([
    {
      name: 'w-1',
      kind: 'changed',
      parts: [
        { part: 'mac2', from: '', to: B },
        { part: 'nic3', from: '', to: 'ens3' },
        { part: 'mac3', from: '', to: C },
        { part: 'boot_mac', from: '', to: A },
      ],
    },
  ]);
});

test('other machines are added, and unchanged hosts stay the same objects', () => {
  const table = [host('w-1', { nics: [{ mac: A }] })];
  const { hosts, merges } = mergeHosts(
    table,
    [host('W-1', { nics: [{ mac: A }] }), host('w-2')],
    'inventory',
  );
  expect(hosts[0]).toBe(table[0]);
  expect(merges).toEqual([{ name: 'w-2', kind: 'added', parts: [{ part: 'role', from: '', to: 'worker' }] }]);
});

test('a row of a table replaces values by number, and only by name', () => {
  const table = [host('w-1', { nics: [{ name: 'eno1', mac: A }] })];
  const rows = [host('w-1', { role: 'master', nics: [{ mac: B }] }), host('w-2', { nics: [{ mac: A }] })];
  const { hosts, merges } = mergeHosts(table, rows, 'table');
  expect(hosts).toMatchObject([{ role: 'master', nics: [{ name: 'eno1', mac: B }] }, { name: 'w-2' }]);
  expect(merges.map(({ kind }) => kind)).toEqual(['changed', 'added']);
});

test('two rows with one name both stay, so that the table reports them', () => {
  const rows = [host('m1', { addresses: ['192.0.2.1/24'] }), host('m1', { addresses: ['192.0.2.2/24'] })];
  expect(mergeHosts([], rows, 'table').hosts).toEqual(rows);
  const { hosts, merges } = mergeHosts([host('m1')], rows, 'table');
  expect(hosts.map(({ addresses }) => addresses)).toEqual([['192.0.2.1/24'], ['192.0.2.2/24']]);
  expect(merges.map(({ kind }) => kind)).toEqual(['changed', 'added']);
  // Files of an inventory can describe one machine several times.
  expect(mergeHosts([], rows, 'inventory').hosts).toHaveLength(1);
});

test('an inventory replaces no value of the table', () => {
  const known = {
    nics: [{ name: 'eno1', mac: A }],
    bmc: { address: 'redfish://198.51.100.21/redfish/v1/Systems/1', username: 'root' },
    bootMac: A,
    rootDevice: '/dev/sda',
    addresses: ['192.0.2.7/24'],
    variables: { vlan: '120' },
  };
  const other = {
    nics: [{ name: 'eno1', mac: A }],
    bmc: { address: '198.51.100.2' },
    bootMac: B,
    rootDevice: '/dev/sdb',
    addresses: ['192.0.2.8/24'],
    variables: { vlan: '121' },
  };
  const { hosts, merges } = mergeHosts([host('w-1', known)], [host('w-1', other)], 'inventory');
  expect(hosts).toEqual([host('w-1', known)]);
  expect(merges).toEqual([]);
  expect(mergeHosts([host('w-1')], [host('w-1', other)], 'inventory').hosts).toEqual([host('w-1', other)]);
});

test.each([
  ['198.51.100.2', 'redfish://198.51.100.2/redfish/v1/Systems/1', true],
  ['198.51.100.2', 'redfish://198.51.100.21/redfish/v1/Systems/1', false],
  ['2001:db8::2', 'redfish://[2001:db8::2]/redfish/v1/Systems/1', true],
])('the BMC %s of the table and %s of an inventory are one: %s', (address, url, same) => {
  const table = [host('w-1', { bmc: { address, username: 'root' } })];
  const { hosts } = mergeHosts(table, [host('w-1', { bmc: { address: url } })], 'inventory');
  expect(hosts[0]!.bmc).toEqual({ address: same ? url : address, username: 'root' });
});
