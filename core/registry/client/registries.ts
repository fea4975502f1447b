import { AirlockError } from '../../base/errors/airlock-error.ts';
import { DEFAULT_MINIMUM_RATE } from '../../base/schedule/rate-text.ts';
import type { Access } from '../access/access.ts';
import { createFirstContact, type FirstContact } from '../access/first-contact.ts';
import { hasBlobAt } from '../exchange/blob-presence.ts';
import { HostAuthentication, type RejectedLogin } from '../exchange/host-authentication.ts';
import { createHostPace, isRejection, type PaceState } from '../exchange/host-pace.ts';
import { createHostRejections } from '../exchange/host-rejections.ts';
import type { OnWait } from '../exchange/host-waits.ts';
import { faultOf, securityOf, send } from '../exchange/http-exchange.ts';
import { createLinkGate, type LinkGate, reportedCounters } from '../exchange/link-gate.ts';
import { writeEndpoint } from '../exchange/mirrors.ts';
import type { Link, Registries, Registry, RequestOptions } from '../exchange/registry.ts';
import { rejection } from '../exchange/registry-errors.ts';
import type { DownloadParts, HostState, Session } from '../exchange/session.ts';
import { createTokenCache } from '../exchange/tokens.ts';
import { createOneAtATime, createTransferQueue } from '../exchange/transfer-queue.ts';
import { createTransferRate } from '../exchange/transfer-rate.ts';
import { ANY_UPLOAD } from '../exchange/upload-mode.ts';
import { checkAccess } from './access-check.ts';
import { readBlob } from './blob-download.ts';
import { digestTagsOf } from './digest-tags.ts';
import { fewTags, listReferrers, listTags } from './listings.ts';
import { deleteManifest, getManifest, putManifest, resolveManifest } from './manifests.ts';
import { t } from './messages.ts';
import { queryRegistry } from './query.ts';
import { servesBlob } from './served-blob.ts';
import { uploadBlob } from './upload/blob-upload.ts';

/** Parts are small, so that the connections of a lossy link, which are slow, share the end of a blob evenly. */
const PARTS: DownloadParts = { bytes: 8 * 1024 * 1024, from: 32 * 1024 * 1024, answerMs: 5 };

export interface RegistriesOptions {
  access: Access;
  /** Attempts after the first (default 5), and the wait between them in ms; 0 (default) doubles from `backoffBaseMs`. */
  retry?: { times: number; delayMs: number };
  /** First wait of the doubling ones, in ms. Default 1,000. */
  backoffBaseMs?: number;
  /** No wait is longer, also when Retry-After asks for it, in ms. Default 300,000. */
  maxBackoffMs?: number;
  /** Time without a byte in either direction after which a connection is closed and resumed, in ms. Default 30,000. */
  stallMs?: number;
  /** A transfer slower than this, averaged over `stallMs`, counts as stalled: bytes per second. 0: any rate. Default 1,024. */
  minimumRate?: number;
  /** Concurrent blob downloads from a host, and as many uploads. Default 16. */
  parallelBlobs?: number;
  /** Bytes per second of all blobs in both directions in total. Null (default): no limit. */
  rate?: number | null;
  /** `chunks` uploads every blob by PATCH. `complete` (default) does so only if a registry rejects a single PUT. */
  uploads?: 'complete' | 'chunks';
  /** Chunk size of uploads in bytes. Default 16 MiB, or the minimum of the registry if that is larger. */
  chunkBytes?: number;
  /** Default: parts of at most 8 MiB from 32 MiB at hosts that need 5 ms or more for each response. */
  parts?: DownloadParts;
  userAgent?: string;
  /** Called before every wait for another attempt, for calls without their own `onRetry`. */
  onRetry?: RequestOptions['onRetry'];
  /** Returns the contact with a host, for clients that share it. Default: one of these registries for each host. */
  contactOf?: (host: string) => FirstContact;
  /** Called before every wait for another attempt, also for calls with their own `onRetry`. */
  onWait?: OnWait;
  /** While it is closed, no requests are sent. Default: always open. */
  gate?: LinkGate;
  /** Receives the total of fetched and sent bytes whenever it changes. */
  onBytes?: (moved: number) => void;
  /** Called if the number of concurrent transfers of a host changes. */
  onPace?: (link: Link) => void;
  /** Called if a host rejects a login that it accepted before, and no newer one is available. */
  onRejectedLogin?: (login: RejectedLogin) => void;
}

/**
 * Returns the registries of a run. `close` ends every call in progress with `interrupted`. The access (its connections)
 * belongs to the caller.
 */
