import type { Endpoint } from '../access/access.ts';
import { AirlockError, asAirlockError } from '../errors/airlock-error.ts';
import type { Descriptor } from '../image/manifest.ts';
import { hasBlobAt } from './blob-presence.ts';
import { type Cancellation, following, throwIfAborted } from './cancellation.ts';
import { exchange } from './http-exchange.ts';
import { cutByWindow } from './link-gate.ts';
import { writeEndpoint } from './mirrors.ts';
import type { BlobUploadOptions } from './registry.ts';
import { amended, refusal } from './registry-errors.ts';
import { discard, type Reply } from './reply.ts';
import { retrying, waitToRetry } from './retry.ts';
import { retryContext, type Session } from './session.ts';
import { exactly, limited, readPieces, watched } from './upload-content.ts';
import {
  abandonUpload,
  mountBlob,
  movedUpload,
  openUpload,
  type UploadSession,
  type UploadStand,
  uploadStand,
} from './upload-session.ts';

/** A registry may copy the whole blob to its final place before it answers. */
const COMMIT_FACTOR = 10;
/** Answers to a blob in one piece that make pieces worth trying: the method is refused, the length, the size, or the whole way. */
const WANTS_PIECES = new Set([405, 411, 413, 501]);

/** A limit on bodies below this leaves no way to send anything, in bytes. */
const SMALLEST_PIECE = 64 * 1024;

interface Upload {
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
  /** The registry took what it said it wanted and still has something else: the blob is sent from its start. */
  anew?: true;
}

/**
 * See `Registry.uploadBlob`. Uploads of one digest into one repository follow each other, because distribution 2.8
 * answers 400 when they meet; the later one finds the blob there and counts as `mounted`: it sent nothing.
 */
export async function uploadBlob(
  session: Session,
  host: string,
  repository: string,
  blob: Pick<Descriptor, 'digest' | 'size'>,
  open: () => AsyncIterable<Uint8Array>,
  options: BlobUploadOptions | undefined,
): Promise<'uploaded' | 'mounted'> {
  using cancellation = following(options?.signal, session.closing);
  const { signal } = cancellation;
  throwIfAborted(signal);
  const endpoint = writeEndpoint(session, host, repository);
  const upload: Upload = {
    session,
    endpoint,
    blob,
    open,
    options,
    what: `blob ${endpoint.host}/${endpoint.repository}@${blob.digest}`,
    scopes: [`repository:${endpoint.repository}:pull,push`],
    signal,
    reached: 0,
  };
  return await session.oneAtATime(
    `${endpoint.host}/${endpoint.repository}@${blob.digest}`,
    signal,
    async (waited) => {
      if (waited && (await present(upload))) return 'mounted';
      const opened = await tryMounts(upload, host);
      if (opened === 'mounted') return opened;
      return await send(upload, opened);
    },
  );
}

async function present({ session, endpoint, blob, signal, options }: Upload): Promise<boolean> {
  return (await hasBlobAt(session, endpoint, blob.digest, { ...options, signal })) !== undefined;
}

/** Mounts from the first repository that lets us; else the upload that the last refusal opened, if any. */
async function tryMounts(upload: Upload, host: string): Promise<'mounted' | UploadSession | undefined> {
  const { session, endpoint, blob, options, what, scopes, signal } = upload;
  const { mounts } = session.host(endpoint).uploadMode;
  let opened: UploadSession | undefined;
  for (const repository of options?.mountFrom ?? []) {
    const from = writeEndpoint(session, host, repository);
    if (from.host !== endpoint.host) continue;
    if (from.repository === endpoint.repository && mounts !== 'everywhere') {
      // Where no mount tells that the blob is there, a question does; else it would be sent again.
      if (await present(upload)) {
        if (opened) void abandonUpload(session, endpoint, opened, scopes);
        return 'mounted';
      }
      continue;
    }
    if (mounts === 'never') continue;
    if (opened) void abandonUpload(session, endpoint, opened, scopes);
    opened = undefined;
    const request = {
      digest: blob.digest,
      from: from.repository,
      scopes:
        from.repository === endpoint.repository ? scopes : [...scopes, `repository:${from.repository}:pull`],
      what: `${what} mounted from ${from.repository}`,
      signal,
    };
    try {
      const context = retryContext(session, endpoint, signal, options);
      const result = await retrying(context, () => mountBlob(session, endpoint, request));
      if (result === true) return 'mounted';
      opened = result;
    } catch (thrown) {
      // A registry that knows no mounts, or does not let us read there: uploading still may work.
      const error = asAirlockError(thrown);
      if (!['unauthorized', 'denied', 'not-found', 'protocol'].includes(error.code)) throw error;
    }
  }
  return opened;
}

