import { describe, expect, test } from 'vitest';
import { readHostTable } from '../hosts/host-table.ts';
import { type ImportedHost, importedHostOf, type SetHost } from './host-set.ts';
import { mergeHosts } from './merge-hosts.ts';

const read = (text: string): ImportedHost[] => readHostTable(text).hosts.map(importedHostOf);
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
  const rows = read(`name,role,mac1\nw-1,master,${B}\nw-2,worker,${A}`);
  const { hosts, merges } = mergeHosts(table, rows, 'table');
  expect(hosts).toMatchObject([{ role: 'master', nics: [{ name: 'eno1', mac: B }] }, { name: 'w-2' }]);
  expect(merges.map(({ kind }) => kind)).toEqual(['changed', 'added']);
});

/** A host with a value in every part. */
const KNOWN = host('w-1', {
  role: 'master',
  nics: [
    { name: 'eno1', mac: A, maxMtu: 9000 },
    { name: 'eno2', mac: B },
  ],
  addresses: ['10.20.0.14/16', '2001:db8::14/64'],
  bmc: { address: 'redfish://198.51.100.7/redfish/v1/Systems/1', username: 'root' },
  bootMac: A,
  preset: 'dual-stack',
  rootDevice: '/dev/sda',
  variables: { vlan: '120' },
  own: 'interfaces: []',
});
const VLAN_121 = { variables: { vlan: '121' } };
const withoutNic2Mac = { nics: [KNOWN.nics[0]!, { name: 'eno2' }] };

describe('a table changes only the parts that it contains', () => {
  test.each<[string, string, Partial<SetHost>]>([
    ['mac1', C, { nics: [{ ...KNOWN.nics[0], mac: C }, KNOWN.nics[1]!] }],
    ['mac2', C, { nics: [KNOWN.nics[0]!, { name: 'eno2', mac: C }] }],
    ['bmc', '198.51.100.8', { bmc: { address: '198.51.100.8', username: 'root' } }],
    ['bmc_user', 'admin', { bmc: { ...KNOWN.bmc!, username: 'admin' } }],
    ['bmc_password', 'harbour-violet-3319', {}],
    ['vlan', '121', VLAN_121],
    ['role', 'worker', { role: 'worker' }],
    // The same network as before
    ['ip', '10.20.0.117 2001:db8::17', { addresses: ['10.20.0.117/16', '2001:db8::17/64'] }],
    ['ip', '10.21.0.117', { addresses: ['10.21.0.117'] }],
    // One family
    ['ipv4', '10.20.0.117', { addresses: ['10.20.0.117/16', '2001:db8::14/64'] }],
    ['IPv6', '2001:db8::17', { addresses: ['10.20.0.14/16', '2001:db8::17/64'] }],
    // An empty cell
    ['mac2', '', withoutNic2Mac],
    ['ip', '', { addresses: [] }],
    ['ip', 'dhcp', { addresses: [] }],
    ['ipv6', '', { addresses: ['10.20.0.14/16'] }],
    ['vlan', '', { variables: {} }],
    ['role', '', {}],
  ])('%s: %s', (header, text, change) => {
    const { hosts } = mergeHosts([KNOWN], read(`hostname;${header}\nW-1;${text}`), 'table');
    expect(hosts).toEqual([{ ...KNOWN, ...change }]);
  });

  test('a row without the last cells changes the parts of the others', () => {
    const { hosts } = mergeHosts([KNOWN], read('hostname,vlan,mac2,ip\nw-1,121'), 'table');
    expect(hosts).toEqual([{ ...KNOWN, ...VLAN_121 }]);
  });

  test.each<[string, Partial<SetHost>]>([
    ['vlan: 121', VLAN_121],
    ['nics: [{ name: eno1 }, { mac: }]', withoutNic2Mac],
    ['bmc: { username: admin }', { bmc: { ...KNOWN.bmc!, username: 'admin' } }],
    ['address: 10.20.0.117', { addresses: ['10.20.0.117/16'] }],
    ['rootDevice: ""', { rootDevice: undefined }],
  ])('YAML: %s', (line, change) => {
    const { hosts } = mergeHosts([KNOWN], read(`- name: w-1\n  ${line}\n`), 'table');
    expect(hosts).toEqual([{ ...KNOWN, ...change }]);
  });

  test('a document without a row changes nothing else', () => {
    const { hosts } = mergeHosts([KNOWN], [host('w-1', { own: 'interfaces: [{}]' })], 'table');
    expect(hosts).toEqual([{ ...KNOWN, own: 'interfaces: [{}]' }]);
  });
});

test('two rows with one name both stay, so that the table reports them', () => {
  const rows = read('name,ip\nm1,192.0.2.1/24\nm1,192.0.2.2/24');
  expect(mergeHosts([], rows, 'table').hosts).toEqual(rows.map(({ given: _, ...row }) => row));
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
