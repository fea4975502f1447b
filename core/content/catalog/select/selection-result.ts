import type { Problem } from '../../../base/errors/airlock-error.ts';
import type {
  CatalogBundle,
  CatalogChannel,
  CatalogDeprecation,
  DocumentPlace,
  OtherDocument,
} from '../model/catalog-model.ts';

/** What a configuration takes of a catalog. */
export interface OperatorSelectionResult {
  /** The whole catalog: its image is copied as it is. */
  untouched: boolean;
  /** By name. */
  packages: SelectedPackage[];
  /** Documents that belong to no package. */
  others: OtherDocument[];
  /** Warnings and hints only; errors are thrown. */
  problems: Problem[];
}

export interface SelectedPackage {
  name: string;
  /** The configuration's, or the catalog's. */
  defaultChannel: string;
  document?: DocumentPlace;
  /** The default channel is not the one of the document. */
  newDefault: boolean;
  /** By name. */
  channels: SelectedChannel[];
  /** Entries of the channels that have a bundle, once each, by name; of untouched catalogs all bundles. */
  bundles: CatalogBundle[];
  deprecations: SelectedDeprecation[];
  others: OtherDocument[];
}

export interface SelectedChannel extends CatalogChannel {
  /** Nothing was taken out. */
  complete: boolean;
}

export interface SelectedDeprecation extends CatalogDeprecation {
  /** Positions of the entries that stay, by the document's order; all of them in an untouched catalog. */
  kept: number[];
}
