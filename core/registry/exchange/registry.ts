import type { Hash } from 'node:crypto';
import type { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Descriptor, Manifest } from '../../base/image/manifest.ts';
import type { PaceState } from './host-pace.ts';
import type { RegistryAnswer, RegistryQuestion } from './question.ts';
import type { UploadMode } from './upload-mode.ts';

/**
 * What a copy has cost so far, counted on bodies (docs/guides/scripts.md#results). Bytes, and number of HTTP requests.
 */
export interface TransferCounters {
  fetched: number;
  sent: number;
  requests: number;
  /** Attempts after the first, of any request. */
  retries: number;
}

/** What is attached to a digest by `subject`. */
export interface Referrers {
  artifacts: Descriptor[];
  /** The index under the fallback tag `sha256-<hex>`, where the registry does not know the referrers API. */
  index?: Manifest;
  /** The registry lists more, which weren't read. */
  truncated?: true;
}

export interface RequestOptions {
  signal?: AbortSignal;
  /** Called before each wait that precedes another attempt. */
  onRetry?: (retry: { attempt: number; waitMs: number; error: AirlockError }) => void;
  /** Ask the registry itself, not its mirrors: for what is, or was, pushed there. */
  direct?: boolean;
  /** At most this many attempts after the first, whatever the run allows. */
  retries?: number;
}

export interface ReferrersOptions extends RequestOptions {
  /** Tags of the repository that name this digest, where they are known: an absent fallback tag isn't requested. */
  digestTags?: ReadonlySet<string>;
  /** Artifacts that are read at most. Default: 1,000. */
  atMost?: number;
}

export interface BlobReadOptions extends RequestOptions {
  /** Resume: bytes that the caller already has, and a running hash over exactly these (it is copied, never changed). */
  resume?: { offset: number; hash: Hash };
  /**
   * Instead of `resume`: the caller's own running hash, which it feeds with every chunk before it asks for the next. The
   * content is then hashed once, and still verified here.
   */
  running?: { offset: number; hash: Hash };
  /** When the window of the link closes it ends with `window-closed`, in place of going on at the next opening. */
  endAtClose?: boolean;
}

export interface BlobUploadOptions extends RequestOptions {
  /**
   * Repositories of the same registry that may hold the blob: tried by cross-repository mount first. The repository
   * itself may be among them: one request then asks whether the blob is there, and begins the upload where it is not.
   */
  mountFrom?: string[];
  /** Bytes as they leave; content that is sent again counts again. */
  onBytes?: (count: number) => void;
}

/**
 * One registry as image references name it (`quay.io`), whatever mirrors, prefixes, proxies and credentials stand
 * behind that name. All calls retry what can be retried, and throw AirlockError with `side` unset: callers know
 * whether they use it as source or destination.
 */
export interface Registry {
  readonly host: string;
  /** GET a manifest by tag or digest. Its bytes are verified against the digest asked for, or the one the server states. */
  manifest(repository: string, reference: string, options?: RequestOptions): Promise<Manifest>;
  /** HEAD a manifest. Undefined when the registry says it is absent (404 of any kind). Uses GET where HEAD gives no digest. */
  resolve(
    repository: string,
    reference: string,
    options?: RequestOptions,
  ): Promise<{ digest: Digest; size: number; mediaType: string } | undefined>;
  /**
   * The bytes of a blob, resumed by Range after every break, verified by size and digest when the last byte has been
   * yielded (then throws `digest-mismatch` or `size-mismatch`: discard what was received and start again).
   */
  blob(
    repository: string,
    blob: Pick<Descriptor, 'digest' | 'size'>,
    options?: BlobReadOptions,
  ): AsyncIterable<Buffer>;
  /** Size of a blob that the repository holds, or undefined. */
  hasBlob(repository: string, digest: Digest, options?: RequestOptions): Promise<number | undefined>;
  /**
   * Checks that the registry delivers a blob, by one byte of it. Returns what is wrong: the blob is missing, has another
   * size, or doesn't deliver; undefined when it is served. Throws for answers that say nothing about the blob.
   */
  servesBlob(
    repository: string,
    blob: Pick<Descriptor, 'digest' | 'size'>,
    options?: RequestOptions,
  ): Promise<string | undefined>;
  /**
   * Makes a blob present. `open` is called for each attempt and yields the whole content (it verifies it itself).
   * Tries mounts, then uploads. It does not ask first whether the blob is there: see `hasBlob`. `mounted` also stands
   * for a blob that another call of this client put there while this one waited: nothing was sent.
   */
  uploadBlob(
    repository: string,
    blob: Pick<Descriptor, 'digest' | 'size'>,
    open: () => AsyncIterable<Uint8Array>,
    options?: BlobUploadOptions,
  ): Promise<'uploaded' | 'mounted'>;
  /** PUT a manifest under a tag or under its own digest; the registry must answer with the same digest. */
  putManifest(
    repository: string,
    reference: string,
    manifest: Manifest,
    options?: RequestOptions,
  ): Promise<void>;
  /** All tags of a repository, following pagination; empty when the repository is unknown. */
  tags(repository: string, options?: RequestOptions): Promise<string[]>;
  /**
   * Returns the tags of a repository that name a digest: `sha256-<hex>` and cosign's `sha256-<hex>.sig` and its like. They
   * come from the list of all tags, which is read once, or from the part of it about this digest. Undefined when
   * requesting each tag costs less, or the list can't be relied on.
   */
  digestTags(
    repository: string,
    digest: Digest,
    options?: RequestOptions,
  ): Promise<ReadonlySet<string> | undefined>;
  /**
   * Artifacts whose `subject` is this digest: the referrers API, else the `sha256-<hex>` fallback tag; empty when none.
   */
  referrers(repository: string, digest: Digest, options?: ReferrersOptions): Promise<Referrers>;
  /** DELETE a manifest (and with it every tag on it) by digest. Absent is fine. */
  deleteManifest(repository: string, digest: Digest, options?: RequestOptions): Promise<void>;
  /** Checks that the registry answers and takes the credentials; with a repository, for pull or pull and push on it. */
  checkAccess(repository?: string, actions?: 'pull' | 'push', options?: RequestOptions): Promise<void>;
  /** One request to the registry itself, to see how it answers: every status is a result. Throws connection faults only. */
  ask(question: RegistryQuestion): Promise<RegistryAnswer>;
}

/** What transfers of blobs are held to. */
export interface TransferLimits {
  /** Downloads at once from a host, and as many uploads. */
  parallelBlobs: number;
  /** Bytes a second, bodies of blobs in both directions and of all hosts together; null: no limit. */
  rate: number | null;
}

/** How a run stands with a host: transfers at once now and at most, and why it is fewer than allowed. */
export interface Link extends PaceState {
  /** As dialled, e.g. `quay.io`. */
  host: string;
  /** Transfers under way, both directions together. */
  moving: number;
}

/** All registries of a run: one connection pool, one set of credentials and one token cache per host. */
export interface Registries {
  at(host: string): Registry;
  readonly counters: TransferCounters;
  /** Changes the limits for what is under way and what comes. Fewer transfers at once take effect as some end. */
  adjust(limits: Partial<TransferLimits>): void;
  /** Uploads to this host keep to a mode from now on, e.g. the one of its profile. */
  obey(host: string, mode: UploadMode): void;
  /** Every host that was asked for anything, as it stands now. */
  links(): Link[];
  close(): Promise<void>;
}
