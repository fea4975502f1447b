import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import type { Descriptor } from '../../../base/image/manifest.ts';
import type { Endpoint } from '../../access/access.ts';
import { type Cancellation, following } from '../../exchange/cancellation.ts';
import { exchange } from '../../exchange/http-exchange.ts';
import { cutByWindow } from '../../exchange/link-gate.ts';
import type { BlobUploadOptions } from '../../exchange/registry.ts';
import { rejection } from '../../exchange/registry-errors.ts';
import { discard, type Reply } from '../../exchange/reply.ts';
import type { Session } from '../../exchange/session.ts';
import { t } from './messages.ts';
import { exactly, limited, readChunks, watched } from './upload-content.ts';
import { movedUpload, type UploadSession } from './upload-session.ts';

/** A registry may copy the complete blob to its final place before it responds. */
const COMMIT_FACTOR = 10;
/** Responses to a complete blob that suggest chunks: the method, length, size or upload mode is rejected. */
const REQUIRES_CHUNKS = new Set([405, 411, 413, 501]);

/** With a lower limit on bodies, nothing can be sent. Bytes. */
const SMALLEST_CHUNK = 64 * 1024;

/** The upload of one blob to a registry. */
export interface Upload {
  session: Session;
  endpoint: Endpoint;
  blob: Pick<Descriptor, 'digest' | 'size'>;
  open: () => AsyncIterable<Uint8Array>;
  options: BlobUploadOptions | undefined;
  subject: string;
  scopes: string[];
  signal: AbortSignal;
  /** Error of the content's source. The registry isn't at fault, so that the upload isn't retried. */
  sourceError?: { error: unknown };
  /** The last opened upload, which is resumed after a break. */
  target?: UploadSession;
  /** Bytes that the registry has confirmed. */
  reached: number;
  /** Consecutive temporary rejections of the registry (429, 5xx): the last reason, and their number. */
  rejected?: { code: 'rate-limited' | 'server-error'; times: number };
  /** The offset at which the upload was last resumed, and the registry answered with an internal error. */
  failedAt?: number;
  /** The registry accepted the requested bytes but has other content, so that the blob is sent again from its start. */
  fromStart?: true;
}

/** Returns whether a blob must be sent in chunks. */
export function inChunks({ session, endpoint, blob }: Upload, target: UploadSession): boolean {
  const { uploadsInChunks, uploadMode } = session.host(endpoint);
  const { completeOnly, requestBytes } = uploadMode;
  if (completeOnly) return false;
  const tooLong = requestBytes !== null && blob.size > requestBytes;
  return uploadsInChunks || target.minimumChunk !== undefined || tooLong;
}

/** Uploads with POST and one PUT. False if the registry requires chunks. */
export async function sendComplete(upload: Upload, target: UploadSession): Promise<boolean> {
  using attempt = following(upload.signal, upload.session.gate.closing);
  const body = () => countedBody(upload, content(upload), attempt);
  const reply = await put(upload, target, body, attempt.signal);
  if (REQUIRES_CHUNKS.has(reply.status) && !upload.session.host(upload.endpoint).uploadMode.completeOnly) {
    discard(reply);
    return false;
  }
  await expectCreated(upload, reply);
  return true;
}

/**
 * Uploads with POST, a PATCH for each chunk, and a PUT with only the digest. False if the chunks must be smaller.
 * @param from bytes that the registry has
 */
export async function sendInChunks(upload: Upload, opened: UploadSession, from: number): Promise<boolean> {
  const { session, blob, subject } = upload;
  using attempt = following(upload.signal, upload.session.gate.closing);
  const { requestBytes } = session.host(upload.endpoint).uploadMode;
  const wanted = Math.min(session.chunkBytes, requestBytes ?? session.chunkBytes);
  const chunkBytes = Math.max(wanted, opened.minimumChunk ?? 0);
  const chunks = readChunks(content(upload));
  let target = opened;
  try {
    for await (const _ of chunks.take(from));
    for (let at = from; at < blob.size; ) {
      const length = Math.min(chunkBytes, blob.size - at);
      let started = false;
      const body = () => {
        if (started)
          throw new AirlockError('connection', t('chunkAgain', { content: subject }), { retryable: true });
        started = true;
        return countedBody(upload, chunks.take(length), attempt);
      };
      const next = await patch(upload, target, { at, length, body }, attempt.signal);
      if (!next) return false;
      target = next;
      upload.target = next;
      at += length;
    }
    await expectCreated(upload, await put(upload, target, undefined, attempt.signal));
    return true;
  } finally {
    await chunks.close();
  }
}

