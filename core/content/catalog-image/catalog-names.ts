import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type DestinationName, destinationOf } from '../../base/image/destination.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import { type ImageReference, parseReference } from '../../base/image/reference.ts';
import type { OperatorSelection } from '../../image-set/config/image-set.ts';
import { t } from './messages.ts';

/** Names of a catalog, all below the same repository (oc-mirror v2: internal/pkg/operator/common.go). */
export interface CatalogNames {
  /** Name of the catalog's original image (oc-mirror's cache), which archives contain in addition to the rebuilt one. */
  original: DestinationName;
  /** Returns the name of the rebuilt image with its filter hash, which the disconnected side looks up. */
  rebuilt(hash: string): DestinationName;
  /** Returns the name that clusters pull. The content determines the tag of a catalog with only a digest. */
  destination(content: DestinationContent): DestinationName;
}

/** The image that is copied to the destination: the rebuilt one, or the original of a full catalog. */
export type DestinationContent = { rebuilt: Digest } | { original: Digest };

/**
 * @param operator as in the configuration, or pinned
 * @throws AirlockError `reference-invalid`, also for a folder whose name can't be used as a repository
 */
export function catalogNames(
  operator: Pick<OperatorSelection, 'catalog' | 'targetCatalog' | 'targetTag'>,
): CatalogNames {
  const { targetCatalog, targetTag } = operator;
  const parsed = parseReference(operator.catalog);
  // The name of an OCI layout is the name of its folder, without the folders above.
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
    t('directoryNameInvalid', { reference: text, name: JSON.stringify(name) }),
    { remedy: t('directoryNameInvalidRemedy'), found: text },
  );
}
