import type { Hash } from 'node:crypto';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import type { FilePlace } from '../../base/image/file-place.ts';
import type { Descriptor } from '../../base/image/manifest.ts';
import { finish, newHash } from '../../base/image/sha256.ts';
import type { Endpoint } from '../access/access.ts';
import { errorOf } from '../access/download-thread.ts';
import { watchedBody } from '../access/minimum-rate.ts';
import type { ThreadProgress } from '../access/thread-orders.ts';
import { following, throwIfAborted } from '../exchange/cancellation.ts';
import { exchange, faultOf } from '../exchange/http-exchange.ts';
import { cutByWindow } from '../exchange/link-gate.ts';
import { readEndpoints, withMirrorErrors } from '../exchange/mirrors.ts';
import type { BlobReadOptions } from '../exchange/registry.ts';
import { rejection } from '../exchange/registry-errors.ts';
import { discard, type Reply } from '../exchange/reply.ts';
import { countAttempts } from '../exchange/retry.ts';
import { retryContext, type Session } from '../exchange/session.ts';
import { t } from './messages.ts';

/** A blob in transit: `offset` bytes were yielded or written, and `hash` covers exactly these, except those of another thread. */
interface Transfer {
  repository: string;
  digest: Descriptor['digest'];
  size: number;
  offset: number;
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

/** See `Registry.blob`. Resumes after a break at the same byte, also from the next endpoint, because the digest is the same. */
export async function* readBlob(
  session: Session,
  host: string,
  repository: string,
  blob: Pick<Descriptor, 'digest' | 'size'>,
  options: BlobReadOptions | undefined,
): AsyncGenerator<Buffer, void, undefined> {
  using cancellation = following(options?.signal, session.closing);
  const { signal } = cancellation;
  throwIfAborted(signal);
  const transfer: Transfer = {
    repository,
    digest: blob.digest,
    size: blob.size,
    offset: (options?.running ?? options?.resume)?.offset ?? 0,
    hash: options?.running?.hash ?? options?.resume?.hash.copy() ?? newHash(),
    fed: options?.running !== undefined,
    options,
    signal,
  };
  const all = readEndpoints(session, host, repository, true);
  const endpoints = all.filter((e) => !e.mirror || !session.damaged.has(`${e.host} ${blob.digest}`));
  const mirrorErrors: AirlockError[] = [];
  // A complete blob needs no request, except the empty one, which must exist.
  const complete = transfer.offset > 0 && transfer.offset === blob.size;
  for (const endpoint of complete ? [] : endpoints) {
    try {
      yield* fromEndpoint(session, endpoint, transfer);
      verify(session, endpoint, transfer);
      return;
    } catch (thrown) {
      const error = asAirlockError(thrown);
      const final =
        endpoint === all.at(-1) || ['digest-mismatch', 'interrupted', 'window-closed'].includes(error.code);
      if (final) throw withMirrorErrors(error, mirrorErrors);
      mirrorErrors.push(error);
    }
  }
  verify(session, all.at(-1)!, transfer);
}

function verify(session: Session, endpoint: Endpoint, transfer: Transfer): void {
  const found = transfer.found ?? finish(transfer.fed ? transfer.hash.copy() : transfer.hash);
  if (found === transfer.digest) return;
  if (endpoint.mirror) session.damaged.add(`${endpoint.host} ${transfer.digest}`);
  const message = t('otherDigest', { content: nameOf(endpoint, transfer), found });
  throw new AirlockError('digest-mismatch', message, { expected: transfer.digest, found, retryable: true });
}

async function* fromEndpoint(
  session: Session,
  endpoint: Endpoint,
  transfer: Transfer,
): AsyncGenerator<Buffer, void, undefined> {
  const { signal, options, size } = transfer;
  const context = retryContext(session, endpoint, signal, options);
  const { downloads, pace } = session.host(endpoint);
  // The slot is released before every wait, so that a lower limit takes effect on transfers in progress.
  const attempts = countAttempts(context);
  for (let again = false; ; again = true) {
    const release = await downloads.acquire(signal, again);
    const from = transfer.offset;
    const startedAt = performance.now();
    const { unlimited } = session.rate;
    try {
      yield* oneAttempt(session, endpoint, transfer);
      if (transfer.offset === size) return pace.done();
      // The server may shorten a range. That isn't a fault as long as the transfer advances.
      if (transfer.offset === from) throw cutShort(endpoint, transfer);
    } catch (thrown) {
      const error = asAirlockError(thrown);
      // The connection broke after the last byte. Nothing is left to request, and a registry would reject the range.
      if (error.retryable && size > 0 && transfer.offset === size) return;
      if (cutByWindow(error)) {
        if (options?.endAtClose) throw error;
        continue;
      }
      if (error === unlimited?.reason) continue;
      release();
      await attempts.afterFailure(error, startedAt, transfer.offset - from);
    } finally {
      release();
    }
  }
}

async function* oneAttempt(
  session: Session,
  endpoint: Endpoint,
  transfer: Transfer,
): AsyncGenerator<Buffer, void, undefined> {
  const { size, options } = transfer;
  const { unlimited } = session.rate;
  const inThread = unlimited !== undefined && session.access.downloads?.usable === true;
  const place = inThread ? await options?.place?.() : undefined;
  using cut = following(transfer.signal, session.gate.closing, place && unlimited, place?.signal);
  const { signal } = cut;
  const subject = nameOf(endpoint, transfer);
  let reply: Reply;
  let skip: number;
  let expected: number;
  try {
    reply = await request(session, endpoint, transfer, signal, place !== undefined);
    ({ skip, expected } = await placeOf(reply, transfer, subject));
    if (place && reply.body.store) {
      await storeElsewhere(session, endpoint, transfer, place, { reply, skip, expected, signal });
      return;
    }
  } finally {
    place?.leave(transfer.found);
  }
  if (transfer.elsewhere) {
    transfer.hash = await transfer.elsewhere.rehash();
    transfer.elsewhere = undefined;
  }
  const { counters } = session;
  const { pace } = session.host(endpoint);
  const chunks = watchedBody(reply.body, reply.watch);
  try {
    for (;;) {
      let next: Awaited<ReturnType<typeof chunks.next>>;
      try {
        next = await chunks.next();
      } catch (error) {
        throw await faultOf(session, error, subject, reply.url, signal);
      }
      if (next.done) break;
      let { chunk } = next.value;
      counters.fetched += chunk.length;
      if (next.value.verdict === 'met') pace.progressed();
      const turn = session.rate.take(chunk.length, signal);
      // It may reject before it is awaited.
      turn?.catch(() => {});
      expected -= chunk.length;
      if (skip > 0) {
        const skipped = Math.min(skip, chunk.length);
        skip -= skipped;
        chunk = chunk.subarray(skipped);
      }
      if (chunk.length === 0) {
        if (turn) await turn;
        continue;
      }
      if (transfer.offset + chunk.length > size)
        throw sizeMismatch(subject, size, t('moreThan', { bytes: size }));
      if (!transfer.fed) transfer.hash.update(chunk);
      transfer.offset += chunk.length;
      yield chunk;
      throwIfAborted(signal);
      // After the yield, so that received content is retained if a run is stopped while it waits for its rate.
      if (turn) await turn;
    }
  } finally {
    await chunks.return().catch(() => {});
  }
  if (expected > 0) throw cutShort(endpoint, transfer);
}

function request(
  session: Session,
  endpoint: Endpoint,
  transfer: Transfer,
  signal: AbortSignal,
  toFile: boolean,
): Promise<Reply> {
  const { offset, size, digest } = transfer;
  return exchange(session, endpoint, {
    method: 'GET',
    to: `/v2/${endpoint.repository}/blobs/${digest}`,
    scopes: [`repository:${endpoint.repository}:pull`],
    // Closed, because some servers understand only this form.
    headers: offset > 0 ? { range: `bytes=${offset}-${size - 1}` } : {},
    subject: nameOf(endpoint, transfer),
    signal,
    content: true,
    toFile,
  });
}

/** Lets the download thread write the content of a response to its place. */
async function storeElsewhere(
  session: Session,
  endpoint: Endpoint,
  transfer: Transfer,
  place: FilePlace,
  { reply, skip, expected, signal }: { reply: Reply; skip: number; expected: number; signal: AbortSignal },
): Promise<void> {
  const { offset, size } = transfer;
  const subject = nameOf(endpoint, transfer);
  const { pace } = session.host(endpoint);
  const moved = ({ fetched, written, met }: ThreadProgress) => {
    session.counters.fetched += fetched;
    if (met) pace.progressed();
    if (written === 0) return;
    transfer.offset += written;
    transfer.elsewhere = place;
    place.wrote(written);
  };
  const { fd, position, header, padding } = place;
  const end = await reply.body.store!({ fd, position, size, offset, skip, header, padding }, moved);
  moved(end);
  if (end.sha256 !== undefined) transfer.found = `sha256:${end.sha256}`;
  throwIfAborted(signal);
  if (end.failed === 'disk') throw asAirlockError(errorOf(end.fault));
  if (end.failed === 'longer') throw sizeMismatch(subject, size, t('moreThan', { bytes: size }));
  if (end.failed === 'slow') {
    reply.watch.add(end.recent!.bytes, end.recent!.ms);
    throw reply.watch.tooSlow('delivered');
  }
  if (end.failed) throw await faultOf(session, errorOf(end.fault), subject, reply.url, signal);
  if (transfer.offset < offset + expected - skip) throw cutShort(endpoint, transfer);
}

/**
 * Returns the position of a response: how many bytes to skip because they were yielded before (a server without Range
 * support starts from the beginning), and how many the response contains.
 */
async function placeOf(
  reply: Reply,
  { offset, size }: Transfer,
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
  if (status === 206 && fits && first === offset && last >= first && last < size)
    return { skip: 0, expected: last - first + 1 };
  discard(reply);
  if (!fits) throw sizeMismatch(subject, size, total);
  throw new AirlockError('protocol', t('rangeMismatch', { content: subject, offset, status }), {
    expected: `bytes ${offset}-${size - 1}/${size}`,
    found: headers['content-range'] ?? t('rangeFound', { status }),
  });
}

function nameOf(endpoint: Endpoint, transfer: Transfer): string {
  return `blob ${endpoint.host}/${endpoint.repository}@${transfer.digest}`;
}

function sizeMismatch(subject: string, size: number, found: string): AirlockError {
  const message = t('otherSize', { content: subject, found, expected: size });
  return new AirlockError('size-mismatch', message, { expected: String(size), found });
}

/** Returns the error for a body that ended early without a connection fault. */
function cutShort(endpoint: Endpoint, transfer: Transfer): AirlockError {
  const { offset, size } = transfer;
  const message = t('endedEarly', { content: nameOf(endpoint, transfer), received: offset, expected: size });
  return new AirlockError('size-mismatch', message, {
    retryable: true,
    expected: String(size),
    found: String(offset),
  });
}
