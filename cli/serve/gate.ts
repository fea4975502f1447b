import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { inUrl } from '../../core/base/files/loopback-address.ts';
import type { Session } from '../../core/contract/topics/session.ts';
import { t } from './messages.ts';

/** Lifetime of the address that `--open` gives to the browser, ms. */
const OPENING_MS = 60_000;

/** Controls access. Tokens and cookies contain different secrets, because a cookie is sent to every port of its host. */
export interface Gate {
  /** The token of the main session, valid as long as the process runs. */
  readonly token: string;
  /** The tokens of approvers, by their names. */
  readonly approvers: ReadonlyMap<string, string>;
  /** Returns a short-lived token for one entry. All users of this host can see the arguments of the browser's process. */
  openingToken(): string;
  /** Returns why a request is rejected regardless of its path, or undefined. */
  rejection(headers: IncomingHttpHeaders): string | undefined;
  /** Accepts a token. @returns the cookie to set, or undefined for a wrong token */
  enter(token: string): string | undefined;
  /** Returns the session of the cookie in a request. */
  sessionOf(headers: IncomingHttpHeaders): Session | undefined;
}

/**
 * @param host the loopback address of the server
 * @param own the session of the main token
 * @param approvers names of people who get a token to approve plans
 */
export function createGate(host: string, own: Session, approvers: readonly string[] = []): Gate {
  const token = secret();
  /** The session and the value of its cookie, by token. */
  const entries = new Map([[token, { session: own, cookie: secret() }]]);
  const named = new Map(approvers.map((name) => [name, secret()]));
  for (const [name, given] of named)
    entries.set(given, { session: { role: 'approver', name }, cookie: secret() });
  const cookieName = `airlock-${randomBytes(6).toString('hex')}`;
  const openings = new Map<string, number>();
  // Any port is allowed, because a request through an SSH tunnel has the port of the tunnel.
  const names = new Set(['127.0.0.1', 'localhost', '[::1]', inUrl(host)]);

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
      // Rejects a name that another page made resolve to this host (DNS rebinding).
      if (!names.has(requested.replace(/:\d+$/, ''))) return t('hostForeign');
      if (headers.origin !== undefined && headers.origin !== `http://${requested}`) return t('originForeign');
      const site = headers['sec-fetch-site'];
      if (site === 'cross-site' || site === 'same-site') return t('siteForeign');
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

/** Compares in constant time, regardless of the lengths. */
function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
