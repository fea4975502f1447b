import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Answer,
  type Exchange,
  type Handler,
  type RejectionCode,
  rejection,
} from '../protocol/exchange.ts';
import { parseRoute } from '../protocol/route.ts';
import { createBlobStore } from './blob-store.ts';
import { brokenAnswer, brokenUpload, ended, resetConnection, UPLOAD_BREAKS } from './broken-body.ts';
import { createRulePicker, type FaultRule, type FaultScript } from './fault-script.ts';
import { capped, createRateCap, type RateCap } from './rate-cap.ts';

export interface FaultContext {
  /** Requests in progress, including this one. */
  inFlight(): number;
  /** Returns the 401 of this server, regardless of the request's credentials. */
  challenge(exchange: Exchange): Promise<Answer>;
  /** Called with a fault's name each time it occurs. */
  onFault(name: string): void;
}

/** A layer that makes a healthy server behave like links, proxies and public registries. */
export class Faults {
  readonly #context: FaultContext;
  readonly #store = createBlobStore();
  #script: FaultScript = {};
  #pick = createRulePicker([]);
  #total: RateCap | undefined;
  #bySocket = new WeakMap<Socket, RateCap>();
  /** Blobs that are served with a wrong byte. */
  readonly #damaged = new Set<string>();

  constructor(script: FaultScript, context: FaultContext) {
    this.#context = context;
    this.set(script);
  }

  get script(): FaultScript {
    return this.#script;
  }

  /** Replaces the script and resets the counts of its rules. @throws SyntaxError for an invalid `path` */
  set(script: FaultScript): void {
    this.#pick = createRulePicker(script.rules ?? []);
    this.#script = script;
    this.#total = script.totalBytesPerSec ? createRateCap(script.totalBytesPerSec) : undefined;
    this.#bySocket = new WeakMap();
  }

  /** Returns the same handler with the script's faults. */
  wrap(next: Handler): Handler {
    return (exchange) => this.#run(exchange, next, false);
  }

  /** Waits for the delay that the script adds to every request. */
  async latency(signal: AbortSignal): Promise<void> {
    if (this.#script.latencyMs) await sleep(this.#script.latencyMs, undefined, { signal });
  }

  /** Handles addresses that `redirectBlobs` issued, which need no credentials. */
  blobStore(next: Handler): Handler {
    return async (exchange) => {
      const opened = this.#store.open(exchange, this.#script);
      return 'status' in opened ? opened : this.#run(opened, next, true);
    };
  }

  #capsOf({ socket }: Exchange): RateCap[] {
    const caps = this.#total ? [this.#total] : [];
    if (!this.#script.bytesPerSec) return caps;
    const own = this.#bySocket.get(socket) ?? createRateCap(this.#script.bytesPerSec);
    this.#bySocket.set(socket, own);
    return [...caps, own];
  }

  async #run(exchange: Exchange, next: Handler, inBlobStore: boolean): Promise<Answer> {
    const { method, url, signal, socket } = exchange;
    if (this.#script.maxConnections && this.#context.inFlight() > this.#script.maxConnections) {
      this.#context.onFault('too many at once');
      return rejection(429, 'TOOMANYREQUESTS', 'too many requests at once', null, { 'retry-after': '1' });
    }
    const reads = method === 'GET' && parseRoute(url.split('?', 1)[0] ?? '').kind === 'blobs';
    const redirects = reads && this.#script.redirectBlobs === true && !inBlobStore;
    const rule = this.#pick({ method, url, blob: reads && !redirects });
    await this.latency(signal);
    if (rule?.delayMs) await sleep(rule.delayMs, undefined, { signal });
    if (rule?.reset || rule?.hang) {
      this.#context.onFault(rule.reset ? 'reset before the answer' : 'hang');
      if (rule.reset) resetConnection(socket);
      await ended(signal);
      return rejection(500, 'UNKNOWN', 'nobody hears this');
    }
    if (rule?.status !== undefined) {
      this.#context.onFault(`status ${rule.status}`);
      return this.#scripted(exchange, rule.status, rule);
    }
    if (redirects) return this.#store.redirect(exchange, this.#script);
    if (rule?.forgetUpload) {
      this.#context.onFault('upload forgotten');
      await next({ ...exchange, method: 'DELETE' });
      return rejection(404, 'BLOB_UPLOAD_UNKNOWN', 'blob upload unknown to registry');
    }
    const answer = await next(this.#misheard(exchange, rule));
    if (rule?.loseAnswer) {
      this.#context.onFault('answer lost');
      resetConnection(socket);
      await ended(signal);
    }
    const digest = /[?&]digest=(sha256(?::|%3A)[0-9a-f]{64})/.exec(url)?.[1];
    if (rule?.damageStored && digest && answer.status === 201) {
      this.#context.onFault('stored damaged');
      this.#damaged.add(decodeURIComponent(digest));
    }
    return this.#misspoken(
      exchange,
      answer,
      reads && this.#isDamaged(url) ? { ...rule, corruptAtByte: 0 } : rule,
    );
  }

