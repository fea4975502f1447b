import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Exchange, type Handler, type RefusalCode, refusal } from '../protocol/exchange.ts';
import { parseRoute } from '../protocol/route.ts';
import { createBlobStore } from './blob-store.ts';
import { brokenAnswer, brokenUpload, ended, resetConnection, UPLOAD_BREAKS } from './broken-body.ts';
import { createRulePicker, type FaultRule, type FaultScript } from './fault-script.ts';
import { capped, createRateCap, type RateCap } from './rate-cap.ts';

export interface FaultContext {
  /** Requests under way, this one included. */
  inFlight(): number;
  /** The 401 of this server, whatever the request carries. */
  challenge(exchange: Exchange): Promise<Answer>;
  /** Called with a fault's name each time it strikes. */
  onFault(name: string): void;
}

export interface Faults {
  /** Replaces the script; counts of rules begin anew. @throws SyntaxError for a `path` that is no regular expression */
  set(script: FaultScript): void;
  script(): FaultScript;
  /** The same handler, misbehaving by the script. */
  wrap(next: Handler): Handler;
  /** Waits as long as the script delays every request. */
  latency(signal: AbortSignal): Promise<void>;
  /** The handler for addresses that `redirectBlobs` handed out; they need no login. */
  blobStore(next: Handler): Handler;
}

