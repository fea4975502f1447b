import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { checkUpgrade } from '../../../cluster/check/check-upgrade.ts';
import { type InspectedCluster, inspectCluster } from '../../../cluster/check/inspect.ts';
import { readInspection } from '../../../cluster/check/inspection-file.ts';
import { liveSource } from '../../../cluster/check/object-source.ts';
import { reportHtml } from '../../../cluster/check/report-html.ts';
import { applyToCluster } from '../../../cluster/client/apply.ts';
import { compareWithCluster } from '../../../cluster/client/compare.ts';
import { type Cluster, connectCluster } from '../../../cluster/client/connect.ts';
import { clusterContexts, kubeconfigFiles } from '../../../cluster/client/kubeconfig.ts';
import { nameOf, refOf, sameRef } from '../../../cluster/client/object-ref.ts';
import { type Manifest, readManifests } from '../../../cluster/client/read-manifests.ts';
import { machineConfigPools, type PoolState, type WaitTimes } from '../../../cluster/client/readiness.ts';
import type { PackagesOf } from '../../../cluster/client/removals.ts';
import { rollbackApply } from '../../../cluster/client/rollback.ts';
import { historyDirectory, readSavedApply, savedApplies } from '../../../cluster/client/saved-versions.ts';
import { CLUSTER_VERSION } from '../../../cluster/client/upstream.ts';
import { recordedRequest } from '../../../mirror/run/recorded-request.ts';
import { defaultStateDirectory } from '../../../mirror/run/state-directory.ts';
import { listRuns } from '../../../runs/audit/read-runs.ts';
import { runsFolder } from '../runs/run-places.ts';
import { targetOf } from '../runs/run-request.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { viewedCatalogs } from '../upgrades/upgrade-catalogs.ts';
import { createClusterJobs } from './cluster-jobs.ts';
import { comparisonLine } from './cluster-objects.ts';

/** In place of a file. */
const UPSTREAM = 'update service of the cluster';

/** `clusters.*`: what mirrored content needs in a cluster, compared, applied, taken back. */
export interface Clusters {
  handlers: HandlersOf<'clusters'>;
  /** Stops what is under way, and waits for it. */
  close(): Promise<void>;
}

interface Choice {
  kubeconfig?: string | undefined;
  context?: string | undefined;
}

