import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { inOrder } from '../../base/flow/in-order.ts';
import type { Digest } from '../../base/image/digest.ts';
import {
  parseImageReferences,
  type ReleaseComponent,
  releaseVersion,
} from '../../content/release/image-references.ts';
import { IMAGE_REFERENCES, readReleaseManifests } from '../../content/release/payload-layers.ts';
import { loadVerificationKeys } from '../../content/signature/verification-keys.ts';
import type { ClusterFacts } from './cluster-facts.ts';
import { clusterItems, pathItems, poolItems, supportItems, unreadItems, versionOf } from './cluster-items.ts';
import { type ImageCheck, imageItem, imageNameOf } from './image-item.ts';
import type { PullLogins } from './node-access.ts';
import { type NodePull, nodePull } from './node-pull.ts';
import type { ImageName } from './pull-places.ts';
import { type CheckItem, type CheckReport, okItem, reportOf } from './report.ts';
import { configMapItem, signatureImageItems } from './signature-items.ts';
import { targetRelease } from './target-release.ts';

export interface UpgradeQuestion {
  /** A version, or the release image by digest. */
  to: string;
  logins: PullLogins;
  /** Of this host: proxies. */
  env: Readonly<Record<string, string | undefined>>;
  /** Keys in place of the bundled ones. */
  keyFile?: string;
}

export interface CheckControl {
  signal?: AbortSignal;
  /** Told of every image that was looked at. */
  onProgress?: (progress: { done: number; total: number; doing: string }) => void;
}

/** Images at once; each has several blobs. */
const AT_ONCE = 6;

type Wanted = ImageName & { reference: Digest };

/**
 * Whether an upgrade will go: the release and all it consists of by digest through the cluster's own mirror sets, logins
 * and trust, its signature, what the cluster and its nodes say, catalogs, and the images of installed operators.
 * Nothing is changed anywhere.
 * @throws AirlockError `config-invalid` for a pull secret or authority that cannot be read; `config-unreadable` for keys
 *   and auth files; `interrupted`
 */
export async function checkUpgrade(
  facts: ClusterFacts,
  question: UpgradeQuestion,
  control: CheckControl = {},
): Promise<CheckReport> {
  const { signal } = control;
  const keys = await loadVerificationKeys(question.keyFile);
  await using pull = await nodePull(facts, question.logins, question.env);
  const items: CheckItem[] = [...accessItems(facts, question.logins)];
  const target = await targetRelease(facts, question.to, pull, signal);
  let to = versionOf(/^\d/.test(question.to) ? question.to : undefined);
  const checks: ImageCheck[] = [];
  let digest: Digest | undefined;
  if ('image' in target) {
    digest = target.image.reference;
    items.push(target.item, await configMapItem(facts, digest, keys));
    const payload = await readRelease(target.image, pull, signal);
    if (payload.version !== undefined && to && payload.version !== to.version)
      items.push({
        ...{ group: 'release', name: 'Version', state: 'failed' },
        message: `${digest} is the release ${payload.version}, not ${to.version}`,
        remedy: 'Mirror the release that is wanted under its own tag.',
      });
    to ??= versionOf(payload.version);
    if (to) items.push(...pathItems(facts, to, payload.previous));
    if (payload.fault) items.push(payload.fault);
    const components = payload.components.map(({ name, reference: { domain, path, digest } }) => ({
      name,
      image: { registry: domain, repository: path, reference: digest },
    }));
    const images = [{ name: 'release', image: target.image }, ...components];
    items.push(...(await signatureImageItems(facts, to, images, pull, signal)));
    const remedy = `Mirror the release again (\`airlock mirror\`): what is there already is not sent twice.`;
    checks.push(...images.map((one) => ({ group: 'payload' as const, ...one, remedy })));
  } else {
    items.push(target);
    if (to) items.push(...pathItems(facts, to, undefined));
  }
  items.push(...clusterItems(facts, to), ...poolItems(facts), ...catalogItems(facts));
  checks.push(...catalogChecks(facts));
  if (to) items.push(...supportItems(facts, to));
  items.push(...unreadItems(facts, 'installed', 'installed', 'ClusterServiceVersions'));
  checks.push(...installedChecks(facts));

  let done = 0;
  const mirrorHosts = new Set(facts.mirrors.flatMap(({ mirrors }) => mirrors.map(hostOf)));
  const found = inOrder(checks, AT_ONCE, async (check) => {
    const item = await imageItem(pull, check, { mirrorHosts, signal });
    control.onProgress?.({ done: ++done, total: checks.length, doing: check.name });
    return item;
  });
  for await (const item of found) items.push(item);
  signal?.throwIfAborted();
  const { version, server, context, clusterId, inspectedAt } = facts;
  return reportOf(
    {
      to: to?.version ?? question.to,
      digest,
      version,
      server,
      context,
      clusterId,
      ...{ inspectedAt, checkedAt: new Date().toISOString() },
    },
    items,
  );
}

