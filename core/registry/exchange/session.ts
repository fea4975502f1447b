import type { Digest } from '../../base/image/digest.ts';
import type { Access, Endpoint } from '../access/access.ts';
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

/** The tags of one repository that name digests, as far as its list has been read. */
export interface DigestTags {
  about(digest: Digest, signal: AbortSignal): Promise<ReadonlySet<string> | undefined>;
}

/** What is remembered of one endpoint host as long as its run. */
export interface HostState {
  authentication: HostAuthentication;
  /** Small requests: limited while the host is overloaded. */
  requests: TransferQueue;
  downloads: TransferQueue;
  /** Separate from downloads, because an upload reads from its source while it uses its slot, and both may be one host. */
  uploads: TransferQueue;
  /** How many of both there are at once. */
  pace: HostPace;
  /** Its rejections, and the requests that it serves in between. */
  rejections: HostRejections;
  /** Origin such as `https://quay.io` that the host answers at; shared by all who ask first. */
  origin: Promise<string> | undefined;
  /** Whether the host has the referrers API; undefined until its first answer, a promise while that is under way. */
  referrersApi: boolean | undefined | Promise<void>;
  /** Tags that name digests, by repository. */
  digestTags: Map<string, DigestTags>;
  /** Whether the host's lists of tags name those that are made of digests, as far as that is known. */
  listsDigestTags: { known?: boolean; checks: number };
  /** Whether the host requires chunked uploads. */
  uploadsInChunks: boolean;
  /** The mode of its uploads. */
  uploadMode: UploadMode;
}

/** Everything the requests of one run share. */
export interface Session {
  access: Access;
  retry: RetryPolicy;
  stallMs: number;
  /** What a transfer must move in `stallMs` of waiting for its peer; 0: anything, bytes. */
  minimumBytes: number;
  /** Bytes of one chunk of chunked uploads. */
  chunkBytes: number;
  userAgent: string;
  onRetry: RequestOptions['onRetry'];
  onWait: OnWait | undefined;
  counters: TransferCounters;
  /** What bodies of blobs pass through, both ways. */
  rate: TransferRate;
  /** What every request passes before it is sent. */
  gate: LinkGate;
  /** Aborted by `close`. */
  closing: AbortSignal;
  host(endpoint: Pick<Endpoint, 'host' | 'security'>): HostState;
  /** Digests that came damaged from a mirror, as `host digest`: the next attempt leaves that mirror out. */
  damaged: Set<string>;
  oneAtATime: OneAtATime;
}

/**
 * The retry rules of a call to an endpoint. A mirror that something else stands behind gets one more attempt, not all
 * of them: a mirror that is down must not cost every blob half a minute.
 */
export function retryContext(
  session: Session,
  endpoint: Endpoint,
  signal: AbortSignal,
  options: RequestOptions | undefined,
): RetryContext {
  const { pace, rejections, requests } = session.host(endpoint);
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
    onWait: (waitMs, error) => session.onWait?.(endpoint.host, waitMs, error),
    onSetback: pace.setback,
    waitRejected: rejections.wait,
    requests,
    onAnswer: pace.progressed,
  };
}
