import type { Problem } from '../errors/airlock-error.ts';
import { ERROR_CODES } from '../errors/codes.ts';
import { type Digest, hexOf } from './digest.ts';
import { t } from './messages.ts';
import type { ImageReference } from './reference.ts';

/** A name at the destination, below its registry: `openshift/release-images` and `4.18.1-x86_64`. */
export interface DestinationName {
  repository: string;
  tag: string;
}

/** What gets a destination name; `kubevirt` images are components too (`kube-virt-container[-arch]`). */
export type DestinationSubject =
  | { kind: 'payload'; tag: string }
  | { kind: 'payload'; digest: Digest }
  | { kind: 'component'; payloadTag: string; component: string }
  | { kind: 'graph' }
  | { kind: 'image'; reference: ImageReference; targetRepo?: string; targetTag?: string };

/** How names below the destination registry are laid out. */
export interface DestinationLayout {
  /** Path after the registry host in the destination argument; empty or absent: none. */
  namespace?: string;
  /** `--max-nested-paths`; 0 or absent: no limit. */
  maxNestedPaths?: number;
}

/** What collision checks need to know of an image; every CollectedImage fits. */
export interface NamedImage {
  origin: string;
  source: { registry: string; repository: string; tag?: string; digest?: Digest };
  destination: DestinationName;
  /** The configuration line that asked for it, in words. */
  why: string;
}

/**
 * Longest tag a registry takes; oc-mirror cuts longer ones to one less (internal/pkg/helm/local_stored_collector.go).
 */
const LONGEST_TAG = 128;

/**
 * The name oc-mirror v2 gives an image at the destination, with an empty namespace (oc-mirror v2: the collectors in
 * internal/pkg/release, operator, additional and helm). The source's registry host is dropped, so different sources can
 * meet: see {@link findCollisions}.
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
 * Where an image finally goes: namespace in front, then nesting limited, as oc-mirror counts it
 * (internal/pkg/image/image.go).
 */
export function resolveDestination(
  image: Pick<NamedImage, 'destination'>,
  layout: DestinationLayout,
): DestinationName {
  const repository = withNamespace(layout.namespace ?? '', image.destination.repository);
  return { repository: maxNestedPaths(repository, layout.maxNestedPaths ?? 0), tag: image.destination.tag };
}

/** `namespace/repository`; stray slashes around the namespace do no harm, an empty one adds nothing. */
export function withNamespace(namespace: string, repository: string): string {
  const prefix = trimSlashes(namespace);
  return prefix ? `${prefix}/${repository}` : repository;
}

/**
 * At most `limit` path elements: the first `limit - 1` stay, the rest is joined with `-` (WithMaxNestedPaths of
 * oc-mirror v2). 0: unlimited. With a limit of 1 everything is one element (oc-mirror v2 leaves a leading slash there,
 * which no registry takes).
 * @param repository with namespace, without registry host.
 */
export function maxNestedPaths(repository: string, limit: number): string {
  const elements = repository.split('/');
  if (limit <= 0 || elements.length <= limit) return repository;
  return [...elements.slice(0, limit - 1), elements.slice(limit - 1).join('-')].join('/');
}

/**
 * One `destination-collision` problem for each source that would overwrite another one's destination name. Sources are
 * the same when their digests are equal, or, where a digest is not known, when registry, repository and tag are.
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
