import type { Problem } from '../../base/errors/airlock-error.ts';
import type { Resource } from '../../content/resources/resource-yaml.ts';
import type { AppliedObject, ClusterChoices, ClusterControl } from './applied.ts';
import type { Cluster } from './connect.ts';
import { explainedKind, explanationOf, needsNodes } from './known-kinds.ts';
import { refOf, sameRef } from './object-ref.ts';
import { type PoolState, WAIT_TIMES, type WaitProgress, waitForObjects, waitForPools } from './readiness.ts';

/**
 * Waits for nodes before the first object that needs them, for catalogs before the default ones are disabled, and for the
 * update service operator before its service is applied.
 */
export function waiting(
  cluster: Cluster,
  resources: readonly Resource[],
  pools: readonly PoolState[],
  choices: ClusterChoices,
  { emit, signal, report }: ClusterControl & { report: (problem: Problem) => void },
) {
  const times = { ...WAIT_TIMES, ...choices.times };
  const idle = choices.dryRun || !choices.wait;
  const done = new Set<string>();
  const isApplied = (objects: readonly AppliedObject[], resource: Resource) =>
    objects.some(
      (object) =>
        sameRef(object, refOf(resource)) && ['created', 'configured', 'unchanged'].includes(object.result),
    );
  const nodes = async (objects: readonly AppliedObject[]): Promise<void> => {
    if (idle || done.has('pools') || pools.length === 0) return;
    done.add('pools');
    const changed = objects.some(
      (object) =>
        ['created', 'configured'].includes(object.result) &&
        resources.some((resource) => sameRef(object, refOf(resource)) && restarts(resource)),
    );
    const busy = pools.some(({ state }) => state === 'updating');
    if (!changed && !(busy && resources.some(restarts))) return;
    const settleMs = changed ? times.settleMs : 0;
    (await waitForPools(cluster, pools, { ...times, settleMs }, { emit, signal })).forEach(report);
  };
  const ready = async (
    target: Exclude<WaitProgress['for'], 'pools'>,
    objects: readonly AppliedObject[],
  ): Promise<void> => {
    if (idle || done.has(target)) return;
    done.add(target);
    const wanted = resources.filter(
      (resource) => AWAITED[target].includes(explainedKind(resource) ?? '') && isApplied(objects, resource),
    );
    (await waitForObjects(cluster, wanted, times, { for: target, emit, signal })).forEach(report);
  };
  return {
    async before(resource: Resource, objects: readonly AppliedObject[]): Promise<void> {
      if (!needsNodes(resource)) return;
      await nodes(objects);
      if (['OperatorHub', 'Subscription', 'UpdateService'].includes(resource.kind))
        await ready('catalogs', objects);
      if (resource.kind === 'UpdateService') await ready('update-operator', objects);
    },
    async end(objects: readonly AppliedObject[]): Promise<void> {
      await nodes(objects);
      await ready('catalogs', objects);
      await ready('update-operator', objects);
      await ready('update-service', objects);
    },
  };
}

/** Kinds whose objects are awaited. */
const AWAITED: Record<Exclude<WaitProgress['for'], 'pools'>, readonly string[]> = {
  catalogs: ['CatalogSource', 'ClusterCatalog'],
  'update-operator': ['Subscription'],
  'update-service': ['UpdateService'],
};

function restarts(resource: Resource): boolean {
  return explanationOf(resource).restartsNodes;
}
