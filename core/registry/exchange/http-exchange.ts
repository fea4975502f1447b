import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Endpoint } from '../access/access.ts';
import { watchRate } from '../access/minimum-rate.ts';
import { interruption, unlessAborted } from './cancellation.ts';
import { connectionFault, faultCode, rejection } from './registry-errors.ts';
import { discard, type Reply } from './reply.ts';
import { retryAfterMs } from './retry.ts';
import type { Session } from './session.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;
/** Answers of a host, or of something before it, that is too busy. */
const OVERLOADED = new Set([429, 502, 503, 504]);

export interface ExchangeRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with query below the endpoint (`/v2/…`), or the address that an earlier answer gave. */
  to: string | URL;
  /** Token scopes, e.g. `repository:a/b:pull`. */
  scopes: string[];
  headers?: Record<string, string>;
  /** Content; a function is called again when the request has to be sent again. */
  body?: Buffer | (() => AsyncIterable<Uint8Array>);
  /** The request in words, for messages: `manifest quay.io/a/b:1`. */
  what: string;
  signal: AbortSignal;
  /** How long the first byte of the answer may take, in ms; default `stallMs`. */
  answerMs?: number;
  /** The request moves content: a proxy in between may hold it for as long as it scans it. */
  content?: true;
}

/**
 * One attempt: finds out how the host is reached, authorises, follows redirects, meets a challenge. Any status is a
 * result, except a 401 that no credentials can change.
 * @throws AirlockError `unauthorized`; connection faults, `retryable` where they pass; `interrupted`
 */
export async function exchange(
  session: Session,
  endpoint: Endpoint,
  request: ExchangeRequest,
): Promise<Reply> {
  const { scopes, signal, what } = request;
  const tokens = { since: performance.now(), freshRejected: 0, strays: 0, renewed: false };
  const origin = await originOf(session, endpoint, signal);
  const { authentication, rejections } = session.host(endpoint);
  const purpose = { endpoint, scopes, signal };
  const stillUsed = (header: string) => baseAccepts(session, endpoint, origin, { header, signal });
  let used = await authentication.ahead(purpose);
  for (;;) {
    const startedAt = performance.now();
    const reply = await follow(session, endpoint, origin, request, used?.header);
    if (!reply.foreign) {
      if (OVERLOADED.has(reply.status)) {
        const { date, 'retry-after': after } = reply.headers;
        rejections.answered(startedAt, retryAfterMs(after, date) ?? 0);
      } else if (reply.status < 500) rejections.answered(startedAt);
    }
    let read = false;
    const rejected = () => {
      read = true;
      return rejection(reply, what);
    };
    if (reply.status === 403 && !reply.foreign) {
      const renewed = await authentication.afterDenial(purpose, used, tokens, stillUsed, rejected);
      if (!renewed) return reply;
      used = renewed;
    } else if (reply.status === 401 && !reply.foreign) {
      const challenge = { header: reply.headers['www-authenticate'], origin, used };
      used = await authentication.afterRejection(purpose, challenge, tokens, stillUsed, rejected);
    } else {
      if (reply.foreign || reply.status < 400 || reply.status === 404) authentication.accepted(purpose, used);
      return reply;
    }
    if (!read) discard(reply);
  }
}

/** The base address, asked with an authorization. */
async function baseAccepts(
  session: Session,
  endpoint: Endpoint,
  origin: string,
  { header, signal }: { header: string; signal: AbortSignal },
): Promise<boolean> {
  const reply = await send(session, {
    url: new URL(`${origin}/v2/`),
    method: 'GET',
    security: endpoint.security,
    headers: { authorization: header },
    body: undefined,
    what: endpoint.host,
    signal,
    answerMs: session.stallMs,
  });
  discard(reply);
  return reply.status !== 401 && reply.status !== 403;
}

/** An address that a registry gives (Location, Link), relative or absolute. */
export function addressFrom(given: string, base: URL): URL {
  const url = URL.parse(given, base.href);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new AirlockError('protocol', `${base.origin} sends to an address that is no web address`);
  // Registries behind a TLS proxy often name themselves by http.
  if (base.protocol === 'https:' && url.protocol === 'http:' && url.hostname === base.hostname)
    url.protocol = 'https:';
  url.username = '';
  url.password = '';
  return url;
}

async function follow(
  session: Session,
  endpoint: Endpoint,
  origin: string,
  request: ExchangeRequest,
  authorization: string | undefined,
): Promise<Reply> {
  let url = request.to instanceof URL ? request.to : new URL(origin + request.to);
  let { method, body } = request;
  let insists = false;
  for (let hops = 0; ; hops++) {
    const own = url.origin === origin;
    // An address of a blob store carries its permission and many stores refuse a second one, also where they share
    // the registry's name.
    const store = hops > 0 && !(own && (insists || url.pathname.startsWith('/v2/')));
    const login = own && !store && authorization !== undefined ? { authorization } : undefined;
    const answer = await send(session, {
      url,
      method,
      security: own ? endpoint.security : securityOf(session, url.host),
      headers: { ...request.headers, ...login },
      body: typeof body === 'function' ? body() : body,
      what: request.what,
      signal: request.signal,
      ...patience(session, request, url.origin),
    });
    const reply: Reply = { ...answer, url, foreign: store };
    if (own && store && reply.status === 401) {
      discard(reply);
      insists = true;
      continue;
    }
    const location = reply.headers.location;
    if (!REDIRECTS.has(reply.status) || location === undefined) return reply;
    discard(reply);
    if (hops === MAX_REDIRECTS)
      throw new AirlockError('protocol', `${request.what}: redirected more than ${MAX_REDIRECTS} times`);
    const next = addressFrom(location, url);
    if (url.protocol === 'https:' && next.protocol === 'http:' && endpoint.security === 'verified')
      throw new AirlockError(
        'protocol',
        `${request.what}: redirected from TLS to plain HTTP at ${next.host}`,
      );
    if (reply.status === 303 && method !== 'HEAD') {
      method = 'GET';
      body = undefined;
    }
    url = next;
  }
}

