import { z } from 'zod';
import type { CatalogPackage, DocumentPlace, OtherDocument, PackageSummary } from '../model/catalog-model.ts';

/** Files of a stored catalog index. */
export const LIST_FILE = 'packages.json';
export const MODEL_FILE = 'model';
export const DETAILS_FILE = 'details';
export const DOCUMENTS_FILE = 'documents';

/** An index of another format is built anew: it holds nothing that the catalog does not. */
export const FORMAT = 3;

/** A package in {@link LIST_FILE}: what a list shows, and where the rest stands in {@link MODEL_FILE}. */
export interface StoredSummary extends PackageSummary {
  model: DocumentPlace;
}

export interface StoredList {
  format: typeof FORMAT;
  digest: string;
  /** Bytes of the other files, which tell whether they are whole. */
  bytes: { model: number; details: number; documents: number };
  /** JSON of the names of packages by the kinds that they provide, in {@link MODEL_FILE}. */
  providers: DocumentPlace;
  packages: StoredSummary[];
  /** Documents that belong to no package. */
  others: OtherDocument[];
  /** What is odd about the catalog although it can be read. */
  oddities: string[];
}

/** The JSON of a package in {@link MODEL_FILE}. */
export type StoredPackage = CatalogPackage;

/** Enough to know that the file is ours and whole; what follows was written by {@link FORMAT}'s code. */
export const STORED_LIST = z.looseObject({
  format: z.literal(FORMAT),
  bytes: z.object({ model: z.number(), details: z.number(), documents: z.number() }),
});
