import { goArchitecture } from '../../../base/image/architecture.ts';
import type { Digest } from '../../../base/image/digest.ts';
import { type Cluster, connectCluster } from '../../../cluster/client/connect.ts';
import type { ClusterChoice, ClusterHost } from '../../../cluster/client/kubeconfig.ts';
import { answerOcp } from '../../../upgrade/answers/ocp-answer.ts';
import { fromUpdateGraph } from '../../../upgrade/ocp/from-update-service.ts';
import { mergeGraphs } from '../../../upgrade/ocp/graph.ts';
import { bundlePart } from './choices.ts';
import type { KnownChannel } from './known-channels.ts';
import { t } from './messages.ts';
import { type AskingConfiguration, nameAt, type ProtectedName } from './plan.ts';

/** The mirrored content that a live cluster needs. */
export interface ClusterNeeds {
  /** Context of the kubeconfig. */
  cluster: string;
  /** The version that it runs. */
  version?: string;
  /** The version that it is being updated to. */
  target?: string;
  /** Payloads of both, by digest. */
  payloads: Digest[];
  /** Names of the bundles that are installed. */
  bundles: string[];
}

interface ClusterVersionObject {
  status?: {
    desired?: { version?: string; image?: string };
    history?: { state?: string; version?: string; image?: string }[];
  };
}

/** {@link readClusterNeeds} of the cluster of a kubeconfig. @throws AirlockError as `connectCluster` */
export async function clusterNeeds(
  choice: ClusterChoice,
  host: ClusterHost,
  signal: AbortSignal,
): Promise<ClusterNeeds> {
  await using cluster = await connectCluster(choice, host, { signal });
  return await readClusterNeeds(cluster, signal);
}

/**
 * Reads what a cluster runs. A missing permission is an error, so that nothing is deleted because it couldn't be read.
 * @throws AirlockError as `ApiClient`
 */
export async function readClusterNeeds(cluster: Cluster, signal?: AbortSignal): Promise<ClusterNeeds> {
  const read = async <T>(path: string, about: string): Promise<T> =>
    (await cluster.client.call<T>({ method: 'GET', path, about }, signal)).body;
  const needs: ClusterNeeds = { cluster: cluster.context, payloads: [], bundles: [] };
  if (await cluster.served('config.openshift.io/v1', 'ClusterVersion', signal)) {
    const path = '/apis/config.openshift.io/v1/clusterversions/version';
    const { status = {} } = await read<ClusterVersionObject>(path, 'ClusterVersion version');
    const done = status.history?.find(({ state }) => state === 'Completed');
    const { desired } = status;
    if (done?.version) needs.version = done.version;
    if (desired?.version && desired.version !== done?.version) needs.target = desired.version;
    for (const image of [done?.image, desired?.image]) {
      const digest = image && /@(sha256:[0-9a-f]{64})$/.exec(image)?.[1];
      if (digest) needs.payloads.push(digest as Digest);
    }
  }
  if (await cluster.served('operators.coreos.com/v1alpha1', 'ClusterServiceVersion', signal)) {
    const { items = [] } = await read<{ items?: { metadata?: { name?: string } }[] }>(
      '/apis/operators.coreos.com/v1alpha1/clusterserviceversions',
      'installed operators',
    );
    needs.bundles = [...new Set(items.flatMap(({ metadata }) => metadata?.name ?? []))].sort();
  }
  return needs;
}

/** The content that is retained for a cluster: sentences, and the names. */
export interface ClusterProtection {
  words: string[];
  protect: ProtectedName[];
}

/**
 * Returns the content that is retained for a cluster: its current version and update target, every release on the path
 * from there to the newest mirrored one, and the installed bundles.
 */
export function clusterProtection(
  needs: ClusterNeeds,
  configurations: readonly AskingConfiguration[],
  channels: readonly KnownChannel[],
): ClusterProtection {
  const { cluster, version, target } = needs;
  const releases = new Map<string, string>();
  if (version !== undefined) releases.set(version, t('clusterRuns', { cluster, version }));
  if (target !== undefined) releases.set(target, t('clusterUpdating', { cluster, version: target }));
  for (const step of stepsOf(needs, configurations, channels))
    if (!releases.has(step.version)) releases.set(step.version, stepWords(cluster, step));
  const bundles = new Set(needs.bundles);
  const reasons = new Map<string, string>();
  for (const { images } of configurations)
    for (const image of images)
      for (const { id } of image.parts) {
        const bundle = bundlePart(id);
        const reason = bundle
          ? bundles.has(bundle.bundle) && t('bundleInstalled', { bundle: bundle.bundle, cluster })
          : releases.get(releaseOf(id)?.version ?? '');
        if (reason && !reasons.has(nameAt(image))) reasons.set(nameAt(image), reason);
      }
  const byReason = new Map<string, Set<string>>();
  for (const [name, reason] of reasons) byReason.set(reason, (byReason.get(reason) ?? new Set()).add(name));
  const payloads = new Set(needs.payloads);
  return {
    words: [
      ...releases.values(),
      ...(bundles.size > 0 ? [t('bundlesInstalled', { count: bundles.size, cluster })] : []),
    ],
    protect: [
      ...[...byReason].map(([reason, names]) => ({
        reason,
        matches: (image: { repository: string; tag: string }) => names.has(nameAt(image)),
      })),
      { reason: t('clusterPayload', { cluster }), matches: ({ digest }) => payloads.has(digest) },
    ],
  };
}

/** Returns the releases between the version of a cluster and the newest mirrored one. */
function stepsOf(
  { version, target }: ClusterNeeds,
  configurations: readonly AskingConfiguration[],
  channels: readonly KnownChannel[],
): { version: string; to: string }[] {
  const from = target ?? version;
  if (from === undefined) return [];
  const mirrored = new Map<string, Set<string>>();
  for (const { images } of configurations)
    for (const { parts } of images)
      for (const { id } of parts) {
        const release = releaseOf(id);
        if (release)
          mirrored.set(
            release.architecture,
            (mirrored.get(release.architecture) ?? new Set()).add(release.version),
          );
      }
  const steps: { version: string; to: string }[] = [];
  for (const [architecture, versions] of mirrored) {
    const [to] = [...versions].sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
    const own = channels.filter((each) => each.architecture === architecture);
    if (to === undefined || to === from || own.length === 0) continue;
    const graph = mergeGraphs(
      own.map(({ name, graph: served }) =>
        fromUpdateGraph(served, { origin: name, channel: name, architecture }),
      ),
    );
    if (!own.some(({ versions: known }) => known.has(from))) continue;
    const answer: { path: readonly string[] | null } = answerOcp(graph, { from, to, architecture }).answer;
    for (const each of answer.path ?? []) if (each !== from) steps.push({ version: each, to });
  }
  return steps;
}

function releaseOf(id: string): { version: string; architecture: string } | undefined {
  const [, version, suffix] = /^release (.+)-([^-]+)$/.exec(id) ?? [];
  return version === undefined ? undefined : { version, architecture: goArchitecture(suffix!) };
}

function stepWords(cluster: string, { version, to }: { version: string; to: string }): string {
  return version === to
    ? t('clusterTarget', { cluster, version: to })
    : t('clusterStep', { cluster, version, target: to });
}
