import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { asAirlockError } from '../../../base/errors/airlock-error.ts';
import { openSealedJson } from '../../../base/files/sealed-records.ts';
import type {
  BundleDetails,
  CatalogBundle,
  CatalogPackage,
  DocumentPlace,
  OtherDocument,
  PackageSummary,
} from '../model/catalog-model.ts';
import {
  DETAILS_FILE,
  DOCUMENTS_FILE,
  LIST_FILE,
  MODEL_FILE,
  STORED_LIST,
  type StoredList,
  type StoredPackage,
} from './index-layout.ts';
import { storedVolumes } from './stored-parts.ts';

/** An indexed catalog. Only the list of packages is in memory, and no file is open. */
export interface CatalogIndex {
  digest: string;
  /** By name. */
  packages: readonly PackageSummary[];
  /** Documents that belong to no package. */
  others: readonly OtherDocument[];
  /** Oddities of the catalog that don't prevent reading it, in words. */
  anomalies: readonly string[];
  /** Why OLM rejects the catalog, in opm's words, one reason for each package. */
  rejections: readonly string[];
  /** Returns undefined for a package that the catalog doesn't have. */
  package(name: string): Promise<CatalogPackage | undefined>;
  /** Returns the details of bundles, in their order. It is best called for one package at a time. */
  details(bundles: readonly CatalogBundle[]): Promise<BundleDetails[]>;
  /** Returns the compact JSON of documents one by one. */
  documents(places: Iterable<DocumentPlace>): AsyncGenerator<Buffer>;
  /** Returns the names of the packages that provide an object kind, by `group/version/kind`. */
  providers(): Promise<ReadonlyMap<string, readonly string[]>>;
}

/**
 * Opens a catalog index. Every call of the result can throw AirlockError `disk`.
 * @returns undefined if there is none, or it has another format, or is incomplete, so that it must be rebuilt
 * @throws AirlockError `disk`
 */
export async function openCatalogIndex(folder: string): Promise<CatalogIndex | undefined> {
  const list = await storedList(folder);
  if (!list) return undefined;
  // The closures don't retain the rest of the list.
  const { digest, others, anomalies, rejections, providers } = list;
  const stored = new Map(list.packages.map((each) => [each.name, each]));
  const model = storedVolumes(folder, MODEL_FILE);
  const details = storedVolumes(folder, DETAILS_FILE);
  const documents = storedVolumes(folder, DOCUMENTS_FILE);
  return {
    digest,
    packages: list.packages.map(({ model: _model, ...summary }) => summary),
    others,
    anomalies,
    rejections,
    async package(name) {
      const found = stored.get(name);
      if (!found) return undefined;
      const [json] = await model.all([found.model]);
      return JSON.parse(json!.toString('utf8')) as StoredPackage;
    },
    async details(bundles) {
      const all = await details.all(bundles.map((bundle) => bundle.details));
      return all.map((json) => JSON.parse(json.toString('utf8')) as BundleDetails);
    },
    documents: (places) => documents.each(places),
    async providers() {
      const [json] = await model.all([providers]);
      return new Map(Object.entries(JSON.parse(json!.toString('utf8')) as Record<string, string[]>));
    },
  };
}

/**
 * Returns the list of an index; undefined as {@link openCatalogIndex}.
 * @throws AirlockError `disk`
 */
export async function storedList(folder: string): Promise<StoredList | undefined> {
  let list: unknown;
  try {
    list = openSealedJson(await readFile(join(folder, LIST_FILE)), join(folder, LIST_FILE));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw asAirlockError(error);
  }
  const parsed = STORED_LIST.safeParse(list);
  if (!parsed.success) return undefined;
  const { bytes } = parsed.data;
  for (const [file, expected] of [
    [MODEL_FILE, bytes.model],
    [DETAILS_FILE, bytes.details],
    [DOCUMENTS_FILE, bytes.documents],
  ] as const) {
    const found = await stat(join(folder, file)).catch(() => undefined);
    if (found?.size !== expected) return undefined;
  }
  return list as StoredList;
}