async function send(upload: Upload, opened: UploadSession | undefined): Promise<'uploaded'> {
  const { session, endpoint, scopes, signal, options } = upload;
  const { uploads, pace } = session.host(endpoint);
  if (opened) upload.target = opened;
  const context = retryContext(session, endpoint, signal, options);
  try {
    for (let failed = 0, again = false; ; again = true) {
      // The slot is given back before every wait: only so do fewer at once take effect on what is under way.
      const release = await uploads.acquire(signal, again);
      const begunAt = performance.now();
      try {
        const stand = again ? await afterBreak(upload) : undefined;
        // As with downloads, what comes further each time may break as often as it likes.
        if (stand?.further) failed = 0;
        if (!stand?.present) await oneAttempt(upload, stand?.at);
        break;
      } catch (thrown) {
        release();
        const error = asAirlockError(thrown);
        if (cutByWindow(error)) continue;
        pace.setback(error, begunAt);
        if (!error.retryable || failed >= context.policy.times) throw error;
        failed++;
        await waitToRetry(context, failed, error);
      } finally {
        release();
      }
    }
    pace.done();
  } catch (error) {
    if (upload.target) void abandonUpload(session, endpoint, upload.target, scopes);
    throw error;
  }
  if (upload.sourceError) throw asAirlockError(upload.sourceError.error);
  return 'uploaded';
}

/**
 * What to do after a break: nothing, because the fault hit the answer only and the blob is there; or to go on where the
 * registry says that the upload stands; or (undefined) to begin a new one.
 */
async function afterBreak(
  upload: Upload,
): Promise<{ present?: true; at?: UploadStand; further?: boolean } | undefined> {
  const { session, endpoint, blob, target } = upload;
  if (await present(upload)) {
    giveUp(upload);
    return { present: true };
  }
  const mayGoOn = target && !upload.anew && !session.host(endpoint).uploadMode.wholeOnly;
  const at = mayGoOn ? await uploadStand(session, endpoint, target, upload) : undefined;
  if (!at || at.offset > blob.size) {
    giveUp(upload);
    return undefined;
  }
  const further = at.offset > upload.reached;
  upload.reached = at.offset;
  return { at, further };
}

async function oneAttempt(upload: Upload, stand: UploadStand | undefined): Promise<void> {
  const { session, endpoint, scopes, what, signal } = upload;
  let from = stand?.offset ?? 0;
  if (stand) upload.target = stand.upload;
  for (; !upload.sourceError; from = 0) {
    upload.target ??= await openUpload(session, endpoint, scopes, what, signal);
    try {
      const whole = from === 0 && !inPieces(upload, upload.target);
      const sent = whole ? sendWhole(upload, upload.target) : sendInPieces(upload, upload.target, from);
      if (await sent) {
        delete upload.target;
        return;
      }
    } catch (thrown) {
      if (upload.sourceError && !signal.aborted) return giveUp(upload);
      const error = asAirlockError(thrown);
      if (from === 0 || error.retryable || !['protocol', 'digest-mismatch'].includes(error.code)) throw error;
      upload.anew = true;
      throw amended(error, { retryable: true });
    }
    giveUp(upload);
    session.host(endpoint).uploadsInPieces = true;
  }
}

function giveUp(upload: Upload): void {
  const { session, endpoint, scopes, target } = upload;
  if (target) void abandonUpload(session, endpoint, target, scopes);
  delete upload.target;
}

