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
import { exactly, limited, readVolumes, watched } from './upload-content.ts';
import { movedUpload, type UploadSession } from './upload-session.ts';

/** A registry may copy the whole blob to its final place before it answers. */
const COMMIT_FACTOR = 10;
/** Answers to a blob in one piece that make pieces worth trying: the method is refused, the length, the size, or the whole way. */
const WANTS_PIECES = new Set([405, 411, 413, 501]);

/** A limit on bodies below this leaves no way to send anything, in bytes. */
const SMALLEST_PIECE = 64 * 1024;

/** One blob on its way to a registry. */
export interface Upload {
  session: Session;
  endpoint: Endpoint;
  blob: Pick<Descriptor, 'digest' | 'size'>;
  open: () => AsyncIterable<Uint8Array>;
  options: BlobUploadOptions | undefined;
  what: string;
  scopes: string[];
  signal: AbortSignal;
  /** What reading the content threw: no fault of the registry, and no reason to ask it again. */
  sourceError?: { error: unknown };
  /** What was opened last: where it stands after a break. */
  target?: UploadSession;
  /** As far as the registry has said that it came. */
  reached: number;
  /** The registry refused the last attempts for now (429, 5xx): the last reason, and how many in a row. */
  rejected?: { code: 'rate-limited' | 'server-error'; times: number };
  /** The registry took what it said it wanted and still has something else: the blob is sent from its start. */
  anew?: true;
}

/** Whether a blob has to go in pieces. */
export function inChunks({ session, endpoint, blob }: Upload, target: UploadSession): boolean {
  const { uploadsInChunks, uploadMode } = session.host(endpoint);
  const { completeOnly, requestBytes } = uploadMode;
  if (completeOnly) return false;
  const tooLong = requestBytes !== null && blob.size > requestBytes;
  return uploadsInChunks || target.minimumVolume !== undefined || tooLong;
}

/** POST, then PUT with everything. False when the registry wants pieces. */
export async function sendComplete(upload: Upload, target: UploadSession): Promise<boolean> {
  using attempt = following(upload.signal, upload.session.gate.closing);
  const body = () => onItsWay(upload, content(upload), attempt);
  const reply = await put(upload, target, body, attempt.signal);
  if (WANTS_PIECES.has(reply.status) && !upload.session.host(upload.endpoint).uploadMode.completeOnly) {
    discard(reply);
    return false;
  }
  await expectCreated(upload, reply);
  return true;
}

/**
 * POST, PATCH for each piece, then PUT with the digest alone. False when the pieces have to be smaller.
 * @param from bytes that the registry has
 */
export async function sendInChunks(upload: Upload, opened: UploadSession, from: number): Promise<boolean> {
  const { session, blob, what } = upload;
  using attempt = following(upload.signal, upload.session.gate.closing);
  const { requestBytes } = session.host(upload.endpoint).uploadMode;
  const wanted = Math.min(session.pieceBytes, requestBytes ?? session.pieceBytes);
  const volumeBytes = Math.max(wanted, opened.minimumVolume ?? 0);
  const volumes = readVolumes(content(upload));
  let target = opened;
  try {
    for await (const _ of volumes.take(from));
    for (let at = from; at < blob.size; ) {
      const length = Math.min(volumeBytes, blob.size - at);
      let started = false;
      const body = () => {
        if (started)
          throw new AirlockError('connection', `${what}: a piece has to be sent again`, { retryable: true });
        started = true;
        return onItsWay(upload, volumes.take(length), attempt);
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
    await volumes.close();
  }
}

function content(upload: Upload): AsyncIterable<Uint8Array> {
  const { open, blob, what } = upload;
  return exactly(open(), blob.size, what, (error) => {
    if (!cutByWindow(asAirlockError(error))) upload.sourceError = { error };
  });
}

/** A request body that is counted, and ends the attempt when the registry takes no more of it. */
function onItsWay(
  { session, endpoint, options, what, signal }: Upload,
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
  return watched(limited(body, session.rate, signal), minimum, what, onBytes, (slow) => {
    attempt.cancel(
      slow ??
        new AirlockError('stalled', `${what}: the registry stopped accepting data`, { retryable: true }),
    );
  });
}

async function patch(
  upload: Upload,
  target: UploadSession,
  volume: { at: number; length: number; body: () => AsyncIterable<Uint8Array> },
  signal: AbortSignal,
): Promise<UploadSession | undefined> {
  const { session, endpoint, scopes, what } = upload;
  const { at, length, body } = volume;
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
    what,
    signal,
    answerMs: session.stallMs * COMMIT_FACTOR,
    content: true,
  });
  if (reply.status === 413 && length > Math.max(SMALLEST_PIECE, target.minimumVolume ?? 0)) {
    // A proxy in front of the registry, as a rule: how much it takes is found by halves, once for the host.
    const host = session.host(endpoint);
    const { requestBytes } = host.uploadMode;
    const half = Math.max(SMALLEST_PIECE, Math.floor(length / 2));
    host.uploadMode = { ...host.uploadMode, requestBytes: Math.min(requestBytes ?? half, half) };
    discard(reply);
    return undefined;
  }
  if (reply.status !== 202) throw await uploadRejection(upload, reply);
  discard(reply);
  return movedUpload(reply, target);
}

function put(
  { session, endpoint, blob, scopes, what }: Upload,
  target: UploadSession,
  content: (() => AsyncIterable<Uint8Array>) | undefined,
  signal: AbortSignal,
): Promise<Reply> {
  const to = new URL(target.location);
  // Not by searchParams: that would write the registry's own state anew.
  to.search += `${to.search ? '&' : '?'}digest=${encodeURIComponent(blob.digest)}`;
  const length = content ? blob.size : 0;
  return exchange(session, endpoint, {
    method: 'PUT',
    to,
    scopes,
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(length) },
    body: length > 0 ? content! : undefined,
    what,
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
  throw new AirlockError('digest-mismatch', `${upload.what}: the registry stored another digest, ${found}`, {
    expected: upload.blob.digest,
    found,
  });
}

/** The source was verified as it was read: bytes changed on their way. */
const DAMAGED_ON_THE_WAY: ReadonlySet<string> = new Set(['DIGEST_INVALID', 'SIZE_INVALID']);

/** An upload that the registry has forgotten, or stands elsewhere in, begins anew. */
async function uploadRejection({ what }: Upload, reply: Reply): Promise<AirlockError> {
  const error = await rejection(reply, what, DAMAGED_ON_THE_WAY);
  if (reply.status !== 404 && reply.status !== 416) return error;
  return new AirlockError('protocol', error.message, { retryable: true, found: String(reply.status) });
}
