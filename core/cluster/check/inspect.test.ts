import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { type CheckRig, checkRig, itemOf, notOk, PASSWORD, release } from './check.fixture.ts';
import { checkUpgrade } from './check-upgrade.ts';
import { inspectCluster } from './inspect.ts';
import { readInspection, writeInspection } from './inspection-file.ts';
import { t } from './messages.ts';
import { folderSource } from './object-source.ts';
import { reportHtml } from './report-html.ts';

let rig: CheckRig;
beforeEach(async () => {
  rig = await checkRig();
});
afterEach(() => rig[Symbol.asyncDispose]());

test('neither requests nor counts copies of operators', async () => {
  const copy = { name: 'operator.v1.0.0', namespace: 'elsewhere', labels: { 'olm.copiedFrom': 'operators' } };
  const kind = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion' };
  rig.server.put({ ...kind, metadata: copy, spec: {} });
  const { facts } = await rig.inspect();
  expect(facts.installed.map(({ namespace }) => namespace)).toEqual(['operators']);
  const requested = rig.server.requests.filter(({ resource }) => resource === 'clusterserviceversions');
  expect(requested.map(({ query }) => query.labelSelector)).toEqual(['!olm.copiedFrom']);
});

test('contains the inventory of the installed software, and says which part of it could not be read', async () => {
  rig.put(
    'operators.coreos.com/v1alpha1',
    'Subscription',
    'mine',
    {
      spec: { name: 'operator', channel: 'stable', source: 'cs-redhat-operator-index-v4-16' },
      status: { installedCSV: 'operator.v1.0.0' },
    },
    'operators',
  );
  const { facts } = await rig.inspect();
  expect(facts.inventory).toEqual({
    openShift: '4.16.1',
    channel: 'stable-4.16',
    operators: [
      {
        package: 'operator',
        version: '1.0.0',
        bundle: 'operator.v1.0.0',
        channel: 'stable',
        catalog: 'redhat-operators',
      },
    ],
  });
  rig.server.rules.push({ on: { resource: 'subscriptions' }, answer: 'deny' });
  const denied = await rig.inspect();
  expect(Object.keys(denied.facts.unread)).toEqual(['subscriptions']);
});

test('a file contains the facts and only the registries of the pull secret, and can be checked elsewhere', async () => {
  const { facts, pullSecret } = await rig.inspect();
  expect(pullSecret).toContain('auths');
  expect(facts).toMatchObject({
    ...{ version: '4.16.1', channel: 'stable-4.16', architectures: ['amd64'], unread: {} },
    pullSecret: [rig.mirror.host],
    trust: { registries: { [rig.mirror.host]: rig.authority.cert.trim() } },
    installed: [{ name: 'operator.v1.0.0', phase: 'Succeeded' }],
    signatures: [{ digest: release('4.16.5').digest }],
  });
  expect(facts.mirrors).toHaveLength(3);
  const file = join(rig.directory, 'inspection.json');
  await writeInspection(file, facts);
  const text = await readFile(file, 'utf8');
  for (const secret of [PASSWORD, Buffer.from(`kim:${PASSWORD}`).toString('base64')])
    expect(text).not.toContain(secret);

  const again = await readInspection(file);
  expect(again).toEqual(facts);
  const authFile = join(rig.directory, 'auth.json');
  const auth = Buffer.from(`kim:${PASSWORD}`).toString('base64');
  await writeFile(authFile, JSON.stringify({ auths: { [rig.mirror.host]: { auth } } }));
  const { env, keyFile } = rig;
  const logins = { authFile, home: rig.directory };
  const report = await checkUpgrade(again, { to: '4.16.5', logins, env, keyFile });
  expect(notOk(report)).toEqual(['unknown payload Pull secret']);
  expect(report.ok).toBe(true);
  expect(reportHtml(report)).toContain(`<h1>${t('reportTitle', { to: '4.16.5' })}</h1>`);
  const { group, state } = report.items[0]!;
  const reported = { group, state, name: 'a', message: 'b', remedy: 'Type `oc get <name>`.' };
  expect(reportHtml({ ...report, items: [reported] })).toContain('Type <code>oc get &lt;name&gt;</code>.');
});

test('reports facts that may not be read and uses the rest; an unreachable cluster is an error', async () => {
  const deny = (resource: string) => rig.server.rules.push({ on: { resource }, answer: 'deny' });
  deny('secrets');
  deny('clusteroperators');
  const { facts, pullSecret } = await rig.inspect();
  expect(pullSecret).toBeUndefined();
  expect(Object.keys(facts.unread).sort()).toEqual(['operators', 'pull-secret']);
  expect(itemOf(await rig.check(), 'cluster', 'ClusterOperators').state).toBe('unknown');
  rig.server.rules.push({ on: { resource: 'machineconfigpools' }, answer: { status: 401 } });
  await expect(rig.inspect()).rejects.toMatchObject({ code: 'cluster-unauthorized' });
});

test('reads the objects and lists of a folder; missing objects are unknown', async () => {
  const directory = join(rig.directory, 'must-gather');
  await mkdir(join(directory, 'cluster-scoped'), { recursive: true });
  const kinds = [
    ['config.openshift.io/v1', 'ClusterVersion'],
    ['config.openshift.io/v1', 'ImageDigestMirrorSet'],
    ['config.openshift.io/v1', 'Image'],
    ['v1', 'ConfigMap'],
    ['v1', 'Secret'],
  ] as const;
  for (const [apiVersion, kind] of kinds) {
    const items = rig.server.list(apiVersion, kind);
    await writeFile(
      join(directory, 'cluster-scoped', `${kind}.yaml`),
      stringify({ apiVersion, kind: `${kind}List`, items }),
    );
  }
  await writeFile(join(directory, 'notes.yaml'), 'a: [unclosed');
  const { facts, pullSecret } = await inspectCluster(await folderSource(directory));
  expect(facts).toMatchObject({ version: '4.16.1', server: directory });
  expect(Object.keys(facts.unread).sort()).toEqual(
    ['catalogs', 'image-policy', 'installed', 'nodes', 'operators', 'pools', 'subscriptions'].sort(),
  );
  const { env, keyFile } = rig;
  const report = await checkUpgrade(facts, {
    ...{ to: '4.16.5', env, keyFile, logins: { pullSecret: pullSecret! } },
  });
  expect(report.ok).toBe(true);
  expect(itemOf(report, 'nodes', 'MachineConfigPools').state).toBe('unknown');
  expect(itemOf(report, 'payload', 'release').state).toBe('ok');
});

test('rejects an invalid file, and a folder without objects', async () => {
  const file = join(rig.directory, 'none.json');
  await writeFile(file, '{"type":"other"}');
  await expect(readInspection(file)).rejects.toMatchObject({ code: 'cluster-objects-invalid' });
  await expect(readInspection(join(rig.directory, 'absent'))).rejects.toMatchObject({
    code: 'config-unreadable',
  });
  const empty = join(rig.directory, 'empty');
  await mkdir(empty);
  await expect(folderSource(empty)).rejects.toMatchObject({ code: 'cluster-objects-invalid' });
});
