import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseAllDocuments } from 'yaml';
import { isMap, type JsonObject } from '../../test-world/cluster/field-sets.ts';
import { OperatorWork } from '../../test-world/cluster/operator-work.ts';
import { type PracticeClusterOptions, startPracticeCluster } from '../client/cluster.fixture.ts';
import { connectCluster } from '../client/connect.ts';
import { lastApply, rollbackApply } from '../client/rollback.ts';
import { type PlanChoices, type PlanEvent, type PlanStep, runPlan } from './run-plan.ts';

const OPERATORS = ['cloud-controller-manager', 'storage', 'machine-api', 'control-plane-machine-set'];
/** Number of 1 ms intervals that the operators wait for a client to read their state. */
const MOST_TURNS = 200;
export const TIMES = { pollMs: 2, settleMs: 60, stepMs: 2000 };

export interface PlansRigOptions extends PracticeClusterOptions {
  /** An operator that becomes degraded when the Infrastructure object changes. */
  degradedOperator?: string;
  /** Nodes with the message of NMState when a policy fails there. */
  failingNodes?: Record<string, string>;
  /** Nodes of the cluster, all of them workers. */
  nodes?: string[];
}

export type PlansRig = Awaited<ReturnType<typeof plansRig>>;

/** Starts a test server with operators that handle the Infrastructure object, and with NMState, which handles policies. */
export async function plansRig(options: PlansRigOptions = {}) {
  const { nodes = ['worker-0', 'worker-1'] } = options;
  const server = await startPracticeCluster(options);
  const directory = await mkdtemp(join(tmpdir(), 'airlock-plans-'));
  for (const name of ['kube-system', 'openshift-machine-api'])
    server.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, 'bootstrap');
  for (const name of OPERATORS) putOperator(server, name, {});
  for (const name of nodes)
    server.put(
      {
        ...{ apiVersion: 'v1', kind: 'Node' },
        metadata: { name, labels: { 'node-role.kubernetes.io/worker': '' } },
        status: { conditions: [{ type: 'Ready', status: 'True' }] },
      },
      'kubelet',
    );
  const work = new OperatorWork();
  let serving = true;
  server.onChange((object) => {
    const { deletionTimestamp: removed } = object.metadata as { deletionTimestamp?: string };
    if (!work.isNews(object) || !serving || removed !== undefined) return;
    if (object.kind === 'Infrastructure') work.later(() => handleInfrastructure(server, work, options));
    if (object.kind === 'NodeNetworkConfigurationPolicy')
      work.later(() => configure(server, work, { ...options, nodes }, object));
  });
  /** Stores objects from files, as they would be in the cluster. */
  const put = (text: string, manager = 'installer') => {
    serving = false;
    for (const document of parseAllDocuments(text)) {
      const value = document.toJS() as JsonObject | null;
      if (!value) continue;
      const items = (Array.isArray(value.items) ? value.items : [value]) as JsonObject[];
      for (const item of items) if (isServed(item)) server.put(item, manager);
    }
    serving = true;
  };

  const kubeconfig = await server.kubeconfig();
  const cluster = await connectCluster(
    { kubeconfig },
    { env: {}, home: directory },
    { times: { retryMs: [1], requestMs: 2000 } },
  );
  const history = join(directory, 'history');
  const events: PlanEvent[] = [];
  const emit = (event: PlanEvent) => void events.push(event);
  return {
    ...{ server, cluster, kubeconfig, directory, history, events, put },
    run: (steps: readonly PlanStep[], choices: Partial<PlanChoices> = {}) =>
      runPlan(cluster, steps, { dryRun: false, wait: true, times: TIMES, history, ...choices }, { emit }),
    async rollback() {
      const saved = await lastApply(cluster, history);
      const how = { dryRun: false, overwrite: false, allowRestart: true, wait: false, history };
      return rollbackApply(cluster, saved!, how, { emit: () => undefined });
    },
    writes: () =>
      server.requests.filter(
        ({ method, query, path }) =>
          method !== 'GET' && query.dryRun === undefined && !path.includes('reviews'),
      ),
    async [Symbol.asyncDispose]() {
      await work.end();
      await cluster[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

type PracticeCluster = Awaited<ReturnType<typeof startPracticeCluster>>;

function putOperator(
  server: PracticeCluster,
  name: string,
  { progressing = false, degraded = false }: { progressing?: boolean; degraded?: boolean },
): void {
  const condition = (type: string, matches: boolean) => ({ type, status: matches ? 'True' : 'False' });
  const message = 'vc-b.example.lan: login failed';
  server.put(
    {
      ...{ apiVersion: 'config.openshift.io/v1', kind: 'ClusterOperator', metadata: { name }, spec: {} },
      status: {
        conditions: [
          condition('Available', true),
          condition('Progressing', progressing),
          degraded ? { ...condition('Degraded', true), message } : condition('Degraded', false),
        ],
      },
    },
    name,
  );
}

/** Lets the operators handle a changed Infrastructure object. */
async function handleInfrastructure(
  server: PracticeCluster,
  work: OperatorWork,
  { degradedOperator, stepMs = 5 }: PlansRigOptions,
): Promise<void> {
  const operatorReads = () =>
    server.requests.filter(({ method, resource }) => method === 'GET' && resource === 'clusteroperators')
      .length;
  await wait(stepMs);
  for (const name of OPERATORS) putOperator(server, name, { progressing: true });
  const reads = operatorReads();
  await wait(stepMs);
  // A client that waits for the operators sees this state even on a busy host.
  for (let turns = 0; turns < MOST_TURNS && !work.over && operatorReads() === reads; turns++) await wait(1);
  if (work.over) return;
  for (const name of OPERATORS) putOperator(server, name, { degraded: name === degradedOperator });
}

/** Lets the nodes configure their network by a policy. */
async function configure(
  server: PracticeCluster,
  work: OperatorWork,
  { failingNodes = {}, nodes, stepMs = 5 }: PlansRigOptions & { nodes: string[] },
  policy: JsonObject,
): Promise<void> {
  const { name, generation = 1 } = policy.metadata as { name: string; generation?: number };
  const selector = (
    isMap(policy.spec) && isMap(policy.spec.nodeSelector) ? policy.spec.nodeSelector : {}
  ) as JsonObject;
  const host = selector['kubernetes.io/hostname'];
  const ours = nodes.filter((node) => host === undefined || node === host);
  const enact = (node: string, condition: JsonObject) =>
    server.put(
      {
        ...{ apiVersion: 'nmstate.io/v1beta1', kind: 'NodeNetworkConfigurationEnactment' },
        metadata: {
          name: `${node}.${name}`,
          labels: { 'nmstate.io/policy': name, 'nmstate.io/node': node },
        },
        status: {
          policyGeneration: generation,
          conditions: [{ ...condition, status: 'True' }],
        },
      },
      'nmstate-handler',
    );
  for (const node of ours) enact(node, { type: 'Progressing' });
  await wait(stepMs);
  if (work.over) return;
  for (const node of ours)
    if (failingNodes[node] === undefined) enact(node, { type: 'Available' });
    else enact(node, { type: 'Failing', message: failingNodes[node] });
  const live = server.read('nmstate.io/v1', 'NodeNetworkConfigurationPolicy', name);
  const bad = ours.some((node) => failingNodes[node] !== undefined);
  const conditions: JsonObject[] =
    ours.length === 0
      ? [{ type: 'Ignored', status: 'True', reason: 'NoMatchingNode' }]
      : [
          { type: 'Available', status: bad ? 'False' : 'True' },
          {
            type: 'Degraded',
            status: bad ? 'True' : 'False',
            reason: bad ? 'FailedToConfigure' : 'SuccessfullyConfigured',
          },
        ];
  if (live) server.put({ ...live, status: { conditions } }, 'nmstate-handler');
}

/** Kinds of the test server that are fetched for a plan. */
function isServed({ kind }: JsonObject): boolean {
  return ['Infrastructure', 'ConfigMap', 'Secret', 'MachineSet', 'ControlPlaneMachineSet'].includes(
    String(kind),
  );
}
