import type { Problem } from '../errors/airlock-error.ts';
import { ERROR_CODES } from '../errors/codes.ts';
import { type Digest, hexOf } from './digest.ts';
import { t } from './messages.ts';
import type { ImageReference } from './reference.ts';

/** Default base of the update graph image (oc-mirror v2: internal/pkg/release/graph.go). */
export const DEFAULT_GRAPH_BASE = 'registry.access.redhat.com/ubi9/ubi:latest';

/** A name at the destination, below its registry: `openshift/release-images` and `4.18.1-x86_64`. */
export interface DestinationName {
  repository: string;
  tag: string;
}

/** An image that needs a destination name. `kubevirt` images are components, too (`kube-virt-container[-arch]`). */
export type DestinationSubject =
  | { kind: 'payload'; tag: string }
  | { kind: 'payload'; digest: Digest }
  | { kind: 'component'; payloadTag: string; component: string }
  | { kind: 'graph' }
  | { kind: 'image'; reference: ImageReference; targetRepo?: string; targetTag?: string };

/** The layout of names below the destination registry. */
export interface DestinationLayout {
  /** Path after the registry host in the destination argument. Empty or absent if there is none. */
  namespace?: string;
  /** `--max-nested-paths`. 0 or absent for no limit. */
  maxNestedPaths?: number;
}

/** An image in collision checks. A subset of CollectedImage. */
export interface NamedImage {
  origin: string;
  source: { registry: string; repository: string; tag?: string; digest?: Digest };
  destination: DestinationName;
  /** The line of the configuration that selected it, in words. */
  why: string;
}

/**
 * Longest tag that registries accept. oc-mirror truncates longer tags to one character less
 * (internal/pkg/helm/local_stored_collector.go).
 */
const LONGEST_TAG = 128;

/**
 * Returns oc-mirror's name of an image at the destination, with an empty namespace (oc-mirror v2: the collectors in
 * internal/pkg/release, operator, additional and helm). The name doesn't include the source's registry host, so different
 * sources can have the same name: see {@link findCollisions}.
 */
export function destinationOf(subject: DestinationSubject): DestinationName {
  switch (subject.kind) {
    case 'payload':
      return {
        repository: 'openshift/release-images',
        tag: 'tag' in subject ? subject.tag : hexOf(subject.digest),
      };
    case 'component':
      return {
        repository: 'openshift/release',
        tag: shortened(`${subject.payloadTag}-${subject.component}`),
      };
    case 'graph':
      return { repository: 'openshift/graph-image', tag: 'latest' };
    case 'image':
      return {
        repository: trimSlashes(subject.targetRepo || subject.reference.path),
        tag: subject.targetTag || tagOf(subject.reference),
      };
  }
}

/**
 * Returns the final name of an image: with its namespace, and with limited nesting as oc-mirror counts it
 * (internal/pkg/image/image.go).
 */
export function resolveDestination(
  image: Pick<NamedImage, 'destination'>,
  layout: DestinationLayout,
): DestinationName {
  const repository = withNamespace(layout.namespace ?? '', image.destination.repository);
  return { repository: maxNestedPaths(repository, layout.maxNestedPaths ?? 0), tag: image.destination.tag };
}

/** Returns `namespace/repository`. Ignores slashes around the namespace, and an empty namespace. */
export function withNamespace(namespace: string, repository: string): string {
  const prefix = trimSlashes(namespace);
  return prefix ? `${prefix}/${repository}` : repository;
}

/**
 * Returns a repository with at most `limit` path components: keeps the first `limit - 1` and joins the rest with `-`
 * (WithMaxNestedPaths of oc-mirror v2). 0 is unlimited. With a limit of 1, all components are joined. oc-mirror v2 leaves a
 * leading slash there, which registries reject.
 * @param repository with namespace, without registry host
 */
export function maxNestedPaths(repository: string, limit: number): string {
  const elements = repository.split('/');
  if (limit <= 0 || elements.length <= limit) return repository;
  return [...elements.slice(0, limit - 1), elements.slice(limit - 1).join('-')].join('/');
}

/**
 * Returns one `destination-collision` problem for each source that would overwrite the destination name of another one.
 * Sources are the same if their digests are equal, or, without a digest, if registry, repository and tag are equal.
 */
export function findCollisions(images: Iterable<NamedImage>, layout: DestinationLayout = {}): Problem[] {
  const accepted = new Map<string, NamedImage[]>();
  const problems: Problem[] = [];
  for (const image of images) {
    const { repository, tag } = resolveDestination(image, layout);
    const name = `${repository}:${tag}`;
    const holders = accepted.get(name);
    if (!holders) {
      accepted.set(name, [image]);
      continue;
    }
    if (holders.some((holder) => sameAs(holder, image))) continue;
    const first = holders[0]!;
    holders.push(image);
    problems.push(collision(name, first, image));
  }
  return problems;
}

function collision(name: string, first: NamedImage, second: NamedImage): Problem {
  const joined =
    first.destination.repository !== second.destination.repository ||
    first.destination.tag !== second.destination.tag;
  return {
    code: 'destination-collision',
    level: 'error',
    message: t('destinationCollision', {
      first: described(first),
      firstReason: first.why,
      second: described(second),
      secondReason: second.why,
      name,
    }),
    remedy: joined ? t('nestedPathsRemedy') : ERROR_CODES['destination-collision'][1],
  };
}

/** Returns the origin, with the digest if the origin is ambiguous. */
function described(image: NamedImage): string {
  const { digest } = image.source;
  const { origin } = image;
  return digest && !origin.includes(digest) ? t('originWithDigest', { origin, digest }) : origin;
}

function sameAs(a: NamedImage, b: NamedImage): boolean {
  if (a.source.digest && b.source.digest) return a.source.digest === b.source.digest;
  return (
    a.source.registry === b.source.registry &&
    a.source.repository === b.source.repository &&
    a.source.tag === b.source.tag
  );
}

function tagOf(reference: ImageReference): string {
  if (reference.tag) return reference.tag;
  return reference.digest ? `sha256-${hexOf(reference.digest)}` : 'latest';
}

function shortened(tag: string): string {
  return tag.length > LONGEST_TAG ? tag.slice(0, LONGEST_TAG - 1) : tag;
}

function trimSlashes(path: string): string {
  let start = 0;
  let end = path.length;
  while (start < end && path[start] === '/') start++;
  while (end > start && path[end - 1] === '/') end--;
  return path.slice(start, end);
}
