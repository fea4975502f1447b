import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseAllDocuments } from 'yaml';
import { isMap, type JsonObject } from '../client/api/field-sets.fixture.ts';
import { type PracticeClusterOptions, startPracticeCluster } from '../client/cluster.fixture.ts';
import { connectCluster } from '../client/connect.ts';
import { lastApply, rollbackApply } from '../client/rollback.ts';
import { type PlanChoices, type PlanEvent, type PlanStep, runPlan } from './run-plan.ts';

const OPERATORS = ['cloud-controller-manager', 'storage', 'machine-api', 'control-plane-machine-set'];
/** Turns of 1 ms that the operators wait for a client to look at them. */
const MOST_TURNS = 200;
export const TIMES = { pollMs: 2, settleMs: 60, stepMs: 2000 };

export interface PlansRigOptions extends PracticeClusterOptions {
  /** An operator that does not take changes of the Infrastructure object. */
  degradedOperator?: string;
  /** Nodes with what nmstate says when a policy fails there. */
  failingNodes?: Record<string, string>;
  /** Nodes of the cluster, all of them workers. */
  nodes?: string[];
}

export type PlansRig = Awaited<ReturnType<typeof plansRig>>;

/** The stand-in with operators that act on the Infrastructure object and with nmstate, which acts on policies. */
export async function plansRig(options: PlansRigOptions = {}) {
  const { degradedOperator, failingNodes = {}, nodes = ['worker-0', 'worker-1'], stepMs = 5 } = options;
  const server = await startPracticeCluster(options);
  const directory = await mkdtemp(join(tmpdir(), 'airlock-plans-'));
  const operator = (name: string, state: { progressing?: boolean; degraded?: boolean }) =>
    server.put(
      {
        ...{ apiVersion: 'config.openshift.io/v1', kind: 'ClusterOperator', metadata: { name }, spec: {} },
        status: {
          conditions: [
            { type: 'Available', status: 'True' },
            { type: 'Progressing', status: state.progressing ? 'True' : 'False' },
            {
              ...{ type: 'Degraded', status: state.degraded ? 'True' : 'False' },
              ...(state.degraded && { message: 'vc-b.example.lan: login failed' }),
            },
          ],
        },
      },
      name,
    );
  for (const name of ['kube-system', 'openshift-machine-api'])
    server.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, 'bootstrap');
  for (const name of OPERATORS) operator(name, {});
  for (const name of nodes)
    server.put(
      {
        ...{ apiVersion: 'v1', kind: 'Node' },
        metadata: { name, labels: { 'node-role.kubernetes.io/worker': '' } },
        status: { conditions: [{ type: 'Ready', status: 'True' }] },
      },
      'kubelet',
    );

  const work = new Set<Promise<void>>();
  let over = false;
  const later = (task: () => Promise<void>) => {
    const done = task().finally(() => work.delete(done));
    work.add(done);
  };
  const operatorReads = () =>
    server.requests.filter(({ method, resource }) => method === 'GET' && resource === 'clusteroperators')
      .length;
  const take = async () => {
    await wait(stepMs);
    for (const name of OPERATORS) operator(name, { progressing: true });
    const reads = operatorReads();
    await wait(stepMs);
    // A client that waits for the operators sees this state, also on a busy host.
    for (let turns = 0; turns < MOST_TURNS && !over && operatorReads() === reads; turns++) await wait(1);
    if (!over) for (const name of OPERATORS) operator(name, { degraded: name === degradedOperator });
  };
  const configure = async (policy: JsonObject) => {
    const { name, generation = 1 } = policy.metadata as { name: string; generation?: number };
    const selector = (
      isMap(policy.spec) && isMap(policy.spec.nodeSelector) ? policy.spec.nodeSelector : {}
    ) as JsonObject;
    const host = selector['kubernetes.io/hostname'];
    const ours = nodes.filter((node) => host === undefined || node === host);
    const enact = (node: string, type: string, message?: string) =>
      server.put(
        {
          ...{ apiVersion: 'nmstate.io/v1beta1', kind: 'NodeNetworkConfigurationEnactment' },
          metadata: {
            name: `${node}.${name}`,
            labels: { 'nmstate.io/policy': name, 'nmstate.io/node': node },
          },
          status: {
            policyGeneration: generation,
            conditions: [{ type, status: 'True', ...(message !== undefined && { message }) }],
          },
        },
        'nmstate-handler',
      );
    for (const node of ours) enact(node, 'Progressing');
    await wait(stepMs);
    if (over) return;
    for (const node of ours)
      if (failingNodes[node] === undefined) enact(node, 'Available');
      else enact(node, 'Failing', failingNodes[node]);
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
  };
  const seen = new Map<string, string>();
  let serving = false;
  server.onChange((object) => {
    if (!serving) return;
    const key = `${object.kind}/${(object.metadata as { name: string }).name}`;
    const content = JSON.stringify([object.spec ?? null, object.data ?? null]);
    if (seen.get(key) === content) return;
    seen.set(key, content);
    if (object.kind === 'Infrastructure') later(take);
    if (object.kind === 'NodeNetworkConfigurationPolicy') later(() => configure(object));
  });
  /** Puts objects of files there, as they would be in the cluster. */
  const put = (text: string, manager = 'installer') => {
    serving = false;
    for (const document of parseAllDocuments(text)) {
      const value = document.toJS() as JsonObject | null;
      if (!value) continue;
      const items = (Array.isArray(value.items) ? value.items : [value]) as JsonObject[];
      for (const item of items)
        if (isServed(item)) {
          server.put(item, manager);
          seen.set(
            `${item.kind}/${(item.metadata as { name: string }).name}`,
            JSON.stringify([item.spec ?? null, item.data ?? null]),
          );
        }
    }
    serving = true;
  };
  serving = true;

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
      over = true;
      await Promise.allSettled(work);
      await cluster[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Of what is fetched for a plan the stand-in has these kinds. */
function isServed({ kind }: JsonObject): boolean {
  return ['Infrastructure', 'ConfigMap', 'Secret', 'MachineSet', 'ControlPlaneMachineSet'].includes(
    String(kind),
  );
}
