import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { mutantsOf } from '../../base/document/mutants.fixture.ts';
import { refreshDayOne } from '../day2/refresh-day-one.ts';
import { judgeNodes, type ReportedNode } from '../gather/judge-nodes.ts';
import { readMachineConfig } from '../machine-config/read.ts';
import { readNmstate } from '../model/document.ts';
import { summaryOf } from '../validation/summary.ts';
import { validateNmstate } from '../validation/validate.ts';
import { migrateNodes } from './migration.ts';
import type { Migration } from './model.ts';
import { type NodeStateOptions, nodeState, reportedNode } from './node-states.fixture.ts';

const VERSION = { openShiftVersion: '4.20.3' };
const cases = (['nic', 'bond', 'vlan', 'bond-vlan'] as const).flatMap((uplink) =>
  (['dhcp', 'static', 'dual'] as const).map((addressing) => ({ uplink, addressing })),
);

async function migrated(
  options: NodeStateOptions,
): Promise<{ migration: Migration; text: string; node: ReportedNode }> {
  const node = reportedNode('worker-0', options);
  const migration = await migrateNodes([node], VERSION);
  return { node, migration, text: migration.files.find(({ document }) => document)?.text ?? '' };
}

const fileNames = ({ files }: Migration) => files.map(({ file }) => file);
const rules = ({ nodes }: Migration, index = 0) =>
  nodes[index]!.problems.map(({ level, rule }) => `${level} ${rule}`);

