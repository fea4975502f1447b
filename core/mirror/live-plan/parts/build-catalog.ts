import type { ImageContentReader } from '../../../base/collected/collected.ts';
import { asAirlockError } from '../../../base/errors/airlock-error.ts';
import { filteredFiles } from '../../../content/catalog/write-fbc.ts';
import { catalogNames } from '../../../content/catalog-image/catalog-names.ts';
import type { FilteredFile } from '../../../content/catalog-image/filtered-files.ts';
import { rebuildCatalog } from '../../../content/catalog-image/rebuild-catalog.ts';
import { rebuild } from '../../../content/operator/collect-catalog.ts';
import type { BuiltImages } from '../known/built-images.ts';
import type { StatePlace } from '../known/state-place.ts';
import { rebuiltKey, selectedJson } from './operator-parts.ts';
import type { PlannedCatalog } from './operators.ts';

/** Bytes of JSON up to which a selection is rebuilt in memory. */
const IN_MEMORY = 16e6;

/**
 * Rebuilds a catalog for the selection of a draft, as a run does, to get its size. Downloads nothing if the catalog was
 * read before.
 * @returns false if a part of the catalog's image isn't available locally
 * @throws AirlockError `interrupted`, `disk`, `disk-full`, and those of the reader
 */
export async function buildCatalog(
  catalog: PlannedCatalog,
  of: { place: StatePlace; imageCache: BuiltImages; reader: ImageContentReader; signal?: AbortSignal },
): Promise<boolean> {
  const { place, imageCache, reader, signal } = of;
  const { original, operator, digest, index, selection, layout } = catalog;
  const key = rebuiltKey(catalog);
  if (!key || !original || !digest || !index || !selection) return false;
  const { registry, repository } = original.source;
  const source = { registry, repository, digest };
  const { result } = selection;
  const stop = signal ? { signal } : {};
  const from = layout?.reader ?? reader;
  try {
    const built =
      selectedJson(result) <= IN_MEMORY
        ? await rebuildCatalog({
            ...{ reader: from, source, platforms: operator.platforms, ...stop },
            files: await inMemory(filteredFiles(index, result)),
            store: place.cache(),
            directory: place.building,
          })
        : await rebuild(
            { ...original, destination: catalogNames(operator).original },
            {
              ...{ reader: from, source, index, result, operator },
              context: { store: place.cache(), indexes: place.building, ...stop },
            },
          );
    await imageCache.put(key, built);
    return true;
  } catch (thrown) {
    if (asAirlockError(thrown).code !== 'content-missing') throw thrown;
    return false;
  }
}

async function inMemory(files: AsyncIterable<{ path: string; content: Buffer }>): Promise<FilteredFile[]> {
  const found: FilteredFile[] = [];
  for await (const { path, content } of files)
    found.push({
      path,
      size: content.length,
      async *open() {
        yield content;
      },
    });
  return found;
}
