import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { releaseTagParts } from '../../../base/image/architecture.ts';
import { checkUpgrade } from '../../../cluster/check/check-upgrade.ts';
import { type InspectedCluster, inspectCluster } from '../../../cluster/check/inspect.ts';
import { readInspection, writeInspection } from '../../../cluster/check/inspection-file.ts';
import { folderSource, liveSource } from '../../../cluster/check/object-source.ts';
import { reportHtml } from '../../../cluster/check/report-html.ts';
import { compareWithCluster } from '../../../cluster/client/compare.ts';
import type { Cluster } from '../../../cluster/client/connect.ts';
import { clusterContexts, kubeconfigFiles } from '../../../cluster/client/kubeconfig.ts';
import { readManifests } from '../../../cluster/client/read-manifests.ts';
import { machineConfigPools, type PoolState, type WaitTimes } from '../../../cluster/client/readiness.ts';
import type { PlanTimes } from '../../../cluster/day2/settling.ts';
import type { RequestOutput } from '../../../contract/contract.ts';
import { recordedRequest } from '../../../mirror/run/recorded-request.ts';
import { listRuns } from '../../../runs/audit/read-runs.ts';
import { runsFolder } from '../runs/run-places.ts';
import { targetOf } from '../runs/run-request.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { applyHandlers } from './apply.ts';
import { clusterJobs } from './cluster-jobs.ts';
import { comparisonLine, inspectedLine } from './cluster-objects.ts';
import { manifestHandlers } from './manifests.ts';
import { t } from './messages.ts';
import { planHandlers } from './plans.ts';
import { type ClusterChoice, type ClusterReach, clusterReach } from './reach.ts';

/** The place of the patch of ClusterVersion, which isn't in a file. */
const UPSTREAM = t('updateService');

/**
 * Returns the handlers of `clusters.*`: compare, apply and roll back the objects of mirrored content in a cluster.
 * @param times limits of waiting for nodes and catalogs; default: those of a real cluster
 */
export function clusterHandlers(
  state: Pick<ServiceState, 'host' | 'hostAt' | 'hostFor' | 'jobs' | 'knownRoots'> &
    Partial<Pick<ServiceState, 'practice'>>,
  times: Partial<WaitTimes & PlanTimes> = {},
): HandlersOf<'clusters'> {
  const { host } = state;
  const reach = clusterReach(state);
  const jobs = clusterJobs(state);
  return {
    ...applyHandlers(jobs, reach, times),
    ...planHandlers(jobs, reach, times),
    ...manifestHandlers(state),
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
      await using cluster = await reach.connect(choice, signal);
      const comparison = await compareWithCluster(
        cluster,
        manifests.map(({ resource }) => resource),
        { overwrite, offerUpstream: true, signal, ...reach.catalogReader(from) },
      );
      const { upstream } = comparison;
      const all = [...manifests, ...(upstream ? [{ file: UPSTREAM, resource: upstream }] : [])];
      return comparisonLine(comparison, all, await poolsOf(cluster, signal));
    },
    async 'clusters.check'({ to, from, ...choice }, { signal }) {
      const { facts, pullSecret } = await inspected(from, choice, reach, signal);
      // The cluster or a mirror may belong to the practice world, whose releases are signed with a different key.
      const mirrors = facts.mirrors.flatMap((row) => row.mirrors.map((mirror) => mirror.split('/')[0]));
      const { env, home } = state.hostFor(choice.kubeconfig, ...mirrors);
      const keyFile = env.OCP_SIGNATURE_VERIFICATION_PK;
      const report = await checkUpgrade(
        facts,
        {
          ...{ to, env, keyFile: keyFile || undefined },
          logins: pullSecret === undefined ? { authFile: undefined, home } : { pullSecret },
        },
        { signal },
      );
      return { report, html: reportHtml(report) };
    },
    async 'clusters.inspect'({ from, file, ...choice }, { signal }) {
      const target = file === undefined ? undefined : absolutePath(file, 'file');
      const { facts } = await inspected(from, choice, reach, signal);
      if (target !== undefined) await writeInspection(target, facts);
      return { facts: inspectedLine(facts), file: target };
    },
    async 'clusters.handoff'({ file }) {
      const path = absolutePath(file, 'file');
      if (basename(path) !== 'handoff.html')
        throw new AirlockError('usage', t('notHandoff', { path }), { at: { path: 'file' } });
      const html = await readFile(path, 'utf8').catch((error: unknown) => {
        throw asAirlockError(error);
      });
      return { html };
    },
  };
}

async function inspected(
  from: string | undefined,
  choice: ClusterChoice,
  reach: ClusterReach,
  signal: AbortSignal,
): Promise<InspectedCluster> {
  if (from !== undefined) {
    const place = absolutePath(from, 'from');
    const isFolder = await stat(place).then(
      (found) => found.isDirectory(),
      () => false,
    );
    return isFolder
      ? await inspectCluster(await folderSource(place), { signal })
      : { facts: await readInspection(place), pullSecret: undefined };
  }
  await using cluster = await reach.connect(choice, signal);
  return await inspectCluster(await liveSource(cluster, signal), { signal });
}

/** Returns the folders of manifests written by the pushes that are recorded below a root. */
async function pushesBelow(root: string): Promise<RequestOutput<'clusters.folders'>['folders']> {
  return (await listRuns(runsFolder(root))).flatMap(({ run }) => {
    const { config, handoff, release } = run?.result ?? {};
    if (!run || config === undefined) return [];
    const request = recordedRequest(run);
    const target = request?.kind === 'mirror' ? targetOf(request.request.workflow) : undefined;
    return [
      {
        directory: config,
        pushedAt: run.endedAt ?? run.startedAt,
        target,
        release: release && releaseTagParts(release.version).version,
        handoff,
        root,
      },
    ];
  });
}

/** Returns the pools, or none if this account can't list them. The comparison already reports other failures. */
async function poolsOf(cluster: Cluster, signal: AbortSignal): Promise<PoolState[]> {
  try {
    return await machineConfigPools(cluster, signal);
  } catch (thrown) {
    if (asAirlockError(thrown).code !== 'cluster-forbidden') throw thrown;
    return [];
  }
}
