import { join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import { type ImageReference, parseReference } from '../../base/image/reference.ts';
import { openCatalogIndex } from '../../content/catalog/index/open-index.ts';
import { relatedImages } from '../../content/catalog/related-images.ts';
import { selectOperators } from '../../content/catalog/select/select.ts';
import type { OperatorSelection } from '../../image-set/config/image-set.ts';
import { type ImageNeed, imageNeed } from './checks/needs.ts';

/**
 * The repositories of the operators that are selected of catalogs, where an index of the catalog is here already; a
 * note for each catalog that has none. Nothing is fetched but digests.
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
    if (!references)
      notes.push(
        `Images of the operators of ${reference.text} may come from more hosts: they are known when \`airlock plan\` has read this catalog into the workspace.`,
      );
    for (const text of references ?? []) {
      const { registry, repository } = imageNeed(text, '');
      images.set(`${registry}/${repository}`, {
        registry,
        repository,
        why: `operators of ${reference.path.split('/').at(-1)}`,
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
    const digest = reference.digest ?? (await digestOf(imageNeed(operator.catalog, 'an operator catalog')));
    const index = digest && (await openCatalogIndex(join(indexes, hexOf(digest))));
    if (!index) return undefined;
    const result = await selectOperators(index, operator, { unknownNames: 'warning', signal });
    const { images } = await relatedImages(index, result, { signal });
    return images.map((image) => image.reference);
  } catch (error) {
    if (signal.aborted) throw asAirlockError(error);
    // A selection that cannot be made is the plan's to tell.
    return undefined;
  }
}