/** How often the usual time a proxy may take to scan, and how long at most, in ms. */
const SCAN_FACTOR = 10;
const LONGEST_SCAN = 15 * 60 * 1000;

/** How long a server may be silent. Per host: a proxy that stands before one holds content, others need no such wait. */
function patience(
  session: Session,
  { content, answerMs = session.stallMs }: Pick<ExchangeRequest, 'content' | 'answerMs'>,
  origin: string,
): { answerMs: number; stallMs: number } {
  const { stallMs } = session;
  if (!content || !session.access.proxied?.(origin)) return { answerMs, stallMs };
  const scanned = (ms: number) => Math.max(ms, Math.min(ms * SCAN_FACTOR, LONGEST_SCAN));
  return { answerMs: scanned(answerMs), stallMs: scanned(stallMs) };
}

/** Where a host answers, from the first request to it on; its first challenge is learnt on the way. */
export function originOf(session: Session, endpoint: Endpoint, signal: AbortSignal): Promise<string> {
  const host = session.host(endpoint);
  if (!host.origin) {
    const greeting = greet(session, endpoint);
    host.origin = greeting;
    greeting.catch(() => {
      if (host.origin === greeting) host.origin = undefined;
    });
  }
  return unlessAborted(host.origin, signal);
}

/**
 * Asks `/v2/` once, as every registry client does: the answer's challenge spares each repository a refused request,
 * and registries that let strangers in only take credentials when they are sent unasked.
 */
async function greet(session: Session, endpoint: Endpoint): Promise<string> {
  const query = async (origin: string) => {
    const reply = await send(session, {
      url: new URL(`${origin}/v2/`),
      method: 'GET',
      security: endpoint.security,
      headers: {},
      body: undefined,
      what: endpoint.host,
      signal: session.closing,
      answerMs: session.stallMs,
    });
    discard(reply);
    const { authentication } = session.host(endpoint);
    if (reply.status === 401) authentication.learn(reply.headers['www-authenticate'], origin);
    else if (reply.status < 400) authentication.accepted({ endpoint, scopes: [] }, undefined);
    return reply.status;
  };
  const secure = `https://${endpoint.host}`;
  const plain = `http://${endpoint.host}`;
  try {
    await query(secure);
    return secure;
  } catch (error) {
    if (endpoint.security !== 'insecure' || !speaksNoTls(error, endpoint.host)) throw error;
    // 400 is what TLS servers answer to plain HTTP: then the first fault was the true one.
    const status = await query(plain).catch(() => 400);
    if (status === 400) throw error;
    return plain;
  }
}

/** Whether a fault of an https attempt may mean that plain HTTP is spoken there. */
function speaksNoTls(error: unknown, host: string): boolean {
  const code = faultCode(error) ?? '';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return true;
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code === 'UND_ERR_CONNECT_TIMEOUT') return true;
  return code === 'ECONNREFUSED' && !/:\d+$/.test(host);
}

/** What another host than the endpoint is allowed: nothing that the endpoint alone is allowed. */
export function securityOf(session: Session, host: string): Endpoint['security'] {
  return session.access.security?.(host) ?? 'verified';
}

/** One HTTP request on the wire, without redirects and without credentials of its own. */
export async function send(
  session: Session,
  request: {
    url: URL;
    method: ExchangeRequest['method'];
    security: Endpoint['security'];
    headers: Record<string, string>;
    body: Buffer | string | AsyncIterable<Uint8Array> | undefined;
    what: string;
    signal: AbortSignal;
    answerMs: number;
    /** How long the body may be silent, in ms; default `stallMs` of the session. */
    stallMs?: number;
  },
): Promise<Pick<Reply, 'status' | 'headers' | 'body' | 'watch'>> {
  const { url, method, signal, what, stallMs = session.stallMs } = request;
  if (signal.aborted) throw interruption(signal);
  await session.gate.pass(signal);
  session.counters.requests++;
  try {
    const options: Dispatcher.RequestOptions = {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      // Content is copied byte for byte: nothing on the way may pack it.
      headers: { 'user-agent': session.userAgent, 'accept-encoding': 'identity', ...request.headers },
      // undici takes any async iterable as a body; its types name streams only.
      body: (request.body ?? null) as Readable | Buffer | string | null,
      signal,
      headersTimeout: request.answerMs,
      bodyTimeout: stallMs,
      // Otherwise undici closes the connection after each HEAD.
      reset: false,
    };
    const reply = await session.access.dispatcher(url.origin, request.security).request(options);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(reply.headers)) {
      const text = typeof value === 'string' ? value : value?.join(', ');
      if (text !== undefined) headers[name] = text;
    }
    const watch = watchRate({ bytes: session.minimumBytes, overMs: stallMs }, what);
    return { status: reply.statusCode, headers, body: reply.body, watch };
  } catch (error) {
    throw await faultOf(session, error, what, url, signal);
  }
}

/** Any error of sending or receiving as AirlockError: an interruption when the signal is aborted. */
export async function faultOf(
  session: Session,
  error: unknown,
  what: string,
  url: URL,
  signal: AbortSignal,
): Promise<AirlockError> {
  if (signal.aborted) return interruption(signal);
  if (error instanceof AirlockError) return error;
  const code = faultCode(error);
  const quick = code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT';
  const explained = quick ? error : await session.access.explain(error, url.origin);
  if (signal.aborted) return interruption(signal);
  return connectionFault(explained, error, what, url.origin);
}
