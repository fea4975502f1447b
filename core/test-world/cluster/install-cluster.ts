import { setTimeout as wait } from 'node:timers/promises';
import type { ApiService } from './api-service.ts';
import { isMap, type JsonObject } from './field-sets.ts';
import { OperatorWork } from './operator-work.ts';

const CONFIG = 'config.openshift.io/v1';
const POOLS = 'machineconfiguration.openshift.io/v1';
const OLM = 'operators.coreos.com/v1alpha1';
/** Pools with their numbers of nodes. */
const NODES: [string, number][] = [
  ['master', 3],
  ['worker', 2],
];

export interface ClusterOperatorsOptions {
  /** The update service operator. `absent`: OLM installs it; `fails`: OLM doesn't. Default: `present`. */
  operator?: 'present' | 'absent' | 'fails';
  openShiftVersion?: string;
  /** Registries that nodes access over plain HTTP, host with port. */
  insecureRegistries?: string[];
  /** Whether the default catalogs are enabled, although the cluster can't reach their registry. Default: true. */
  defaultCatalogs?: boolean;
  /** ms that the operators of the cluster take for each step. */
  stepMs?: number;
  /** ms that a node takes to restart with a new configuration. Default: `stepMs`. */
  nodeMs?: number;
  /** A pool continues only after a client has read its last state, so that clients see all states even on a slow host. */
  poolsAreRead?: boolean;
  /** Pools whose nodes become degraded. */
  degraded?: string[];
  paused?: string[];
}

/**
 * Installs an OpenShift cluster on a simulated API server, with working operators. Pools roll out mirror sets, trust and the
 * pull secret node by node. Catalogs become READY. Default catalogs are removed when they are disabled. The update service
 * reconciles.
 */
export function installCluster(server: ApiService, options: ClusterOperatorsOptions = {}) {
  const { openShiftVersion = '4.18.9', stepMs = 5, operator = 'present' } = options;
  if (operator === 'present')
    server.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: UPDATES } }, 'bootstrap');
  install(server, openShiftVersion, options);
  const work = new OperatorWork();
  const pools = new Pools(server, work, options);
  const status = async (object: JsonObject, states: JsonObject[]): Promise<void> => {
    const { apiVersion, kind, metadata } = object as unknown as Named;
    for (const state of states) {
      await work.pause(stepMs);
      const live = server.read(apiVersion, kind, metadata.name, metadata.namespace);
      if (!live || work.over) return;
      server.put({ ...live, status: state }, 'operator');
    }
  };
  /** Installs the operator of a Subscription as OLM does, which adds its kind. */
  const installOperator = async (object: JsonObject): Promise<void> => {
    if ((object.spec as { name?: string }).name !== 'cincinnati-operator') return;
    const metadata = { name: 'update-service-operator.v5.0.3', namespace: UPDATES };
    for (const phase of ['Installing', 'Succeeded']) {
      await work.pause(stepMs);
      if (work.over) return;
      if (phase === 'Succeeded') server.serve('UpdateService');
      server.put({ apiVersion: OLM, kind: 'ClusterServiceVersion', metadata, status: { phase } }, 'olm');
      await status(object, [{ installedCSV: metadata.name, state: 'AtLatestKnown' }]);
    }
  };
  server.onChange((object) => {
    if (!work.isNews(object)) return;
    const { kind, spec } = object;
    const { name, deletionTimestamp: removed } = object.metadata as Record<string, string | undefined>;
    if (ROLLED_OUT.has(String(kind)) || (kind === 'Secret' && name === 'pull-secret'))
      work.later(() => pools.rollOut());
    if (removed !== undefined) return;
    if (kind === 'Subscription' && operator !== 'fails') work.later(() => installOperator(object));
    const states = STATES[String(kind)];
    if (states) work.later(() => status(object, states));
    if (kind === 'OperatorHub' && isMap(spec) && spec.disableAllDefaultSources === true)
      for (const source of CATALOGS) server.remove(OLM, 'CatalogSource', source, 'openshift-marketplace');
  });
  return {
    /** Restarts the nodes of pools that have an older configuration, as after a restart of the server. */
    resume: () => {
      if (pools.areBehind()) work.later(() => pools.rollOut());
    },
    /** Whether nodes have an older configuration. */
    areBehind: () => pools.areBehind(),
    /** Resolves when the operators have no work left. */
    settled: () => work.settled(),
    [Symbol.asyncDispose]: () => work.end(),
  };
}

const UPDATES = 'openshift-update-service';

interface Named {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
}

const CATALOGS = ['redhat-operators', 'certified-operators'];
/** Objects whose changes are rolled out to nodes. */
const ROLLED_OUT = new Set([
  'ImageDigestMirrorSet',
  'ImageTagMirrorSet',
  'ImageContentSourcePolicy',
  'Image',
]);
/** States that operators set on new objects, in this order. */
const STATES: Record<string, JsonObject[]> = {
  CatalogSource: ['CONNECTING', 'READY'].map((lastObservedState) => ({
    connectionState: { lastObservedState },
  })),
  ClusterCatalog: [{ conditions: [{ type: 'Serving', status: 'True' }] }],
  UpdateService: [
    {
      policyEngineURI: 'https://update.example',
      conditions: [{ type: 'ReconcileCompleted', status: 'True' }],
    },
  ],
};

