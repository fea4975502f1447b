import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificateAuthority } from '../../registry/access/loopback-servers.fixture.ts';
import { startRegistryServer } from '../../registry/server/start.ts';
import { memoryStorage } from '../../registry/server/storage/memory-storage.ts';
import type { JsonObject } from '../../test-world/cluster/field-sets.ts';
import { buildPracticeContent } from '../../test-world/content.ts';
import { fillStorage } from '../../test-world/fill-storage.ts';
import { takeInventory } from '../../test-world/inventory.ts';
import { newReleaseSigner } from '../../test-world/release-signer.ts';
import { type PracticeClusterOptions, startPracticeCluster } from '../client/cluster.fixture.ts';
import { connectCluster } from '../client/connect.ts';
import { checkUpgrade } from './check-upgrade.ts';
import { inspectCluster } from './inspect.ts';
import { liveSource } from './object-source.ts';
import type { CheckItem, CheckReport } from './report.ts';

const CONTENT = buildPracticeContent({ seed: '1', size: 'tiny' });
const SIGNER = await newReleaseSigner();
/** The content of the mirror. */
const INVENTORY = takeInventory(CONTENT);
/** Must never be in a file or message. */
export const PASSWORD = 'topsecret-of-the-mirror';

/** A release of the practice world for amd64. */
export function release(version: string) {
  return INVENTORY.releases.find((one) => one.version === version && one.architecture === 'amd64')!;
}

/** An image of an operator, with its name in the bundle. */
export const OPERATOR_IMAGE = INVENTORY.catalog.packages[0]!.bundles[0]!.related[0]!.source;

export type CheckRig = Awaited<ReturnType<typeof checkRig>>;

/**
 * Returns a cluster at 4.16.1 and a complete mirror of 4.16.5, with TLS, its own CA and a login. No source is ever
 * contacted.
 */
export async function checkRig(options: PracticeClusterOptions = {}) {
  const server = await startPracticeCluster({ openShiftVersion: '4.16.1', ...options });
  const directory = await mkdtemp(join(tmpdir(), 'airlock-check-'));
  const authority = certificateAuthority(directory, 'Lab mirror CA');
  const { cert, key } = authority.issue('mirror', 'IP:127.0.0.1');
  const storage = memoryStorage();
  await fillStorage(storage, CONTENT.repositories);
  const mirror = await startRegistryServer({
    ...{ storage, tls: { cert, key }, auth: { kind: 'basic', users: { kim: PASSWORD } } },
  });
  const { host } = mirror;
  const put = (apiVersion: string, kind: string, name: string, more: JsonObject, namespace?: string) =>
    server.put(
      { apiVersion, kind, metadata: namespace === undefined ? { name } : { name, namespace }, ...more },
      'bootstrap',
    );
  const config = (kind: string, name: string, more: JsonObject) =>
    put('config.openshift.io/v1', kind, name, more);
  const mirrors = (rows: [source: string, mirror: string][], mirrorSourcePolicy = 'NeverContactSource') =>
    config('ImageDigestMirrorSet', 'idms-release-0', {
      spec: {
        imageDigestMirrors: rows.map(([source, mirror]) => ({
          ...{ source, mirrors: [mirror], mirrorSourcePolicy },
        })),
      },
    });
  const login = (registry: string, password = PASSWORD) => {
    const auths = { [registry]: { auth: Buffer.from(`kim:${password}`).toString('base64') } };
    const data = { '.dockerconfigjson': Buffer.from(JSON.stringify({ auths })).toString('base64') };
    put('v1', 'Secret', 'pull-secret', { data }, 'openshift-config');
  };
  const signature = (message: Uint8Array, version = '4.16.5') => {
    const name = release(version).digest.replace(':', '-');
    server.put(
      {
        ...{ apiVersion: 'v1', kind: 'ConfigMap' },
        metadata: {
          ...{ name, namespace: 'openshift-config-managed' },
          labels: { 'release.openshift.io/verification-signatures': '' },
        },
        binaryData: { [`${name}-1`]: Buffer.from(message).toString('base64') },
      },
      'bootstrap',
    );
  };
  const installed = (images: string[], annotations: Record<string, string> = {}) =>
    server.put(
      {
        ...{ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion' },
        metadata: { name: 'operator.v1.0.0', namespace: 'operators', annotations },
        spec: { relatedImages: images.map((image) => ({ name: 'image', image })) },
        status: { phase: 'Succeeded' },
      },
      'bootstrap',
    );

  mirrors([
    ['quay.io/openshift-release-dev/ocp-release', `${host}/openshift-release-dev/ocp-release`],
    ['quay.io/openshift-release-dev', `${host}/openshift-release-dev`],
    ['registry.redhat.io', host],
  ]);
  config('Image', 'cluster', { spec: { additionalTrustedCA: { name: 'mirror-ca' } } });
  put(
    'v1',
    'ConfigMap',
    'mirror-ca',
    { data: { [host.replace(':', '..')]: authority.cert } },
    'openshift-config',
  );
  login(host);
  signature(await SIGNER.sign(release('4.16.5').digest, release('4.16.5').payload.source));
  config('ClusterOperator', 'etcd', { status: { conditions: [{ type: 'Available', status: 'True' }] } });
  installed([OPERATOR_IMAGE]);
  for (const name of ['redhat-operators', 'certified-operators'])
    server.remove('operators.coreos.com/v1alpha1', 'CatalogSource', name, 'openshift-marketplace');
  await server.settled();

  const keyFile = join(directory, 'release.asc');
  await writeFile(keyFile, SIGNER.publicKey);
  const kubeconfig = await server.kubeconfig();
  const cluster = await connectCluster(
    { kubeconfig },
    { env: {}, home: directory },
    { times: { retryMs: [1], requestMs: 2000 } },
  );
  const env = { NO_PROXY: '127.0.0.1' };
  const inspect = async () => inspectCluster(await liveSource(cluster));
  return {
    ...{ server, mirror, storage, cluster, directory, kubeconfig, keyFile, env, authority },
    ...{ put, config, mirrors, login, signature, installed, inspect },
    /** Checks the cluster in its current state, with its own pull secret. */
    async check(to = '4.16.5'): Promise<CheckReport> {
      const { facts, pullSecret } = await inspect();
      const logins = pullSecret === undefined ? { authFile: undefined, home: directory } : { pullSecret };
      return checkUpgrade(facts, { to, logins, env, keyFile });
    },
    async [Symbol.asyncDispose]() {
      await cluster[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await mirror.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Returns the failed items and warnings as `state group name`. */
export function notOk(report: CheckReport): string[] {
  return report.items
    .filter(({ state }) => state !== 'ok')
    .map(({ group, name, state }) => `${state} ${group} ${name}`);
}

/** Returns an item of a report. @throws Error if the item doesn't exist */
export function itemOf(report: CheckReport, group: CheckItem['group'], name: string): CheckItem {
  const found = report.items.find((item) => item.group === group && item.name === name);
  if (!found) throw new Error(`no item ${group} ${name}`);
  return found;
}
