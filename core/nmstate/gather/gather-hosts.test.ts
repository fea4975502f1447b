import { describe, expect, test } from 'vitest';
import { DHCP, GOOD, POLICY } from '../br-ex/documents.fixture.ts';
import { machineConfigs } from '../machine-config/write.ts';
import { readNmstate } from '../model/document.ts';
import { presetById } from '../presets/presets.ts';
import { type GatherOptions, gatherHosts } from './gather-hosts.ts';
import { t } from './messages.ts';

const gather = (given: Record<string, string>, options: GatherOptions = {}) =>
  gatherHosts(
    Object.entries(given).map(([path, text]) => ({ path, text })),
    options,
  );

const TABLE =
  'name,role,nic1,mac1,address,gateway,dns\nworker-0.lab.example,infra,eno1,52:54:00:00:00:01,192.0.2.21/24,192.0.2.1,192.0.2.53\n';

describe('gatherHosts', () => {
  test('reads hosts from file names of a folder, with cluster.yml and other kinds separate', async () => {
    const found = await gather({
      'd/master-0.yml': GOOD,
      'd/node-7.yaml': GOOD,
      'd/cluster.yml': DHCP,
      'd/secret.yaml': 'kind: Secret\n',
      'd/policy.yaml': POLICY(GOOD),
      'd/install-config.yaml': 'baseDomain: lab.example\n',
    });
    expect(found.hosts.map(({ host, document }) => [host.name, host.role, document.file])).toEqual([
      ['master-0', 'master', 'd/master-0.yml'],
      ['node-7', 'worker', 'd/node-7.yaml'],
    ]);
    expect(found.clusterFiles.map(({ document }) => document.file)).toEqual(['d/cluster.yml']);
    expect(found.documents.map(({ file }) => file)).toEqual(['d/policy.yaml']);
    expect(found.others).toEqual([
      { file: 'd/secret.yaml', what: 'Secret' },
      { file: 'd/install-config.yaml', what: t('notNetworkDocument') },
    ]);
    // The node has all files, and selects one by its name.
    expect(found.nodeFiles).toHaveLength(6);
  });

  test('uses the requested role unless a name shows another, and a custom pool for all hosts', async () => {
    const given = { 'master-0.yml': GOOD, 'worker-0.yml': GOOD, 'rack1.yml': GOOD };
    const roles = async (role: string) =>
      (await gather(given, { role })).hosts.map(({ host }) => `${host.name} ${host.role}`);
    expect(await roles('worker')).toEqual(['master-0 master', 'worker-0 worker', 'rack1 worker']);
    expect(await roles('gpu')).toEqual(['master-0 gpu', 'worker-0 gpu', 'rack1 gpu']);
  });

  test('reads documents without br-ex as examples, unless they are for hosts', async () => {
    const given = { 'a.yml': 'interfaces: []\n' };
    expect((await gather(given)).hosts).toEqual([]);
    expect((await gather(given)).documents).toHaveLength(1);
    expect((await gather(given, { ofHosts: true })).hosts).toHaveLength(1);
    expect((await gather({ ...given, 'b.yml': GOOD })).hosts).toHaveLength(2);
  });

  describe('of files of the installer without a kind', () => {
    const host = (config: string) =>
      `hosts:\n- hostname: worker-9\n  interfaces:\n  - {name: eno1, macAddress: "52:54:00:00:00:09"}\n${config}`;
    const NETWORK = `  networkConfig:\n${GOOD.replace(/^(?=.)/gm, '    ')}`;

    test.each([
      ['agent-config.yaml', `apiVersion: v1beta1\nrendezvousIP: 192.0.2.10\n${host(NETWORK)}`],
      ['nodes-config.yaml', host(NETWORK)],
    ])('reads the network documents in %s', async (file, text) => {
      const found = await gather({ [file]: text });
      expect(found.problems).toEqual([]);
      expect(found.documents.map(({ states }) => states.map(({ wrapper, name }) => [wrapper, name]))).toEqual(
        [[['host-config', 'worker-9']]],
      );
    });

    test('accepts hosts without a network document, and uses a preset for them', async () => {
      for (const text of [host(''), `rendezvousIP: 192.0.2.10\n${host('')}`]) {
        const found = await gather({ 'nodes-config.yaml': text });
        expect(found.problems).toEqual([]);
        expect(found.others).toEqual([{ file: 'nodes-config.yaml', what: t('notNetworkDocument') }]);
        const preset = presetById('single-static')!;
        expect((await gather({ 'nodes-config.yaml': text }, { preset })).hosts).toHaveLength(1);
      }
    });
  });

  test('uses a table for the details of documents, or renders documents from it', async () => {
    const adjacent = await gather({ 'hosts.csv': TABLE, 'worker-0.yml': GOOD });
    expect(adjacent.hosts).toMatchObject([
      {
        host: { name: 'worker-0.lab.example', role: 'infra', nics: [{ mac: '52:54:00:00:00:01' }] },
        document: { file: 'worker-0.yml' },
      },
    ]);
    const preset = presetById('single-static')!;
    const made = await gather({ 'hosts.csv': TABLE }, { preset });
    expect(made.problems).toEqual([]);
    expect(made.hosts[0]!.document.yaml.text).toBe(preset.build({}, made.hosts[0]!.host).text);
    expect(made.nodeFiles).toMatchObject([{ path: 'worker-0.yml', role: 'infra' }]);
    const templated = await gather(
      { 'hosts.yaml': 'hosts:\n- {name: w1, mtu: 9000}\n' },
      { template: { text: 'a: {{ mtu }}\nb: {{ mtoo }}\n', file: 't.yml' } },
    );
    expect(templated.hosts[0]!.document.yaml.text).toContain('a: 9000');
    expect(templated.problems).toMatchObject([{ code: 'nmstate-template', file: 't.yml', line: 2 }]);
  });

  test('renders no document without a valid preset or template', async () => {
    expect((await gather({ 'hosts.csv': TABLE })).problems).toMatchObject([
      { level: 'error', rule: 'no-document' },
    ]);
    const wrong = await gather(
      { 'h.csv': 'name,preset\nworker-0,moon\n' },
      { preset: presetById('single-dhcp')! },
    );
    expect(wrong).toMatchObject({ hosts: [], problems: [{ rule: 'preset', file: 'h.csv', line: 2 }] });
  });

  test('reads hosts, cluster.yml and node files of MachineConfigs, but no hosts of agent-config', async () => {
    const hosts = (await gather({ 'worker-0.yml': GOOD })).hosts;
    const { manifests } = await machineConfigs(hosts, { role: 'worker', clusterFile: readNmstate(DHCP) });
    const found = await gather({ 'mc.yaml': manifests[0]!.text });
    expect(found.hosts).toMatchObject([{ host: { name: 'worker-0', role: 'worker' } }]);
    expect(found.clusterFiles).toMatchObject([{ role: 'worker' }]);
    expect(found.nodeFiles.map(({ path, role }) => [path, role])).toEqual([
      ['/etc/nmstate/openshift/worker-0.yml', 'worker'],
      ['/etc/nmstate/openshift/cluster.yml', 'worker'],
    ]);
    const agent = await gather({
      'agent-config.yaml': 'kind: AgentConfig\nhosts:\n- {hostname: a, networkConfig: {interfaces: []}}\n',
    });
    expect(agent).toMatchObject({ hosts: [], documents: [{ file: 'agent-config.yaml' }] });
  });

  test('reports two rows with the same name or short name', async () => {
    const rows = (...names: string[]) => `name,role\n${names.map((name) => `${name},worker\n`).join('')}`;
    const found = await gather(
      { 'h.csv': rows('a', 'b', 'a', 'b.lab.example') },
      { preset: presetById('single-dhcp')! },
    );
    expect(found.hosts.map(({ host }) => host.name)).toEqual(['a', 'b']);
    expect(found.problems.filter(({ rule }) => rule === 'host-twice')).toMatchObject([
      { level: 'error', file: 'h.csv', line: 4, message: t('hostTwice', { name: 'a', where: 'h.csv:2' }) },
      {
        line: 5,
        message: t('hostsWithSameFile', {
          name: 'b.lab.example',
          other: 'b',
          where: 'h.csv:3',
          file: 'b.yml',
        }),
      },
    ]);
  });

  test('reports missing variables of a preset, and skips other checks of that document', async () => {
    const found = await gather({ 'h.csv': 'name,role\nw1,worker\n' }, { preset: presetById('bond-vlan')! });
    expect([...found.incomplete]).toEqual(['w1']);
    const missing = found.problems.filter(({ message }) => message === 'w1 has no value for `vlan`');
    expect(missing).toMatchObject([{ file: 'w1.yml', rule: 'template-variable' }]);
  });

  describe('columns with answers to a preset', () => {
    const preset = presetById('bond-active-backup')!;
    const table = (column: string, value: string, address: string) =>
      `name,role,nic1,nic2,gateway,dns,address,${column}\nworker-0,worker,eno1,eno2,192.0.2.1,192.0.2.53,${address},${value}\n`;

    test('make an address static, even if the preset defaults to DHCP', async () => {
      const { hosts, problems } = await gather({ 'h.csv': table('rack', 'a', '192.0.2.21/24') }, { preset });
      expect(problems).toEqual([]);
      expect(hosts[0]!.document.yaml.text).toContain('ip: 192.0.2.21');
      expect(hosts[0]!.document.yaml.text).not.toContain('dhcp: true');
      const without = await gather({ 'h.csv': table('rack', 'a', '') }, { preset });
      expect(without.hosts[0]!.document.yaml.text).toContain('dhcp: true');
    });

    test('take precedence, and invalid values are rejected with their place', async () => {
      const requested = await gather({ 'h.csv': table('addressing', 'DHCP', '192.0.2.21/24') }, { preset });
      expect(requested.hosts[0]!.document.yaml.text).toContain('dhcp: true');
      const named = await gather({ 'h.csv': table('bond', 'uplink0', '') }, { preset });
      expect(named.hosts[0]!.document.yaml.text).toContain('name: uplink0');
      const wrong = await gather({ 'h.csv': table('addressing', 'magic', '') }, { preset });
      expect(wrong).toMatchObject({
        hosts: [],
        problems: [
          {
            rule: 'answer',
            line: 2,
            message: t('answerInvalid', {
              name: 'worker-0',
              given: 'magic',
              id: 'addressing',
              preset: 'bond-active-backup',
            }),
            remedy: t('answerInvalidRemedy', { choices: 'static, dhcp, dual, auto6' }),
          },
        ],
      });
    });
  });
});
