import type { Hash } from 'node:crypto';
import type { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { FilePlace } from '../../base/image/file-place.ts';
import type { Descriptor, Manifest } from '../../base/image/manifest.ts';
import type { PaceState } from './host-pace.ts';
import type { RegistryAnswer, RegistryQuestion } from './question.ts';
import type { UploadMode } from './upload-mode.ts';

/**
 * The costs of a copy so far, counted on bodies (docs/guides/scripts.md#results). Bytes, and number of HTTP requests.
 */
export interface TransferCounters {
  fetched: number;
  sent: number;
  requests: number;
  /** Attempts after the first, for any request. */
  retries: number;
}

/** The artifacts attached to a digest by `subject`. */
export interface Referrers {
  artifacts: Descriptor[];
  /** The index under the fallback tag `sha256-<hex>`, for registries without the referrers API. */
  index?: Manifest;
  /** Whether the registry lists more, which weren't read. */
  truncated?: true;
}

export interface RequestOptions {
  signal?: AbortSignal;
  /** Called before each wait for another attempt. */
  onRetry?: (retry: { attempt: number; waitMs: number; error: AirlockError }) => void;
  /** Whether to query the registry itself instead of its mirrors, for pushed content. */
  direct?: boolean;
  /** Maximum attempts after the first, regardless of the run. */
  retries?: number;
  /** Maximum attempts after the first that was answered with status 500. Other failures are retried as usual. */
  internalErrorRetries?: number;
}

/** Names of tags: a set, or a map by tag. */
export type TagNames = Pick<ReadonlySet<string>, 'has'>;

export interface ReferrersOptions extends RequestOptions {
  /**
   * Tags of the repository that refer to this digest, if they are known. A missing fallback tag isn't requested. They are only
   * awaited for registries without the referrers API.
   */
  digestTags?: TagNames | Promise<TagNames | undefined>;
  /** Maximum artifacts to read. Default: 1,000. */
  atMost?: number;
}

export interface BlobReadOptions extends RequestOptions {
  /** Bytes that the caller already has, and a running hash over exactly these (it is copied, never changed). */
  resume?: { offset: number; hash: Hash };
  /**
   * Instead of `resume`: the caller's own running hash, which it updates with every chunk before it requests the next. The
   * content is then hashed only once, and still verified.
   */
  running?: { offset: number; hash: Hash };
  /** Returns where the content may be written by another thread. Its bytes aren't yielded then. Requires `running`. */
  place?: (() => Promise<FilePlace | undefined>) | undefined;
  /** Whether to end with `window-closed` when the transfer window closes, instead of resuming at the next opening. */
  endAtClose?: boolean;
}

export interface BlobUploadOptions extends RequestOptions {
  /**
   * Repositories of the same registry that may contain the blob. Cross-repository mounts from them are tried first. The
   * repository itself may be among them: one request then checks for the blob, and opens the upload if it is missing.
   */
  mountFrom?: string[];
  /** Called with sent bytes. Content that is sent again counts again. */
  onBytes?: (count: number) => void;
}

/**
 * One registry as named in image references (`quay.io`), regardless of the mirrors, prefixes, proxies and credentials
 * behind that name. All calls retry transient errors, and throw AirlockErrors with `side` unset, because callers know
 * whether they use it as source or destination.
 */
export interface Registry {
  readonly host: string;
  /**
   * Fetches a manifest by tag or digest. Verifies its bytes against the requested digest, or the one that the server
   * states.
   */
  manifest(repository: string, reference: string, options?: RequestOptions): Promise<Manifest>;
  /**
   * Checks a manifest with HEAD. Undefined if the registry reports that it is absent (any 404). Uses GET if HEAD
   * returns no digest.
   */
  resolve(
    repository: string,
    reference: string,
    options?: RequestOptions,
  ): Promise<{ digest: Digest; size: number; mediaType: string } | undefined>;
  /**
   * Yields the bytes of a blob. Resumes with Range after every break, and verifies size and digest after the last byte
   * (then throws `digest-mismatch` or `size-mismatch`: discard the received bytes and start again).
   */
  blob(
    repository: string,
    blob: Pick<Descriptor, 'digest' | 'size'>,
    options?: BlobReadOptions,
  ): AsyncIterable<Buffer>;
  /** Returns the size of a blob in the repository. Undefined if it is missing. */
  hasBlob(repository: string, digest: Digest, options?: RequestOptions): Promise<number | undefined>;
  /**
   * Checks that the registry delivers a blob, by one byte of it. Returns what is wrong: the blob is missing, has another
   * size, or isn't delivered. Undefined if it is served. Throws for responses that show nothing about the blob.
   */
  servesBlob(
    repository: string,
    blob: Pick<Descriptor, 'digest' | 'size'>,
    options?: RequestOptions,
  ): Promise<string | undefined>;
  /**
   * Mounts or uploads a blob. `open` is called for each attempt and yields the complete content (it verifies it itself).
   * It doesn't first check whether the blob exists: see `hasBlob`. `mounted` also means that another call of this client
   * uploaded the blob while this one waited, so that nothing was sent.
   */
  uploadBlob(
    repository: string,
    blob: Pick<Descriptor, 'digest' | 'size'>,
    open: () => AsyncIterable<Uint8Array>,
    options?: BlobUploadOptions,
  ): Promise<'uploaded' | 'mounted'>;
  /** Puts a manifest under a tag or its own digest. The registry must answer with the same digest. */
  putManifest(
    repository: string,
    reference: string,
    manifest: Manifest,
    options?: RequestOptions,
  ): Promise<void>;
  /** Returns all tags of a repository, with pagination. Empty for an unknown repository. */
  tags(repository: string, options?: RequestOptions): Promise<string[]>;
  /** Returns all tags of a repository for pushes with one request. Undefined if there are further pages. */
  fewTags(repository: string, options?: RequestOptions): Promise<string[] | undefined>;
  /**
   * Returns the tags of a repository that refer to a digest: `sha256-<hex>`, cosign's `sha256-<hex>.sig` and similar ones.
   * They are from the list of all tags, which is read once, or from the part of it about this digest. Undefined if
   * requesting each tag costs less, or the list is unreliable.
   */
  digestTags(
    repository: string,
    digest: Digest,
    options?: RequestOptions,
  ): Promise<ReadonlySet<string> | undefined>;
  /**
   * Returns artifacts whose `subject` is this digest, from the referrers API or the `sha256-<hex>` fallback tag.
   */
  referrers(repository: string, digest: Digest, options?: ReferrersOptions): Promise<Referrers>;
  /** Deletes a manifest and all of its tags by digest. It may be missing. */
  deleteManifest(repository: string, digest: Digest, options?: RequestOptions): Promise<void>;
  /** Checks that the registry answers and accepts the credentials, for pull or push if a repository is given. */
  checkAccess(repository?: string, actions?: 'pull' | 'push', options?: RequestOptions): Promise<void>;
  /** Sends one request to the registry itself to see its answer. Every status is a result. Throws only connection faults. */
  ask(question: RegistryQuestion): Promise<RegistryAnswer>;
}

/** The limits of blob transfers. */
export interface TransferLimits {
  /** Concurrent downloads from a host, and as many uploads. */
  parallelBlobs: number;
  /** Bytes per second of blobs in both directions and of all hosts in total. Null: no limit. */
  rate: number | null;
}

/** The state of a host in a run: its current and maximum concurrent transfers, and why they are fewer than allowed. */
export interface Link extends PaceState {
  /** Its host in connections, such as `quay.io`. */
  host: string;
  /** Transfers in progress, both directions in total. */
  moving: number;
}

/** All registries of a run: one connection pool, one set of credentials and one token cache per host. */
export interface Registries {
  at(host: string): Registry;
  readonly counters: TransferCounters;
  /** Changes the limits of current and future transfers. A lower number takes effect when transfers end. */
  adjust(limits: Partial<TransferLimits>): void;
  /** Sets the mode of future uploads to this host, for example that of its profile. */
  obey(host: string, mode: UploadMode): void;
  /** Returns the current state of every host that received a request. */
  links(): Link[];
  close(): Promise<void>;
}