function inPieces({ session, endpoint, blob }: Upload, target: UploadSession): boolean {
  const { uploadsInPieces, uploadMode } = session.host(endpoint);
  const { wholeOnly, requestBytes } = uploadMode;
  if (wholeOnly) return false;
  const tooLong = requestBytes !== null && blob.size > requestBytes;
  return uploadsInPieces || target.minimumPiece !== undefined || tooLong;
}

/** POST, then PUT with everything. False when the registry wants pieces. */
async function sendWhole(upload: Upload, target: UploadSession): Promise<boolean> {
  using attempt = following(upload.signal, upload.session.gate.closing);
  const body = () => onItsWay(upload, content(upload), attempt);
  const reply = await put(upload, target, body, attempt.signal);
  if (WANTS_PIECES.has(reply.status) && !upload.session.host(upload.endpoint).uploadMode.wholeOnly) {
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
async function sendInPieces(upload: Upload, opened: UploadSession, from: number): Promise<boolean> {
  const { session, blob, what } = upload;
  using attempt = following(upload.signal, upload.session.gate.closing);
  const { requestBytes } = session.host(upload.endpoint).uploadMode;
  const wanted = Math.min(session.pieceBytes, requestBytes ?? session.pieceBytes);
  const pieceBytes = Math.max(wanted, opened.minimumPiece ?? 0);
  const pieces = readPieces(content(upload));
  let target = opened;
  try {
    for await (const _ of pieces.take(from));
    for (let at = from; at < blob.size; ) {
      const length = Math.min(pieceBytes, blob.size - at);
      let begun = false;
      const body = () => {
        if (begun)
          throw new AirlockError('connection', `${what}: a piece has to be sent again`, { retryable: true });
        begun = true;
        return onItsWay(upload, pieces.take(length), attempt);
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
    await pieces.close();
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
  const onBytes = (count: number) => {
    session.counters.sent += count;
    pace.moved();
    options?.onBytes?.(count);
  };
  return watched(limited(body, session.rate, signal), session.stallMs, onBytes, () => {
    attempt.cancel(
      new AirlockError('stalled', `${what}: the registry stopped taking data`, { retryable: true }),
    );
  });
}

async function patch(
  upload: Upload,
  target: UploadSession,
  piece: { at: number; length: number; body: () => AsyncIterable<Uint8Array> },
  signal: AbortSignal,
): Promise<UploadSession | undefined> {
  const { session, endpoint, scopes, what } = upload;
  const { at, length, body } = piece;
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
  if (reply.status === 413 && length > Math.max(SMALLEST_PIECE, target.minimumPiece ?? 0)) {
    // A proxy in front of the registry, as a rule: how much it takes is found by halves, once for the host.
    const host = session.host(endpoint);
    const { requestBytes } = host.uploadMode;
    const half = Math.max(SMALLEST_PIECE, Math.floor(length / 2));
    host.uploadMode = { ...host.uploadMode, requestBytes: Math.min(requestBytes ?? half, half) };
    discard(reply);
    return undefined;
  }
  if (reply.status !== 202) throw await uploadRefusal(upload, reply);
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
    ...(length > 0 && { body: content! }),
    what,
    signal,
    answerMs: session.stallMs * COMMIT_FACTOR,
    content: true,
  });
}

async function expectCreated(upload: Upload, reply: Reply): Promise<void> {
  if (reply.status !== 201 && reply.status !== 204) throw await uploadRefusal(upload, reply);
  discard(reply);
  const found = reply.headers['docker-content-digest'];
  if (found === undefined || found === upload.blob.digest) return;
  throw new AirlockError('digest-mismatch', `${upload.what}: the registry stored another digest, ${found}`, {
    expected: upload.blob.digest,
    found,
  });
}

/** An upload that the registry has forgotten, or stands elsewhere in, begins anew. */
async function uploadRefusal({ what }: Upload, reply: Reply): Promise<AirlockError> {
  const error = await refusal(reply, what);
  if (reply.status !== 404 && reply.status !== 416) return error;
  return new AirlockError('protocol', error.message, { retryable: true, found: String(reply.status) });
}
