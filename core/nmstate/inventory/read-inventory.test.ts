import { describe, expect, test } from 'vitest';
import { t } from './messages.ts';
import { looksLikeInventory, readInventory } from './read-inventory.ts';

const SYSTEM = {
  '@odata.type': '#ComputerSystem.v1_20_0.ComputerSystem',
  '@odata.id': '/redfish/v1/Systems/1',
  HostName: 'worker-3.lab.example',
  SerialNumber: 'SN123',
  EthernetInterfaces: { '@odata.id': '/redfish/v1/Systems/1/EthernetInterfaces' },
};
const nic = (id: string, mac: unknown, more = {}) => ({
  '@odata.type': '#EthernetInterface.v1_12_0.EthernetInterface',
  '@odata.id': `/redfish/v1/Systems/1/EthernetInterfaces/${id}`,
  Id: id,
  MACAddress: mac,
  ...more,
});
const read = (...inputs: [path: string, value: unknown][]) =>
  readInventory(
    inputs.map(([path, value]) => ({
      path,
      text: typeof value === 'string' ? value : JSON.stringify(value),
    })),
  );
const BMH = `apiVersion: metal3.io/v1alpha1
kind: BareMetalHost
metadata:
  name: worker-1
  annotations: {bmac.agent-install.openshift.io/role: worker}
spec:
  bmc: {address: "redfish-virtualmedia://root:kestrel-plum@198.51.100.21/redfish/v1/Systems/1", credentialsName: s}
  bootMACAddress: 52:54:00:00:00:02
  rootDeviceHints: {deviceName: /dev/disk/by-path/pci-0}
status:
  hardware:
    nics:
    - {name: eno1, mac: "52:54:00:00:00:02", ip: 169.254.0.21}
    - {name: eno1, mac: "52:54:00:00:00:02", ip: "fe80::21"}
    - {name: eno2, mac: "52:54:00:00:01:02"}
`;
const SECRET =
  'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {username: root, password: kestrel-plum}\n';

test.each<[string, unknown]>([
  ['BareMetalHost', BMH.replace('169.254.0.21', '192.0.2.21')],
  [
    'Ironic',
    {
      inventory: {
        hostname: 'worker-1',
        interfaces: [{ name: 'eno1', mac_address: '52:54:00:00:00:01', ipv6_address: '2001:db8::21' }],
      },
    },
  ],
  ['Redfish', [SYSTEM, nic('1', '52:54:00:00:00:01', { IPv4Addresses: [{ Address: '192.0.2.21' }] })]],
])('%s: the addresses of NICs, which are not imported, are reported once', (_, value) => {
  const { hosts, problems } = read(['a', value]);
  expect(hosts.map(({ addresses }) => addresses)).toEqual([[]]);
  expect(problems.filter(({ rule }) => rule === 'addresses-ignored')).toMatchObject([
    { level: 'warning', message: t('addressesIgnored', { count: 1 }), remedy: t('addressesIgnoredRemedy') },
  ]);
});

