import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Credentials } from '../access/access.ts';
import { unlessAborted } from './cancellation.ts';
import { type Reply, readAtMost } from './reply.ts';

const TOKEN_LIMIT = 1024 * 1024;
/** When a token service does not say (distribution's token specification). */
const DEFAULT_LIFETIME_MS = 60_000;

/** A bearer token with the times, on the process's monotonic clock in ms, between which it is taken to be good. */
export interface Token {
  value: string;
  scopes: string[];
  requestedAt: number;
  expiresAt: number;
}

/** What a token is for. */
export interface TokenWanted {
  /** Host of the registry, for messages and because two registries may share one token service. */
  host: string;
  realm: URL;
  service: string | undefined;
  scopes: string[];
  credentials: Credentials | undefined;
}

export interface TokenQuestion {
  url: URL;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  what: string;
}

/** How token services are reached. Errors come as AirlockError. */
export interface TokenServices {
  ask(question: TokenQuestion): Promise<Reply>;
  /** An answer that is no token, as an error. */
  rejection(reply: Reply, what: string): Promise<AirlockError>;
  /** A fault while the answer was read, as an error. */
  fault(error: unknown, what: string, url: URL): Promise<AirlockError>;
}

export interface TokenCache {
  /** A good token, from the cache or newly fetched; callers that want the same one at once share one fetch. */
  get(wanted: TokenWanted, signal: AbortSignal): Promise<Token>;
  /** Takes out a token that was refused, unless it has been replaced already. */
  forget(token: Token): void;
}

/**
 * Tokens by registry, realm, service and scope. A token is replaced before it expires: after 80 % of its life, at
 * most 30 s early.
 * @param services run under a signal of their own: a caller that gives up must not end the fetch for the others
 */
export function createTokenCache(services: TokenServices): TokenCache {
  const tokens = new Map<string, Token>();
  const fetching = new Map<string, Promise<Token>>();
  return {
    async get(wanted, signal) {
      const scopes = [...new Set(wanted.scopes)].sort();
      const key = JSON.stringify([wanted.host, wanted.realm.href, wanted.service, scopes]);
      const stored = tokens.get(key);
      if (stored && performance.now() < stored.expiresAt) return stored;
      let fetch = fetching.get(key);
      if (!fetch) {
        fetch = fetchToken(services, { ...wanted, scopes });
        fetching.set(key, fetch);
        fetch
          .then((token) => tokens.set(key, token))
          .catch(() => {})
          .finally(() => fetching.delete(key));
      }
      return await unlessAborted(fetch, signal);
    },
    forget(token) {
      for (const [key, stored] of tokens) if (stored === token) tokens.delete(key);
    },
  };
}

async function fetchToken(services: TokenServices, wanted: TokenWanted): Promise<Token> {
  const { host, realm, service, scopes, credentials } = wanted;
  const what = `token of ${realm.host} for ${host}`;
  const requestedAt = performance.now();
  const reply = await services.ask({ ...tokenRequest(realm, service, scopes, credentials), what });
  if (reply.status !== 200) throw await services.rejection(reply, what);
  const bytes = await readAtMost(reply, TOKEN_LIMIT).catch(async (error) => {
    throw await services.fault(error, what, realm);
  });
  const answer = parseToken(bytes);
  if (!answer) throw new AirlockError('protocol', `${what}: the answer holds no token`);
  const lifetime = answer.lifetimeMs;
  const expiresAt = requestedAt + lifetime - Math.min(30_000, lifetime / 5);
  return { value: answer.value, scopes, requestedAt, expiresAt };
}

/** GET with Basic credentials or none; an identity token is a refresh token and goes by OAuth2 POST. */
function tokenRequest(
  realm: URL,
  service: string | undefined,
  scopes: string[],
  credentials: Credentials | undefined,
): Omit<TokenQuestion, 'what'> {
  if (credentials?.kind === 'identity-token') {
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: 'airlock',
      refresh_token: credentials.token,
    });
    if (service !== undefined) form.set('service', service);
    if (scopes.length > 0) form.set('scope', scopes.join(' '));
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return { url: realm, method: 'POST', headers, body: form.toString() };
  }
  const url = new URL(realm);
  if (service !== undefined) url.searchParams.set('service', service);
  for (const scope of scopes) url.searchParams.append('scope', scope);
  if (credentials?.kind !== 'basic') return { url, method: 'GET', headers: {} };
  url.searchParams.set('account', credentials.username);
  return { url, method: 'GET', headers: { authorization: basicHeader(credentials) } };
}

export function basicHeader(credentials: { username: string; password: string }): string {
  return `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;
}

function parseToken(bytes: Buffer | undefined): { value: string; lifetimeMs: number } | undefined {
  if (!bytes) return undefined;
  try {
    const json = JSON.parse(bytes.toString('utf8')) as Record<string, unknown> | null;
    const value = json?.token || json?.access_token;
    const seconds = Number(json?.expires_in);
    // A header value: anything else in it would end or split the header.
    if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value)) return undefined;
    return { value, lifetimeMs: seconds > 0 ? seconds * 1000 : DEFAULT_LIFETIME_MS };
  } catch {
    return undefined;
  }
}
