import type { Problem } from '../../../base/errors/airlock-error.ts';
import type {
  CatalogBundle,
  CatalogChannel,
  CatalogDeprecation,
  DocumentPlace,
  OtherDocument,
} from '../model/catalog-model.ts';

/** The part of a catalog that a configuration selects. */
export interface OperatorSelectionResult {
  /** The entire catalog is selected, and its image is copied unchanged. */
  untouched: boolean;
  /** By name. */
  packages: SelectedPackage[];
  /** Documents without a package. */
  others: OtherDocument[];
  /** Only warnings and hints. Errors are thrown. */
  problems: Problem[];
}

export interface SelectedPackage {
  name: string;
  /** From the configuration, else from the catalog. */
  defaultChannel: string;
  document?: DocumentPlace;
  /** Whether the default channel differs from the one in the document. */
  newDefault: boolean;
  /** By name. */
  channels: SelectedChannel[];
  /** Bundles of the entries of the channels, once each, by name. In untouched catalogs, all bundles. */
  bundles: CatalogBundle[];
  deprecations: SelectedDeprecation[];
  others: OtherDocument[];
}

export interface SelectedChannel extends CatalogChannel {
  /** Whether all entries are retained. */
  complete: boolean;
}

export interface SelectedDeprecation extends CatalogDeprecation {
  /** Positions of the retained entries in the document. In an untouched catalog, all of them. */
  retained: number[];
}
