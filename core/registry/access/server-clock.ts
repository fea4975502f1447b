import type { Dispatcher } from 'undici';

/** What a server's clock says beside this host's. Times in ms since 1970. */
export interface ServerClock {
  serverMs: number;
  /** This host's time less the server's, ms: positive when this host is ahead. */
  skewMs: number;
}

/**
 * Asks a server for anything, without credentials, and reads its clock from the `Date` header, with the `Age` that a
 * cache on the way adds. Good to about a second.
 * @param options.now this host's clock; default: the system's
 * @returns the status of the answer; no clock when it has no date
 * @throws what the connection throws
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
  // The header has whole seconds, cut off: on average half a second is missing.
  const serverMs = stated + age + 500;
  const skewMs = Math.round((requested + answered) / 2 - serverMs);
  return { status: statusCode, clock: { serverMs, skewMs } };
}

/** `12 min ahead of`, `3 h behind`: how a clock stands to another, to be followed by whose. */
export function skewInWords(skewMs: number): string {
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const size =
    seconds < 120
      ? `${seconds} s`
      : seconds < 7200
        ? `${Math.round(seconds / 60)} min`
        : seconds < 172_800
          ? `${Math.round(seconds / 3600)} h`
          : `${Math.round(seconds / 86_400)} days`;
  return `${size} ${skewMs > 0 ? 'ahead of' : 'behind'}`;
}