describe('Redfish', () => {
  test('reads a system with the interfaces of its file, those with a link first', () => {
    const { hosts, problems } = read([
      'a.json',
      [
        SYSTEM,
        nic('1', '52:54:00:00:00:01', { LinkStatus: 'LinkDown' }),
        nic('2', '52-54-00-00-00-02', { LinkStatus: 'LinkUp' }),
        nic('3', null),
        nic('4', '52:54:00:00:00:04', { Status: { State: 'Disabled' } }),
        nic('5', '52:54:00:00:00:05', { Name: 'Manager USB interface' }),
        nic('6', '52:54:00:00:00:06', { PermanentMACAddress: '52:54:00:00:00:66' }),
      ],
    ]);
    expect(problems).toEqual([]);
    expect(hosts).toEqual([
      {
        name: 'worker-3.lab.example',
        role: 'worker',
        nics: [{ mac: '52:54:00:00:00:02' }, { mac: '52:54:00:00:00:01' }, { mac: '52:54:00:00:00:66' }],
        addresses: [],
        variables: {},
      },
    ]);
  });

  test('reads collections with expanded members, and responses by their paths', () => {
    const expanded = {
      '@odata.type': '#ComputerSystemCollection.ComputerSystemCollection',
      Members: [{ ...SYSTEM, EthernetInterfaces: { Members: [nic('1', '52:54:00:00:00:01')] } }],
    };
    const byPath = {
      '/redfish/v1/Systems/1': SYSTEM,
      '/redfish/v1/Systems/1/EthernetInterfaces/1': nic('1', '52:54:00:00:00:01'),
    };
    for (const value of [expanded, byPath])
      expect(read(['a.json', value]).hosts).toMatchObject([
        { name: 'worker-3.lab.example', nics: [{ mac: '52:54:00:00:00:01' }] },
      ]);
  });

  test('takes the name, and the address of the BMC, from the file', () => {
    const { HostName: _, ...unnamed } = SYSTEM;
    expect(read(['dump/master-0.json', [unnamed, nic('1', '52:54:00:00:00:01')]]).hosts).toMatchObject([
      { name: 'master-0', role: 'master' },
    ]);
    expect(read(['dump/198.51.100.7.json', [unnamed, nic('1', '52:54:00:00:00:01')]]).hosts).toMatchObject([
      { name: 'sn123', bmc: { address: 'redfish-virtualmedia://198.51.100.7/redfish/v1/Systems/1' } },
    ]);
  });

  test('assigns the interfaces of one file for each machine, although all systems have one path', () => {
    const files = [1, 2].map((n): [string, unknown] => [
      `worker-${n}.json`,
      [{ ...SYSTEM, HostName: '' }, nic('1', `52:54:00:00:00:0${n}`)],
    ]);
    expect(read(...files).hosts).toMatchObject([
      { name: 'worker-1', nics: [{ mac: '52:54:00:00:00:01' }] },
      { name: 'worker-2', nics: [{ mac: '52:54:00:00:00:02' }] },
    ]);
    const { problems } = read(...files, ['nic.json', nic('9', '52:54:00:00:00:09')]);
    expect(problems.map(({ rule }) => rule)).toContain('nic-of-no-system');
  });
});

describe('Ironic', () => {
  const DATA = {
    inventory: {
      hostname: 'localhost.localdomain',
      interfaces: [
        { name: 'eno1', mac_address: '52:54:00:00:00:01' },
        { name: 'lo', mac_address: '00:00:00:00:00:00' },
      ],
      bmc_address: '198.51.100.7',
      boot: { pxe_interface: '01-52-54-00-00-00-01' },
      system_vendor: { serial_number: 'X1' },
    },
    root_disk: { name: '/dev/sda' },
    ipmi_password: 'kestrel-plum',
  };

  test('reads introspection data, of one node or several', () => {
    expect(read(['worker-9.json', DATA]).hosts).toEqual([
      {
        name: 'worker-9',
        role: 'worker',
        nics: [{ name: 'eno1', mac: '52:54:00:00:00:01' }],
        addresses: [],
        variables: {},
        bmc: { address: '198.51.100.7' },
        bootMac: '52:54:00:00:00:01',
      },
    ]);
    const second = {
      ...DATA,
      inventory: { ...DATA.inventory, hostname: 'worker-b', interfaces: [], boot: {} },
    };
    expect(read(['all.json', [{ ...DATA, name: 'worker-a' }, second]]).hosts.map(({ name }) => name)).toEqual(
      ['worker-a', 'worker-b'],
    );
  });
});