export function createRegistries(options: RegistriesOptions): Registries {
  const { access } = options;
  const counters = reportedCounters(options.onBytes ?? (() => {}));
  const closing = new AbortController();
  const hosts = new Map<string, HostState>();
  const names = new Map<HostState, string>();
  let limit = options.parallelBlobs ?? 16;
  const stallMs = options.stallMs ?? 30_000;

  const session: Session = {
    access,
    retry: {
      ...(options.retry ?? { times: 5, delayMs: 0 }),
      backoffBaseMs: options.backoffBaseMs ?? 1_000,
      maxBackoffMs: options.maxBackoffMs ?? 300_000,
    },
    stallMs,
    minimumBytes: ((options.minimumRate ?? DEFAULT_MINIMUM_RATE) * stallMs) / 1000,
    chunkBytes: options.chunkBytes ?? 16 * 1024 * 1024,
    parts: options.parts ?? PARTS,
    userAgent: options.userAgent ?? 'airlock',
    onRetry: options.onRetry,
    onWait: options.onWait,
    counters,
    rate: createTransferRate(options.rate ?? null),
    gate: options.gate ?? createLinkGate(closing.signal),
    closing: closing.signal,
    damaged: new Set(),
    oneAtATime: createOneAtATime(),
    host({ host, security }) {
      const key = `${security} ${host}`;
      let state = hosts.get(key);
      if (!state) {
        const made: HostState = {
          authentication: new HostAuthentication(
            access,
            tokens,
            options.onRejectedLogin,
            session.retry.backoffBaseMs / 10,
          ),
          requests: createTransferQueue(Number.POSITIVE_INFINITY),
          downloads: createTransferQueue(limit),
          uploads: createTransferQueue(limit),
          pace: createHostPace(limit, {
            onChange(pace) {
              setSlots(made);
              options.onPace?.(linkOf(host, made, pace));
            },
            onBreak() {
              // Minimum wait of broken transfers, so that they resume before others start.
              const ms = session.retry.backoffBaseMs / 10;
              made.downloads.rest(ms);
              made.uploads.rest(ms);
            },
            servesOthers: () => made.rejections.servesOthers,
          }),
          rejections: createHostRejections((retryAfterMs) => {
            const { backoffBaseMs, maxBackoffMs } = session.retry;
            const ms = Math.min(retryAfterMs || backoffBaseMs, maxBackoffMs);
            for (const queue of [made.requests, made.downloads, made.uploads]) queue.rest(ms, ms);
          }),
          contact: options.contactOf?.(host) ?? createFirstContact(),
          leastAnswerMs: Number.POSITIVE_INFINITY,
          ignoresRanges: false,
          origin: undefined,
          referrersApi: undefined,
          digestTags: new Map(),
          listsDigestTags: { checks: 0 },
          uploadsInChunks: options.uploads === 'chunks',
          uploadMode: ANY_UPLOAD,
        };
        state = made;
        names.set(made, host);
        hosts.set(key, state);
      }
      return state;
    },
  };

  const tokens = createTokenCache({
    async ask({ url, method, headers, body, subject }) {
      const answer = await send(session, {
        url,
        method,
        headers,
        body,
        subject,
        security: securityOf(session, url.host),
        signal: closing.signal,
        answerMs: session.stallMs,
      });
      return { ...answer, url, foreign: false };
    },
    rejection,
    fault: (error, subject, url) => faultOf(session, error, subject, url, closing.signal),
  });

  return {
    counters,
    at: (host) => registryAt(session, host),
    adjust({ parallelBlobs, rate }) {
      if (rate !== undefined) session.rate.set(rate);
      if (parallelBlobs === undefined) return;
      limit = parallelBlobs;
      for (const state of hosts.values()) {
        state.pace.allow(limit);
        setSlots(state);
      }
    },
    obey(host, mode) {
      const state = session.host(writeEndpoint(session, host, ''));
      state.uploadMode = mode;
      setSlots(state);
    },
    links: () => [...names].map(([state, host]) => linkOf(host, state, state.pace.state)),
    async close() {
      closing.abort(new AirlockError('interrupted', t('connectionsClosed')));
    },
  };
}

/** Minimum concurrent small requests to an overloaded host. */
const FEWEST_REQUESTS = 4;

function setSlots({ requests, downloads, uploads, uploadMode, pace }: HostState): void {
  const { parallel, reason } = pace.state;
  requests.setLimit(isRejection(reason) ? Math.max(FEWEST_REQUESTS, parallel) : Number.POSITIVE_INFINITY);
  downloads.setLimit(parallel);
  uploads.setLimit(Math.min(parallel, uploadMode.parallel ?? parallel));
}

function linkOf(host: string, { downloads, uploads }: HostState, pace: PaceState): Link {
  return { host, ...pace, moving: downloads.used + uploads.used };
}

function registryAt(session: Session, host: string): Registry {
  return {
    host,
    manifest: (repository, reference, options) => getManifest(session, host, repository, reference, options),
    resolve: (repository, reference, options) =>
      resolveManifest(session, host, repository, reference, options),
    blob: (repository, blob, options) => readBlob(session, host, repository, blob, options),
    hasBlob: async (repository, digest, options) =>
      hasBlobAt(session, writeEndpoint(session, host, repository), digest, options),
    servesBlob: (repository, blob, options) => servesBlob(session, host, repository, blob, options),
    uploadBlob: (repository, blob, open, options) =>
      uploadBlob(session, host, repository, blob, open, options),
    putManifest: (repository, reference, manifest, options) =>
      putManifest(session, host, repository, reference, manifest, options),
    tags: (repository, options) => listTags(session, host, repository, options),
    fewTags: (repository, options) => fewTags(session, host, repository, options),
    digestTags: (repository, digest, options) => digestTagsOf(session, host, repository, digest, options),
    referrers: (repository, digest, options) => listReferrers(session, host, repository, digest, options),
    deleteManifest: (repository, digest, options) =>
      deleteManifest(session, host, repository, digest, options),
    checkAccess: (repository, actions, options) => checkAccess(session, host, repository, actions, options),
    ask: (question) => queryRegistry(session, host, question),
  };
}