/** The objects of an installed cluster. */
function install(
  server: ApiService,
  version: string,
  {
    insecureRegistries,
    defaultCatalogs = true,
  }: Pick<ClusterOperatorsOptions, 'insecureRegistries' | 'defaultCatalogs'>,
): void {
  const minor = version.split('.', 2).join('.');
  const named = (apiVersion: string, kind: string, name: string, more: JsonObject, namespace?: string) =>
    server.put(
      { apiVersion, kind, metadata: namespace === undefined ? { name } : { name, namespace }, ...more },
      'bootstrap',
    );
  named(CONFIG, 'ClusterVersion', 'version', {
    spec: { clusterID: '6f0a2b3c-0000-4000-8000-000000000001', channel: `stable-${minor}` },
    status: { desired: { version }, history: [{ state: 'Completed', version }] },
  });
  named(CONFIG, 'Image', 'cluster', {
    spec: insecureRegistries ? { registrySources: { insecureRegistries } } : {},
  });
  named(CONFIG, 'OperatorHub', 'cluster', {
    spec: defaultCatalogs ? {} : { disableAllDefaultSources: true },
  });
  const auth = { auths: { 'quay.io': { auth: 'a2ltOnNlY3JldA==' } } };
  const data = { '.dockerconfigjson': Buffer.from(JSON.stringify(auth)).toString('base64') };
  named('v1', 'Secret', 'pull-secret', { type: 'kubernetes.io/dockerconfigjson', data }, 'openshift-config');
  for (const name of defaultCatalogs ? CATALOGS : []) {
    const spec = { sourceType: 'grpc', image: `registry.redhat.io/redhat/${name}:v${minor}` };
    const status = { connectionState: { lastObservedState: 'TRANSIENT_FAILURE' } };
    named(OLM, 'CatalogSource', name, { spec, status }, 'openshift-marketplace');
  }
}

/** The MachineConfigPools, which roll out changes node by node. */
class Pools {
  readonly #server: ApiService;
  readonly #work: OperatorWork;
  readonly #options: Required<
    Pick<ClusterOperatorsOptions, 'stepMs' | 'nodeMs' | 'poolsAreRead' | 'degraded' | 'paused'>
  >;
  #rendered = 1;
  #rollout = Promise.resolve();
  /** A roll-out that includes all changes so far, and hasn't started. */
  #isQueued = false;
  /** Changes so far. */
  #changes = 0;

  constructor(server: ApiService, work: OperatorWork, options: ClusterOperatorsOptions) {
    const { stepMs = 5, nodeMs = stepMs, poolsAreRead = false, degraded = [], paused = [] } = options;
    this.#server = server;
    this.#work = work;
    this.#options = { stepMs, nodeMs, poolsAreRead, degraded, paused };
    for (const [name, nodes] of NODES) this.#put(name, nodes);
  }

  /** Whether nodes have an older configuration. */
  areBehind(): boolean {
    return this.#server
      .list(POOLS, 'MachineConfigPool')
      .some(({ status }) => isMap(status) && status.updatedMachineCount !== status.machineCount);
  }

  /** Runs after earlier work. Changes that follow each other closely restart the nodes once. */
  rollOut(): Promise<void> {
    this.#changes++;
    if (!this.#isQueued) {
      this.#isQueued = true;
      this.#rollout = this.#rollout.then(() => this.#rollOut());
    }
    return this.#rollout;
  }

  async #rollOut(): Promise<void> {
    const { stepMs, degraded, paused } = this.#options;
    let seen: number;
    do {
      seen = this.#changes;
      await this.#work.pause(stepMs);
    } while (seen !== this.#changes && !this.#work.over);
    this.#isQueued = false;
    this.#rendered++;
    for (const [name] of NODES) this.#put(name, 0);
    for (const [name, nodes] of NODES.filter(([each]) => !paused.includes(each)))
      for (let updated = 1; updated <= nodes && !this.#work.over; updated++) {
        await this.#step();
        if (degraded.includes(name)) {
          this.#put(name, 0, true);
          break;
        }
        this.#put(name, updated);
      }
  }

  async #step(): Promise<void> {
    const { nodeMs, poolsAreRead } = this.#options;
    const reads = this.#reads;
    await this.#work.pause(nodeMs);
    while (poolsAreRead && !this.#work.over && this.#reads === reads) await wait(1);
  }

  get #reads(): number {
    return this.#server.requests.filter(
      ({ method, path }) => method === 'GET' && path.includes('/machineconfigpools'),
    ).length;
  }

  #put(name: string, updated: number, failing = false): void {
    const machineCount = new Map(NODES).get(name)!;
    const configuration = { name: `rendered-${name}-${this.#rendered}` };
    const done = updated === machineCount;
    const message = 'Node worker-1 is reporting: "failed to drain"';
    const condition = (type: string, matches: boolean) => ({ type, status: matches ? 'True' : 'False' });
    this.#server.put(
      {
        ...{ apiVersion: POOLS, kind: 'MachineConfigPool', metadata: { name } },
        spec: { paused: this.#options.paused.includes(name), configuration },
        status: {
          ...{ machineCount, updatedMachineCount: updated },
          configuration: done ? configuration : { name: `rendered-${name}-${this.#rendered - 1}` },
          conditions: [
            condition('Updated', done),
            condition('Updating', !done),
            failing ? { ...condition('Degraded', true), message } : condition('Degraded', false),
          ],
        },
      },
      'machine-config-controller',
    );
  }
}
