import { z } from 'zod';
import type { Digest } from '../../../base/image/digest.ts';
import type { CatalogPackage, DocumentPlace, OtherDocument, PackageSummary } from '../model/catalog-model.ts';

/** Files of a stored catalog index. */
export const LIST_FILE = 'packages.json';
export const MODEL_FILE = 'model';
export const DETAILS_FILE = 'details';
export const DOCUMENTS_FILE = 'documents';

/**
 * An index of another format is rebuilt from the catalog, and its files aren't used for other catalogs. Raise it also if
 * other data are read from the same documents.
 */
export const FORMAT = 5;

/** A package in {@link LIST_FILE}: the data of a list, and the position of the rest in {@link MODEL_FILE}. */
export interface StoredSummary extends PackageSummary {
  model: DocumentPlace;
}

/** A file of the catalog, so that equal files of other catalogs needn't be parsed. */
export interface StoredFile {
  path: string;
  /** Of its content. */
  digest: Digest;
  bytes: number;
  /** JSON of its documents (`PlacedMeta`), in {@link MODEL_FILE}. */
  metas: DocumentPlace;
}

export interface StoredList {
  format: typeof FORMAT;
  digest: string;
  /** Sizes of the other files in bytes, which show whether they are complete. */
  bytes: { model: number; details: number; documents: number };
  /** In no particular order, without small and very large ones. */
  files: StoredFile[];
  /** JSON of the names of packages by the kinds that they provide, in {@link MODEL_FILE}. */
  providers: DocumentPlace;
  packages: StoredSummary[];
  /** Documents that belong to no package. */
  others: OtherDocument[];
  /** Oddities of the catalog that don't prevent reading it. */
  anomalies: string[];
  /** Why OLM rejects the catalog, one reason for each package. */
  rejections: string[];
}

/** The sizes in bytes of files in {@link StoredList}. Smaller ones are parsed fast, and an equal file must fit in memory. */
export const STORED_FILE_BYTES = { min: 4 * 1024, max: 32 * 1024 * 1024 };
/** The maximum number of files in {@link StoredList}, which is in memory. */
export const MOST_STORED_FILES = 20_000;
/** The maximum number of documents of a file in {@link StoredList}. A file of real packages has a few thousand. */
export const MOST_STORED_DOCUMENTS = 50_000;

/** The JSON of a package in {@link MODEL_FILE}. */
export type StoredPackage = CatalogPackage;

/** Validates the format and the sizes. The code of {@link FORMAT} wrote the rest, so it isn't validated. */
export const STORED_LIST = z.looseObject({
  format: z.literal(FORMAT),
  bytes: z.object({ model: z.number(), details: z.number(), documents: z.number() }),
});
