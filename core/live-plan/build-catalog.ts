import { catalogNames } from '../catalog-image/catalog-names.ts';
import type { ImageContentReader } from '../collect/collected.ts';
import { asAirlockError } from '../errors/airlock-error.ts';
import { rebuild } from '../operator/collect-catalog.ts';
import type { KeptPlace } from './kept-place.ts';
import type { MadeImages } from './made-images.ts';
import { rebuiltKey } from './operator-parts.ts';
import type { PlannedCatalog } from './operators.ts';

/**
 * Rebuilds a catalog around what the draft selects, as a run does, so that its size is known. Nothing is fetched when
 * the catalog was read before.
 * @returns false when a part of the catalog's image is not kept here
 * @throws AirlockError `interrupted`, `disk`, `disk-full`, and what the reader throws
 */
export async function buildCatalog(
  catalog: PlannedCatalog,
  of: { place: KeptPlace; made: MadeImages; reader: ImageContentReader; signal?: AbortSignal },
): Promise<boolean> {
  const { place, made, reader, signal } = of;
  const { original, operator, digest, index, selection, layout } = catalog;
  const key = rebuiltKey(catalog);
  if (!key || !original || !digest || !index || !selection) return false;
  const { registry, repository } = original.source;
  try {
    const built = await rebuild(
      { ...original, destination: catalogNames(operator).original },
      {
        reader: layout?.reader ?? reader,
        source: { registry, repository, digest },
        index,
        result: selection.result,
        operator,
        context: { store: place.cache(), indexes: place.indexes, ...(signal && { signal }) },
      },
    );
    await made.put(key, built);
    return true;
  } catch (thrown) {
    if (asAirlockError(thrown).code !== 'content-missing') throw thrown;
    return false;
  }
}
