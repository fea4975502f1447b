import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type DestinationName, destinationOf } from '../../base/image/destination.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import { type ImageReference, parseReference } from '../../base/image/reference.ts';
import type { OperatorSelection } from '../../image-set/config/image-set.ts';

/** Names of a catalog, all below the same repository (oc-mirror v2: internal/pkg/operator/common.go). */
export interface CatalogNames {
  /** Where the catalog's own image is kept (oc-mirror's cache): in archives, besides the rebuilt one. */
  original: DestinationName;
  /** The rebuilt image under its filter hash, as the disconnected side looks for it. */
  rebuilt(hash: string): DestinationName;
  /** What clusters pull. Its content decides the tag of a catalog that is given by digest alone. */
  destination(content: DestinationContent): DestinationName;
}

/** What is copied to the destination: the rebuilt image, or the original of a full catalog. */
export type DestinationContent = { rebuilt: Digest } | { original: Digest };

/**
 * @param operator as the user wrote it, or pinned
 * @throws AirlockError `reference-invalid`, also for a folder whose name cannot name a repository
 */
export function catalogNames(
  operator: Pick<OperatorSelection, 'catalog' | 'targetCatalog' | 'targetTag'>,
): CatalogNames {
  const { targetCatalog, targetTag } = operator;
  const parsed = parseReference(operator.catalog);
  // An OCI layout is named by its folder alone, whatever lies above it.
  const reference =
    parsed.transport === 'oci' ? { ...parsed, path: folderName(parsed, targetCatalog) } : parsed;
  const original = destinationOf({
    kind: 'image',
    reference,
    targetRepo: targetCatalog || undefined,
    targetTag: targetTag || undefined,
  });
  const { repository } = original;
  const byDigest = reference.digest !== undefined && !reference.tag && !targetTag;
  return {
    original,
    rebuilt: (hash) => ({ repository, tag: hash }),
    destination: (content) =>
      byDigest
        ? { repository, tag: `sha256-${hexOf('rebuilt' in content ? content.rebuilt : content.original)}` }
        : original,
  };
}

function folderName({ path, text }: ImageReference, targetCatalog: string | undefined): string {
  const name = path.split('/').findLast((element) => element !== '' && element !== '.') ?? '';
  if (targetCatalog || /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/.test(name)) return name;
  throw new AirlockError(
    'reference-invalid',
    `the folder of oci://${text} cannot name a repository at the destination: ${JSON.stringify(name)}`,
    { remedy: 'Give the catalog a targetCatalog (lower-case letters, digits, . _ - and /).', found: text },
  );
}
