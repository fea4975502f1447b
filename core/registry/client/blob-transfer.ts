import type { Hash } from 'node:crypto';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import type { FilePlace } from '../../base/image/file-place.ts';
import type { Descriptor } from '../../base/image/manifest.ts';
import type { Endpoint } from '../access/access.ts';
import { errorOf } from '../access/download-thread.ts';
import type { ThreadProgress } from '../access/thread-orders.ts';
import { throwIfAborted } from '../exchange/cancellation.ts';
import { exchange, faultOf } from '../exchange/http-exchange.ts';
import type { BlobReadOptions } from '../exchange/registry.ts';
import { rejection } from '../exchange/registry-errors.ts';
import { discard, type Reply } from '../exchange/reply.ts';
import type { Session } from '../exchange/session.ts';
import { t } from './messages.ts';

/**
 * A blob in transit, or a part of it: the bytes before `offset` were yielded or written, and `hash` covers exactly these, except
 * those of another thread.
 */
export interface Transfer {
  repository: string;
  digest: Descriptor['digest'];
  size: number;
  offset: number;
  /** Position before which the request ends: `size`, or the end of a part. */
  end: number;
  /** Bytes that were yielded or written so far, also in the parts of the blob. */
  moved: { bytes: number };
  hash: Hash;
  /** Whether the caller updates `hash`. */
  fed: boolean;
  /** The place of bytes that another thread wrote, which `hash` doesn't cover. */
  elsewhere?: FilePlace | undefined;
  /** Digest of the blob if another thread wrote its last byte. */
  found?: Descriptor['digest'] | undefined;
  options: BlobReadOptions | undefined;
  signal: AbortSignal;
}

/** The response to a request, how many of its bytes to skip because they were yielded before, and how many it contains. */
export interface Received {
  reply: Reply;
  skip: number;
  expected: number;
}

/** A response whose content is written to its place. */
export interface Storing {
  transfer: Transfer;
  place: FilePlace;
  received: Received;
  signal: AbortSignal;
  /** Whether other parts of the blob are written at the same time, so that its digest is computed later. */
  part?: boolean;
}

/** Responses to a range by servers and proxies that deliver the same blob without one. */
const REJECTS_RANGES = new Set([400, 416, 501]);

/**
 * Requests a blob from its offset, or a part of it. Records if the host doesn't deliver parts.
 * @returns the response, of status 200 or 206
 */
export async function requestBlob(
  session: Session,
  endpoint: Endpoint,
  transfer: Transfer,
  signal: AbortSignal,
  toFile: boolean,
): Promise<Received> {
  const { offset, end, size, digest } = transfer;
  const reply = await exchange(session, endpoint, {
    method: 'GET',
    to: `/v2/${endpoint.repository}/blobs/${digest}`,
    scopes: [`repository:${endpoint.repository}:pull`],
    // Closed, because some servers understand only this form.
    headers: offset > 0 || end < size ? { range: `bytes=${offset}-${end - 1}` } : {},
    subject: nameOf(endpoint, transfer),
    signal,
    content: true,
    toFile,
  });
  if (end < size && (reply.status === 200 || REJECTS_RANGES.has(reply.status)))
    session.host(endpoint).ignoresRanges = true;
  try {
    return { reply, ...(await placeOf(reply, transfer, nameOf(endpoint, transfer))) };
  } catch (thrown) {
    const error = asAirlockError(thrown);
    if (end < size && error.code === 'protocol') session.host(endpoint).ignoresRanges = true;
    throw error;
  }
}

/** Lets the download thread write the content of a response to its place. Advances the offset of the transfer or part. */
export async function store(
  session: Session,
  endpoint: Endpoint,
  { transfer, place, received, signal, part = false }: Storing,
): Promise<void> {
  const { offset, end, size } = transfer;
  const { reply, skip, expected } = received;
  const subject = nameOf(endpoint, transfer);
  const { pace } = session.host(endpoint);
  const moved = ({ fetched, written, met }: ThreadProgress) => {
    session.counters.fetched += fetched;
    if (met) pace.progressed();
    if (written === 0) return;
    place.wrote(transfer.offset, written);
    transfer.offset += written;
    transfer.moved.bytes += written;
    transfer.elsewhere = place;
  };
  const { fd, position, header, padding } = place;
  const result = await reply.body.store!(
    { fd, position, size, offset, end, digest: !part, skip, header, padding },
    moved,
  );
  moved(result);
  if (result.sha256 !== undefined) transfer.found = `sha256:${result.sha256}`;
  throwIfAborted(signal);
  if (result.failed === 'disk') throw asAirlockError(errorOf(result.fault));
  if (result.failed === 'longer' && part) {
    session.host(endpoint).ignoresRanges = true;
    throw cutShort(endpoint, transfer);
  }
  if (result.failed === 'longer') throw sizeMismatch(subject, size, t('moreThan', { bytes: size }));
  if (result.failed === 'slow') {
    reply.watch.add(result.recent!.bytes, result.recent!.ms);
    throw reply.watch.tooSlow('delivered');
  }
  if (result.failed) throw await faultOf(session, errorOf(result.fault), subject, reply.url, signal);
  if (transfer.offset < offset + expected - skip) throw cutShort(endpoint, transfer);
}

/**
 * Returns the position of a response: how many bytes to skip because they were yielded before (a server without Range
 * support starts from the beginning), and how many the response contains.
 */
async function placeOf(
  reply: Reply,
  { offset, end, size }: Transfer,
  subject: string,
): Promise<{ skip: number; expected: number }> {
  const { status, headers } = reply;
  const stated = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  if (status === 200) {
    if (stated === undefined || stated === size) return { skip: offset, expected: size };
    discard(reply);
    throw sizeMismatch(subject, size, `${stated}`);
  }
  if (status !== 206 && status !== 416) throw await rejection(reply, subject);
  const range = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/i.exec(headers['content-range'] ?? '');
  const [first, last, total] = [Number(range?.[1]), Number(range?.[2]), range?.[3] ?? '*'];
  const fits = total === '*' || Number(total) === size;
  if (status === 206 && fits && first === offset && last >= first && last < end)
    return { skip: 0, expected: last - first + 1 };
  discard(reply);
  if (!fits) throw sizeMismatch(subject, size, total);
  throw new AirlockError('protocol', t('rangeMismatch', { content: subject, offset, status }), {
    expected: `bytes ${offset}-${end - 1}/${size}`,
    found: headers['content-range'] ?? t('rangeFound', { status }),
  });
}

export function nameOf(endpoint: Endpoint, transfer: Transfer): string {
  return `blob ${endpoint.host}/${endpoint.repository}@${transfer.digest}`;
}

export function sizeMismatch(subject: string, size: number, found: string): AirlockError {
  const message = t('otherSize', { content: subject, found, expected: size });
  return new AirlockError('size-mismatch', message, { expected: String(size), found });
}

/** Returns the error for a body that ended early without a connection fault. */
export function cutShort(endpoint: Endpoint, transfer: Transfer): AirlockError {
  const { offset, size } = transfer;
  const message = t('endedEarly', { content: nameOf(endpoint, transfer), received: offset, expected: size });
  return new AirlockError('size-mismatch', message, {
    retryable: true,
    expected: String(size),
    found: String(offset),
  });
}
