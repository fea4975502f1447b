import type { ImageKind } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type ImageReference, nameOf, parseReference } from '../../base/image/reference.ts';
import { type PushedImage, repositoryAt } from './pushed-image.ts';

/**
 * The groups for which oc-mirror creates objects, in the order in which Airlock writes them
 * (internal/pkg/clusterresources/clusterresources.go).
 */
export const CATEGORIES = ['release', 'operator', 'generic'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Images below `source` are pulled from `mirrors`, in this order. */
export interface MirrorEntry {
  source: string;
  mirrors: string[];
}

/** Entries of one group for pulls by digest and for pulls by tag, each sorted by source. */
export interface CategoryEntries {
  category: Category;
  byDigest: MirrorEntry[];
  byTag: MirrorEntry[];
}

/** Undefined for images that clusters find by other objects: the graph image (UpdateService) and catalogs (CatalogSource). */
const CATEGORY_OF: Record<ImageKind, Category | undefined> = {
  ocpRelease: 'release',
  ocpReleaseContent: 'release',
  cincinnatiGraph: undefined,
  operatorCatalog: undefined,
  operatorBundle: 'operator',
  operatorRelatedImage: 'operator',
  generic: 'generic',
  helmImage: 'generic',
};

/**
 * Returns the mirror entries of the pushed images for clusters: one item per category with entries (oc-mirror v2:
 * internal/pkg/clusterresources/clusterresources.go). Mirrors of one source have the order of `images`, which must be the
 * order of the plan. Duplicates are dropped.
 * @param repositoryScope true if `--max-nested-paths` rewrote repositories, so that an entire namespace can't be
 *   redirected
 * @throws AirlockError `reference-invalid` if an origin is empty or isn't a reference
 */
export function mirrorEntries(images: PushedImage[], repositoryScope: boolean): CategoryEntries[] {
  const found = CATEGORIES.map((category) => ({
    category,
    byDigest: new Map<string, Set<string>>(),
    byTag: new Map<string, Set<string>>(),
  }));
  for (const image of images) {
    const group = found.find(({ category }) => category === CATEGORY_OF[image.kind]);
    if (!group) continue;
    const origin = originOf(image);
    // Clusters can't pull from a layout on disk.
    if (origin.transport !== 'docker' || origin.domain === '') continue;
    const { source, mirror } = redirection(origin, image, repositoryScope);
    // The installer pulls the payload by digest, although its origin is a tag.
    if (origin.digest !== undefined || image.kind === 'ocpRelease') add(group.byDigest, source, mirror);
    if (origin.tag !== undefined) add(group.byTag, source, mirror);
  }
  return found
    .map(({ category, byDigest, byTag }) => ({ category, byDigest: sorted(byDigest), byTag: sorted(byTag) }))
    .filter(({ byDigest, byTag }) => byDigest.length > 0 || byTag.length > 0);
}

function originOf(image: PushedImage): ImageReference {
  if (image.origin === '') {
    const { registry, repository } = image.source;
    throw new AirlockError(
      'reference-invalid',
      `unable to generate IDMS/ITMS: original reference for (${registry}/${repository},${repositoryAt(image.destination)}) undetermined`,
    );
  }
  return parseReference(image.origin);
}

/**
 * Returns an entry in namespace scope if the destination's repository ends with the source's path, else in repository
 * scope. oc-mirror compares strings, so that `ubi` at `my-ubi` would redirect an entire host to a place without its
 * images. Here the last path element must be the same.
 */
function redirection(
  origin: ImageReference,
  image: PushedImage,
  repositoryScope: boolean,
): { source: string; mirror: string } {
  const source = nameOf(origin);
  const mirror = repositoryAt(image.destination);
  const { repository } = image.destination;
  const complete = repository.endsWith(origin.path) && lastElement(repository) === lastElement(origin.path);
  if (repositoryScope || !complete) return { source, mirror };
  return { source: parent(source), mirror: parent(mirror) };
}

function lastElement(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns a location without the last path element. */
function parent(location: string): string {
  return location.slice(0, location.lastIndexOf('/'));
}

function add(entries: Map<string, Set<string>>, source: string, mirror: string): void {
  const mirrors = entries.get(source);
  if (mirrors) mirrors.add(mirror);
  else entries.set(source, new Set([mirror]));
}

function sorted(entries: Map<string, Set<string>>): MirrorEntry[] {
  return [...entries]
    .map(([source, mirrors]) => ({ source, mirrors: [...mirrors] }))
    .sort((a, b) => (a.source < b.source ? -1 : 1));
}
