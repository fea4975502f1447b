import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { ApplyResult, ClusterControl, ClusterEvent } from '../../../cluster/client/applied.ts';
import { applyToCluster } from '../../../cluster/client/apply.ts';
import { nameOf, refOf, sameRef } from '../../../cluster/client/object-ref.ts';
import { type Manifest, readManifests } from '../../../cluster/client/read-manifests.ts';
import type { WaitTimes } from '../../../cluster/client/readiness.ts';
import { rollbackApply } from '../../../cluster/client/rollback.ts';
import { historyDirectory, readSavedApply, savedApplies } from '../../../cluster/client/saved-versions.ts';
import { CLUSTER_VERSION } from '../../../cluster/client/upstream.ts';
import type { ClusterJob } from '../../../contract/topics/clusters.ts';
import { isUnderWay } from '../../../contract/topics/job.ts';
import type { ContractProblem } from '../../../contract/topics/vocabulary.ts';
import { defaultStateDirectory } from '../../../mirror/run/state-directory.ts';
import { valueWithoutSecrets } from '../../../runs/audit/without-secrets.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { JobControl } from '../state/jobs.ts';
import type { ServiceState } from '../state/state.ts';
import { appliedLine, refLine } from './cluster-objects.ts';
import { t } from './messages.ts';
import type { ClusterReach } from './reach.ts';

/** Returns the handlers that apply and roll back objects as jobs, one at a time, and list their records. */
export function applyHandlers(
  { host, jobs }: Pick<ServiceState, 'host' | 'jobs'>,
  reach: ClusterReach,
  times: Partial<WaitTimes>,
): Pick<HandlersOf<'clusters'>, 'clusters.apply' | 'clusters.rollback' | 'clusters.records'> {
  const historyOf = (stateDirectory: string | undefined): string =>
    historyDirectory(
      stateDirectory === undefined
        ? defaultStateDirectory(host)
        : absolutePath(stateDirectory, 'stateDirectory'),
    );
  const begin = (
    fields: Pick<ClusterJob, 'action' | 'dryRun' | 'from' | 'context'>,
    total: number,
    work: (control: ClusterControl & { signal: AbortSignal }) => Promise<ApplyResult>,
  ): ClusterJob => {
    if (jobs.list().some((job) => job.kind === 'cluster' && isUnderWay(job)))
      throw new AirlockError('workspace-locked', t('applyRunning'), {
        side: 'local',
        remedy: t('applyRunningRemedy'),
      });
    return jobs.start<ClusterJob>(
      { kind: 'cluster', ...fields, objects: [], progress: { done: 0, total } },
      async (job) => endOf(await work(controlOf(job))),
    );
  };
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
      const { context } = choice;
      return begin({ action: 'apply', dryRun, from, context }, objects.length, async (control) => {
        await using cluster = await reach.connect(choice, control.signal);
        const how = {
          dryRun,
          overwrite,
          allowRestart,
          allowRemoval,
          setUpstream,
          wait: !dryRun,
          history,
          times,
        };
        return await applyToCluster(cluster, chosen, { ...how, ...reach.catalogReader(from) }, control);
      });
    },
    async 'clusters.rollback'({ record, stateDirectory, dryRun, ...input }) {
      const from = absolutePath(record, 'record');
      const saved = await readSavedApply(from);
      const { overwrite, allowRestart, ...choice } = input;
      const history = historyOf(stateDirectory);
      const { context } = choice;
      const total = saved.record.objects.length;
      return begin({ action: 'rollback', dryRun, from, context }, total, async (control) => {
        await using cluster = await reach.connect(choice, control.signal);
        const how = { dryRun, overwrite, allowRestart, wait: !dryRun, history, times };
        return await rollbackApply(cluster, saved, how, control);
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

/** Connects an apply or rollback to its job. */
function controlOf({ signal, change, view, ask: request }: JobControl<ClusterJob>) {
  return {
    signal,
    emit: (event) => change(afterEvent(view(), event)),
    async mayRestart(objects, pools) {
      const active = pools.filter(({ state }) => state !== 'paused');
      const asking = {
        objects: objects.map(refLine),
        nodes: active.reduce((sum, { machines }) => sum + machines, 0),
        pools: active.map(({ name }) => name),
      };
      return (await request({ restartQuestion: asking }))?.restart ?? false;
    },
  } satisfies ClusterControl;
}

function endOf({ context, server, objects, problems, exitCode, saved }: ApplyResult): Partial<ClusterJob> {
  return {
    ...{ status: 'done', context, server, ok: exitCode === 0, saved, readiness: undefined },
    objects: objects.map(appliedLine),
    problems: valueWithoutSecrets(problems) as ContractProblem[],
  };
}

/** Returns the fields of a job that an event changes. */
function afterEvent({ objects, problems, progress }: ClusterJob, event: ClusterEvent): Partial<ClusterJob> {
  switch (event.type) {
    case 'object':
      return {
        objects: [...objects, appliedLine(event.object)],
        progress: { ...progress, done: objects.length + 1 },
      };
    case 'waiting': {
      const { for: what, done, total, detail } = event;
      return { readiness: { for: what, done, total, detail } };
    }
    case 'problem':
      return { problems: [...problems, valueWithoutSecrets(event.problem) as ContractProblem] };
  }
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
