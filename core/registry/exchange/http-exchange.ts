import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import type { Endpoint } from '../access/access.ts';
import { isWithoutTls } from '../access/connection-faults.ts';
import { watchRate } from '../access/minimum-rate.ts';
import { interruption, unlessAborted } from './cancellation.ts';
import { t } from './messages.ts';
import { connectionFault, faultCode, rejection } from './registry-errors.ts';
import { discard, headerTexts, type Reply } from './reply.ts';
import { retryAfterMs } from './retry.ts';
import { sendInThread } from './send-in-thread.ts';
import type { Session } from './session.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;
/** Responses of an overloaded host, or of a proxy in front of it. */
const OVERLOADED = new Set([429, 502, 503, 504]);

export interface ExchangeRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with query below the endpoint (`/v2/…`), or an address from an earlier response. */
  to: string | URL;
  /** Token scopes, such as `repository:a/b:pull`. */
  scopes: string[];
  headers?: Record<string, string>;
  /** Content. A function is called again if the request is repeated. */
  body?: Buffer | (() => AsyncIterable<Uint8Array>);
  /** The request in words, for messages: `manifest quay.io/a/b:1`. */
  subject: string;
  signal: AbortSignal;
  /** Timeout for the first byte of the response, in ms. Default: `stallMs`. */
  answerMs?: number;
  /** The request transfers content, which a proxy may delay while it scans it. */
  content?: true;
  /** Whether the content of the response is only written to a file, so that the download thread can do it. */
  toFile?: boolean;
}

/**
 * Makes one attempt: determines how the host is reached, authorizes, follows redirects and answers challenges. Returns
 * responses of any status, except a 401 that no credentials can change.
 * @throws AirlockError `unauthorized`; connection faults, `retryable` if transient; `interrupted`
 */
export async function exchange(
  session: Session,
  endpoint: Endpoint,
  request: ExchangeRequest,
): Promise<Reply> {
  const { scopes, signal, subject } = request;
  const tokens = { since: performance.now(), freshRejected: 0, strays: 0, renewed: false };
  const origin = await originOf(session, endpoint, signal);
  const host = session.host(endpoint);
  const { authentication, rejections } = host;
  const purpose = { endpoint, scopes, signal };
  const stillUsed = (header: string) => baseAccepts(session, endpoint, origin, { header, signal });
  let used = await authentication.ahead(purpose);
  for (;;) {
    const startedAt = performance.now();
    const reply = await follow(session, endpoint, origin, request, used?.header);
    host.leastAnswerMs = Math.min(host.leastAnswerMs, performance.now() - startedAt);
    if (!reply.foreign) {
      if (OVERLOADED.has(reply.status)) {
        const { date, 'retry-after': after } = reply.headers;
        rejections.answered(startedAt, retryAfterMs(after, date) ?? 0);
      } else if (reply.status < 500) rejections.answered(startedAt);
    }
    let read = false;
    const rejected = () => {
      read = true;
      return rejection(reply, subject);
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

/** Returns whether the base address accepts an authorization. */
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
    subject: endpoint.host,
    signal,
    answerMs: session.stallMs,
  });
  discard(reply);
  return reply.status !== 401 && reply.status !== 403;
}

