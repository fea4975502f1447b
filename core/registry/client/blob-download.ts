import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import type { Descriptor } from '../../base/image/manifest.ts';
import { finish, newHash } from '../../base/image/sha256.ts';
import type { Endpoint } from '../access/access.ts';
import { watchedBody } from '../access/minimum-rate.ts';
import { following, throwIfAborted } from '../exchange/cancellation.ts';
import { faultOf } from '../exchange/http-exchange.ts';
import { cutByWindow } from '../exchange/link-gate.ts';
import { readEndpoints, withMirrorErrors } from '../exchange/mirrors.ts';
import type { BlobReadOptions } from '../exchange/registry.ts';
import type { Reply } from '../exchange/reply.ts';
import { countAttempts } from '../exchange/retry.ts';
import { retryContext, type Session } from '../exchange/session.ts';
import { firstPart, storeInParts } from './blob-parts.ts';
import { cutShort, nameOf, requestBlob, sizeMismatch, store, type Transfer } from './blob-transfer.ts';
import { t } from './messages.ts';

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
    end: blob.size,
    moved: { bytes: 0 },
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
    const before = transfer.moved.bytes;
    const startedAt = performance.now();
    const { unlimited } = session.rate;
    try {
      yield* oneAttempt(session, endpoint, transfer);
      if (transfer.offset === size) return pace.done();
      // The server may shorten a range. That isn't a fault as long as the transfer advances.
      if (transfer.moved.bytes === before) throw cutShort(endpoint, transfer);
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
      await attempts.afterFailure(error, startedAt, transfer.moved.bytes - before);
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
  let reply: Reply;
  let skip: number;
  let expected: number;
  try {
    const host = session.host(endpoint);
    let part = place && firstPart(session, endpoint, transfer, place);
    const request = (wanted: Transfer) => requestBlob(session, endpoint, wanted, signal, place !== undefined);
    const received = await request(part ?? transfer).catch((error) => {
      if (!part || !host.ignoresRanges) throw error;
      part = undefined;
      return request(transfer);
    });
    ({ reply, skip, expected } = received);
    if (place && reply.body.store) {
      if (part && reply.status === 206)
        await storeInParts(session, endpoint, { transfer, part, place, received, signal });
      else await store(session, endpoint, { transfer, place, received, signal });
      return;
    }
  } finally {
    place?.leave(transfer.found);
  }
  if (transfer.elsewhere) {
    transfer.hash = await transfer.elsewhere.rehash();
    transfer.elsewhere = undefined;
  }
  const subject = nameOf(endpoint, transfer);
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
      transfer.moved.bytes += chunk.length;
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
