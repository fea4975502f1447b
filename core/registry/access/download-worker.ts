import { createHash, type Hash } from 'node:crypto';
import { readSync, writevSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { Dispatcher } from 'undici';
import { unwritten } from '../../base/files/unwritten.ts';
import { createDispatchers } from './dispatchers.ts';
import { createHostCertificates } from './host-certificates.ts';
import { countRate } from './minimum-rate.ts';
import type {
  GetOrder,
  Reach,
  ReceivedHeaders,
  StoreOrder,
  ThreadEnd,
  ThreadFault,
  ThreadOrder,
  ThreadProgress,
  ThreadReport,
} from './thread-orders.ts';

/** Bytes gathered before a write call. */
const GATHER = 512 * 1024;
/** Time until fewer bytes are written, too, so that slow transfers are seen and nothing is lost with the process, ms. */
const WRITE_AFTER = 250;
const REHASH_CHUNK = 1024 * 1024;
/** Bytes of a response that isn't content, as much as messages use. */
const BODY_LIMIT = 64 * 1024;

const reach = workerData as Reach;
const dispatchers = createDispatchers(reach.env, createHostCertificates(reach));
const downloads = new Map<number, Download>();

setInterval(() => {
  for (const download of downloads.values()) download.tick();
}, WRITE_AFTER).unref();

parentPort?.on('message', (order: ThreadOrder) => {
  if (order.type === 'get') downloads.set(order.id, new Download(order));
  else if (order.type === 'store') downloads.get(order.id)?.store(order);
  else downloads.get(order.id)?.cancel();
});

function report(message: ThreadReport): void {
  parentPort?.postMessage(message);
}

/** The beginning of a response that isn't content. */
interface OtherBody {
  status: number;
  headers: ReceivedHeaders;
  chunks: Buffer[];
  bytes: number;
}

/** One response, from its request to its last byte in the file. */
class Download implements Dispatcher.DispatchHandler {
  readonly #order: GetOrder;
  #controller: Dispatcher.DispatchController | undefined;
  #place: StoreOrder | undefined;
  #body: OtherBody | undefined;
  #hash: Hash | undefined;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #received = 0;
  #skip = 0;
  #stored = 0;
  #fetched = 0;
  #reported = { fetched: 0, written: 0 };
  #met = false;
  #waitedSince = 0;
  readonly #rate: ReturnType<typeof countRate>;
  #ended = false;

  constructor(order: GetOrder) {
    this.#order = order;
    const { origin, path, security, headers, headersTimeout, bodyTimeout } = order;
    this.#rate = countRate({ bytes: order.minimumBytes, overMs: bodyTimeout });
    try {
      dispatchers
        .at(origin, security)
        .dispatch({ origin, path, method: 'GET', headers, headersTimeout, bodyTimeout, reset: false }, this);
    } catch (error) {
      this.#end({ failed: 'network', fault: faultFrom(error) });
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#ended) controller.abort(new Error('canceled'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: ReceivedHeaders): void {
    if (status === 200 || status === 206) {
      controller.pause();
      report({ type: 'head', id: this.#order.id, status, headers });
    } else this.#body = { status, headers, chunks: [], bytes: 0 };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#ended) return;
    if (this.#body) {
      this.#body.bytes += chunk.length;
      if (this.#body.bytes <= BODY_LIMIT) this.#body.chunks.push(chunk);
      else controller.abort(new Error('the response is longer than an error'));
      return;
    }
    try {
      this.#take(chunk);
    } catch (error) {
      this.#end({ failed: 'disk', fault: faultFrom(error) });
      controller.abort(new Error('canceled'));
      return;
    }
    if (!this.#ended && this.#isTooSlow(chunk.length)) this.#stop('slow');
  }

  onResponseEnd(): void {
    if (this.#body) this.#deliver(this.#body);
    else this.#flushAndEnd({});
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#body) this.#deliver(this.#body);
    else this.#flushAndEnd({ failed: 'network', fault: faultFrom(error) });
  }

  /** Writes the content of the response, which is paused. */
  store(place: StoreOrder): void {
    if (this.#ended) return;
    this.#place = place;
    this.#skip = place.skip;
    this.#received = place.offset;
    this.#stored = place.offset;
    try {
      this.#hash = place.digest ? hashOf(place) : undefined;
    } catch (error) {
      this.#end({ failed: 'disk', fault: faultFrom(error) });
      this.#controller?.abort(new Error('canceled'));
      return;
    }
    this.#waitedSince = performance.now();
    this.#controller?.resume();
  }

  /** Writes and reports what arrived, even if it's little. */
  tick(): void {
    if (this.#ended || !this.#place || this.#fetched === this.#reported.fetched) return;
    try {
      this.#flush();
      this.#reportProgress();
    } catch (error) {
      this.#end({ failed: 'disk', fault: faultFrom(error) });
      this.#controller?.abort(new Error('canceled'));
    }
  }

  cancel(): void {
    if (this.#ended) return;
    this.#flushAndEnd({ failed: 'network', fault: { name: 'AbortError', message: 'canceled' } });
    this.#controller?.abort(new Error('canceled'));
  }

  #take(given: Buffer): void {
    const { end } = this.#place!;
    this.#fetched += given.length;
    let chunk = given;
    if (this.#skip > 0) {
      const skipped = Math.min(this.#skip, chunk.length);
      this.#skip -= skipped;
      chunk = chunk.subarray(skipped);
      if (chunk.length === 0) return;
    }
    if (this.#received + chunk.length > end) {
      this.#stop('longer');
      return;
    }
    this.#hash?.update(chunk);
    this.#received += chunk.length;
    this.#pending.push(chunk);
    this.#pendingBytes += chunk.length;
    if (this.#pendingBytes < GATHER || this.#received === end) return;
    this.#flush();
    this.#reportProgress();
  }

  /** Writes what is pending. The first bytes are written together with the header, the last ones with the padding. */
  #flush(): void {
    const { fd, position, header, padding, size } = this.#place!;
    let buffers: Uint8Array[] = this.#pending;
    if (this.#pendingBytes === 0) return;
    let at = position + this.#stored;
    this.#pending = [];
    this.#pendingBytes = 0;
    if (this.#stored === 0) {
      buffers.unshift(header);
      at -= header.length;
    }
    if (this.#received === size && padding > 0) buffers.push(new Uint8Array(padding));
    // What is being parsed now may be among the chunks.
    setImmediate(releaseMemory, buffers);
    for (;;) {
      const written = writevSync(fd, buffers.slice(0, 512), at);
      at += written;
      buffers = unwritten(buffers, written);
      if (buffers.length === 0) break;
    }
    this.#stored = this.#received;
  }

  #reportProgress(): void {
    report({ type: 'progress', id: this.#order.id, ...this.#sinceReport() });
  }

  #isTooSlow(bytes: number): boolean {
    const now = performance.now();
    const verdict = this.#rate.add(bytes, now - this.#waitedSince);
    this.#waitedSince = now;
    if (verdict === 'met') this.#met = true;
    return verdict === 'missed';
  }

  #stop(failed: 'slow' | 'longer'): void {
    this.#flushAndEnd({ failed, recent: this.#rate.recent });
    this.#controller?.abort(new Error('canceled'));
  }

  #deliver({ status, headers, chunks }: OtherBody): void {
    if (this.#ended) return;
    this.#ended = true;
    downloads.delete(this.#order.id);
    report({ type: 'head', id: this.#order.id, status, headers, body: Buffer.concat(chunks) });
  }

  #flushAndEnd(end: Pick<ThreadEnd, 'failed' | 'fault' | 'recent'>): void {
    if (this.#ended) return;
    let found = end;
    try {
      if (this.#place && end.failed !== 'longer') this.#flush();
    } catch (error) {
      found = { failed: 'disk', fault: faultFrom(error) };
    }
    this.#end(found);
  }

  #end(end: Pick<ThreadEnd, 'failed' | 'fault' | 'recent'>): void {
    if (this.#ended) return;
    this.#ended = true;
    downloads.delete(this.#order.id);
    const isBroken = end.failed === 'disk' || end.failed === 'longer';
    const isComplete = !isBroken && this.#place !== undefined && this.#stored === this.#place.size;
    const sha256 = isComplete ? this.#hash?.digest('hex') : undefined;
    report({ type: 'end', id: this.#order.id, ...this.#sinceReport(), ...end, sha256 });
  }

  #sinceReport(): ThreadProgress {
    const now = { fetched: this.#fetched, written: this.#stored - (this.#place?.offset ?? 0) };
    const { fetched, written } = this.#reported;
    const since = { fetched: now.fetched - fetched, written: now.written - written, met: this.#met };
    this.#reported = now;
    this.#met = false;
    return since;
  }
}

/**
 * Releases received chunks that aren't parts of other buffers. A garbage collection releases them only after they are 32 MiB or
 * more.
 */
function releaseMemory(chunks: readonly Uint8Array[]): void {
  for (const { buffer, byteLength } of chunks)
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Returns the running hash of the bytes that are in the file. @throws Error of the system, or for a short file */
function hashOf({ fd, position, offset }: StoreOrder): Hash {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(Math.min(REHASH_CHUNK, offset));
  for (let at = 0; at < offset; ) {
    const read = readSync(fd, buffer, 0, Math.min(buffer.length, offset - at), position + at);
    if (read === 0) throw new Error(`the file ends at byte ${position + at}`);
    hash.update(buffer.subarray(0, read));
    at += read;
  }
  return hash;
}

/** Errors lose their codes when they are cloned. */
function faultFrom(error: unknown, depth = 0): ThreadFault {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, code, syscall } = error as NodeJS.ErrnoException;
  const cause = error.cause instanceof Error && depth < 5 ? faultFrom(error.cause, depth + 1) : undefined;
  return { name, message, code: typeof code === 'string' ? code : undefined, syscall, cause };
}