describe('the document of a node with configure-ovs', () => {
  test.each(cases)('$uplink, $addressing: is valid and equals the report', async ({ uplink, addressing }) => {
    const { node, text, migration } = await migrated({ uplink, addressing });
    expect(migration.nodes).toMatchObject([{ verdict: 'ready', problems: [] }]);
    const document = readNmstate(text, { file: 'worker-0.yml' });
    const host = { name: 'worker-0', role: 'worker', nics: [], addresses: [], variables: {} };
    expect(
      validateNmstate(document, { host, role: 'worker', ...VERSION }).filter(({ level }) => level !== 'info'),
    ).toEqual([]);
    // The comparison of documents with reports, which is independent of the migration.
    const report = {
      apiVersion: 'nmstate.io/v1beta1',
      kind: 'NodeNetworkState',
      metadata: { name: 'worker-0' },
    };
    const reports = readNmstate(stringify({ ...report, status: { currentState: node.state } }));
    const [drift] = refreshDayOne([{ host, document }], [reports]);
    expect(drift!.node!.map(({ what }) => what)).toEqual([expect.stringContaining('mcast-snooping-enable')]);
    // Nothing of OVN-Kubernetes and configure-ovs is in it.
    expect(text).not.toMatch(
      /patch-|br-int|ovn-k8s|genev|169\.254|fd69|172\.30|10\.128|physnet|ovs-if|phys0/,
    );
    const { brEx, routes } = summaryOf(document.states[0]!.state);
    expect(brEx).toMatchObject({ mtu: 1500, macFrom: 'eno1' });
    expect(brEx!.addresses).toEqual(
      addressing === 'dhcp' ? [] : ['192.0.2.21/24', ...(addressing === 'dual' ? ['2001:db8:1::21/64'] : [])],
    );
    expect(routes.map(({ nextHop }) => nextHop)).toEqual(
      { dhcp: [], static: ['192.0.2.1'], dual: ['192.0.2.1', 'fe80::1'] }[addressing],
    );
  });

  test('a bond has its mode and changed options; its MAC address is one of a port', async () => {
    const { text } = await migrated({ uplink: 'bond-vlan', addressing: 'static', mtu: 9000 });
    expect(readNmstate(text).states[0]!.state.fields).toEqual({
      interfaces: [
        ...['eno1', 'eno2'].map((name) => ({
          ...{ name, type: 'ethernet', state: 'up', mtu: 9000 },
          ...{ ipv4: { enabled: false }, ipv6: { enabled: false } },
        })),
        {
          ...{ name: 'bond0', type: 'bond', state: 'up', mtu: 9000, 'copy-mac-from': 'eno1' },
          ...{ ipv4: { enabled: false }, ipv6: { enabled: false } },
          'link-aggregation': {
            mode: '802.3ad',
            options: { lacp_rate: 'fast', miimon: 100, xmit_hash_policy: 'layer3+4' },
            port: ['eno1', 'eno2'],
          },
        },
        {
          ...{ name: 'bond0.110', type: 'vlan', state: 'up', mtu: 9000 },
          ...{ ipv4: { enabled: false }, ipv6: { enabled: false }, vlan: { 'base-iface': 'bond0', id: 110 } },
        },
        {
          ...{ name: 'br-ex', type: 'ovs-bridge', state: 'up' },
          bridge: {
            options: { 'mcast-snooping-enable': true },
            port: [{ name: 'bond0.110' }, { name: 'br-ex' }],
          },
        },
        {
          ...{ name: 'br-ex', type: 'ovs-interface', state: 'up', mtu: 9000, 'copy-mac-from': 'eno1' },
          ipv4: { enabled: true, dhcp: false, address: [{ ip: '192.0.2.21', 'prefix-length': 24 }] },
          ipv6: { enabled: true, dhcp: false, autoconf: false, 'addr-gen-mode': 'eui64' },
        },
      ],
      'dns-resolver': { config: { server: ['192.0.2.53'], search: ['lab.example'] } },
      routes: {
        config: [
          {
            ...{ destination: '0.0.0.0/0', 'next-hop-address': '192.0.2.1', 'next-hop-interface': 'br-ex' },
            metric: 48,
          },
        ],
      },
    });
  });

  test('a bond with fail_over_mac has no MAC address of its own', async () => {
    const { text } = await migrated({ uplink: 'bond', bond: 'fail-over-mac' });
    expect(text).toContain('fail_over_mac: active');
    expect(text.match(/copy-mac-from/g)).toHaveLength(1);
  });

  test('a MAC address of no NIC is written as a value', async () => {
    const change = { 'br-ex ovs-interface': { 'mac-address': '02:00:00:00:00:01' } };
    expect((await migrated({ change })).text).toContain('mac-address: "02:00:00:00:00:01"');
  });

  test('virtual addresses, routes of other tables and unrelated interfaces are left out and explained', async () => {
    const { ipv4, ...rest } = (
      reportedNode('a', { addressing: 'static' }).state!.interfaces as Record<string, never>[]
    ).find(({ type, name }) => type === 'ovs-interface' && name === 'br-ex') as unknown as {
      ipv4: { address: object[] };
    };
    const vip = { ...ipv4, address: [...ipv4.address, { ip: '192.0.2.5', 'prefix-length': 32 }] };
    const { migration, text } = await migrated({
      addressing: 'static',
      change: { 'br-ex ovs-interface': { ...rest, ipv4: vip } },
      more: [{ name: 'eno9', type: 'ethernet', state: 'up' }],
    });
    expect(text).not.toMatch(/192\.0\.2\.5\b|eno9/);
    const omitted = migration.files
      .find(({ document }) => document)!
      .document!.decisions.filter(({ kind }) => kind === 'omitted')
      .map(({ what }) => what);
    expect(omitted).toEqual([
      'Masquerade addresses 169.254.0.2/17',
      'Virtual addresses 192.0.2.5/32',
      'Routes to 10.128.0.0/14, 169.254.0.1/32, 169.254.0.3/32, 172.30.0.0/16',
      'Patch ports patch-br-ex_node-to-br-int',
      'Profiles ovs-if-phys0, ovs-if-br-ex',
      'Interfaces br-int, ovn-k8s-mp0, genev_sys_6081, ovs-system',
      'Other interfaces: eno9',
      'Bridge mappings physnet',
    ]);
  });
});