function content(upload: Upload): AsyncIterable<Uint8Array> {
  const { open, blob, subject } = upload;
  return exactly(open(), blob.size, subject, (error) => {
    if (!cutByWindow(asAirlockError(error))) upload.sourceError = { error };
  });
}

/** Returns a request body that is counted, and ends the attempt if the registry stops accepting it. */
function countedBody(
  { session, endpoint, options, subject, signal }: Upload,
  body: AsyncIterable<Uint8Array>,
  attempt: Cancellation,
): AsyncIterable<Uint8Array> {
  const { pace } = session.host(endpoint);
  const onBytes = (count: number, met: boolean) => {
    session.counters.sent += count;
    if (met) pace.moved();
    options?.onBytes?.(count);
  };
  const minimum = { bytes: session.minimumBytes, overMs: session.stallMs };
  return watched(limited(body, session.rate, signal), minimum, subject, onBytes, (slow) => {
    attempt.cancel(
      slow ?? new AirlockError('stalled', t('uploadStalled', { content: subject }), { retryable: true }),
    );
  });
}

async function patch(
  upload: Upload,
  target: UploadSession,
  chunk: { at: number; length: number; body: () => AsyncIterable<Uint8Array> },
  signal: AbortSignal,
): Promise<UploadSession | undefined> {
  const { session, endpoint, scopes, subject } = upload;
  const { at, length, body } = chunk;
  const reply = await exchange(session, endpoint, {
    method: 'PATCH',
    to: target.location,
    scopes,
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(length),
      'content-range': `${at}-${at + length - 1}`,
    },
    body,
    subject,
    signal,
    answerMs: session.stallMs * COMMIT_FACTOR,
    content: true,
  });
  if (reply.status === 413 && length > Math.max(SMALLEST_CHUNK, target.minimumChunk ?? 0)) {
    // Usually the limit of a proxy in front of the registry. It is determined by halving, once for the host.
    const host = session.host(endpoint);
    const { requestBytes } = host.uploadMode;
    const half = Math.max(SMALLEST_CHUNK, Math.floor(length / 2));
    host.uploadMode = { ...host.uploadMode, requestBytes: Math.min(requestBytes ?? half, half) };
    discard(reply);
    return undefined;
  }
  if (reply.status !== 202) throw await uploadRejection(upload, reply);
  discard(reply);
  return movedUpload(reply, target);
}

function put(
  { session, endpoint, blob, scopes, subject }: Upload,
  target: UploadSession,
  content: (() => AsyncIterable<Uint8Array>) | undefined,
  signal: AbortSignal,
): Promise<Reply> {
  const to = new URL(target.location);
  // Not with searchParams, which would encode the registry's own state differently.
  to.search += `${to.search ? '&' : '?'}digest=${encodeURIComponent(blob.digest)}`;
  const length = content ? blob.size : 0;
  return exchange(session, endpoint, {
    method: 'PUT',
    to,
    scopes,
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(length) },
    body: length > 0 ? content! : undefined,
    subject,
    signal,
    answerMs: session.stallMs * COMMIT_FACTOR,
    content: true,
  });
}

async function expectCreated(upload: Upload, reply: Reply): Promise<void> {
  if (reply.status !== 201 && reply.status !== 204) throw await uploadRejection(upload, reply);
  discard(reply);
  const found = reply.headers['docker-content-digest'];
  if (found === undefined || found === upload.blob.digest) return;
  throw new AirlockError('digest-mismatch', t('otherDigestStoredAs', { content: upload.subject, found }), {
    expected: upload.blob.digest,
    found,
  });
}

/** The source was verified while it was read, so that bytes changed in transit. */
const DAMAGED_IN_TRANSIT: ReadonlySet<string> = new Set(['DIGEST_INVALID', 'SIZE_INVALID']);

/** Returns the error of an upload. It is retryable if the registry no longer has the upload or has another offset. */
async function uploadRejection({ subject }: Upload, reply: Reply): Promise<AirlockError> {
  const error = await rejection(reply, subject, DAMAGED_IN_TRANSIT);
  if (reply.status !== 404 && reply.status !== 416) return error;
  return new AirlockError('protocol', error.message, { retryable: true, found: String(reply.status) });
}
