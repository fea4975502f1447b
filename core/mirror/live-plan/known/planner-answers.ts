import type { Digest } from '../../../base/image/digest.ts';
import type { CatalogIndex } from '../../../content/catalog/index/open-index.ts';
import type { Draft, DraftPlan } from '../../../contract/topics/drafts.ts';

/** What the planner reads of a draft. */
export type PlannedDraft = Pick<
  Draft,
  'text' | 'file' | 'enclave' | 'destination' | 'goal' | 'from' | 'to' | 'inventory' | 'options'
>;

/** A catalog of which an index is kept here. */
export interface KnownCatalog {
  digest: Digest;
  /** RFC 3339: when its tag was last asked for. */
  asOf: string;
  /** In memory after the first use: packages and details are read from the disk once. */
  index: CatalogIndex;
}

/** What a package costs, as its entry in the draft selects it, or with the head of its default channel alone. */
export interface PackageSize {
  images: number;
  /** Unique bytes of it alone. */
  bytes: number;
  /** Bytes on top of the rest of the draft; of a selected one what would be saved without it. */
  adds: number;
  estimated: boolean;
}

export interface LookUpOptions {
  /** Bytes fetched so far, and about how many there will be. At most a few times a second. */
  onProgress?(progress: { done: number; total: number; detail: string }): void;
  signal?: AbortSignal;
}

/**
 * Answers from what is kept here: `plan`, `catalog` and `sizes` never touch the network. One planner serves one
 * workspace (or none) for its life; it keeps what it has read in memory, and sees what other processes add.
 */
export interface LivePlanner {
  /**
   * What the draft comes to, with problems and what is not known. Never throws for what a user can write: that is a
   * problem. The first call reads what is kept; later ones compute what has changed.
   * @param options.bytesPerSecond for the duration; absent: the draft's rate, or what the last runs took
   * @throws AirlockError `disk`, `interrupted`, `workspace-format`
   */
  plan(draft: PlannedDraft, options?: { bytesPerSecond?: number; signal?: AbortSignal }): Promise<DraftPlan>;
  /**
   * Fetches what these look-ups of the draft's plan name, and nothing else, into the caches that `plan`, `airlock plan`
   * and `airlock mirror` use. Ids that are not (or no longer) in the plan are passed over. With `manifests` also the
   * releases that a graph has only now named: all that is unknown asked for together makes the next plan exact.
   * @returns bytes of bodies that were fetched
   * @throws AirlockError of the network, the registries and the collectors; `interrupted`
   */
  lookUp(ids: readonly string[], draft: PlannedDraft, options?: LookUpOptions): Promise<{ fetched: number }>;
  /** The catalog of a reference, undefined when its index is not kept here. @throws AirlockError `disk` */
  catalog(reference: string, options?: { signal?: AbortSignal }): Promise<KnownCatalog | undefined>;
  /**
   * Sizes of packages of a known catalog on top of a draft; packages that the catalog does not have are left out.
   * @throws AirlockError as `plan`
   */
  sizes(
    draft: PlannedDraft,
    catalog: string,
    packages: readonly string[],
    options?: { signal?: AbortSignal },
  ): Promise<Map<string, PackageSize>>;
  /** Gives back what is held open. */
  close(): Promise<void>;
}

export type { DraftPlan };