describe('nodes that cannot be migrated have the reason', () => {
  const dot1x = { 'eno1 ethernet': { '802.1x': { 'eap-methods': ['tls'] } } };
  const bridge1 = [{ name: 'br-ex1', type: 'ovs-bridge', state: 'up', bridge: { port: [] } }];
  test.each<[string, NodeStateOptions, string]>([
    ['another creator', { by: 'hand' }, 'creator'],
    ['a team', { change: { 'eno1 ethernet': { type: 'team' } } }, 'link-type'],
    ['a missing NIC of the bond', { uplink: 'bond', change: { 'eno2 ethernet': null } }, 'link-missing'],
    ['802.1X', { change: dot1x }, '802.1x'],
    ['br-ex1', { more: bridge1 }, 'second-bridge'],
    ['a stable-privacy address', { addressing: 'slaac' }, 'ipv6-address'],
    ['br-ex without an interface', { change: { 'br-ex ovs-interface': null } }, 'br-ex-broken'],
  ])('%s', async (_, options, rule) => {
    const { migration } = await migrated(options);
    expect(migration.nodes[0]!.verdict).toBe('blocked');
    expect(rules(migration)).toContain(`error ${rule}`);
    expect(migration.files).toEqual([]);
    expect(migration.problems.map(({ rule: of }) => of)).toEqual(['nothing-ready']);
  });

  test('no mutant of a report is an error of Airlock, and no document with an error is written', async () => {
    const state = nodeState({ uplink: 'vlan', addressing: 'static' });
    const interfaces = state.interfaces as { name: string; type: string }[];
    const internal = interfaces.find(({ name, type }) => name === 'br-ex' && type === 'ovs-interface')!;
    const mutants = mutantsOf(stringify({ ...internal, routes: state.routes }));
    const verdicts = new Set<string>();
    for (const mutant of mutants) {
      const { routes, ...changed } = parse(mutant.text) as Record<string, unknown>;
      const others = interfaces.filter((iface) => iface !== internal);
      const result = await migrateNodes(
        [
          {
            name: 'worker-0',
            role: 'worker',
            pool: 'worker',
            state: { ...state, routes, interfaces: [...others, changed] },
          },
        ],
        VERSION,
      );
      verdicts.add(result.nodes[0]!.verdict);
      for (const { text: written, document } of result.files)
        if (document)
          expect(validateNmstate(readNmstate(written)).filter(({ level }) => level === 'error')).toEqual([]);
    }
    expect([...verdicts].sort()).toEqual(['blocked', 'ready']);
  });

  test('no report, an unknown pool, and names that are not safe in commands', async () => {
    const { state } = reportedNode('x');
    const result = await migrateNodes(
      [
        { name: 'worker-1', role: 'worker', pool: 'worker' },
        { name: 'rack-2', role: undefined, state },
        { name: 'worker; reboot', role: 'worker', pool: '../worker', state },
      ],
      VERSION,
    );
    expect([0, 1, 2].map((index) => rules(result, index))).toEqual([
      ['error report-missing'],
      ['error pool'],
      ['error node-name', 'error pool'],
    ]);
  });

  test('an error of a document, such as two hosts with one address', async () => {
    const result = await migrateNodes(
      [
        reportedNode('worker-0', { addressing: 'static' }),
        reportedNode('worker-1', { addressing: 'static' }),
      ],
      VERSION,
    );
    expect(result.nodes.map(({ verdict }) => verdict)).toEqual(['blocked', 'blocked']);
    expect(result.nodes[0]!.problems.map(({ message }) => message).join(' ')).toContain('192.0.2.21');
  });

  test('a node with NMState needs nothing', async () => {
    const { migration } = await migrated({ by: 'nmstate' });
    expect(migration.nodes).toMatchObject([{ verdict: 'done', problems: [{ level: 'info', rule: 'done' }] }]);
  });

  test('a release that keeps the old bridge', async () => {
    const problems = async (openShiftVersion?: string) =>
      (await migrateNodes([reportedNode('a')], { openShiftVersion })).problems.map(({ level, rule }) => [
        level,
        rule,
      ]);
    expect(await problems('4.19.8')).toEqual([['error', 'version']]);
    expect(await problems()).toEqual([['warning', 'version']]);
    expect(await problems('4.20.0')).toEqual([]);
  });
});

