import type { WritableFiles } from '../../base/collected/collected.ts';
import { nameOf } from '../../base/image/reference.ts';
import type { CollectedCatalog } from '../../content/operator/collect-catalog.ts';
import {
  type CatalogPin,
  pinnedDeletion,
  pinnedFileNames,
  pinnedImageSet,
} from '../../image-set/config/pin.ts';
import type { NamedConfiguration } from '../approval/configuration.ts';

/**
 * Writes the configuration and its counterpart for deletion with digests instead of catalog tags, as oc-mirror does
 * (internal/pkg/config/pin_catalogs.go). Writes nothing if no catalog has a tag.
 */
export async function writePinnedConfigurations(
  files: WritableFiles,
  { text, configuration }: NamedConfiguration,
  catalogs: CollectedCatalog[],
): Promise<void> {
  const pins = catalogs.flatMap(({ operator, reference, digest }): CatalogPin[] => {
    if (reference.transport === 'oci' || reference.digest || !reference.tag) return [];
    return [
      {
        index: configuration.operators.indexOf(operator),
        catalog: operator.catalog,
        pinned: `${nameOf(reference)}@${digest}`,
        digest,
        targetTag: operator.targetTag || reference.tag,
      },
    ];
  });
  if (pins.length === 0) return;
  const names = pinnedFileNames(new Date());
  await files.write(names.imageSet, pinnedImageSet(text, pins));
  await files.write(names.deletion, pinnedDeletion(text, pins));
}
