import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Digest } from '../../base/image/digest.ts';
import { digestMirrorSets } from '../../content/resources/mirror-sets.ts';
import type { Resource } from '../../content/resources/resource-yaml.ts';
import { updateOperator } from '../../content/resources/update-service.ts';
import { newReleaseSigner } from '../../test-world/release-signer.ts';
import type { ClusterEvent } from './applied.ts';
import { type ApplyChoices, applyToCluster } from './apply.ts';
import { type PracticeClusterOptions, startPracticeCluster } from './cluster.fixture.ts';
import { connectCluster } from './connect.ts';
import { lastApply, rollbackApply } from './rollback.ts';

const ANNOTATIONS = { createdBy: 'airlock' };
const meta = (name: string, namespace?: string) => ({
  annotations: ANNOTATIONS,
  name,
  namespace,
});

/** Returns an ImageDigestMirrorSet with these mirrors by source. */
export function mirrorSet(mirrors: Record<string, string[]>): Resource {
  const byDigest = Object.entries(mirrors).map(([source, mirrors]) => ({ source, mirrors }));
  return digestMirrorSets([{ category: 'operator', byDigest, byTag: [] }], ANNOTATIONS)[0]!;
}

/** Returns objects of all steps, as in `config/`, in an unsafe order. */
export function everyObject(): Resource[] {
  return [
    {
      ...{ apiVersion: 'updateservice.operator.openshift.io/v1', kind: 'UpdateService' },
      metadata: meta('update-service-oc-mirror', 'openshift-update-service'),
      spec: { graphDataImage: 'reg.lan:5000/graph:latest', releases: 'reg.lan:5000/releases', replicas: 2 },
    },
    {
      ...{ apiVersion: 'config.openshift.io/v1', kind: 'OperatorHub', metadata: meta('cluster') },
      spec: { disableAllDefaultSources: true },
    },
    catalogSource('reg.lan:5000/redhat/redhat-operator-index:v4.18'),
    {
      ...{ apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterCatalog' },
      metadata: meta('cc-redhat-operator-index-v4-18'),
      spec: { priority: 0, source: { type: 'Image', image: { ref: 'reg.lan:5000/index:v4.18' } } },
    },
    mirrorSet({ 'registry.redhat.io/rhacm2': ['reg.lan:5000/rhacm2'] }),
    signature(),
    {
      ...{ apiVersion: 'config.openshift.io/v1', kind: 'Image', metadata: meta('cluster') },
      spec: { additionalTrustedCA: { name: 'airlock-registry-ca' } },
    },
    authority({ 'reg.lan..5000': 'PEM' }),
  ];
}

/** Returns the update service with the objects that install its operator, in no order. */
export function updateServiceObjects(): Resource[] {
  const source = { source: 'cs-redhat-operator-index-v4-18', channel: 'v1' };
  return [
    ...everyObject().slice(0, 1),
    ...Object.values(updateOperator(source, { createdBy: 'airlock' })).reverse(),
  ];
}

export function catalogSource(image: string): Resource {
  return {
    ...{ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'CatalogSource' },
    metadata: meta('cs-redhat-operator-index-v4-18', 'openshift-marketplace'),
    spec: { image, sourceType: 'grpc' },
  };
}

export function authority(data: Record<string, string>): Resource {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: meta('airlock-registry-ca', 'openshift-config'),
    data,
  };
}

const SIGNER = await newReleaseSigner();
const RELEASE: Digest = `sha256:${'81'.repeat(32)}`;
const SIGNED = await SIGNER.sign(RELEASE, 'quay.io/openshift-release-dev/ocp-release:4.18.9-x86_64');

/** Returns a signature ConfigMap. @param message default: the signature of the release */
export function signature(message: Uint8Array = SIGNED): Resource {
  const name = RELEASE.replace(':', '-');
  return {
    ...{ apiVersion: 'v1', kind: 'ConfigMap' },
    metadata: {
      ...meta(name, 'openshift-config-managed'),
      labels: { 'release.openshift.io/verification-signatures': '' },
    },
    binaryData: { [`${name}-1`]: Buffer.from(message).toString('base64') },
  };
}

export function pullSecret(registries: string[]): Resource {
  const auths = Object.fromEntries(
    registries.map((registry) => [registry, { auth: 'a2ltOnRvcHNlY3JldA==' }]),
  );
  return {
    ...{ apiVersion: 'v1', kind: 'Secret', metadata: meta('pull-secret', 'openshift-config') },
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': Buffer.from(JSON.stringify({ auths })).toString('base64') },
  };
}

export type ApplyRig = Awaited<ReturnType<typeof applyRig>>;

/** Returns a cluster with working operators, a folder for records, and apply and rollback with timeouts of milliseconds. */
export async function applyRig(options: PracticeClusterOptions = {}) {
  const server = await startPracticeCluster(options);
  const directory = await mkdtemp(join(tmpdir(), 'airlock-apply-'));
  const kubeconfig = await server.kubeconfig();
  const times = { retryMs: [1], requestMs: 2000 };
  const cluster = await connectCluster({ kubeconfig }, { env: {}, home: directory }, { times });
  const history = join(directory, 'history');
  const keyFile = join(server.folder, 'release.asc');
  await writeFile(keyFile, SIGNER.publicKey);
  const events: ClusterEvent[] = [];
  const base: ApplyChoices = {
    ...{
      dryRun: false,
      overwrite: false,
      allowRemoval: false,
      allowRestart: true,
      wait: true,
      history,
      keyFile,
    },
    times: { pollMs: 2, settleMs: 60, poolsMs: 3000, objectsMs: 1000 },
  };
  const emit = (event: ClusterEvent) => void events.push(event);
  return {
    ...{ server, cluster, kubeconfig, directory, history, keyFile, events },
    apply: (
      resources: Resource[],
      choices: Partial<ApplyChoices> = {},
      control: Partial<Parameters<typeof applyToCluster>[3]> = {},
    ) => applyToCluster(cluster, resources, { ...base, ...choices }, { emit, ...control }),
    async rollback(choices: Partial<ApplyChoices> = {}) {
      const saved = await lastApply(cluster, history);
      return rollbackApply(cluster, saved!, { ...base, ...choices }, { emit });
    },
    /** Returns the requests that changed something. */
    writes: () =>
      server.requests.filter(
        ({ method, query, path }) =>
          method !== 'GET' && query.dryRun === undefined && !path.includes('reviews'),
      ),
    async [Symbol.asyncDispose]() {
      await cluster[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