describe('the package', () => {
  const dhcp = (name: string, number: number, role?: string, options: NodeStateOptions = {}) =>
    reportedNode(name, { number, ...options }, role);

  test('equal hosts of a pool share cluster.yml; others have their own file', async () => {
    const result = await migrateNodes(
      [
        dhcp('worker-0', 21),
        dhcp('worker-1', 22),
        dhcp('worker-2', 23, 'worker', { uplink: 'bond' }),
        dhcp('master-0', 11, 'master', { addressing: 'static' }),
      ],
      VERSION,
    );
    expect(fileNames(result)).toEqual([
      'README.md',
      '10-br-ex-worker.yaml',
      'documents/worker/cluster.yml',
      'documents/worker/worker-2.yml',
      '10-br-ex-master.yaml',
      'documents/master/master-0.yml',
    ]);
    expect(result.nodes.map(({ file }) => file)).toEqual([
      'documents/worker/cluster.yml',
      'documents/worker/cluster.yml',
      'documents/worker/worker-2.yml',
      'documents/master/master-0.yml',
    ]);
    const read = await readMachineConfig(result.files[1]!.text);
    expect(read.files.map(({ path }) => path)).toEqual([
      '/etc/nmstate/openshift/worker-2.yml',
      '/etc/nmstate/openshift/cluster.yml',
    ]);
    expect(read.clusterFiles[0]!.document.yaml.text).toBe(result.files[2]!.text);
  });

  test.each<[string, ReportedNode]>([
    ['blocked', dhcp('worker-9', 29, 'worker', { by: 'hand' })],
    [
      'in a custom pool, which also gets the files of workers,',
      { ...dhcp('infra-0', 29, 'infra'), state: undefined },
    ],
  ])('no file is shared if a node is %s and would use it', async (_, other) => {
    const result = await migrateNodes([dhcp('worker-0', 21), dhcp('worker-1', 22), other], VERSION);
    expect(fileNames(result)).toEqual([
      'README.md',
      '10-br-ex-worker.yaml',
      'documents/worker/worker-0.yml',
      'documents/worker/worker-1.yml',
    ]);
  });

  test('the MachineConfig of nodes with NMState is not replaced', async () => {
    const result = await migrateNodes(
      [dhcp('worker-0', 21), dhcp('worker-1', 22, 'worker', { by: 'nmstate' })],
      VERSION,
    );
    expect(fileNames(result)).toContain('11-br-ex-worker.yaml');
  });

  test('steps: check, back up, apply, then one node, its check, and the others; workers first', async () => {
    const result = await migrateNodes(
      [
        dhcp('master-0', 11, 'master', { addressing: 'static' }),
        dhcp('worker-0', 21),
        dhcp('worker-1', 22, 'worker', { uplink: 'bond' }),
      ],
      VERSION,
    );
    expect(result.steps.map(({ title }) => title)).toEqual([
      'Check the cluster',
      'Back up the network profiles of each node',
      'Apply the MachineConfigs',
      'Restart one worker node: worker-0',
      'Check worker-0',
      'Restart the other worker nodes one at a time',
      'Restart one master node: master-0',
      'Check master-0',
      'Check br-ex on all nodes',
      'Let Kubernetes NMState manage br-ex (optional)',
    ]);
    const apply = result.steps[2]!;
    expect(apply.files).toEqual(['10-br-ex-worker.yaml', '10-br-ex-master.yaml']);
    for (const file of apply.files) expect(fileNames(result)).toContain(file);
    const restore = result.rollback.find(({ title }) => title === 'If a node is unreachable')!;
    expect(restore.commands[0]).toContain(
      '/etc/nmstate/openshift/applied /etc/nmstate/openshift/worker-0.yml',
    );
    expect(result.rollback[0]!.commands[0]).toBe('oc delete machineconfig 10-br-ex-worker 10-br-ex-master');
    const readme = result.files[0]!.text;
    for (const { commands } of [...result.steps, ...result.rollback])
      for (const command of commands) expect(readme).toContain(`\n${command}\n`);
    for (const { what } of result.files.at(-1)!.document!.decisions)
      expect(readme).toContain(what.replaceAll('_', String.raw`\_`));
  });

  test('the generated states work by the check of nodes', () => {
    const nodes = cases.map((options, index) =>
      reportedNode(`worker-${index}`, { ...options, number: 20 + index }),
    );
    expect(judgeNodes(nodes).map(({ ok, createdBy }) => [ok, createdBy])).toEqual(
      cases.map(() => [true, 'configure-ovs']),
    );
  });
});
