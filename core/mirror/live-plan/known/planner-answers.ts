import type { Digest } from '../../../base/image/digest.ts';
import type { CatalogIndex } from '../../../content/catalog/index/open-index.ts';
import type { Draft, DraftPlan } from '../../../contract/topics/drafts.ts';

/** The data of a draft for the planner. */
export type PlannedDraft = Pick<
  Draft,
  'text' | 'file' | 'enclave' | 'destination' | 'goal' | 'from' | 'to' | 'inventory' | 'options'
>;

/** A catalog with a local index. */
export interface KnownCatalog {
  digest: Digest;
  /** RFC 3339: when its tag was last resolved. */
  asOf: string;
  /** In memory after the first use, so that packages and details are read from the disk once. */
  index: CatalogIndex;
}

/** The size of a package, by its entry in the draft, or with only the head of its default channel. */
export interface PackageSize {
  images: number;
  /** Unique bytes of the package alone. */
  bytes: number;
  /** Bytes in addition to the rest of the draft. For a selected package, the bytes that removing it would save. */
  adds: number;
  estimated: boolean;
  /** The sizes exclude content without an estimate. */
  unknown: boolean;
}

export interface LookUpOptions {
  /** Reports downloaded bytes and the estimated total, at most a few times per second. */
  onProgress?(progress: { done: number; total: number; detail: string }): void;
  signal?: AbortSignal;
}

/**
 * Answers from local data: `plan`, `catalog` and `sizes` never use the network. A planner is for one workspace (or none).
 * It caches data in memory, and includes data of other processes.
 */
export interface LivePlanner {
  /**
   * Returns the totals of the draft, with problems and unknown data. Errors in the text are problems and never thrown.
   * The first call reads local data, and later ones compute only changes.
   * @param options.bytesPerSecond for the duration. Default: the draft's rate, or that of the last runs.
   * @throws AirlockError `disk`, `interrupted`, `workspace-format`
   */
  plan(draft: PlannedDraft, options?: { bytesPerSecond?: number; signal?: AbortSignal }): Promise<DraftPlan>;
  /**
   * Downloads the data of these look-ups in the draft's plan, and nothing else, into the caches of `plan`, `airlock plan`
   * and `airlock mirror`. Ids that aren't in the plan are ignored. With `manifests`, new releases in a graph are included,
   * so that the next plan is exact if all unknown data was requested.
   * @returns bytes of downloaded bodies
   * @throws AirlockError of the network, the registries and the collectors; `interrupted`
   */
  lookUp(ids: readonly string[], draft: PlannedDraft, options?: LookUpOptions): Promise<{ fetched: number }>;
  /** Returns the catalog of a reference, or undefined without a local index. @throws AirlockError `disk` */
  catalog(reference: string, options?: { signal?: AbortSignal }): Promise<KnownCatalog | undefined>;
  /**
   * Returns the sizes of packages of a known catalog in addition to a draft. Unknown packages are excluded.
   * @throws AirlockError as `plan`
   */
  sizes(
    draft: PlannedDraft,
    catalog: string,
    packages: readonly string[],
    options?: { signal?: AbortSignal },
  ): Promise<Map<string, PackageSize>>;
  /** Closes open data. */
  close(): Promise<void>;
}

export type { DraftPlan };
