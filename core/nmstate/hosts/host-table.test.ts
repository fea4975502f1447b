import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unlistedProblems } from '../../base/errors/most-problems.ts';
import type { Host } from '../model/host.ts';
import { HOST_COLUMNS, INDEXED, KNOWN, SYNONYMS } from './column-words.ts';
import { columnsOf, wordsOf } from './columns.ts';
import { readHostTable } from './host-table.ts';
import { t } from './messages.ts';
import { writeHostTable } from './write-host-table.ts';

const PASTED = [
  'Host\tRole\tNIC 1 MAC\tNIC 2 MAC\tAddress\tBMC\tMTU\tRack Nr.',
  'master-0\tmaster\t3C:EC:EF:41:0A:10\t3c-ec-ef-41-0a-11\t10.20.30.11/24\t10.20.40.11\t9000\t"A ""1"""',
  'worker-1\tcompute\t3cecef410b2c\t\t10.20.30.21/24\t10.20.40.21\t9000\t',
].join('\r\n');

describe('pasted tables', () => {
  test('can have tabs, quotes and other spellings of MAC addresses', () => {
    const table = readHostTable(PASTED);
    expect(table.problems).toEqual([]);
    expect(table.format).toBe('tsv');
    expect(table.hosts).toEqual([
      {
        name: 'master-0',
        role: 'master',
        nics: [{ mac: '3c:ec:ef:41:0a:10' }, { mac: '3c:ec:ef:41:0a:11' }],
        bmc: { address: '10.20.40.11' },
        addresses: ['10.20.30.11/24'],
        variables: { mtu: '9000', rack_nr: 'A "1"' },
        line: 2,
        given: ['role', 'mac1', 'mac2', 'addresses', 'bmc', 'mtu', 'rack_nr'],
      },
      {
        name: 'worker-1',
        role: 'worker',
        nics: [{ mac: '3c:ec:ef:41:0b:2c' }],
        bmc: { address: '10.20.40.21' },
        addresses: ['10.20.30.21/24'],
        variables: { mtu: '9000' },
        line: 3,
        given: ['role', 'mac1', 'mac2', 'addresses', 'bmc', 'mtu', 'rack_nr'],
      },
    ]);
    expect(table.columns.map(({ kind, recognized }) => [kind, recognized])).toEqual([
      ['name', true],
      ['role', true],
      ['mac', true],
      ['mac', true],
      ['address', true],
      ['bmc', true],
      ['variable', true],
      ['variable', false],
    ]);
  });

  test('can have semicolons, other column orders, a netmask column, comments and empty rows', () => {
    const table = readHostTable(
      '\uFEFF# from the rack plan\n\nip;netmask;hostname;interface 1;mac 1;iDRAC IP;iDRAC user;iDRAC password;gw;dns\n10.0.0.5;255.255.255.0;worker-5.lab;eno1;52:54:00:aa:bb:07;10.9.0.5;root;"p;w";10.0.0.1;"10.0.0.2, 10.0.0.3"\n',
    );
    expect(table.problems).toEqual([]);
    expect(table.hosts).toEqual([
      {
        name: 'worker-5.lab',
        role: 'worker',
        nics: [{ name: 'eno1', mac: '52:54:00:aa:bb:07' }],
        bmc: { address: '10.9.0.5', username: 'root', password: 'p;w' },
        addresses: ['10.0.0.5/24'],
        variables: { gateway: '10.0.0.1', dns: '10.0.0.2, 10.0.0.3' },
        line: 4,
        given: ['addresses', 'nic1', 'mac1', 'bmc', 'bmc_user', 'gateway', 'dns'],
      },
    ]);
  });

  test.each([
    ['Hostname', 'name'],
    ['FQDN', 'name'],
    ['Node name', 'name'],
    ['Rolle', 'role'],
    ['Machine pool', 'role'],
    ['eth0 mac', 'mac'],
    ['MAC-Address 2', 'mac'],
    ['bootMACAddress', 'boot-mac'],
    ['PXE MAC', 'boot-mac'],
    ['IPv4 Address', 'address'],
    ['br-ex IP', 'address'],
    ['ipv6', 'address'],
    ['Subnet mask', 'prefix'],
    ['Prefix length v6', 'prefix6'],
    ['BMC URL', 'bmc'],
    ['iLO5 user', 'bmc-user'],
    ['Redfish Password', 'bmc-password'],
    ['Layout', 'preset'],
    ['Root Device Hint', 'root-device'],
    ['Interface Name 2', 'nic'],
  ])('the header %s is %s', (header, kind) => {
    expect(columnsOf([header])[0]).toMatchObject({ kind, recognized: true });
  });

  test.each([
    ['Default Gateway', 'gateway'],
    ['GW v6', 'gateway6'],
    ['Name Servers', 'dns'],
    ['VLAN ID', 'vlan'],
    ['DNS domain', 'search'],
  ])('the header %s is the variable %s', (header, variable) => {
    expect(columnsOf([header])[0]).toMatchObject({ kind: 'variable', variable, recognized: true });
  });

  test('can have names with words joined in any way', () => {
    for (const name of ['bootMACAddress', 'boot-mac address', 'BOOT_MAC_ADDRESS', 'Boot Mac Áddress'])
      expect(wordsOf(name).join(' ')).toBe('boot mac address');
  });

  test('can have no header, so that values identify the columns', () => {
    const table = readHostTable(
      'worker-0,3c:ec:ef:41:0a:10,10.0.0.1/24,10.9.9.9\nworker-1,3c:ec:ef:41:0a:11,10.0.0.2/24,10.9.9.8\n',
    );
    expect(table.hosts).toMatchObject([
      {
        name: 'worker-0',
        nics: [{ mac: '3c:ec:ef:41:0a:10' }],
        addresses: ['10.0.0.1/24'],
        bmc: { address: '10.9.9.9' },
      },
      { name: 'worker-1' },
    ]);
  });

  test('can have both families, several addresses in a cell, and DHCP', () => {
    const table = readHostTable(
      'name,role,ip,ipv6,prefix\na,worker,10.0.0.1,2001:db8::1/64,24\nb,worker,"10.0.0.2/25 2001:db8::2/64",,\nc,worker,dhcp,,\n',
    );
    expect(table.hosts.map(({ addresses }) => addresses)).toEqual([
      ['10.0.0.1/24', '2001:db8::1/64'],
      ['10.0.0.2/25', '2001:db8::2/64'],
      [],
    ]);
  });

  const wrong: [string, string, string, number, number][] = [
    [
      'name\tmac\tip\na\t52:54:00:aa:bb:zz\t10.0.0.1\n',
      'mac',
      t('macInvalid', { text: '52:54:00:aa:bb:zz' }),
      2,
      3,
    ],
    ['name\tmac\na\t53:54:00:aa:bb:07\n', 'mac', t('macMulticast', { text: '53:54:00:aa:bb:07' }), 2, 3],
    ['name,role,ip\na,worker,10.0.0\n', 'address', t('addressInvalid', { address: '10.0.0' }), 2, 10],
    ['name,role\n"a_b",worker\n', 'host-name', t('hostNameInvalid', { text: 'a_b' }), 2, 1],
    ['name,role\n,worker\n', 'no-name', t('hostNameMissing'), 2, 1],
    ['name,role\nx,?!\n', 'role', t('poolInvalid', { text: '?!' }), 2, 3],
    [
      'mac,ip\n52:54:00:aa:bb:07,10.0.0.1\n',
      'no-names',
      t('nameColumnMissing', { columns: 'mac, ip' }),
      1,
      1,
    ],
    ['name,role\na,worker,more\n', 'surplus-cell', t('rowSurplus', { host: 'a' }), 2, 10],
    ['', 'empty', t('tableEmpty'), 1, 1],
    [
      'hosts:\n- name: a\n  role: worker\n  address: nowhere\n',
      'address',
      t('addressInvalid', { address: 'nowhere' }),
      4,
      12,
    ],
    ['hosts:\n- role: worker\n', 'no-name', t('hostNameMissing'), 2, 3],
    ['{"foo": [1,2', 'json', t('jsonInvalid'), 1, 13],
    ['machines: []\n', 'no-hosts', t('hostListMissing'), 1, 1],
    ['hosts: [\n', 'yaml', '', 0, 0],
  ];
  test.each(wrong)('%j', (text, rule, message, line, column) => {
    const table = readHostTable(text, { file: 'hosts.csv' });
    const problem = table.problems.find((one) => one.rule === rule);
    expect(problem, JSON.stringify(table.problems)).toMatchObject({
      code: 'host-table',
      level: 'error',
      file: 'hosts.csv',
    });
    if (message) expect(problem).toMatchObject({ message, line, column });
  });

  test('can be YAML, agent-config or install-config', () => {
    expect(
      readHostTable(
        'hosts:\n- name: a\n  role: master\n  macs: [52:54:00:aa:bb:07]\n  addresses: [10.0.0.1/24]\n  bmc: 10.9.0.1\n  dns: [10.0.0.2, 10.0.0.3]\n  variables: {rack: 7}\n',
      ).hosts,
    ).toMatchObject([
      {
        name: 'a',
        nics: [{ mac: '52:54:00:aa:bb:07' }],
        bmc: { address: '10.9.0.1' },
        variables: { dns: '10.0.0.2, 10.0.0.3', rack: '7' },
      },
    ]);
    expect(
      readHostTable(
        'kind: AgentConfig\nhosts:\n- hostname: b\n  role: worker\n  interfaces: [{name: eno1, macAddress: 52:54:00:AA:BB:08}]\n  rootDeviceHints: {deviceName: /dev/sda}\n',
      ).hosts,
    ).toMatchObject([
      { name: 'b', nics: [{ name: 'eno1', mac: '52:54:00:aa:bb:08' }], rootDevice: '/dev/sda' },
    ]);
    expect(
      readHostTable(
        'platform:\n  baremetal:\n    hosts:\n    - name: c\n      role: worker\n      bootMACAddress: 52:54:00:aa:bb:09\n      bmc: {address: "ipmi://10.9.0.3", username: u, password: p}\n',
      ).hosts,
    ).toMatchObject([
      {
        name: 'c',
        bootMac: '52:54:00:aa:bb:09',
        bmc: { address: 'ipmi://10.9.0.3', username: 'u', password: 'p' },
      },
    ]);
  });
});

