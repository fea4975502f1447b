/** The position of a JSON text in a file of a catalog index, in bytes. */
export interface DocumentPlace {
  offset: number;
  length: number;
  /** CRC-32 of the text, so that content that a disk altered never gets into a catalog. */
  crc: number;
}

export interface ChannelEntry {
  name: string;
  replaces?: string;
  skips?: string[];
  skipRange?: string;
}

export interface CatalogChannel {
  name: string;
  /** In the order of the document. */
  entries: ChannelEntry[];
  document: DocumentPlace;
}

export interface CatalogBundle {
  name: string;
  package: string;
  image: string;
  /** From the bundle's `olm.package` property; absent without it. */
  version?: string;
  document: DocumentPlace;
  /** Place of its {@link BundleDetails}, which are read when they are needed. */
  details: DocumentPlace;
}

/** The subject of an entry of `olm.deprecations`: a package, a channel or a bundle. */
export interface DeprecationReference {
  schema: string;
  name: string;
}

export interface CatalogDeprecation {
  document: DocumentPlace;
  /** One for each entry of the document, in its order. */
  references: DeprecationReference[];
}

/** A document of an unknown schema. Filters leave it unchanged. */
export interface OtherDocument {
  schema: string;
  /** Absent or empty: it belongs to the entire catalog. */
  package?: string;
  name?: string;
  document: DocumentPlace;
}

/** Everything of one package that a selection needs. */
export interface CatalogPackage {
  name: string;
  /** Empty if the catalog has none. */
  defaultChannel: string;
  /** Absent if other documents refer to a package without a document. */
  document?: DocumentPlace;
  /** By name. */
  channels: CatalogChannel[];
  /** By name. */
  bundles: CatalogBundle[];
  deprecations: CatalogDeprecation[];
  others: OtherDocument[];
}

/** A kind of object that a bundle provides or requires. */
export interface ObjectKind {
  group: string;
  version: string;
  kind: string;
}

/** A constraint of `olm.constraint`; `unknown` for forms that only OLM can evaluate (`cel`). */
export type Constraint =
  | { type: 'package'; package: string; range: string }
  | { type: 'kind'; kind: ObjectKind }
  | { type: 'all' | 'any' | 'not'; constraints: Constraint[] }
  | { type: 'unknown'; name: string };

/** The data of a bundle for catalog browsers, from `olm.csv.metadata` or the ClusterServiceVersion. */
export interface CsvSummary {
  displayName?: string;
  provider?: string;
  /** The one-line description. */
  summary?: string;
  keywords?: string[];
}

/** The parts of a bundle that only its images, dependencies and display need. */
export interface BundleDetails {
  relatedImages: { name: string; image: string }[];
  provides: ObjectKind[];
  /** All of them must be satisfied. */
  requires: Constraint[];
  csv?: CsvSummary;
}

/** One line of the list of packages. */
export interface PackageSummary {
  name: string;
  defaultChannel: string;
  /** Of the head of the default channel. */
  displayName?: string;
  provider?: string;
  summary?: string;
  /** Bundle at the head of the default channel; absent if that channel has none. */
  head?: string;
  /** Of the head. */
  version?: string;
  channels: number;
  bundles: number;
}
