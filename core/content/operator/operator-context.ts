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

/** Options of selections beyond the configuration. */
export interface OperatorChoices {
  /** Unknown names are only warnings. oc-mirror doesn't report them. */
  skipUnknown: boolean;
  /** Dependencies of selected operators are selected too. */
  addDependencies: boolean;
}

/** The sources and stores of the operator collector: registries on the connected side, sets on the other. */
export interface OperatorContext extends OperatorChoices {
  content: ImageContentReader;
  /** Stores everything that is built: layers, configurations, manifests. */
  store: ContentStore;
  /** Folder with the indexes of catalogs by digest. Missing ones are built and stored there. */
  indexes: string;
  /** Returns the digest of the catalog's image, now or of the sets. @throws AirlockError `not-found`, `content-missing` */
  catalogDigest(operator: OperatorSelection, reference: ImageReference, names: CatalogNames): Promise<Digest>;
  /** Opens the folder of an `oci://` catalog on the connected side. It stays open while images are copied. */
  layout?(reference: ImageReference): Promise<CatalogLayout>;
  /** Returns the filtered catalog from a transfer, on the disconnected side. */
  carried?(names: CatalogNames, hashes: FilterHashes): Promise<CarriedCatalog | undefined>;
  /** Returns the entire catalog as extracted on the connected side, in case its image is incomplete here. */
  extracted?(digest: Digest): Promise<Pick<CarriedCatalog, 'files'> | undefined>;
  /** Returns the text of a CatalogSource template. */
  template(path: string): Promise<SourceTemplate>;
  blocked?(image: CollectedImage): boolean;
  signal?: AbortSignal;
}

/** A filtered catalog in a set. */
export interface CarriedCatalog {
  /** Of the rebuilt image. */
  digest: Digest;
  files(): AsyncIterable<CatalogFile>;
}
