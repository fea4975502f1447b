import type { WorkingFiles } from '../../base/collected/collected.ts';
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
 * Writes what this run's catalogs were, as oc-mirror does: the configuration, and its counterpart for deleting, with
 * digests in place of tags (internal/pkg/config/pin_catalogs.go). Nothing is written where no catalog has a tag.
 */
export async function writePinnedConfigurations(
  files: Required<WorkingFiles>,
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
