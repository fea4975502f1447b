import type { Dispatcher } from 'undici';
import { t } from './messages.ts';

/** The clock of a server compared with that of this host. Times in ms since 1970. */
export interface ServerClock {
  serverMs: number;
  /** This host's time minus the server's, in ms. Positive if this host is ahead. */
  skewMs: number;
}

/**
 * Sends a request to a server, without credentials, and reads its clock from the `Date` header, corrected by the `Age`
 * of a cache in between. Accurate to about a second.
 * @param options.now this host's clock. Default: the system's
 * @returns the status of the response, without a clock if it has no date
 * @throws errors of the connection
 */
export async function readServerClock(
  dispatcher: Dispatcher,
  url: URL,
  options: { signal?: AbortSignal; now?: () => number; userAgent?: string } = {},
): Promise<{ status: number; clock?: ServerClock }> {
  const now = options.now ?? Date.now;
  const requested = now();
  const { statusCode, headers, body } = await dispatcher.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'GET',
    headers: { 'user-agent': options.userAgent ?? 'airlock' },
    signal: options.signal,
  });
  const answered = now();
  body.on('error', () => undefined).destroy();
  const stated = typeof headers.date === 'string' ? Date.parse(headers.date) : Number.NaN;
  if (Number.isNaN(stated)) return { status: statusCode };
  const age = typeof headers.age === 'string' && /^\d+$/.test(headers.age) ? Number(headers.age) * 1000 : 0;
  // The header has truncated seconds, so that half a second is missing on average.
  const serverMs = stated + age + 500;
  const skewMs = Math.round((requested + answered) / 2 - serverMs);
  return { status: statusCode, clock: { serverMs, skewMs } };
}

/** Returns how a clock compares to another: `12 min ahead of`, `3 h behind`. The other clock follows. */
export function skewInWords(skewMs: number): string {
  return t(skewMs > 0 ? 'skewAhead' : 'skewBehind', { duration: skewDuration(skewMs) });
}

/** Returns the size of a clock difference: `12 min`, `3 h`. */
export function skewDuration(skewMs: number): string {
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}