/** Returns an address from a registry (Location, Link), relative or absolute. */
export function addressFrom(given: string, base: URL): URL {
  const url = URL.parse(given, base.href);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new AirlockError('protocol', t('addressInvalid', { origin: base.origin }));
  // Registries behind a TLS proxy often use http in their own addresses.
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
    // An address of a blob store contains its permission, and many stores reject a second one, also if they share the
    // registry's name.
    const store = hops > 0 && !(own && (insists || url.pathname.startsWith('/v2/')));
    const login = own && !store && authorization !== undefined ? { authorization } : undefined;
    const answer = await send(session, {
      url,
      method,
      security: own ? endpoint.security : securityOf(session, url.host),
      headers: { ...request.headers, ...login },
      body: typeof body === 'function' ? body() : body,
      subject: request.subject,
      signal: request.signal,
      toFile: request.toFile,
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
      throw new AirlockError(
        'protocol',
        t('tooManyRedirects', { request: request.subject, count: MAX_REDIRECTS }),
      );
    const next = addressFrom(location, url);
    if (url.protocol === 'https:' && next.protocol === 'http:' && endpoint.security === 'verified')
      throw new AirlockError('protocol', t('redirectToHttp', { request: request.subject, host: next.host }));
    if (reply.status === 303 && method !== 'HEAD') {
      method = 'GET';
      body = undefined;
    }
    url = next;
  }
}

/** Multiple of the usual timeout for a proxy that scans content, and its maximum in ms. */
const SCAN_FACTOR = 10;
const LONGEST_SCAN = 15 * 60 * 1000;

/** Returns the timeouts of a server. They are longer only for hosts behind a proxy, which may delay content. */
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

/** Returns the origin of a host, and learns its first challenge. It is determined once, by the first request. */
export function originOf(session: Session, endpoint: Endpoint, signal: AbortSignal): Promise<string> {
  const host = session.host(endpoint);
  if (!host.origin) {
    const greeting = greet(session, endpoint);
    host.origin = greeting;
    greeting.then(host.contact.answer, () => {
      if (host.origin === greeting) host.origin = undefined;
    });
  }
  return unlessAborted(host.origin, signal);
}

/**
 * Requests `/v2/` once, like every registry client. Its challenge saves a rejected request for each repository, and
 * registries with anonymous access use credentials only if they are sent without a challenge.
 */
async function greet(session: Session, endpoint: Endpoint): Promise<string> {
  const query = async (origin: string) => {
    const reply = await send(session, {
      url: new URL(`${origin}/v2/`),
      method: 'GET',
      security: endpoint.security,
      headers: {},
      body: undefined,
      subject: endpoint.host,
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
    if (endpoint.security !== 'insecure' || !mayUsePlainHttp(error, endpoint.host)) throw error;
    // TLS servers answer 400 to plain HTTP. The first fault was then the real one.
    const status = await query(plain).catch((thrown: unknown) => {
      // The first fault is permanent, but this one isn't: the next attempt may succeed.
      if (isWithoutTls(error) && asAirlockError(thrown).retryable) throw thrown;
      return 400;
    });
    if (status === 400) throw error;
    return plain;
  }
}

/** Returns whether a fault of an https attempt may mean that the host uses plain HTTP. */
function mayUsePlainHttp(error: unknown, host: string): boolean {
  const code = faultCode(error) ?? '';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return true;
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code === 'UND_ERR_CONNECT_TIMEOUT') return true;
  return code === 'ECONNREFUSED' && !/:\d+$/.test(host);
}

/** Returns the security of a host other than the endpoint, without the permissions of the endpoint. */
export function securityOf(session: Session, host: string): Endpoint['security'] {
  return session.access.security?.(host) ?? 'verified';
}

/** Sends one HTTP request, without redirects and credentials. */
export async function send(
  session: Session,
  request: {
    url: URL;
    method: ExchangeRequest['method'];
    security: Endpoint['security'];
    headers: Record<string, string>;
    body: Buffer | string | AsyncIterable<Uint8Array> | undefined;
    subject: string;
    signal: AbortSignal;
    answerMs: number;
    /** Time without a byte of the body, in ms. Default: `stallMs` of the session. */
    stallMs?: number;
    toFile?: boolean | undefined;
  },
): Promise<Pick<Reply, 'status' | 'headers' | 'body' | 'watch'>> {
  const { url, method, signal, subject, stallMs = session.stallMs } = request;
  if (signal.aborted) throw interruption(signal);
  await session.gate.pass(signal);
  session.counters.requests++;
  try {
    const options: Dispatcher.RequestOptions = {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      // Content is copied byte for byte, so that nothing in between may compress it.
      headers: { 'user-agent': session.userAgent, 'accept-encoding': 'identity', ...request.headers },
      // undici accepts any async iterable as a body, but its types allow only streams.
      body: (request.body ?? null) as Readable | Buffer | string | null,
      signal,
      headersTimeout: request.answerMs,
      bodyTimeout: stallMs,
      // Otherwise undici closes the connection after each HEAD.
      reset: false,
    };
    const threaded = request.toFile
      ? await sendInThread(session, request, {
          ...options,
          headersTimeout: request.answerMs,
          bodyTimeout: stallMs,
        })
      : undefined;
    if (threaded) return threaded;
    const reply = await session.access.dispatcher(url.origin, request.security).request(options);
    const headers = headerTexts(reply.headers);
    const watch = watchRate({ bytes: session.minimumBytes, overMs: stallMs }, subject);
    return { status: reply.statusCode, headers, body: reply.body, watch };
  } catch (error) {
    throw await faultOf(session, error, subject, url, signal);
  }
}

/** Returns any error of sending or receiving as an AirlockError: an interruption if the signal is aborted. */
export async function faultOf(
  session: Session,
  error: unknown,
  subject: string,
  url: URL,
  signal: AbortSignal,
): Promise<AirlockError> {
  if (signal.aborted) return interruption(signal);
  if (error instanceof AirlockError) return error;
  const code = faultCode(error);
  const quick = code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT';
  const explained = quick ? error : await session.access.explain(error, url.origin);
  if (signal.aborted) return interruption(signal);
  return connectionFault(explained, error, subject, url.origin);
}