/** A layer that makes a healthy server behave as links, proxies and public registries do. */
export function createFaults(initial: FaultScript, context: FaultContext): Faults {
  const store = createBlobStore();
  let script: FaultScript = {};
  let pick = createRulePicker([]);
  let total: RateCap | undefined;
  let bySocket = new WeakMap<Socket, RateCap>();
  /** Blobs that are handed out with a wrong byte. */
  const damaged = new Set<string>();
  const set = (next: FaultScript) => {
    pick = createRulePicker(next.rules ?? []);
    script = next;
    total = next.totalBytesPerSec ? createRateCap(next.totalBytesPerSec) : undefined;
    bySocket = new WeakMap();
  };
  set(initial);

  function capsOf({ socket }: Exchange): RateCap[] {
    const caps = total ? [total] : [];
    if (!script.bytesPerSec) return caps;
    const own = bySocket.get(socket) ?? createRateCap(script.bytesPerSec);
    bySocket.set(socket, own);
    return [...caps, own];
  }

  async function latency(signal: AbortSignal): Promise<void> {
    if (script.latencyMs) await sleep(script.latencyMs, undefined, { signal });
  }

  async function run(exchange: Exchange, next: Handler, inBlobStore: boolean): Promise<Answer> {
    const { method, url, signal, socket } = exchange;
    if (script.maxConnections && context.inFlight() > script.maxConnections) {
      context.onFault('too many at once');
      return refusal(429, 'TOOMANYREQUESTS', 'too many requests at once', null, { 'retry-after': '1' });
    }
    const reads = method === 'GET' && parseRoute(url.split('?', 1)[0] ?? '').kind === 'blobs';
    const redirects = reads && script.redirectBlobs === true && !inBlobStore;
    const rule = pick({ method, url, blob: reads && !redirects });
    await latency(signal);
    if (rule?.delayMs) await sleep(rule.delayMs, undefined, { signal });
    if (rule?.reset || rule?.hang) {
      context.onFault(rule.reset ? 'reset before the answer' : 'hang');
      if (rule.reset) resetConnection(socket);
      await ended(signal);
      return refusal(500, 'UNKNOWN', 'nobody hears this');
    }
    if (rule?.status !== undefined) {
      context.onFault(`status ${rule.status}`);
      return scripted(exchange, rule.status, rule);
    }
    if (redirects) return store.redirect(exchange, script);
    if (rule?.forgetUpload) {
      context.onFault('upload forgotten');
      await next({ ...exchange, method: 'DELETE' });
      return refusal(404, 'BLOB_UPLOAD_UNKNOWN', 'blob upload unknown to registry');
    }
    const answer = await next(misheard(exchange, rule));
    if (rule?.loseAnswer) {
      context.onFault('answer lost');
      resetConnection(socket);
      await ended(signal);
    }
    const digest = /[?&]digest=(sha256(?::|%3A)[0-9a-f]{64})/.exec(url)?.[1];
    if (rule?.damageStored && digest && answer.status === 201) {
      context.onFault('stored damaged');
      damaged.add(decodeURIComponent(digest));
    }
    return misspoken(exchange, answer, reads && isDamaged(url) ? { ...rule, corruptAtByte: 0 } : rule);
  }

  function isDamaged(url: string): boolean {
    return damaged.has(url.split('?', 1)[0]!.split('/').at(-1)!);
  }

  async function scripted(exchange: Exchange, status: number, { retryAfter }: FaultRule): Promise<Answer> {
    if (status === 401) return context.challenge(exchange);
    const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    return refusal(
      status,
      CODES[status] ?? 'UNKNOWN',
      'refused by a rule of the fault script',
      null,
      headers,
    );
  }

  /** The request as it arrives through the script: slow, broken, without its range. */
  function misheard(exchange: Exchange, rule: FaultRule | undefined): Exchange {
    const caps = capsOf(exchange);
    let { body, headers } = exchange;
    if (caps.length > 0) body = capped(body, caps, exchange.signal);
    if (rule && UPLOAD_BREAKS.some((effect) => rule[effect] !== undefined)) {
      body = brokenUpload(body, rule, exchange, context.onFault);
      // What arrives is no longer what was announced.
      if (rule.truncateUploadAfterBytes !== undefined)
        headers = { ...headers, 'content-range': undefined, 'content-length': undefined };
    }
    if (script.range === false) headers = { ...headers, range: undefined };
    return { ...exchange, body, headers };
  }

  /** The answer as it leaves through the script. */
  function misspoken(exchange: Exchange, answer: Answer, rule: FaultRule | undefined): Answer {
    if (script.range === false) delete answer.headers['accept-ranges'];
    if (rule?.misstate && answer.headers[rule.misstate] !== undefined) {
      context.onFault(`wrong ${rule.misstate}`);
      misstate(answer, rule.misstate);
    }
    const caps = capsOf(exchange);
    const breaks = rule !== undefined && BREAKS.some((effect) => rule[effect] !== undefined);
    if (!answer.body || (caps.length === 0 && !breaks)) return answer;
    const whole = Buffer.isBuffer(answer.body) ? answer.body : undefined;
    const headers = whole ? { 'content-length': whole.length, ...answer.headers } : answer.headers;
    let body = whole ? pieces(whole) : (answer.body as AsyncIterable<Buffer>);
    if (caps.length > 0) body = capped(body, caps, exchange.signal);
    if (breaks) body = brokenAnswer(body, rule, exchange, context.onFault);
    return { ...answer, headers, body };
  }

  return {
    set,
    script: () => script,
    latency,
    wrap: (next) => (exchange) => run(exchange, next, false),
    blobStore: (next) => async (exchange) => {
      const opened = store.open(exchange, script);
      return 'status' in opened ? opened : run(opened, next, true);
    },
  };
}

const BREAKS = ['resetAfterBytes', 'truncateAfterBytes', 'stallAfterBytes', 'corruptAtByte'] as const;

function misstate({ headers }: Answer, what: 'range' | 'location'): void {
  if (what === 'range') {
    const last = Number(/^0-(\d+)$/.exec(String(headers.range))?.[1] ?? 0);
    headers.range = `0-${Math.floor(last / 2)}`;
  } else headers.location = `${String(headers.location)}-elsewhere`;
}

const CODES: Record<number, RefusalCode> = {
  403: 'DENIED',
  404: 'NAME_UNKNOWN',
  405: 'UNSUPPORTED',
  429: 'TOOMANYREQUESTS',
};

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
