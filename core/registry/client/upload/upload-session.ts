import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { Digest } from '../../../base/image/digest.ts';
import type { Endpoint } from '../../access/access.ts';
import { following } from '../../exchange/cancellation.ts';
import { addressFrom, exchange } from '../../exchange/http-exchange.ts';
import { rejection } from '../../exchange/registry-errors.ts';
import { discard, type Reply } from '../../exchange/reply.ts';
import type { Session } from '../../exchange/session.ts';
import { t } from './messages.ts';

const CANCEL_MS = 5_000;

/** An upload that a registry has opened. */
export interface UploadSession {
  /** Address for its content. The query may contain state that grants access, so never show it. */
  location: URL;
  /** Minimum chunk size of the registry, in bytes (OCI-Chunk-Min-Length). */
  minimumChunk: number | undefined;
}

/** Opens an upload. @throws AirlockError of `rejection` */
export async function openUpload(
  session: Session,
  endpoint: Endpoint,
  scopes: string[],
  subject: string,
  signal: AbortSignal,
): Promise<UploadSession> {
  const to = `/v2/${endpoint.repository}/blobs/uploads/`;
  const reply = await exchange(session, endpoint, { method: 'POST', to, scopes, subject, signal });
  if (reply.status !== 202) throw await rejection(reply, subject);
  discard(reply);
  return uploadSession(reply, subject);
}

/** Requests a mount of a blob from another repository of the same registry. True if it was mounted, otherwise the opened upload. */
export async function mountBlob(
  session: Session,
  endpoint: Endpoint,
  request: { digest: Digest; from: string; scopes: string[]; subject: string; signal: AbortSignal },
): Promise<true | UploadSession> {
  const { digest, from, scopes, subject, signal } = request;
  const query = new URLSearchParams({ mount: digest, from });
  const to = `/v2/${endpoint.repository}/blobs/uploads/?${query}`;
  const reply = await exchange(session, endpoint, { method: 'POST', to, scopes, subject, signal });
  if (reply.status !== 201 && reply.status !== 202) throw await rejection(reply, subject);
  discard(reply);
  return reply.status === 201 ? true : uploadSession(reply, subject);
}

/** Returns the upload after a response, which may have moved it. */
export function movedUpload(reply: Reply, upload: UploadSession): UploadSession {
  const { location } = reply.headers;
  return location === undefined ? upload : { ...upload, location: addressFrom(location, reply.url) };
}

/** Where an interrupted upload resumes. */
export interface UploadProgress {
  upload: UploadSession;
  /** Bytes that the registry has. */
  offset: number;
}

/**
 * Returns how much of an interrupted upload a registry has (distribution specification, "Pushing a blob in chunks": GET of its
 * location). Undefined if the registry doesn't report it or no longer has the upload. An offset of 0 may mean one byte.
 * @throws AirlockError of `rejection`, if a later attempt may succeed
 */
export async function uploadProgress(
  session: Session,
  endpoint: Endpoint,
  upload: UploadSession,
  request: { scopes: string[]; subject: string; signal: AbortSignal },
): Promise<UploadProgress | undefined> {
  const reply = await exchange(session, endpoint, { method: 'GET', to: upload.location, ...request });
  if (reply.status !== 204 && reply.status !== 202) {
    const error = await rejection(reply, request.subject);
    if (error.retryable) throw error;
    return undefined;
  }
  discard(reply);
  // `0-0` means nothing or one byte.
  const last = Number(/^(?:bytes=)?0-(\d+)$/.exec(reply.headers.range ?? '')?.[1] ?? 0);
  return { upload: movedUpload(reply, upload), offset: last > 0 ? last + 1 : 0 };
}

/** Cancels an upload, best effort. Continues after the caller has ended, until `close`. */
export function abandonUpload(
  session: Session,
  endpoint: Endpoint,
  upload: UploadSession,
  scopes: string[],
): Promise<void> {
  const timeout = AbortSignal.timeout(CANCEL_MS);
  const cancellation = following(timeout, session.closing);
  return exchange(session, endpoint, {
    method: 'DELETE',
    to: upload.location,
    scopes,
    subject: t('uploadTo', { repository: `${endpoint.host}/${endpoint.repository}` }),
    signal: cancellation.signal,
  })
    .then(discard)
    .catch(() => {})
    .finally(() => cancellation[Symbol.dispose]());
}

function uploadSession(reply: Reply, subject: string): UploadSession {
  const { location } = reply.headers;
  if (location === undefined)
    throw new AirlockError('protocol', t('uploadWithoutLocation', { content: subject }));
  const minimum = Number(reply.headers['oci-chunk-min-length']);
  return { location: addressFrom(location, reply.url), minimumChunk: minimum > 0 ? minimum : undefined };
}