describe('written tables', () => {
  test('contain passwords only on request', () => {
    const hosts = readHostTable(
      'name,role,bmc,bmc user,bmc password\na,worker,10.9.0.1,root,hunter2\n',
    ).hosts;
    for (const format of ['csv', 'tsv', 'yaml'] as const) {
      expect(writeHostTable(hosts, { format })).not.toContain('hunter2');
      expect(writeHostTable(hosts, { format, secrets: true })).toContain('hunter2');
    }
  });

  const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/);
  const mac = fc
    .integer({ min: 0, max: 0xffffffff })
    .map((n) => `52:54:${n.toString(16).padStart(8, '0').match(/../g)!.join(':')}`);
  const text = fc
    .string({ minLength: 1, maxLength: 12 })
    .filter((s) => s.trim() === s && s !== '' && !/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/.test(s));
  const without = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
  const host: fc.Arbitrary<Host> = fc
    .record({
      name: fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.')),
      role: fc.constantFrom('master', 'worker', 'arbiter', 'gpu-pool'),
      nics: fc.array(
        fc.oneof(fc.record({ mac }), fc.record({ name: label }), fc.record({ name: label, mac })),
        { maxLength: 4 },
      ),
      addresses: fc.array(
        fc.oneof(
          fc.ipV4().map((ip) => `${ip}/24`),
          fc
            .ipV6()
            .filter((ip) => !ip.includes('.'))
            .map((ip) => `${ip}/64`),
        ),
        { maxLength: 3 },
      ),
      bmc: fc.option(fc.record({ address: fc.ipV4(), username: text, password: text }), { nil: undefined }),
      bootMac: fc.option(mac, { nil: undefined }),
      preset: fc.option(fc.constantFrom('bond-vlan', 'single-dhcp'), { nil: undefined }),
      rootDevice: fc.option(fc.constant('/dev/disk/by-path/pci-0000:00'), { nil: undefined }),
      variables: fc.dictionary(
        fc.constantFrom('gateway', 'dns', 'vlan', 'rack_nr', 'storage_ip', 'x'),
        text,
        { noNullPrototype: true },
      ),
    })
    .map(without);
  test.each(['csv', 'tsv', 'yaml'] as const)('are read back from %s', (format) => {
    fc.assert(
      fc.property(fc.array(host, { minLength: 1, maxLength: 5 }), (hosts) => {
        const written = writeHostTable(hosts, { format, secrets: true });
        const read = readHostTable(written, { format });
        const bare = read.hosts.map(({ line: _, given: _given, ...rest }) => rest);
        expect(bare, written).toEqual(hosts);
        expect(read.problems.filter(({ rule }) => rule !== 'address' && rule !== 'mac')).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

test('documents all recognized columns', () => {
  const columns = columnsOf(Object.keys(HOST_COLUMNS.fields));
  expect(columns.filter(({ recognized }) => !recognized)).toEqual([]);
  const recognized = [...INDEXED, ...SYNONYMS, ...KNOWN].map(([name]) => name);
  const documented = columns.map(({ kind, variable }) => variable ?? kind);
  expect(documented.toSorted()).toEqual([...new Set<string>(recognized)].toSorted());
});

test('stops reading a table at the limit', () => {
  const long = readHostTable(`name,role\n${'n,worker\n'.repeat(20_001)}`);
  expect(long.hosts).toEqual([]);
  expect(long.problems).toMatchObject([{ rule: 'too-many-rows', line: 20_001 }]);
  const wide = readHostTable(`name,role\na,worker\nb${',c'.repeat(2_000)}\n`);
  expect(wide.hosts).toEqual([]);
  expect(wide.problems).toMatchObject([{ rule: 'too-many-columns', line: 3, column: 4001 }]);
  const wrong = readHostTable(`name,role\n${'?,worker\n'.repeat(2000)}`);
  expect(wrong.problems.length).toBe(1001);
  expect(wrong.problems.at(-1)!.message).toBe(unlistedProblems('The table').message);
});

test('misspelled headers and roles are named with what they probably mean', () => {
  const missing = readHostTable('hostnme;role;mac adress\nm0;master;52:54:00:00:00:01\n').problems;
  expect(missing).toMatchObject([
    {
      rule: 'no-names',
      remedy: t('nameColumnSimilarRemedy', { header: 'hostnme', meant: 'hostname' }),
    },
    { rule: 'header', line: 1, level: 'warning' },
    { rule: 'header', message: t('headerSimilar', { header: 'mac adress', meant: 'mac address' }) },
  ]);
  const { hosts, problems } = readHostTable('name,role,gatway,vlan2,rack\nm0,mastr,192.0.2.1,7,a\n');
  expect(problems).toMatchObject([
    { rule: 'header', level: 'warning', message: t('headerSimilar', { header: 'gatway', meant: 'gateway' }) },
    {
      rule: 'role',
      level: 'warning',
      line: 2,
      message: t('roleSimilar', { text: 'mastr', meant: 'master' }),
    },
  ]);
  expect(hosts[0]!.role).toBe('mastr');
  expect(readHostTable('name,role\nm0,infra\n').problems).toEqual([]);
});
