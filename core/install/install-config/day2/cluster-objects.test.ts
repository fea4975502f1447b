import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { fetchObjectsCommand, readClusterObjects } from './cluster-objects.ts';
import { clusterText, DAY2_PASSWORD, machine } from './day2.fixture.ts';
import { t } from './messages.ts';
import { differences } from './object-text.ts';
import { diffText } from './plan-files.ts';
import { readFailureDomains } from './read-failure-domains.ts';

test('reads objects from lists, documents and several files, and only the key names of a Secret', () => {
  const text = clusterText({ machines: [machine('m-0')], secretKeys: ['vc.username', 'vc.password'] });
  const objects = readClusterObjects([
    { file: 'a.yaml', text },
    { file: 'b.yaml', text: `# fetched: Node Machine\n${clusterText({ version: '4.23.0' })}` },
  ]);
  expect(objects.infrastructure).toMatchObject({ name: 'cluster', file: 'b.yaml' });
  expect(objects.machines.map(({ name }) => name)).toEqual(['m-0']);
  expect(objects.machineSets).toHaveLength(1);
  expect(objects.secrets[0]).toMatchObject({ name: 'vsphere-creds', keys: ['vc.username', 'vc.password'] });
  expect([...objects.fetched]).toEqual(['Node', 'Machine']);
  expect(JSON.stringify(objects)).not.toContain(btoa(DAY2_PASSWORD));
});

test('reports a file with invalid YAML with its line and without its text', () => {
  const { problems } = readClusterObjects([{ file: 'x.yaml', text: `a: 1\npassword: "${DAY2_PASSWORD}` }]);
  expect(problems).toMatchObject([{ code: 'cluster-objects-invalid', file: 'x.yaml', line: 2 }]);
  expect(JSON.stringify(problems)).not.toContain(DAY2_PASSWORD);
});

test('prints a valid bash command whose output can be read', () => {
  // An oc that returns empty lists and a Secret, like a cluster.
  const oc =
    'oc() { case "$*" in *secret*) printf "apiVersion: v1\\nkind: Secret\\nmetadata: {name: vsphere-creds, namespace: kube-system}\\ndata:\\n  \\"vc.username\\": \\"\\"\\n";; *) echo "kind: List"; echo "items: []";; esac; }';
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-ec', `${oc}; ${fetchObjectsCommand('/dev/stdout')} | cat`],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([0, '']);
  const objects = readClusterObjects([{ file: 'o', text: stdout }]);
  expect(objects.problems).toEqual([]);
  expect(objects.secrets).toMatchObject([{ namespace: 'kube-system', keys: ['vc.username'] }]);
  expect(objects.fetched.has('PersistentVolume')).toBe(true);
  expect(fetchObjectsCommand().split('\n')).toHaveLength(1);
});

test('reads failure domains from a list, install-config.yaml or Infrastructure object, without accounts', () => {
  const domain =
    '{name: f, region: r, zone: z, server: vc, topology: {datacenter: D, computeCluster: /D/host/c, datastore: /D/datastore/d, networks: [net]}}';
  const plain = {
    ...{ name: 'f', region: 'r', zone: 'z', server: 'vc' },
    topology: {
      datacenter: 'D',
      computeCluster: '/D/host/c',
      datastore: '/D/datastore/d',
      networks: ['net'],
    },
  };
  for (const text of [
    `- ${domain}`,
    `failureDomains: [${domain}]`,
    `platform: {vsphere: {failureDomains: [${domain}], vcenters: [{server: vc, port: 443, user: u, password: ${DAY2_PASSWORD}, datacenters: [D]}]}}`,
    `spec: {platformSpec: {vsphere: {failureDomains: [${domain}]}}}`,
  ]) {
    const read = readFailureDomains(text);
    expect([read.failureDomains, read.problems]).toEqual([[plain], []]);
    if (text.includes('vcenters'))
      expect(read.vcenters).toEqual([{ server: 'vc', port: 443, datacenters: ['D'] }]);
    expect(JSON.stringify(read)).not.toContain(DAY2_PASSWORD);
  }
  expect(readFailureDomains('a: 1', { file: 'f.yaml' }).problems[0]).toMatchObject({
    file: 'f.yaml',
    message: t('domainsMissing'),
  });
  expect(readFailureDomains('- x').problems[0]!.message).toBe(t('domainNotMapping', { number: 1 }));
});

test('reads host groups as the installer writes them', () => {
  const [first] = readFailureDomains('- {name: f, zoneType: HostGroup, topology: {hostGroup: hg}}', {
    infraId: 'c-1',
  }).failureDomains;
  expect(first).toMatchObject({
    regionAffinity: { type: 'ComputeCluster' },
    zoneAffinity: {
      type: 'HostGroup',
      hostGroup: { hostGroup: 'hg', vmGroup: 'c-1-f', vmHostRule: 'c-1-f' },
    },
  });
});

test('shows differences with three lines of context and a mark for each gap', () => {
  const before = Array.from({ length: 20 }, (_, i) => `line ${i}\n`);
  const after = before.with(4, 'changed\n').toSpliced(15, 0, 'new\n');
  const lines = differences(before.join(''), after.join(''));
  expect(diffText(lines)).toEqual([
    ...['@@', ' line 1', ' line 2', ' line 3', '-line 4', '+changed', ' line 5', ' line 6', ' line 7'],
    ...['@@', ' line 12', ' line 13', ' line 14', '+new', ' line 15', ' line 16', ' line 17'],
  ]);
  for (const { kind, text, before: old, after: now } of lines) {
    if (kind !== 'added') expect(before[old! - 1]).toBe(`${text}\n`);
    if (kind !== 'removed') expect(after[now! - 1]).toBe(`${text}\n`);
  }
});
