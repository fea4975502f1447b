import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { DHCP, GOOD, host as HOST } from '../br-ex/documents.fixture.ts';
import { fleet, fleetTable } from '../hosts/fleet.fixture.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import { readNmstate } from '../model/document.ts';
import type { Host } from '../model/host.ts';
import { PRESETS } from '../presets/presets.ts';
import { summaryOf } from '../validation/summary.ts';
import { validateNmstate } from '../validation/validate.ts';
import { firstBootNetwork } from './fold-back.ts';
import { agentConfig, HIDDEN, installConfigHosts } from './installer-hosts.ts';

function entry(text: string, more: Partial<Host> = {}): HostDocument {
  return { host: { ...HOST, ...more }, document: readNmstate(text, { file: 'worker-0.yml' }) };
}

const errorsOf = (text: string) =>
  validateNmstate(readNmstate(text), { purpose: 'first-boot' }).filter(({ level }) => level === 'error');

describe('the first-boot network', () => {
  test('moves addresses, MTU and routes to the uplink, and keeps bond, VLAN and DNS', () => {
    const { text, problems } = firstBootNetwork(entry(GOOD));
    expect(problems).toEqual([]);
    const state = readNmstate(text!).states[0]!.state;
    expect(state.interfaces.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'eno1 ethernet',
      'eno2 ethernet',
      'bond0 bond',
      'bond0.110 vlan',
    ]);
    expect(summaryOf(state)).toMatchObject({
      brEx: undefined,
      addresses: [{ interface: 'bond0.110', static: ['192.0.2.21/24'] }],
      routes: [{ destination: '0.0.0.0/0', nextHop: '192.0.2.1', interface: 'bond0.110' }],
      dns: { servers: ['192.0.2.53'] },
    });
    expect(state.interfaces[3]!.mtu).toBe(9000);
    expect(errorsOf(text!)).toEqual([]);
  });

  const [{ host }] = fleet(fleetTable(1)) as [HostDocument];
  const machine: Host = {
    ...host,
    addresses: [...host.addresses, '2001:db8:1::21/64'],
    variables: {
      ...host.variables,
      gateway6: '2001:db8:1::1',
      storage_vlan: '300',
      storage_address: '198.51.100.21',
      storage_gateway: '198.51.100.1',
      management_address: '203.0.113.21',
      management_gateway: '203.0.113.1',
    },
  };
  test.each(PRESETS.map(({ id }) => id))(
    'of %s is valid for the installer, with the same addresses and without Open vSwitch',
    (id) => {
      const preset = PRESETS.find((one) => one.id === id)!;
      const document = readNmstate(preset.build({}, machine).text);
      const { text, problems } = firstBootNetwork({ host: machine, document });
      if (text === undefined)
        // A virtual function has no name before its parent is set up.
        return expect(problems).toMatchObject([{ level: 'error', rule: 'first-boot-uplink' }]);
      expect(errorsOf(text)).toEqual([]);
      expect(text).not.toMatch(/ovs|br-ex/);
      const before = summaryOf(document.states[0]!.state);
      const after = summaryOf(readNmstate(text).states[0]!.state);
      expect(after.addresses.flatMap((one) => [...one.static, ...one.automatic]).sort()).toEqual(
        expect.arrayContaining([...before.brEx!.addresses, ...before.brEx!.automatic].sort()),
      );
      expect(after.routes.filter((route) => route.destination === '0.0.0.0/0')).toHaveLength(
        before.routes.filter((route) => route.destination === '0.0.0.0/0').length,
      );
    },
  );

  test('has the MAC address of a NIC instead of copy-mac-from, which the installer cannot resolve', () => {
    const [known, unknown] = [[{ name: 'eno1', mac: '52:54:00:00:00:01' }], []].map(
      (nics) => readNmstate(firstBootNetwork(entry(GOOD, { nics })).text!).states[0]!.state.interfaces[2]!,
    );
    expect(known).toMatchObject({ name: 'bond0', mac: '52:54:00:00:00:01', copyMacFrom: undefined });
    expect(unknown).toMatchObject({ name: 'bond0', mac: undefined, copyMacFrom: undefined });
  });

  test('adds a missing uplink, keeps documents without br-ex, and unquotes the MTU', () => {
    const bare = DHCP.split('\n')
      .filter((line) => !line.includes('name: eno1, type'))
      .join('\n');
    expect(firstBootNetwork(entry(bare)).state).toMatchObject({
      interfaces: [{ name: 'eno1', type: 'ethernet', state: 'up', ipv4: { enabled: true, dhcp: true } }],
    });
    const plain =
      'interfaces:\n- {name: eno1, type: ethernet, mtu: "1500", ipv4: {enabled: true, dhcp: true}}\n';
    expect(firstBootNetwork(entry(plain)).state).toEqual({
      interfaces: [{ name: 'eno1', type: 'ethernet', mtu: 1500, ipv4: { enabled: true, dhcp: true } }],
    });
  });

  test('uses one port of an Open vSwitch bond, and rejects virtual functions and bridges without an uplink', () => {
    const ovs = DHCP.replace(
      '[{name: eno1}, {name: br-ex}]',
      '[{name: br-ex}, {name: b, link-aggregation: {mode: balance-slb, port: [{name: eno1}, {name: eno2}]}}]',
    );
    const folded = firstBootNetwork(entry(ovs));
    expect(folded.problems).toMatchObject([{ level: 'info', rule: 'first-boot-uplink' }]);
    expect(summaryOf(readNmstate(folded.text!).states[0]!.state).addresses).toEqual([
      { interface: 'eno1', static: [], automatic: ['dhcp'] },
    ]);
    for (const [text, rule] of [
      [DHCP.replaceAll('{name: eno1}', '{name: "sriov:eno1:0"}'), 'first-boot-uplink'],
      [DHCP.replace('{name: eno1}, {name: br-ex}', '{name: br-ex}'), 'BR04'],
      ['kind: Secret\n', 'no-state'],
    ] as const)
      expect(firstBootNetwork(entry(text))).toMatchObject({
        text: undefined,
        problems: [{ level: 'error', rule }],
      });
  });
});

