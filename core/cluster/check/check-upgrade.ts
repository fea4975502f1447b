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
import { t } from './messages.ts';
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
  /** Environment of this host, for its proxies. */
  env: Readonly<Record<string, string | undefined>>;
  /** Keys to use instead of the bundled ones. */
  keyFile?: string;
}

export interface CheckControl {
  signal?: AbortSignal;
  /** Called after each checked image. */
  onProgress?: (progress: { done: number; total: number; doing: string }) => void;
}

/** Number of images checked in parallel. Each has several blobs. */
const AT_ONCE = 6;

type Wanted = ImageName & { reference: Digest };

/**
 * Checks whether an upgrade can succeed: the release and its images by digest with the mirror sets, logins and CAs of the
 * cluster, the signature of the release, the state of the cluster and its nodes, catalogs, and the images of installed
 * operators. Changes nothing.
 * @throws AirlockError `config-invalid` for an unreadable pull secret or CA; `config-unreadable` for keys and auth files;
 *   `interrupted`
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
        ...{ group: 'release', name: t('versionLabel'), state: 'failed' },
        message: t('versionDiffers', { digest, found: payload.version, wanted: to.version }),
        remedy: t('versionDiffersRemedy'),
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
    const remedy = t('payloadImageRemedy');
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
      ...{ group: 'payload', name: t('componentsLabel'), state: 'failed' },
      message: t('componentsUnreadable', { reason: message }),
      remedy: t('componentsUnreadableRemedy'),
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

/** Returns items for unreadable facts that the checks of images depend on. */
function accessItems(facts: ClusterFacts, logins: PullLogins): CheckItem[] {
  const items = [
    ...unreadItems(facts, 'mirrors', 'payload', t('mirrorSetsLabel')),
    ...unreadItems(facts, 'trust', 'payload', t('trustLabel')),
  ];
  if ('pullSecret' in logins) return items;
  return [
    ...items,
    {
      ...{ group: 'payload', name: t('pullSecretLabel'), state: 'unknown' },
      message:
        facts.pullSecret.length > 0
          ? t('pullSecretUnknown', { registries: facts.pullSecret.join(', ') })
          : t('pullSecretUnknownAndEmpty'),
      remedy: t('pullSecretUnknownRemedy'),
    },
  ];
}

function catalogItems(facts: ClusterFacts): CheckItem[] {
  const unread = unreadItems(facts, 'catalogs', 'catalogs', t('catalogsLabel'));
  if (unread.length > 0) return unread;
  return facts.catalogs.map(({ object, ready, says }) =>
    ready
      ? okItem('catalogs', object, t('catalogReady'))
      : {
          ...{ group: 'catalogs', name: object, state: 'warning' },
          message: t('catalogNotReady', { state: says ?? t('catalogStateMissing') }),
          remedy: t('catalogNotReadyRemedy'),
        },
  );
}

/** Returns checks of the images of ready catalogs. Catalogs that aren't ready are already reported. */
function catalogChecks(facts: ClusterFacts): ImageCheck[] {
  return facts.catalogs.flatMap(({ object, ready, image }) => {
    const name = ready && image !== undefined ? imageNameOf(image) : undefined;
    if (!name) return [];
    const label = t('catalogImageLabel', { catalog: object });
    return [{ group: 'catalogs', name: label, image: name, remedy: t('catalogImageRemedy') }];
  });
}

/** Returns checks of the images of operators. An upgrade drains nodes, so that pods start elsewhere and pull them again. */
function installedChecks(facts: ClusterFacts): ImageCheck[] {
  const seen = new Set<string>();
  return facts.installed.flatMap(({ name, namespace, images }) =>
    images.flatMap((text) => {
      const image = imageNameOf(text);
      if (!image || seen.has(text)) return [];
      seen.add(text);
      const remedy = t('operatorImageRemedy', { operator: name });
      return [{ group: 'installed' as const, name: `${namespace}/${name}: ${text}`, image, remedy }];
    }),
  );
}
