import { setTimeout as wait } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Access, Endpoint } from './access.ts';
import { type FirstContact, retriesWithin } from './first-contact.ts';
import { t } from './messages.ts';
import { type MinimumRate, watchedBody, watchRate } from './minimum-rate.ts';

export interface HttpGetOptions {
  signal?: AbortSignal;
  /** Value of the Accept header. Default: anything. */
  accept?: string;
  /** Value of the Authorization header: only for the first origin, never for a redirect to another. Default: none. */
  authorization?: string;
  /** Bytes. A longer response is an error. Default: 64 MiB. */
  maxBytes?: number;
  /** Only for the first host. Redirect targets are verified, unless `Access.security` allows otherwise. Default: verified. */
  security?: Endpoint['security'];
  /** Time without a byte after which a reply counts as stalled, in ms. Default: 60,000. */
  stallMs?: number;
  /** A reply slower than this, averaged over `stallMs`, counts as stalled: bytes per second. 0: any rate. Default: 1,024. */
  minimumRate?: number;
  retry?: {
    /** Attempts after the first. Default: 5, as --retry-times. */
    times?: number;
    /** ms between attempts. Default: 2^attempt seconds. Up to 10 % are added either way. */
    delay?: number;
    onRetry?: HttpRetry;
    /** Returns the contact with a host, which limits the retries until it first answers. Default: all retries. */
    contactOf?: (host: string) => FirstContact;
  };
}

/** Called before each wait. `attempt`: the next one, and `attempts` how many there are at most, from 1. */
export type HttpRetry = (retry: {
  host: string;
  attempt: number;
  attempts: number;
  waitMs: number;
  error: AirlockError;
}) => void;

export interface HttpAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const MAX_BYTES = 64 * 2 ** 20;
const RETRY_TIMES = 5;
/** Maximum Retry-After. ms */
const LONGEST_WAIT = 300_000;
const STALL_MS = 60_000;
/** Bytes per second. */
const MINIMUM_RATE = 1024;
const REDIRECTS = 10;

/**
 * Sends a GET to a server that isn't a registry: for update graphs, signatures, graph data. Follows redirects (never
 * from https to http). Retries after connection faults, 429 and 500 to 504 (like oc-mirror v2 for images,
 * internal/pkg/mirror/mirror.go), and honors Retry-After. Returns responses of any status, also a persistent 429 or 5xx.
 * @throws AirlockError `connection`, `tls`, `tls-unknown-issuer`, `proxy`, `stalled`, `protocol`, `interrupted`
 */
export async function httpGet(
  access: Access,
  url: string,
  options: HttpGetOptions = {},
): Promise<HttpAnswer> {
  const { times = RETRY_TIMES, delay, onRetry, contactOf } = options.retry ?? {};
  let { host } = new URL(url);
  const visit = (next: string): void => {
    host = next;
  };
  for (let attempt = 0; ; attempt++) {
    const startedAt = performance.now();
    const outcome = await getOnce(access, new URL(url), options, visit);
    const error = outcome instanceof AirlockError ? outcome : statusFault(outcome, url);
    if (!error?.retryable || attempt >= times || (error.retryAfterMs ?? 0) > LONGEST_WAIT) {
      if (outcome instanceof AirlockError) throw outcome;
      return outcome;
    }
    const pause = (delay ?? 1000 * 2 ** attempt) * (1 + Math.random() / 10);
    const waitMs = Math.max(pause, error.retryAfterMs ?? 0);
    const leftMs = contactOf?.(host).timeLeft(error, startedAt);
    if (leftMs !== undefined && waitMs > leftMs) throw error;
    const more = retriesWithin(leftMs, (n) => delay ?? 1000 * 2 ** (attempt + n));
    onRetry?.({
      host,
      attempt: attempt + 2,
      attempts: Math.min(attempt + 1 + more, times + 1),
      waitMs,
      error,
    });
    await wait(waitMs, undefined, { signal: options.signal }).catch(() => {
      throw new AirlockError('interrupted', t('stopped'));
    });
  }
}

