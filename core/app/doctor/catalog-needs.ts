import { join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import { type ImageReference, parseReference } from '../../base/image/reference.ts';
import { openCatalogIndex } from '../../content/catalog/index/open-index.ts';
import { relatedImages } from '../../content/catalog/related-images.ts';
import { selectOperators } from '../../content/catalog/select/select.ts';
import type { OperatorSelection } from '../../image-set/config/image-set.ts';
import { type ImageNeed, imageNeed } from './checks/needs.ts';
import { t } from './messages.ts';

/**
 * Returns the repositories of the selected operators for every catalog with a saved index, and a note for each other
 * catalog. It downloads nothing but digests.
 * @param options.indexes folder of the indexes of catalogs; undefined without a workspace
 * @throws AirlockError `interrupted`
 */
export async function catalogNeeds(
  operators: readonly OperatorSelection[],
  options: {
    indexes: string | undefined;
    digestOf: (catalog: ImageNeed) => Promise<Digest | undefined>;
    signal: AbortSignal;
  },
): Promise<{ images: ImageNeed[]; notes: string[] }> {
  const images = new Map<string, ImageNeed>();
  const notes: string[] = [];
  for (const operator of operators) {
    const reference = parseReference(operator.catalog);
    if (reference.transport !== 'docker') continue;
    const references = await referencesOf(operator, reference, options);
    if (!references) notes.push(t('catalogUnread', { catalog: reference.text }));
    for (const text of references ?? []) {
      const { registry, repository } = imageNeed(text, '');
      images.set(`${registry}/${repository}`, {
        registry,
        repository,
        why: t('operatorsNeed', { catalog: reference.path.split('/').at(-1) ?? '' }),
      });
    }
  }
  return { images: [...images.values()], notes };
}

async function referencesOf(
  operator: OperatorSelection,
  reference: ImageReference,
  { indexes, digestOf, signal }: Parameters<typeof catalogNeeds>[1],
): Promise<string[] | undefined> {
  if (indexes === undefined) return undefined;
  try {
    const digest = reference.digest ?? (await digestOf(imageNeed(operator.catalog, t('catalogNeed'))));
    const index = digest && (await openCatalogIndex(join(indexes, hexOf(digest))));
    if (!index) return undefined;
    const result = await selectOperators(index, operator, { unknownNames: 'warning', signal });
    const { images } = await relatedImages(index, result, { signal });
    return images.map((image) => image.reference);
  } catch (error) {
    if (signal.aborted) throw asAirlockError(error);
    // The plan reports a selection that isn't possible.
    return undefined;
  }
}