function hostOf(mirror: string): string {
  return mirror.split('/')[0]!;
}

interface ReadRelease {
  version?: string;
  previous?: string[];
  components: ReleaseComponent[];
  fault?: CheckItem;
}

async function readRelease(
  { registry, repository, reference: digest }: Wanted,
  pull: NodePull,
  signal: AbortSignal | undefined,
): Promise<ReadRelease> {
  try {
    const manifests = await readReleaseManifests(pull.reader, { registry, repository, digest }, signal);
    const references = manifests.get(IMAGE_REFERENCES)!;
    const version = releaseVersion(references);
    const previous = previousIn(manifests.get('release-metadata'));
    return {
      components: parseImageReferences(references, digest),
      version,
      previous,
    };
  } catch (thrown) {
    signal?.throwIfAborted();
    const { message } = asAirlockError(thrown);
    const fault: CheckItem = {
      ...{ group: 'payload', name: 'Components', state: 'failed' },
      message: `what the release consists of cannot be read: ${message}`,
      remedy: 'Mirror the release again: nothing is known of its images without it.',
    };
    return { components: [], fault };
  }
}

function previousIn(bytes: Buffer | undefined): string[] | undefined {
  try {
    const { previous } = JSON.parse(String(bytes)) as { previous?: unknown };
    return Array.isArray(previous) ? previous.map(String) : undefined;
  } catch {
    return undefined;
  }
}

/** What the answers about images rest on. */
function accessItems(facts: ClusterFacts, logins: PullLogins): CheckItem[] {
  const items = [
    ...unreadItems(facts, 'mirrors', 'payload', 'Mirror sets'),
    ...unreadItems(facts, 'trust', 'payload', 'Trusted authorities'),
  ];
  if ('pullSecret' in logins) return items;
  return [
    ...items,
    {
      ...{ group: 'payload', name: 'Pull secret', state: 'unknown' },
      message: `it is not known here: registries were asked with the logins of this host. The cluster has logins for ${facts.pullSecret.join(', ') || 'no registry'}`,
      remedy: 'Check with a kubeconfig to have the logins of the cluster tried.',
    },
  ];
}

function catalogItems(facts: ClusterFacts): CheckItem[] {
  const unread = unreadItems(facts, 'catalogs', 'catalogs', 'Catalogs');
  if (unread.length > 0) return unread;
  return facts.catalogs.map(({ object, ready, says: states }) =>
    ready
      ? okItem('catalogs', object, 'it serves')
      : {
          ...{ group: 'catalogs', name: object, state: 'warning' },
          message: `not ready: ${states ?? 'it says nothing of itself'}`,
          remedy:
            'Operators cannot be updated from it. Look at its pod and events, or switch it off if it is one that cannot be reached (`airlock cluster-config write` does).',
        },
  );
}

/** Images of catalogs that serve or should; those that are not ready are told of already. */
function catalogChecks(facts: ClusterFacts): ImageCheck[] {
  return facts.catalogs.flatMap(({ object, ready, image }) => {
    const name = ready && image !== undefined ? imageNameOf(image) : undefined;
    const remedy = 'Mirror the catalog again, and apply the manifests.';
    return name ? [{ group: 'catalogs', name: `${object}: image`, image: name, remedy }] : [];
  });
}

/** Nodes are drained for an upgrade: pods of operators start elsewhere and pull their images again. */
function installedChecks(facts: ClusterFacts): ImageCheck[] {
  const seen = new Set<string>();
  return facts.installed.flatMap(({ name, namespace, images }) =>
    images.flatMap((text) => {
      const image = imageNameOf(text);
      if (!image || seen.has(text)) return [];
      seen.add(text);
      const remedy = `Mirror this version of the operator: pods of ${name} cannot start on another node without it.`;
      return [{ group: 'installed' as const, name: `${namespace}/${name}: ${text}`, image, remedy }];
    }),
  );
}