/** Sends one GET and follows its redirects. Returns typed faults, and throws programming errors. */
async function getOnce(
  access: Access,
  first: URL,
  options: HttpGetOptions,
  visit: (host: string) => void,
): Promise<HttpAnswer | AirlockError> {
  const { stallMs = STALL_MS, minimumRate = MINIMUM_RATE, maxBytes = MAX_BYTES } = options;
  let url = first;
  for (let redirects = 0; redirects <= REDIRECTS; redirects++) {
    const known = access.security?.(url.host) ?? 'verified';
    const security = url.host === first.host ? (options.security ?? known) : known;
    visit(url.host);
    try {
      const response = await access.dispatcher(url.origin, security).request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: 'GET',
        headers: {
          accept: options.accept ?? '*/*',
          'user-agent': 'airlock',
          authorization:
            options.authorization && url.origin === first.origin ? options.authorization : undefined,
        },
        headersTimeout: stallMs,
        bodyTimeout: stallMs,
        signal: options.signal,
      });
      options.retry?.contactOf?.(url.host).answer();
      const target = redirectTarget(response, url);
      if (!target) {
        const minimum = { bytes: (minimumRate * stallMs) / 1000, overMs: stallMs };
        const body = await readBody(response, { maxBytes, minimum, url });
        return { status: response.statusCode, headers: response.headers, body };
      }
      response.body.on('error', () => undefined).destroy();
      url = target;
    } catch (error) {
      if (options.signal?.aborted) throw new AirlockError('interrupted', t('stopped'), { cause: error });
      const explained = await access.explain(error, url.origin);
      if (explained instanceof AirlockError) return explained;
      throw explained;
    }
  }
  return new AirlockError('protocol', t('tooManyRedirects', { address: shown(first), count: REDIRECTS }));
}

function redirectTarget({ statusCode, headers }: Dispatcher.ResponseData, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || typeof headers.location !== 'string')
    return undefined;
  const target = URL.parse(headers.location, from.href);
  const downgrade = from.protocol === 'https:' && target?.protocol === 'http:';
  if (!target || !/^https?:$/.test(target.protocol) || downgrade) {
    throw new AirlockError(
      'protocol',
      target
        ? t('redirect', { address: shown(from), target: shown(target) })
        : t('redirectInvalid', { address: shown(from) }),
      {
        remedy: t(downgrade ? 'redirectDowngradeRemedy' : 'redirectRemedy'),
      },
    );
  }
  return target;
}

async function readBody(
  { body, headers }: Dispatcher.ResponseData,
  { maxBytes, minimum, url }: { maxBytes: number; minimum: MinimumRate; url: URL },
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  if (Number(headers['content-length'] ?? 0) > maxBytes) size = maxBytes + 1;
  else {
    for await (const { chunk } of watchedBody(body, watchRate(minimum, shown(url)))) {
      size += chunk.length;
      if (size > maxBytes) break;
      parts.push(chunk);
    }
  }
  if (size <= maxBytes) return Buffer.concat(parts);
  body.on('error', () => undefined).destroy();
  throw new AirlockError('protocol', t('answerTooLong', { address: shown(url), bytes: maxBytes }), {
    expected: t('answerTooLongExpected', { bytes: maxBytes }),
  });
}

function statusFault({ status, headers }: HttpAnswer, url: string): AirlockError | undefined {
  const limited = status === 429;
  if (!limited && (status < 500 || status > 504)) return undefined;
  const retryAfterMs = retryAfter(headers['retry-after']);
  return new AirlockError(
    limited ? 'rate-limited' : 'server-error',
    t('answered', { address: shown(new URL(url)), status }),
    {
      retryable: true,
      found: String(status),
      retryAfterMs,
    },
  );
}

/** Returns Retry-After in ms, from seconds or a date. */
function retryAfter(value: string | string[] | undefined): number | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** Returns an address for messages, without user info and query, which may contain signatures. */
function shown(url: URL): string {
  return `${url.origin}${url.pathname}`;
}