describe('BareMetalHosts', () => {
  test('are read with their NICs, and without passwords', () => {
    const inventory = read(['hosts.yaml', `${BMH}---\n${SECRET}`]);
    expect(inventory.hosts).toEqual([
      {
        name: 'worker-1',
        role: 'worker',
        nics: [
          { name: 'eno1', mac: '52:54:00:00:00:02' },
          { name: 'eno2', mac: '52:54:00:00:01:02' },
        ],
        addresses: [],
        variables: {},
        bmc: { address: 'redfish-virtualmedia://198.51.100.21/redfish/v1/Systems/1' },
        bootMac: '52:54:00:00:00:02',
        rootDevice: '/dev/disk/by-path/pci-0',
      },
    ]);
    expect(inventory.passwords).toBe(2);
    expect(JSON.stringify(inventory)).not.toContain('kestrel');
  });

  test('in a list are joined with their HardwareData', () => {
    const host = (name: string) => ({
      kind: 'BareMetalHost',
      metadata: { name, labels: { 'installer.openshift.io/role': 'control-plane' } },
      spec: { bootMACAddress: '52:54:00:00:00:07' },
    });
    const hardware = {
      kind: 'HardwareData',
      metadata: { name: 'm0' },
      spec: { hardware: { nics: [{ name: 'eno1', mac: '52:54:00:00:00:07' }] } },
    };
    expect(read(['l.json', { kind: 'List', items: [host('m0'), hardware] }])).toMatchObject({
      hosts: [{ name: 'm0', role: 'master', nics: [{ name: 'eno1', mac: '52:54:00:00:00:07' }] }],
      problems: [],
    });
  });

  test('keep their BMC, boot MAC address and root device in both orders of the files', () => {
    const hardware = `kind: HardwareData
metadata: {name: worker-1}
spec: {hardware: {nics: [{name: eno3, mac: "52:54:00:00:02:02"}]}}
`;
    for (const text of [`${hardware}---\n${BMH}`, `${BMH}---\n${hardware}`])
      expect(read(['hosts.yaml', text]).hosts).toMatchObject([
        {
          bmc: { address: 'redfish-virtualmedia://198.51.100.21/redfish/v1/Systems/1' },
          bootMac: '52:54:00:00:00:02',
          rootDevice: '/dev/disk/by-path/pci-0',
          nics: { length: 3 },
        },
      ]);
  });
});

test('machines that share a MAC address are one host, with a warning', () => {
  const { hosts, problems } = read(['b.yaml', BMH], ['a.json', [SYSTEM, nic('1', '52:54:00:00:01:02')]]);
  expect(hosts.map(({ name }) => name)).toEqual(['worker-1']);
  expect(problems).toMatchObject([{ rule: 'mac-shared', level: 'warning' }]);
});

describe('hostile input', () => {
  const deep = (value: unknown, levels: number): unknown =>
    levels === 0 ? value : deep({ Members: [value] }, levels - 1);

  test.each<[string, unknown, string[]]>([
    ['truncated JSON', '{"inventory": {"interfaces": [', ['inventory']],
    ['truncated YAML', 'kind: BareMetalHost\nmetadata: {name: [\n', ['inventory']],
    ['too deep JSON', `${'['.repeat(5000)}${']'.repeat(5000)}`, ['inventory']],
    ['nested collections', deep([SYSTEM], 30), []],
    ['other values', [null, 7, 'x', { kind: 7 }, { inventory: { interfaces: 7 } }], []],
    ['a name with an escape', { ...SYSTEM, HostName: '\u001b[2Jx', SerialNumber: 'a/b' }, ['host-name']],
    ['a path as name', { kind: 'BareMetalHost', metadata: { name: '../../etc/passwd' } }, ['host-name']],
    [
      'prototype fields',
      '{"kind":"BareMetalHost","metadata":{"name":"__proto__"},"__proto__":{"x":1}}',
      ['host-name'],
    ],
    [
      'too many machines',
      Array.from({ length: 5001 }, (_, i) => ({ ...SYSTEM, HostName: `w-${i}` })),
      ['too-many-machines'],
    ],
    ['a multicast MAC', [SYSTEM, nic('1', '01:00:5e:00:00:01')], ['mac', 'no-nics']],
    [
      'too many NICs',
      [
        SYSTEM,
        ...Array.from({ length: 70 }, (_, i) =>
          nic(`${i}`, `52:54:00:00:01:${i.toString(16).padStart(2, '0')}`),
        ),
      ],
      ['too-many-nics'],
    ],
  ])('%s is reported without an exception', (_, value, rules) => {
    const { hosts, problems } = read(['/data/198.51.100.9.json', value]);
    expect(problems.map(({ rule }) => rule)).toEqual(rules);
    for (const { nics } of hosts) expect(nics.length).toBeLessThanOrEqual(64);
    expect(problems.every(({ message }) => !message.includes('\u001b'))).toBe(true);
  });

  test('a MAC address that is not a string is left out', () => {
    expect(read(['w.json', [SYSTEM, nic('1', { a: 1 }), nic('2', 'x'.repeat(5000))]]).hosts[0]?.nics).toEqual(
      [],
    );
  });
});