/** @param times of waiting for nodes and catalogs; default: those of a real cluster */
export function createClusters(
  state: Pick<ServiceState, 'emit' | 'host' | 'hostAt' | 'hostFor' | 'knownRoots'>,
  times: Partial<WaitTimes> = {},
): Clusters {
  const { host } = state;
  const jobs = createClusterJobs(state);
  const connect = ({ kubeconfig, context }: Choice, signal: AbortSignal): Promise<Cluster> =>
    connectCluster(
      {
        ...(kubeconfig !== undefined && { kubeconfig: absolutePath(kubeconfig, 'kubeconfig') }),
        ...(context !== undefined && { context }),
      },
      host,
      { signal },
    );
  const historyOf = (stateDirectory: string | undefined): string =>
    historyDirectory(
      stateDirectory === undefined
        ? defaultStateDirectory(host)
        : absolutePath(stateDirectory, 'stateDirectory'),
    );
  /** How signatures of a folder are verified, and what catalogs at registries have. */
  const lookingInto = (directory: string): { packagesOf: PackagesOf; keyFile?: string } => {
    const keyFile = state.hostFor(directory).env.OCP_SIGNATURE_VERIFICATION_PK;
    const none = new AbortController().signal;
    return {
      ...(keyFile && { keyFile }),
      async packagesOf(image, signal = none) {
        try {
          const at = state.hostAt(image.slice(0, image.indexOf('/')));
          const [catalog] = await viewedCatalogs([image], at, signal, () => undefined);
          return catalog!.index.packages.map(({ name }) => name);
        } catch (error) {
          signal.throwIfAborted();
          // The comparison says that it could not be read; what was typed wrong elsewhere is not told here.
          if (error instanceof AirlockError) return undefined;
          throw error;
        }
      },
    };
  };

  const inspected = async (
    from: string | undefined,
    choice: Choice,
    signal: AbortSignal,
  ): Promise<InspectedCluster> => {
    if (from !== undefined)
      return { facts: await readInspection(absolutePath(from, 'from')), pullSecret: undefined };
    await using cluster = await connect(choice, signal);
    return await inspectCluster(await liveSource(cluster, signal), { signal });
  };

  const handlers: HandlersOf<'clusters'> = {
    async 'clusters.contexts'({ kubeconfig }) {
      const choice = kubeconfig === undefined ? {} : { kubeconfig: absolutePath(kubeconfig, 'kubeconfig') };
      return { files: kubeconfigFiles(choice, host), contexts: await clusterContexts(choice, host) };
    },
    async 'clusters.folders'() {
      const folders = new Map<string, Awaited<ReturnType<typeof pushesBelow>>[number]>();
      for (const { root } of await state.knownRoots())
        for (const found of await pushesBelow(root)) {
          const known = folders.get(found.directory);
          if (!known || known.pushedAt < found.pushedAt) folders.set(found.directory, found);
        }
      return { folders: [...folders.values()].sort((a, b) => (a.pushedAt < b.pushedAt ? 1 : -1)) };
    },
    async 'clusters.compare'({ directory, overwrite, ...choice }, { signal }) {
      const from = absolutePath(directory, 'directory');
      const manifests = await readManifests(from);
      await using cluster = await connect(choice, signal);
      const comparison = await compareWithCluster(
        cluster,
        manifests.map(({ resource }) => resource),
        { overwrite, offerUpstream: true, signal, ...lookingInto(from) },
      );
      const { upstream } = comparison;
      const all = [...manifests, ...(upstream ? [{ file: UPSTREAM, resource: upstream }] : [])];
      return comparisonLine(comparison, all, await poolsOf(cluster, signal));
    },
    async 'clusters.check'({ to, from, ...choice }, { signal }) {
      const { facts, pullSecret } = await inspected(from, choice, signal);
      // The mirror may be that of the practice world, whose releases have a key of their own.
      const mirror = facts.mirrors[0]?.mirrors[0]?.split('/')[0];
      const { env, home } = mirror === undefined ? host : state.hostAt(mirror);
      const keyFile = env.OCP_SIGNATURE_VERIFICATION_PK;
      const report = await checkUpgrade(
        facts,
        {
          ...{ to, env, ...(keyFile && { keyFile }) },
          logins: pullSecret === undefined ? { authFile: undefined, home } : { pullSecret },
        },
        { signal },
      );
      return { report, html: reportHtml(report) };
    },
    async 'clusters.apply'({ directory, objects, stateDirectory, dryRun, ...input }) {
      const from = absolutePath(directory, 'directory');
      const manifests = await readManifests(from);
      // The patch of ClusterVersion is in no file: the cluster tells its address.
      const isPatch = (ref: (typeof objects)[number]) =>
        sameRef(ref, CLUSTER_VERSION) && !manifests.some(({ resource }) => sameRef(refOf(resource), ref));
      const setUpstream = objects.some(isPatch);
      const chosen = objects
        .filter((ref) => !isPatch(ref))
        .map((ref) => manifestOf(manifests, ref, from).resource);
      const { overwrite, allowRestart, allowRemoval, ...choice } = input;
      const history = historyOf(stateDirectory);
      const what = { kind: 'apply' as const, dryRun, from, total: objects.length, ...contextOf(choice) };
      return jobs.begin(what, async (control) => {
        await using cluster = await connect(choice, control.signal);
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
        return await applyToCluster(cluster, chosen, { ...how, ...lookingInto(from) }, control);
      });
    },
    async 'clusters.rollback'({ record, stateDirectory, dryRun, ...input }) {
      const from = absolutePath(record, 'record');
      const saved = await readSavedApply(from);
      const { overwrite, allowRestart, ...choice } = input;
      const history = historyOf(stateDirectory);
      const total = saved.record.objects.length;
      const what = { kind: 'rollback' as const, dryRun, from, total, ...contextOf(choice) };
      return jobs.begin(what, async (control) => {
        await using cluster = await connect(choice, control.signal);
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
            ...(record.rolledBackAt !== undefined && { rolledBackAt: record.rolledBackAt }),
          }))
          .sort((a, b) => (a.appliedAt < b.appliedAt ? 1 : -1)),
      };
    },
    'clusters.jobs': async () => ({ jobs: jobs.list() }),
    'clusters.answer': async ({ job, restart }) => jobs.answer(job, restart),
    'clusters.stop': async ({ job }) => jobs.stop(job),
    async 'clusters.handOver'({ file }) {
      const path = absolutePath(file, 'file');
      if (basename(path) !== 'hand-over.html')
        throw new AirlockError('usage', `${path} is no hand-over sheet`, { at: { path: 'file' } });
      const html = await readFile(path, 'utf8').catch((error: unknown) => {
        throw asAirlockError(error);
      });
      return { html };
    },
  };
  return { handlers, close: jobs.close };
}

/** Told from the beginning where it was named. */
function contextOf({ context }: Choice): { context?: string } {
  return context === undefined ? {} : { context };
}

/** Where the pushes recorded below a root wrote manifests. */
async function pushesBelow(
  root: string,
): Promise<{ directory: string; target?: string; pushedAt: string; handOver?: string }[]> {
  return (await listRuns(runsFolder(root))).flatMap(({ run }) => {
    const { config, handOver } = run?.result ?? {};
    if (!run || config === undefined) return [];
    const request = recordedRequest(run);
    const target = request?.kind === 'mirror' ? targetOf(request.request.workflow) : undefined;
    return [
      {
        directory: config,
        pushedAt: run.endedAt ?? run.startedAt,
        ...(target !== undefined && { target }),
        ...(handOver !== undefined && { handOver }),
      },
    ];
  });
}

/** Pools that must not be read are not known; everything else that is wrong was told by the comparison. */
async function poolsOf(cluster: Cluster, signal: AbortSignal): Promise<PoolState[]> {
  try {
    return await machineConfigPools(cluster, signal);
  } catch (thrown) {
    if (asAirlockError(thrown).code !== 'cluster-forbidden') throw thrown;
    return [];
  }
}

function manifestOf(
  manifests: readonly Manifest[],
  ref: Parameters<typeof sameRef>[0],
  directory: string,
): Manifest {
  const found = manifests.find(({ resource }) => sameRef(refOf(resource), ref));
  if (found) return found;
  throw new AirlockError('file-changed', `${directory} has no ${nameOf(ref)} any more`, {
    side: 'local',
    remedy: 'Compare again.',
  });
}
