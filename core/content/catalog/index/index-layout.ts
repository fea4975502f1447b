import { z } from 'zod';
import type { CatalogPackage, DocumentPlace, OtherDocument, PackageSummary } from '../model/catalog-model.ts';

/** Files of a stored catalog index. */
export const LIST_FILE = 'packages.json';
export const MODEL_FILE = 'model';
export const DETAILS_FILE = 'details';
export const DOCUMENTS_FILE = 'documents';

/** An index of another format is rebuilt from the catalog. */
export const FORMAT = 4;

/** A package in {@link LIST_FILE}: the data of a list, and the position of the rest in {@link MODEL_FILE}. */
export interface StoredSummary extends PackageSummary {
  model: DocumentPlace;
}

export interface StoredList {
  format: typeof FORMAT;
  digest: string;
  /** Sizes of the other files in bytes, which show whether they are complete. */
  bytes: { model: number; details: number; documents: number };
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

/** The JSON of a package in {@link MODEL_FILE}. */
export type StoredPackage = CatalogPackage;

/** Validates the format and the sizes. The code of {@link FORMAT} wrote the rest, so it isn't validated. */
export const STORED_LIST = z.looseObject({
  format: z.literal(FORMAT),
  bytes: z.object({ model: z.number(), details: z.number(), documents: z.number() }),
});
