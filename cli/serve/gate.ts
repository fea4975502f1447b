import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Session } from '../../core/contract/topics/session.ts';

/** How long the address that `--open` hands to the browser can be used, ms. */
const OPENING_MS = 60_000;

/** Who may come in. Tokens and the cookie's value are different secrets: a cookie reaches every port of its host. */
export interface Gate {
  /** Of the session that was asked for first; lives as long as the process. */
  readonly token: string;
  /** The tokens of approvers, by their names. */
  readonly approvers: ReadonlyMap<string, string>;
  /** A token that is good for one entry, soon: what starts a browser shows its arguments to everyone on this host. */
  openingToken(): string;
  /** Why a request is refused whatever it asks for, or undefined. */
  rejection(headers: IncomingHttpHeaders): string | undefined;
  /** Takes a token. @returns the cookie to set, or undefined for a wrong one */
  enter(token: string): string | undefined;
  /** The session whose cookie it brings. */
  sessionOf(headers: IncomingHttpHeaders): Session | undefined;
}

/**
 * @param host the loopback address that is listened on
 * @param own the session of the first token
 * @param approvers names of people who get a token that can approve plans
 */
export function createGate(host: string, own: Session, approvers: readonly string[] = []): Gate {
  const token = secret();
  /** By token: the session, and the value of its cookie. */
  const entries = new Map([[token, { session: own, cookie: secret() }]]);
  const named = new Map(approvers.map((name) => [name, secret()]));
  for (const [name, given] of named)
    entries.set(given, { session: { role: 'approver', name }, cookie: secret() });
  const cookieName = `airlock-${randomBytes(6).toString('hex')}`;
  const openings = new Map<string, number>();
  // Any port: through an SSH tunnel it is the tunnel's.
  const names = new Set(['127.0.0.1', 'localhost', '[::1]', host.includes(':') ? `[${host}]` : host]);

  function isOpening(given: string): boolean {
    const until = openings.get(given);
    openings.delete(given);
    return until !== undefined && performance.now() < until;
  }

  return {
    token,
    approvers: named,
    openingToken() {
      const opening = secret();
      openings.set(opening, performance.now() + OPENING_MS);
      return opening;
    },
    rejection(headers) {
      const requested = (headers.host ?? '').toLowerCase();
      // A name that a page elsewhere made resolve to this host is not one of them.
      if (!names.has(requested.replace(/:\d+$/, ''))) return 'it was asked for under another name';
      if (headers.origin !== undefined && headers.origin !== `http://${requested}`)
        return 'it came from a page of another origin';
      const site = headers['sec-fetch-site'];
      if (site === 'cross-site' || site === 'same-site') return 'it came from a page of another site';
      return undefined;
    },
    enter(given) {
      const known = [...entries].find(([one]) => same(given, one))?.[1];
      const entry = known ?? (isOpening(given) ? entries.get(token) : undefined);
      if (!entry) return undefined;
      return `${cookieName}=${entry.cookie}; HttpOnly; SameSite=Strict; Path=/`;
    },
    sessionOf(headers) {
      const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
      const value = cookies.find((cookie) => cookie.startsWith(`${cookieName}=`));
      if (value === undefined) return undefined;
      const given = value.slice(cookieName.length + 1);
      return [...entries.values()].find(({ cookie }) => same(given, cookie))?.session;
    },
  };
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}

/** In constant time, whatever the lengths. */
function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
