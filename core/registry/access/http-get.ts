import { setTimeout as wait } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Access, Endpoint } from './access.ts';
import { type MinimumRate, watchedBody, watchRate } from './minimum-rate.ts';

export interface HttpGetOptions {
  signal?: AbortSignal;
  /** Value of the Accept header. Default: anything. */
  accept?: string;
  /** Value of the Authorization header: for the first origin alone, never for what it redirects to. Default: none. */
  authorization?: string;
  /** Bytes; a longer answer is an error. Default: 64 MiB. */
  maxBytes?: number;
  /** For the first host only; what it redirects to is verified unless `Access.security` says otherwise. Default: verified. */
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
    onRetry?: (retry: { attempt: number; waitMs: number; error: AirlockError }) => void;
  };
}

export interface HttpAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const MAX_BYTES = 64 * 2 ** 20;
const RETRY_TIMES = 5;
/** A server that asks for more than this is not waited for. ms */
const LONGEST_WAIT = 300_000;
const STALL_MS = 60_000;
/** Bytes per second. */
const MINIMUM_RATE = 1024;
const REDIRECTS = 10;

/**
 * GET for what is no registry: update graphs, signatures, graph data. Follows redirects (never from https to http), and
 * tries again after connection faults, 429 and 500 to 504 (as oc-mirror v2 does for images,
 * internal/pkg/mirror/mirror.go), with Retry-After honoured. Answers of any status are returned, those that stay 429 or
 * 5xx too.
 * @throws AirlockError `connection`, `tls`, `tls-unknown-issuer`, `proxy`, `stalled`, `protocol`, `interrupted`
 */
export async function httpGet(
  access: Access,
  url: string,
  options: HttpGetOptions = {},
): Promise<HttpAnswer> {
  const { times = RETRY_TIMES, delay, onRetry } = options.retry ?? {};
  for (let attempt = 0; ; attempt++) {
    const outcome = await getOnce(access, new URL(url), options);
    const error = outcome instanceof AirlockError ? outcome : statusFault(outcome, url);
    if (!error?.retryable || attempt >= times || (error.retryAfterMs ?? 0) > LONGEST_WAIT) {
      if (outcome instanceof AirlockError) throw outcome;
      return outcome;
    }
    const pause = (delay ?? 1000 * 2 ** attempt) * (1 + Math.random() / 10);
    const waitMs = Math.max(pause, error.retryAfterMs ?? 0);
    onRetry?.({ attempt: attempt + 1, waitMs, error });
    await wait(waitMs, undefined, { signal: options.signal }).catch(() => {
      throw new AirlockError('interrupted', 'stopped on request');
    });
  }
}

/** One GET with its redirects; faults are returned when they are typed, and thrown when they are faults of ours. */
async function getOnce(
  access: Access,
  first: URL,
  options: HttpGetOptions,
): Promise<HttpAnswer | AirlockError> {
  const { stallMs = STALL_MS, minimumRate = MINIMUM_RATE, maxBytes = MAX_BYTES } = options;
  let url = first;
  for (let redirects = 0; redirects <= REDIRECTS; redirects++) {
    const known = access.security?.(url.host) ?? 'verified';
    const security = url.host === first.host ? (options.security ?? known) : known;
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
      const target = redirectTarget(response, url);
      if (!target) {
        const minimum = { bytes: (minimumRate * stallMs) / 1000, overMs: stallMs };
        const body = await readBody(response, { maxBytes, minimum, url });
        return { status: response.statusCode, headers: response.headers, body };
      }
      response.body.on('error', () => undefined).destroy();
      url = target;
    } catch (error) {
      if (options.signal?.aborted)
        throw new AirlockError('interrupted', 'stopped on request', { cause: error });
      const explained = await access.explain(error, url.origin);
      if (explained instanceof AirlockError) return explained;
      throw explained;
    }
  }
  return new AirlockError('protocol', `${shown(first)} redirects more than ${REDIRECTS} times`);
}

function redirectTarget({ statusCode, headers }: Dispatcher.ResponseData, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || typeof headers.location !== 'string')
    return undefined;
  const target = URL.parse(headers.location, from.href);
  const downgrade = from.protocol === 'https:' && target?.protocol === 'http:';
  if (!target || !/^https?:$/.test(target.protocol) || downgrade) {
    throw new AirlockError(
      'protocol',
      `${shown(from)} redirects to ${target ? shown(target) : 'no address'}`,
      {
        remedy: downgrade ? 'A redirect from https to http is not followed.' : 'Check the address.',
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
  throw new AirlockError('protocol', `${shown(url)} answers with more than ${maxBytes} bytes`, {
    expected: `at most ${maxBytes} bytes`,
  });
}

function statusFault({ status, headers }: HttpAnswer, url: string): AirlockError | undefined {
  const limited = status === 429;
  if (!limited && (status < 500 || status > 504)) return undefined;
  const retryAfterMs = retryAfter(headers['retry-after']);
  return new AirlockError(
    limited ? 'rate-limited' : 'server-error',
    `${shown(new URL(url))} answered ${status}`,
    {
      retryable: true,
      found: String(status),
      retryAfterMs,
    },
  );
}

/** Retry-After in ms: seconds or a date. */
function retryAfter(value: string | string[] | undefined): number | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** An address for messages: without user info and query, which may hold signatures. */
function shown(url: URL): string {
  return `${url.origin}${url.pathname}`;
}