  #isDamaged(url: string): boolean {
    return this.#damaged.has(url.split('?', 1)[0]!.split('/').at(-1)!);
  }

  async #scripted(exchange: Exchange, status: number, { retryAfter }: FaultRule): Promise<Answer> {
    if (status === 401) return this.#context.challenge(exchange);
    const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    return rejection(
      status,
      CODES[status] ?? 'UNKNOWN',
      'rejected by a rule of the fault script',
      null,
      headers,
    );
  }

  /** Returns the request as the script changes it: slow, broken, or without its range. */
  #misheard(exchange: Exchange, rule: FaultRule | undefined): Exchange {
    const caps = this.#capsOf(exchange);
    let { body, headers } = exchange;
    if (caps.length > 0) body = capped(body, caps, exchange.signal);
    if (rule && UPLOAD_BREAKS.some((effect) => rule[effect] !== undefined)) {
      body = brokenUpload(body, rule, exchange, this.#context.onFault);
      // The body no longer has the announced length or digest.
      if (rule.truncateUploadAfterBytes !== undefined)
        headers = { ...headers, 'content-range': undefined, 'content-length': undefined };
    }
    if (this.#script.range === false) headers = { ...headers, range: undefined };
    return { ...exchange, body, headers };
  }

  /** Returns the response as the script changes it. */
  #misspoken(exchange: Exchange, answer: Answer, rule: FaultRule | undefined): Answer {
    if (this.#script.range === false) delete answer.headers['accept-ranges'];
    if (rule?.misstate && answer.headers[rule.misstate] !== undefined) {
      this.#context.onFault(`wrong ${rule.misstate}`);
      misstate(answer, rule.misstate);
    }
    const caps = this.#capsOf(exchange);
    const breaks = rule !== undefined && BREAKS.some((effect) => rule[effect] !== undefined);
    if (!answer.body || (caps.length === 0 && !breaks)) return answer;
    const complete = Buffer.isBuffer(answer.body) ? answer.body : undefined;
    const headers = complete ? { 'content-length': complete.length, ...answer.headers } : answer.headers;
    let body = complete ? chunks(complete) : (answer.body as AsyncIterable<Buffer>);
    if (caps.length > 0) body = capped(body, caps, exchange.signal);
    if (breaks) body = brokenAnswer(body, rule, exchange, this.#context.onFault);
    return { ...answer, headers, body };
  }
}

const BREAKS = ['resetAfterBytes', 'truncateAfterBytes', 'stallAfterBytes', 'corruptAtByte'] as const;

function misstate({ headers }: Answer, kind: 'range' | 'location'): void {
  if (kind === 'range') {
    const last = Number(/^0-(\d+)$/.exec(String(headers.range))?.[1] ?? 0);
    headers.range = `0-${Math.floor(last / 2)}`;
  } else headers.location = `${String(headers.location)}-elsewhere`;
}

const CODES: Record<number, RejectionCode> = {
  403: 'DENIED',
  404: 'NAME_UNKNOWN',
  405: 'UNSUPPORTED',
  429: 'TOOMANYREQUESTS',
};

async function* chunks(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
