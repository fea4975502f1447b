import { type AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import type { ByteRange } from '../../base/image/byte-ranges.ts';
import type { FilePlace } from '../../base/image/file-place.ts';
import { finish } from '../../base/image/sha256.ts';
import type { Endpoint } from '../access/access.ts';
import { following, throwIfAborted } from '../exchange/cancellation.ts';
import { discard } from '../exchange/reply.ts';
import type { Session } from '../exchange/session.ts';
import { cutShort, requestBlob, type Storing, store, type Transfer } from './blob-transfer.ts';

/** Parts that one connection requests at once while no other one is free. */
const ALONE = 4;
/** Bytes of the smallest parts. Each costs a request and a round trip. */
const LEAST = 1024 * 1024;

/**
 * Returns the first part of a blob that is downloaded in parts, because one connection may be slower than the link: the window of
 * TCP limits it to a few megabytes for each round trip, and each lost packet slows it down. Undefined: one request for all of it.
 */
export function firstPart(
  session: Session,
  endpoint: Endpoint,
  transfer: Transfer,
  place: FilePlace,
): Transfer | undefined {
  const { leastAnswerMs, ignoresRanges } = session.host(endpoint);
  const { from, answerMs } = session.parts;
  const { written } = place;
  const gaps = written.gaps(0, transfer.size);
  const isFar = Number.isFinite(leastAnswerMs) && leastAnswerMs >= answerMs;
  const [first] = gaps;
  if (ignoresRanges || !first) return undefined;
  // One request would fetch again what is written after a gap, wherever the host is.
  const isWritten = first[1] < transfer.size;
  if (!isWritten && !(isFar && transfer.size - written.bytes >= from)) return undefined;
  const bytes = partBytes(session, endpoint, transfer.size - written.bytes);
  return { ...transfer, offset: first[0], end: Math.min(first[1], first[0] + bytes) };
}

/** Returns the size of the next part, so that all connections have a share of what is left, also at its end. */
function partBytes(session: Session, endpoint: Endpoint, left: number): number {
  const { bytes } = session.parts;
  const share = Math.ceil(left / session.host(endpoint).downloads.limit);
  return Math.min(bytes, Math.max(share, LEAST));
}

/**
 * Writes a blob part by part to its place, over this connection and over each other one of the run that is free. Parts that
 * fail are requested again by the remaining connections.
 * @throws AirlockError of the last connection, with what was written retained
 */
export async function storeInParts(
  session: Session,
  endpoint: Endpoint,
  { transfer, part: first, place, received, signal }: Omit<Storing, 'part'> & { part: Transfer },
): Promise<void> {
  const { downloads, pace } = session.host(endpoint);
  const { bytes } = session.parts;
  const { written } = place;
  const gaps: ByteRange[] = written.gaps(first.end, transfer.size);
  const connections = new Set<Promise<void>>();
  using stop = following(signal);
  let failure: AirlockError | undefined;
  /** What is written without a gap is hashed while other parts arrive. */
  let hashing: Promise<unknown> = Promise.resolve();

  const take = (alone: boolean): Transfer | undefined => {
    const gap = gaps.shift();
    if (!gap) return undefined;
    const [offset, to] = gap;
    const left = gaps.reduce((sum, [low, high]) => sum + high - low, to - offset);
    const end = Math.min(to, offset + (alone ? ALONE * bytes : partBytes(session, endpoint, left)));
    if (end < to) gaps.unshift([end, to]);
    return { ...transfer, offset, end };
  };
  const fetchPart = async (
    part: Transfer,
    response = requestBlob(session, endpoint, part, stop.signal, true),
  ) => {
    try {
      const received = await response.catch((error) => {
        throw session.host(endpoint).ignoresRanges ? cutShort(endpoint, part) : error;
      });
      if (received.reply.status !== 206 || !received.reply.body.store) {
        discard(received.reply);
        throw cutShort(endpoint, part);
      }
      await store(session, endpoint, { transfer: part, place, received, signal: stop.signal, part: true });
    } finally {
      if (part.offset < part.end) gaps.unshift([part.offset, part.end]);
    }
  };
  /** Downloads parts until none is left. A slot is released after each part, so that other blobs get it first. */
  const connect = async (slot: (() => void) | undefined, initial?: Transfer) => {
    let release = slot;
    let startedAt = performance.now();
    try {
      for (let part = initial ?? take(false); part; part = take(!slot && connections.size === 1)) {
        await fetchPart(part, part === initial ? Promise.resolve(received) : undefined);
        hashing = place.rehash(stop.signal).catch(() => {});
        if (slot) {
          release?.();
          release = downloads.acquireFree();
          if (!release) return;
        }
        widen();
        startedAt = performance.now();
      }
    } catch (thrown) {
      const error = asAirlockError(thrown);
      if (!stop.signal.aborted) failure = error;
      if (!error.retryable) stop.cancel(error);
      else if (connections.size > 1) pace.setback(error, startedAt);
    } finally {
      release?.();
    }
  };
  const start = (slot: (() => void) | undefined, initial?: Transfer) => {
    const connection = connect(slot, initial).finally(() => connections.delete(connection));
    connections.add(connection);
  };
  const widen = () => {
    while (gaps.length > 0 && !stop.signal.aborted) {
      const slot = downloads.acquireFree();
      if (!slot) return;
      start(slot);
    }
  };

  start(undefined, first);
  do {
    widen();
    while (connections.size > 0) await Promise.race(connections);
    // The last connections may have left parts that the server shortened, and then given their slots to other blobs.
    if (gaps.length > 0 && !failure && !signal.aborted) start(undefined);
  } while (connections.size > 0);
  transfer.offset = written.head;
  transfer.elsewhere = place;
  if (transfer.offset < transfer.size) {
    stop.cancel(failure);
    await hashing;
    throwIfAborted(signal);
    throw failure ?? cutShort(endpoint, transfer);
  }
  // A window that closes or a new limit of the rate doesn't matter any more, but a stop does.
  const hash = await place.rehash(transfer.signal).catch((error: unknown) => {
    throwIfAborted(transfer.signal);
    throw error;
  });
  transfer.found = finish(hash.copy());
}
