import { AirlockError, type Problem } from '../../../base/errors/airlock-error.ts';
import { destinationOf, withNamespace } from '../../../base/image/destination.ts';
import { type Digest, isDigest } from '../../../base/image/digest.ts';
import type { Destination } from '../../run/workflow.ts';
import type { DeleteRecord } from './files.ts';
import { type NeededImage, nameAt } from './plan.ts';
import type { ListedImage } from './read-delete-list.ts';

/** The entries of a list that may be deleted at a registry. */
export interface AcceptedList {
  images: NeededImage[];
  /** Entries of another registry, or in another place than oc-mirror's. They are skipped. */
  rejected: Problem[];
}

/**
 * Checks each entry of a list against the destination as oc-mirror does (internal/pkg/delete/delete_images.go). Names in
 * Airlock's own record are accepted unchanged, because `--max-nested-paths` changes their layout.
 */
export function acceptedImages(
  list: readonly ListedImage[],
  destination: Destination,
  record: DeleteRecord | undefined,
): AcceptedList {
  const recorded = new Map(
    record && sameRegistry(record.registry, destination)
      ? record.images.map((image) => [nameAt(image), image])
      : [],
  );
  const images = new Map<string, NeededImage>();
  const rejected: Problem[] = [];
  for (const { imageName, imageReference, type } of list) {
    const parts = partsOf(imageReference);
    const own = parts && recorded.get(`${parts.repository}:${parts.tag}`);
    const expected = expectedPlace(type, destination);
    const fits =
      parts?.host === destination.host &&
      (own ||
        (expected.complete
          ? parts.repository === expected.path
          : parts.repository.startsWith(expected.path)));
    if (!parts || !fits) {
      const { code, message, remedy } = new AirlockError(
        'delete-list',
        `delete destination ${destination.host}/${expected.path} does not match values found in the delete-images yaml file (got ${imageReference})`,
      );
      rejected.push({ code, level: 'error', message, remedy });
      continue;
    }
    const { repository, tag } = parts;
    const name = nameAt({ repository, tag });
    images.set(name, {
      repository,
      tag,
      digests: own ? [own.digest] : digestsOf(imageName, type),
      kind: own?.kind ?? kindOf(type),
      origin: imageName,
      deliverable: own?.deliverable ?? (type || 'images'),
      parts: [{ id: name, words: name }],
    });
  }
  return { images: [...images.values()], rejected };
}

export function sameRegistry(a: Destination, b: Destination): boolean {
  return a.host === b.host && a.namespace === b.namespace;
}

function partsOf(reference: string): { host: string; repository: string; tag: string } | undefined {
  const found = /^docker:\/\/([^/]+)\/([a-z0-9][a-z0-9._/-]*):(\w[\w.-]{0,127})$/.exec(reference);
  return found ? { host: found[1]!, repository: found[2]!, tag: found[3]! } : undefined;
}

/** Returns the repository, or the prefix of its name, where oc-mirror expects an image of a kind. */
function expectedPlace(type: string, { namespace }: Destination): { path: string; complete: boolean } {
  if (type === 'ocpReleaseContent')
    return { path: withNamespace(namespace, 'openshift/release'), complete: true };
  if (type === 'ocpRelease')
    return {
      path: withNamespace(namespace, destinationOf({ kind: 'payload', tag: 'any' }).repository),
      complete: true,
    };
  return { path: namespace && `${namespace}/`, complete: false };
}

/** A mirror keeps digests, but those of catalogs, which are built anew. */
function digestsOf(origin: string, type: string): Digest[] {
  const digest = origin.slice(origin.indexOf('@') + 1);
  return isDigest(digest) && type !== 'operatorCatalog' && type !== 'cincinnatiGraph' ? [digest] : [];
}

const KINDS = [
  'ocpRelease',
  'ocpReleaseContent',
  'cincinnatiGraph',
  'operatorBundle',
  'operatorRelatedImage',
  'operatorCatalog',
  'helmImage',
] as const;

function kindOf(type: string): NeededImage['kind'] {
  return KINDS.find((kind) => kind === type) ?? 'generic';
}
