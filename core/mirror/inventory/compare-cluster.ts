import type { ClusterFacts } from '../../cluster/check/cluster-facts.ts';
import { compareVersions, minorOf } from '../../upgrade/ocp/version-order.ts';
import { bundlePart } from '../delete/plan/choices.ts';
import type { InventoryEntry, RegistryInventory } from './inventory-file.ts';

/** Content that a cluster runs and the registry doesn't serve. */
export interface ClusterGap {
  /** Server address or context of the cluster. */
  cluster: string;
  kind: 'release' | 'operator' | 'catalog';
  /** Version, bundle or CatalogSource. */
  name: string;
  /** The missing images, as the cluster names them. */
  images: string[];
}

/** Content of the registry that none of the clusters uses. */
export type UnusedEntry = Pick<InventoryEntry, 'kind' | 'name' | 'part' | 'bytes' | 'shared' | 'count'>;

export interface ClusterComparison {
  missing: ClusterGap[];
  /**
   * Releases older than those of all clusters, and operator versions that are older than the installed ones or of operators
   * that no cluster has. Newer versions may be needed for updates, and the use of other images is unknown.
   */
  unused: UnusedEntry[];
  /** Parts of the clusters that couldn't be read, so that the result is incomplete. */
  unread: { cluster: string; part: string; reason: string }[];
}

const DIGEST = /@(sha256:[0-9a-f]{64})$/;

/** Compares the content of a registry with what clusters run. */
export function compareWithClusters(
  inventory: RegistryInventory,
  clusters: readonly ClusterFacts[],
): ClusterComparison {
  const served = new Set<string>(inventory.manifests.map(({ digest }) => digest));
  const names = new Set(
    inventory.images.flatMap(({ repository, tag, digest }) =>
      digest ? [`${inventory.registry.host}/${repository}:${tag}`] : [],
    ),
  );
  const isServed = (image: string) => {
    const digest = DIGEST.exec(image)?.[1];
    return digest !== undefined ? served.has(digest) : names.has(image);
  };
  const unread = clusters.flatMap((facts) =>
    Object.entries(facts.unread).map(([part, reason]) => ({ cluster: nameOf(facts), part, reason })),
  );
  return {
    missing: clusters.flatMap((facts) => [
      ...releaseGap(facts, inventory, isServed),
      ...gapsOf(facts, inventory.registry.host, isServed),
    ]),
    unused: unusedEntries(inventory, clusters),
    unread,
  };
}

function nameOf({ context, server }: ClusterFacts): string {
  return context ?? server;
}

/** Returns the release of a cluster if the registry doesn't serve its payload, or any release of the version if that is unknown. */
function releaseGap(
  facts: ClusterFacts,
  { entries }: RegistryInventory,
  isServed: (image: string) => boolean,
): ClusterGap[] {
  const { version, history } = facts;
  if (version === undefined) return [];
  const payload = history.find((each) => each.version === version)?.image ?? '';
  const isMirrored = DIGEST.test(payload)
    ? isServed(payload)
    : entries.some(
        ({ kind, name, drift }) =>
          kind === 'release' && versionOf(name) === version && drift.missing === undefined,
      );
  if (isMirrored) return [];
  return [{ cluster: nameOf(facts), kind: 'release', name: version, images: payload ? [payload] : [] }];
}

/** Returns the version in the tag of a release, such as `4.16.1-x86_64`. */
function versionOf(release: string): string {
  return release.replace(/-[^-]+$/, '');
}

function gapsOf(facts: ClusterFacts, host: string, isServed: (image: string) => boolean): ClusterGap[] {
  const { installed, catalogs } = facts;
  const gap = (kind: ClusterGap['kind'], name: string, images: readonly string[]): ClusterGap[] => {
    const missing = [...new Set(images)].filter((image) => !isServed(image)).sort();
    return missing.length > 0 ? [{ cluster: nameOf(facts), kind, name, images: missing }] : [];
  };
  return [
    ...installed.flatMap(({ name, images }) =>
      // Only images by digest are pulled through a mirror in any case.
      gap(
        'operator',
        name,
        images.filter((image) => DIGEST.test(image)),
      ),
    ),
    ...catalogs.flatMap(({ object, image }) =>
      image?.startsWith(`${host}/`) ? gap('catalog', object, [image]) : [],
    ),
  ];
}

function unusedEntries({ entries }: RegistryInventory, clusters: readonly ClusterFacts[]): UnusedEntry[] {
  // Without its version or operators, a cluster may need anything.
  const readable = (part: 'version' | 'installed') =>
    clusters.every(({ unread }) => unread[part] === undefined);
  const versions = clusters.flatMap(({ version }) => (version && minorOf(version) ? version : []));
  const [oldest] = versions.sort(compareVersions);
  const isUnused = ({ kind, name, part }: InventoryEntry): boolean => {
    if (kind === 'release')
      return readable('version') && oldest !== undefined && isOlder(versionOf(name), oldest);
    if (kind !== 'bundle' || part === undefined || !readable('installed')) return false;
    const bundle = bundlePart(part);
    return bundle !== undefined && clusters.every((facts) => !mayUse(facts, bundle));
  };
  return entries.filter(isUnused).map(({ kind, name, part, bytes, shared, count }) => ({
    ...{ kind, name, part, bytes, shared, count },
  }));
}

/** Returns whether a cluster has this bundle or an older one of its package. */
function mayUse(
  { installed, inventory }: ClusterFacts,
  bundle: { package: string; bundle: string },
): boolean {
  if (installed.some(({ name }) => name === bundle.bundle)) return true;
  const operator = inventory?.operators.find((each) => each.package === bundle.package);
  if (!operator) return false;
  const version = /\.v?(\d{1,9}\.\d{1,9}\.\d{1,9}(?:[-+].{0,200})?)$/.exec(bundle.bundle)?.[1];
  if (operator.version === undefined || version === undefined) return true;
  return !isOlder(version, operator.version);
}

/** Returns false also for versions that can't be compared. */
function isOlder(version: string, than: string): boolean {
  return minorOf(version) !== undefined && minorOf(than) !== undefined && compareVersions(version, than) < 0;
}
