import type { Digest } from '../../base/image/digest.ts';
import type { Access, Endpoint } from '../access/access.ts';
import type { FirstContact } from '../access/first-contact.ts';
import type { HostAuthentication } from './host-authentication.ts';
import type { HostPace } from './host-pace.ts';
import type { HostRejections } from './host-rejections.ts';
import type { OnWait } from './host-waits.ts';
import type { LinkGate } from './link-gate.ts';
import type { RequestOptions, TransferCounters } from './registry.ts';
import type { RetryContext, RetryPolicy } from './retry.ts';
import type { OneAtATime, TransferQueue } from './transfer-queue.ts';
import type { TransferRate } from './transfer-rate.ts';
import type { UploadMode } from './upload-mode.ts';

/** The tags of one repository that contain digests, as far as its list has been read. */
export interface DigestTags {
  about(digest: Digest, signal: AbortSignal): Promise<ReadonlySet<string> | undefined>;
}

/** The state of one endpoint host during a run. */
export interface HostState {
  authentication: HostAuthentication;
  /** Small requests: limited while the host is overloaded. */
  requests: TransferQueue;
  downloads: TransferQueue;
  /** Separate from downloads, because an upload reads from its source while it uses its slot, and both may be one host. */
  uploads: TransferQueue;
  /** Downloads and uploads at once. */
  pace: HostPace;
  /** Its rejections, and the requests that it serves in between. */
  rejections: HostRejections;
  /** Whether it answered in this run. */
  contact: FirstContact;
  /** The shortest time from a request to its response, in ms. */
  leastAnswerMs: number;
  /** Whether a request for a range of a blob was answered with the complete blob. */
  ignoresRanges: boolean;
  /** Origin such as `https://quay.io` that the host responds at, determined once for all requests. */
  origin: Promise<string> | undefined;
  /**
   * Whether the host has the referrers API. Undefined until its first response, a promise while the request is in
   * progress.
   */
  referrersApi: boolean | undefined | Promise<void>;
  /** Tags that contain digests, by repository. */
  digestTags: Map<string, DigestTags>;
  /** Whether the host's lists of tags include those that contain digests, as far as known. */
  listsDigestTags: { known?: boolean; checks: number };
  /** Whether the host requires chunked uploads. */
  uploadsInChunks: boolean;
  /** The mode of its uploads. */
  uploadMode: UploadMode;
}

/** When and how a blob is downloaded in parts at the same time. */
export interface DownloadParts {
  /** Bytes of a part. */
  bytes: number;
  /** Missing bytes of a blob from which it is downloaded in parts. */
  from: number;
  /** Time of the fastest response of a host from which its connections may be slower than the link, in ms. */
  answerMs: number;
}

/** State that all requests of a run share. */
export interface Session {
  access: Access;
  retry: RetryPolicy;
  stallMs: number;
  /** Bytes that a transfer must move during `stallMs` of waiting for its peer. 0: any progress. */
  minimumBytes: number;
  /** Bytes of one chunk of chunked uploads. */
  chunkBytes: number;
  parts: DownloadParts;
  userAgent: string;
  onRetry: RequestOptions['onRetry'];
  onWait: OnWait | undefined;
  counters: TransferCounters;
  /** The rate limit of blob bodies, in both directions. */
  rate: TransferRate;
  /** The gate that every request passes before it is sent. */
  gate: LinkGate;
  /** Aborted by `close`. */
  closing: AbortSignal;
  host(endpoint: Pick<Endpoint, 'host' | 'security'>): HostState;
  /** Digests that arrived damaged from a mirror, as `host digest`. The next attempt skips that mirror. */
  damaged: Set<string>;
  oneAtATime: OneAtATime;
}

/**
 * Returns the retry rules of a call to an endpoint. A mirror with an alternative behind it gets one more attempt, not
 * all of them, because a mirror that is down must not delay every blob by half a minute.
 */
export function retryContext(
  session: Session,
  endpoint: Endpoint,
  signal: AbortSignal,
  options: RequestOptions | undefined,
): RetryContext {
  const { contact, pace, rejections, requests } = session.host(endpoint);
  const times = Math.min(
    session.retry.times,
    endpoint.mirror ? 1 : Number.POSITIVE_INFINITY,
    options?.retries ?? Number.POSITIVE_INFINITY,
  );
  return {
    policy: { ...session.retry, times },
    internalErrorRetries: options?.internalErrorRetries ?? Number.POSITIVE_INFINITY,
    counters: session.counters,
    signal,
    onRetry: options?.onRetry ?? session.onRetry,
    minimumBytes: session.minimumBytes,
    onWait: (waitMs, error, count) =>
      session.onWait?.(endpoint.host, waitMs, error, { ...count, first: !contact.answered }),
    contact,
    onSetback: pace.setback,
    waitRejected: rejections.wait,
    requests,
    onAnswer: pace.progressed,
  };
}