describe('hosts for the installer', () => {
  const bmc = {
    address: 'redfish-virtualmedia://192.0.2.7/redfish/v1/Systems/1',
    username: 'admin',
    password: 's3cret',
  };
  const nics = [
    { name: 'eno1', mac: '52:54:00:00:00:01' },
    { name: 'eno2', mac: '52:54:00:00:00:02' },
  ];
  const hosts = [
    entry(DHCP, { name: 'worker-1', nics, bmc, rootDevice: '/dev/sda' }),
    entry(GOOD, { name: 'master-0.lab.example', role: 'master', nics, bmc, addresses: ['192.0.2.21/24'] }),
  ];

  test('are in agent-config with control plane hosts first, NICs by MAC address, and a rendezvous IP', () => {
    const { text, problems, secret } = agentConfig(hosts, { name: 'fleet' });
    expect(problems).toEqual([]);
    expect(secret).toBe(false);
    expect(parse(text)).toMatchObject({
      apiVersion: 'v1beta1',
      kind: 'AgentConfig',
      metadata: { name: 'fleet' },
      rendezvousIP: '192.0.2.21',
      hosts: [
        {
          hostname: 'master-0.lab.example',
          role: 'master',
          interfaces: [{ name: 'eno1', macAddress: '52:54:00:00:00:01' }, {}],
        },
        {
          hostname: 'worker-1',
          rootDeviceHints: { deviceName: '/dev/sda' },
          networkConfig: { interfaces: [{ name: 'eno1' }] },
        },
      ],
    });
    // The written network is read again, and is valid for its purpose.
    expect(validateNmstate(readNmstate(text)).filter(({ level }) => level === 'error')).toEqual([]);
    expect(text).not.toContain('s3cret');
  });

  test('are reported if required settings are missing', () => {
    expect(agentConfig([entry(DHCP)]).problems.map(({ level, rule }) => `${level} ${rule}`)).toEqual([
      'error interfaces',
      'warning rendezvous',
    ]);
    expect(
      installConfigHosts([
        entry(DHCP, { nics: [] }),
        entry(DHCP, { bmc: { address: 'ipmi://a' }, nics }),
      ]).problems.map(({ level, rule }) => `${level} ${rule}`),
    ).toEqual(['error bmc', 'error mac', 'warning bmc-credentials']);
  });

  test('are in install-config with passwords, which the preview hides', () => {
    const { text, preview, secret } = installConfigHosts(hosts);
    expect(secret).toBe(true);
    const read = parse(text) as {
      platform: { baremetal: { hosts: { bmc: object; bootMACAddress: string }[] } };
    };
    expect(read.platform.baremetal.hosts[1]).toMatchObject({
      name: 'worker-1',
      bmc,
      bootMACAddress: '52:54:00:00:00:01',
    });
    expect(preview).toBe(text.replaceAll('s3cret', HIDDEN));
    expect(text).not.toContain('disableCertificateVerification');
    expect(installConfigHosts(hosts, { skipBmcVerification: true }).text).toContain(
      'disableCertificateVerification: true',
    );
  });
});
