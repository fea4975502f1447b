import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { applyToCluster } from '../../../cluster/client/apply.ts';
import { nameOf, refOf, sameRef } from '../../../cluster/client/object-ref.ts';
import { type Manifest, readManifests } from '../../../cluster/client/read-manifests.ts';
import type { WaitTimes } from '../../../cluster/client/readiness.ts';
import { rollbackApply } from '../../../cluster/client/rollback.ts';
import { readSavedApply, savedApplies } from '../../../cluster/client/saved-versions.ts';
import { CLUSTER_VERSION } from '../../../cluster/client/upstream.ts';
import { policiesRestored } from '../../../cluster/day2/policy-steps.ts';
import type { PlanTimes } from '../../../cluster/day2/settling.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ClusterJobs } from './cluster-jobs.ts';
import { t } from './messages.ts';
import type { ClusterReach } from './reach.ts';

/** Returns the handlers that apply and roll back objects as jobs, one at a time, and list their records. */
export function applyHandlers(
  { begin, historyOf }: ClusterJobs,
  reach: ClusterReach,
  times: Partial<WaitTimes & PlanTimes>,
): Pick<HandlersOf<'clusters'>, 'clusters.apply' | 'clusters.rollback' | 'clusters.records'> {
  return {
    async 'clusters.apply'({ directory, objects, stateDirectory, dryRun, ...input }) {
      const from = absolutePath(directory, 'directory');
      const manifests = await readManifests(from);
      // No file contains the patch of ClusterVersion, because its address comes from the cluster.
      const isPatch = (ref: (typeof objects)[number]) =>
        sameRef(ref, CLUSTER_VERSION) && !manifests.some(({ resource }) => sameRef(refOf(resource), ref));
      const setUpstream = objects.some(isPatch);
      const chosen = objects
        .filter((ref) => !isPatch(ref))
        .map((ref) => manifestOf(manifests, ref, from).resource);
      const { overwrite, allowRestart, allowRemoval, ...choice } = input;
      const history = historyOf(stateDirectory);
      const fields = { action: 'apply', dryRun, from, ...choice } as const;
      return begin(fields, objects.length, async (control) => {
        await using cluster = await reach.connect(choice, control.signal);
        const how = {
          dryRun,
          overwrite,
          allowRestart,
          allowRemoval,
          setUpstream,
          wait: !dryRun,
          history,
          source: { from, kubeconfig: choice.kubeconfig },
          times: reach.timesOf(choice, times),
        };
        return await applyToCluster(cluster, chosen, { ...how, ...reach.catalogReader(from) }, control);
      });
    },
    async 'clusters.rollback'({ record, stateDirectory, dryRun, ...input }) {
      const from = absolutePath(record, 'record');
      const saved = await readSavedApply(from);
      const { overwrite, allowRestart, ...choice } = input;
      const history = historyOf(stateDirectory);
      const total = saved.record.objects.length;
      return begin({ action: 'rollback', dryRun, from, ...choice }, total, async (control) => {
        await using cluster = await reach.connect(choice, control.signal);
        const how = {
          dryRun,
          overwrite,
          allowRestart,
          wait: !dryRun,
          history,
          times: reach.timesOf(choice, times),
        };
        const result = await rollbackApply(cluster, saved, how, control);
        if (dryRun) return result;
        // Nodes need time to apply policies. A policy that fails there isn't an error of the API.
        const faults = await policiesRestored(cluster, result.objects, { times, ...control });
        return faults.length === 0
          ? result
          : { ...result, problems: [...result.problems, ...faults], exitCode: 2 };
      });
    },
    async 'clusters.records'({ stateDirectory }) {
      const applies = await savedApplies(historyOf(stateDirectory));
      return {
        records: applies
          .map(({ directory, record }) => ({
            directory,
            appliedAt: record.appliedAt,
            context: record.context,
            server: record.server,
            objects: record.objects.length,
            rolledBackAt: record.rolledBackAt,
          }))
          .sort((a, b) => (a.appliedAt < b.appliedAt ? 1 : -1)),
      };
    },
  };
}

function manifestOf(
  manifests: readonly Manifest[],
  ref: Parameters<typeof sameRef>[0],
  directory: string,
): Manifest {
  const found = manifests.find(({ resource }) => sameRef(refOf(resource), ref));
  if (found) return found;
  throw new AirlockError('file-changed', t('objectRemoved', { directory, object: nameOf(ref) }), {
    side: 'local',
    remedy: t('objectRemovedRemedy'),
  });
}
