import { setTimeout as wait } from 'node:timers/promises';
import { isMap, type JsonObject } from './api/field-sets.fixture.ts';
import { type ApiServerOptions, startApiServer } from './api/server.fixture.ts';

const CONFIG = 'config.openshift.io/v1';
const POOLS = 'machineconfiguration.openshift.io/v1';
const OLM = 'operators.coreos.com/v1alpha1';

export interface PracticeClusterOptions extends ApiServerOptions {
  openShiftVersion?: string;
  /** ms that the operators of the cluster take for each step. */
  stepMs?: number;
  /** A pool continues only after a client has read its last state, so that every state is seen on a slow host, too. */
  poolsAreRead?: boolean;
  /** Pools whose nodes become degraded. */
  degraded?: string[];
  paused?: string[];
}

/**
 * The stand-in with what an installed cluster has in it, and with operators that act: pools roll out mirror sets, trust
 * and pull secret node by node; catalogs become READY; default catalogs go when they are disabled; the update service
 * reconciles.
 */
export async function startPracticeCluster(options: PracticeClusterOptions = {}) {
  const {
    openShiftVersion = '4.18.9',
    stepMs = 5,
    poolsAreRead = false,
    degraded = [],
    paused = [],
  } = options;
  const server = await startApiServer(options);
  const put = (object: JsonObject, manager: string) => server.put(object, manager);
  const named = (apiVersion: string, kind: string, name: string, more: JsonObject, namespace?: string) =>
    put(
      { apiVersion, kind, metadata: { name, ...(namespace !== undefined && { namespace }) }, ...more },
      'bootstrap',
    );

  named('v1', 'Namespace', 'openshift-update-service', {});
  named(CONFIG, 'ClusterVersion', 'version', {
    spec: { clusterID: '6f0a2b3c-0000-4000-8000-000000000001', channel: 'stable-4.18' },
    status: {
      desired: { version: openShiftVersion },
      history: [{ state: 'Completed', version: openShiftVersion }],
    },
  });
  named(CONFIG, 'Image', 'cluster', { spec: {} });
  named(CONFIG, 'OperatorHub', 'cluster', { spec: {} });
  const auth = { auths: { 'quay.io': { auth: 'a2ltOnNlY3JldA==' } } };
  const data = { '.dockerconfigjson': Buffer.from(JSON.stringify(auth)).toString('base64') };
  named('v1', 'Secret', 'pull-secret', { type: 'kubernetes.io/dockerconfigjson', data }, 'openshift-config');
  for (const name of ['redhat-operators', 'certified-operators'])
    named(
      OLM,
      'CatalogSource',
      name,
      {
        spec: { sourceType: 'grpc', image: `registry.redhat.io/redhat/${name}:v4.18` },
        status: { connectionState: { lastObservedState: 'TRANSIENT_FAILURE' } },
      },
      'openshift-marketplace',
    );

  const nodes: Record<string, number> = { master: 3, worker: 2 };
  let rendered = 1;
  const pool = (name: string, updated: number, failing = false) => {
    const machineCount = nodes[name]!;
    const configuration = { name: `rendered-${name}-${rendered}` };
    const done = updated === machineCount;
    put(
      {
        ...{ apiVersion: POOLS, kind: 'MachineConfigPool', metadata: { name } },
        spec: { paused: paused.includes(name), configuration },
        status: {
          ...{ machineCount, updatedMachineCount: updated },
          configuration: done ? configuration : { name: `rendered-${name}-${rendered - 1}` },
          conditions: [
            { type: 'Updated', status: done ? 'True' : 'False' },
            { type: 'Updating', status: done ? 'False' : 'True' },
            {
              type: 'Degraded',
              status: failing ? 'True' : 'False',
              ...(failing && { message: 'Node worker-1 is reporting: "failed to drain"' }),
            },
          ],
        },
      },
      'machine-config-controller',
    );
  };
  for (const name of Object.keys(nodes)) pool(name, nodes[name]!);

  const work = new Set<Promise<void>>();
  let over = false;
  const later = (task: () => Promise<void>) => {
    const done = task().finally(() => work.delete(done));
    work.add(done);
  };
  const poolReads = () =>
    server.requests.filter(({ method, path }) => method === 'GET' && path.includes('/machineconfigpools'))
      .length;
  const step = async (): Promise<void> => {
    const reads = poolReads();
    await wait(stepMs);
    while (poolsAreRead && !over && poolReads() === reads) await wait(1);
  };
  let rollout = Promise.resolve();
  const rollOut = async (): Promise<void> => {
    await wait(stepMs);
    rendered++;
    for (const name of Object.keys(nodes)) pool(name, 0);
    for (const name of Object.keys(nodes).filter((name) => !paused.includes(name)))
      for (let updated = 1; updated <= nodes[name]! && !over; updated++) {
        await step();
        if (degraded.includes(name)) {
          pool(name, 0, true);
          break;
        }
        pool(name, updated);
      }
  };
  const status = async (object: JsonObject, states: JsonObject[]): Promise<void> => {
    for (const state of states) {
      await wait(stepMs);
      const { apiVersion, kind, metadata } = object as {
        apiVersion: string;
        kind: string;
        metadata: { name: string; namespace?: string };
      };
      const live = server.read(apiVersion, kind, metadata.name, metadata.namespace);
      if (!live || over) return;
      put({ ...live, status: state }, 'operator');
    }
  };
  const seen = new Map<string, string>();
  let serving = false;
  server.onChange((object) => {
    if (!serving) return;
    const { kind } = object;
    const {
      name,
      namespace = '',
      deletionTimestamp: gone,
    } = object.metadata as { name: string; namespace?: string; deletionTimestamp?: string };
    const content = JSON.stringify([object.spec ?? null, object.data ?? null, gone ?? null]);
    const key = `${kind}/${namespace}/${name}`;
    if (seen.get(key) === content) return;
    seen.set(key, content);
    const rolls =
      ['ImageDigestMirrorSet', 'ImageTagMirrorSet', 'ImageContentSourcePolicy'].includes(String(kind)) ||
      kind === 'Image' ||
      (kind === 'Secret' && name === 'pull-secret');
    if (rolls)
      later(() => {
        rollout = rollout.then(rollOut);
        return rollout;
      });
    if (gone !== undefined) return;
    if (kind === 'CatalogSource')
      later(() =>
        status(
          object,
          ['CONNECTING', 'READY'].map((lastObservedState) => ({ connectionState: { lastObservedState } })),
        ),
      );
    if (kind === 'ClusterCatalog')
      later(() => status(object, [{ conditions: [{ type: 'Serving', status: 'True' }] }]));
    if (kind === 'UpdateService')
      later(() =>
        status(object, [
          {
            policyEngineURI: 'https://update.example',
            conditions: [{ type: 'ReconcileCompleted', status: 'True' }],
          },
        ]),
      );
    if (kind === 'OperatorHub' && isMap(object.spec) && object.spec.disableAllDefaultSources === true)
      for (const source of ['redhat-operators', 'certified-operators'])
        server.remove(OLM, 'CatalogSource', source, 'openshift-marketplace');
  });
  serving = true;

  return {
    ...server,
    /** Resolves when the operators have nothing left to do. */
    async settled(): Promise<void> {
      while (work.size > 0) await Promise.all(work);
    },
    async [Symbol.asyncDispose]() {
      over = true;
      await Promise.allSettled(work);
      await server[Symbol.asyncDispose]();
    },
  };
}