test.each([
  [JSON.stringify(SYSTEM), true],
  ['{"inventory": {"interfaces": []}}', true],
  [BMH, true],
  ['- apiVersion: metal3.io/v1alpha1\n  kind: BareMetalHost\n', true],
  ['{"kind":"BareMetalHost"}', true],
  ['name,role,mac1\n', false],
  ['hosts:\n- name: a\n', false],
  ['kind: MachineConfig\n', false],
])('recognizes an inventory: %j', (text, expected) => {
  expect(looksLikeInventory(text)).toBe(expected);
});

test('an invalid boot MAC address of a BareMetalHost is reported with the host', () => {
  const { hosts, problems } = read(['w.yaml', BMH.replace('52:54:00:00:00:02', '52:54:00:zz:00:02')]);
  // The table marks it, and the host doesn't boot from another NIC.
  expect(hosts[0]!.bootMac).toBe('52:54:00:zz:00:02');
  expect(problems).toMatchObject([
    {
      rule: 'boot-mac',
      message: t('bootMacInvalid', { mac: '52:54:00:zz:00:02', name: 'worker-1' }),
    },
  ]);
});

test.each([
  ['redfish://root:kestrel/plum@198.51.100.21/redfish/v1/Systems/1', 1],
  ['redfish://root:kestrel@plum@198.51.100.21/redfish/v1/Systems/1', 1],
  ['bmc of worker-1', 0],
])('a BMC address that is not a URL is reported without its value: %s', (address, passwords) => {
  const text = BMH.replace(/"redfish[^"]*"/, JSON.stringify(address));
  const inventory = read(['w.yaml', text]);
  expect(inventory.hosts[0]!.bmc).toBeUndefined();
  expect(inventory).toMatchObject({
    passwords,
    problems: [{ rule: 'bmc', level: 'warning', message: t('bmcInvalid', { name: 'worker-1' }) }],
  });
  expect(JSON.stringify(inventory.problems)).not.toMatch(/kestrel|plum/);
});

test.each([
  [{}, undefined],
  [{ bmc_address: '0.0.0.0', bmc_v6address: '::/0' }, undefined],
  [{ bmc_address: 'unknown', bmc_v6address: '2001:db8::7' }, { address: '2001:db8::7' }],
])('the BMC of introspection data %j is %j', (fields, bmc) => {
  const { hosts, problems } = read([
    'worker-9.json',
    { inventory: { interfaces: [{ name: 'eno1', mac_address: '52:54:00:00:00:01' }], ...fields } },
  ]);
  expect(hosts[0]!.bmc).toEqual(bmc);
  expect(problems).toEqual([]);
});

test('names of hosts without a role are reported once', () => {
  const { problems } = read(['a.json', ['x1', 'x2'].map((HostName) => ({ ...SYSTEM, HostName }))]);
  expect(problems.find(({ rule }) => rule === 'role')?.message).toBe(
    t('roleGuessed', { names: 'x1, x2', count: 2 }),
  );
});
