import type { CollectedImage, ImageContentReader } from '../../base/collected/collected.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { ImageReference } from '../../base/image/reference.ts';
import type { OperatorSelection } from '../../image-set/config/image-set.ts';
import type { CatalogFile } from '../catalog/model/catalog-files.ts';
import type { ContentStore } from '../catalog-image/catalog-layers.ts';
import type { CatalogNames } from '../catalog-image/catalog-names.ts';
import type { FilterHashes } from '../catalog-image/filter-hash.ts';
import type { CatalogLayout } from '../catalog-image/open-catalog.ts';
import type { SourceTemplate } from './source-template.ts';

/** How catalogs are selected from where the configuration leaves a choice. */
export interface OperatorChoices {
  /** Names that a catalog does not have are warnings, as oc-mirror is silent about them. */
  skipUnknown: boolean;
  /** What selected operators depend on is selected too. */
  addDependencies: boolean;
}

/** What the collector of operators works with: registries on the connected side, sets on the other. */
export interface OperatorContext extends OperatorChoices {
  content: ImageContentReader;
  /** Gets what is built: layers, configurations, manifests. */
  store: ContentStore;
  /** Folder of the indexes of catalogs, by digest; built on the way and kept. */
  indexes: string;
  /** What the catalog's image is now, or was when the sets were made. @throws AirlockError `not-found`, `content-missing` */
  catalogDigest(operator: OperatorSelection, reference: ImageReference, names: CatalogNames): Promise<Digest>;
  /** Opens the folder of an `oci://` catalog, on the connected side; it stays open as long as images are copied. */
  layout?(reference: ImageReference): Promise<CatalogLayout>;
  /** The filtered catalog as it was carried here, on the disconnected side. */
  carried?(names: CatalogNames, hashes: FilterHashes): Promise<CarriedCatalog | undefined>;
  /** The whole catalog as it was extracted where it came from, for when its image is not all here. */
  extracted?(digest: Digest): Promise<Pick<CarriedCatalog, 'files'> | undefined>;
  /** Text of a CatalogSource template. */
  template(path: string): Promise<SourceTemplate>;
  blocked?(image: CollectedImage): boolean;
  signal?: AbortSignal;
}

/** A filtered catalog that came with a set. */
export interface CarriedCatalog {
  /** Of the rebuilt image. */
  digest: Digest;
  files(): AsyncIterable<CatalogFile>;
}
