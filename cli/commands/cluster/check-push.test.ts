import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPracticeCluster } from '../../../core/cluster/client/cluster.fixture.ts';
import { refOf } from '../../../core/cluster/client/object-ref.ts';
import { readManifests } from '../../../core/cluster/client/read-manifests.ts';
import { newRig, type Rig } from '../../../core/mirror/mirror.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../../../core/registry/server/start.ts';
import { memoryStorage } from '../../../core/registry/server/storage/memory-storage.ts';
import type { JsonObject } from '../../../core/test-world/cluster/field-sets.ts';
import { inProcess } from '../../in-process.fixture.ts';

let rig: Rig;
let registry: RegistryServer;
let config: string;
const run = (...args: string[]) => inProcess(rig, args);

beforeAll(async () => {
  rig = await newRig();
  registry = await startRegistryServer({ storage: memoryStorage() });
  const workspace = `file://${rig.place('workspace')}`;
  config = rig.place('config');
  const disk = await run('mirror', '-c', rig.world.sets.core.file, workspace);
  expect(disk.code, disk.stderr).toBe(0);
  const pushed = await run(
    ...['mirror', '--from', workspace, `docker://${registry.host}/ocp`, '--dest-tls-verify=false'],
    ...['--no-probe', '--config-to-dir', config],
  );
  expect(pushed.code, pushed.stderr).toBe(0);
}, 120_000);
afterAll(async () => {
  await registry.close();
  await rig[Symbol.asyncDispose]();
});

test('a check of a mirrored upgrade passes after a push with its manifests, and fails without signatures', async () => {
  await using cluster = await startPracticeCluster({ openShiftVersion: '4.16.1' });
  for (const name of ['redhat-operators', 'certified-operators'])
    cluster.remove('operators.coreos.com/v1alpha1', 'CatalogSource', name, 'openshift-marketplace');
  const manifests = await readManifests(config);
  const put = (object: unknown) => cluster.put(object as JsonObject, 'oc');
  for (const { resource } of manifests) put(resource);
  put({
    ...{ apiVersion: 'config.openshift.io/v1', kind: 'Image', metadata: { name: 'cluster' } },
    spec: { registrySources: { insecureRegistries: [registry.host] } },
  });
  await cluster.settled();
  const check = async () =>
    run('cluster', 'check', '--to', '4.16.5', '--kubeconfig', await cluster.kubeconfig());

  const yes = await check();
  const items = yes.result!.items as { group: string; state: string; name: string; from?: string }[];
  expect(items.filter(({ state }) => state === 'failed')).toEqual([]);
  expect([yes.code, yes.result!.ok], yes.stderr).toEqual([0, true]);
  const images = items.filter(({ group, from }) => group === 'payload' && from !== undefined);
  expect(images.length).toBeGreaterThan(5);
  expect(images.every(({ from }) => from!.startsWith(`${registry.host}/ocp/openshift/release`))).toBe(true);
  expect(items.filter(({ state }) => state === 'warning')).toEqual([]);

  for (const { resource } of manifests)
    cluster.remove('v1', 'ConfigMap', refOf(resource).name, 'openshift-config-managed');
  const no = await check();
  const failed = (no.result!.items as typeof items).filter(({ state }) => state === 'failed');
  expect(no.code).toBe(2);
  expect(failed.map(({ name }) => name)).toEqual(['Signature ConfigMap']);
});
