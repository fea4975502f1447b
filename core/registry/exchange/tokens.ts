import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Credentials } from '../access/access.ts';
import { unlessAborted } from './cancellation.ts';
import { t } from './messages.ts';
import { type Reply, readAtMost } from './reply.ts';

const TOKEN_LIMIT = 1024 * 1024;
/** Lifetime if a token service doesn't state one (distribution's token specification). */
const DEFAULT_LIFETIME_MS = 60_000;

/** A bearer token with its validity, on the monotonic clock of the process in ms. */
export interface Token {
  value: string;
  scopes: string[];
  requestedAt: number;
  expiresAt: number;
}

/** The purpose of a token. */
export interface TokenRequest {
  /** Host of the registry, for messages, and because two registries may share a token service. */
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
  subject: string;
}

/** Sends requests to token services. Errors are AirlockErrors. */
export interface TokenServices {
  ask(question: TokenQuestion): Promise<Reply>;
  /** Returns the error for a response without a token. */
  rejection(reply: Reply, subject: string): Promise<AirlockError>;
  /** Returns the error for a fault while the response was read. */
  fault(error: unknown, subject: string, url: URL): Promise<AirlockError>;
}

export interface TokenCache {
  /** Returns a valid token, from the cache or newly fetched. Concurrent callers of the same token share a request. */
  get(wanted: TokenRequest, signal: AbortSignal): Promise<Token>;
  /** Removes a rejected token, unless it has been replaced. */
  forget(token: Token): void;
}

/**
 * Returns a cache of tokens by registry, realm, service and scope. A token is replaced before it expires: after 80 % of
 * its lifetime, at most 30 s early.
 * @param services have their own signal, so that a caller that gives up doesn't stop the request for the others
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

async function fetchToken(services: TokenServices, wanted: TokenRequest): Promise<Token> {
  const { host, realm, service, scopes, credentials } = wanted;
  const subject = t('token', { service: realm.host, host });
  const requestedAt = performance.now();
  const reply = await services.ask({ ...tokenRequest(realm, service, scopes, credentials), subject });
  if (reply.status !== 200) throw await services.rejection(reply, subject);
  const bytes = await readAtMost(reply, TOKEN_LIMIT).catch(async (error) => {
    throw await services.fault(error, subject, realm);
  });
  const answer = parseToken(bytes);
  if (!answer) throw new AirlockError('protocol', t('tokenMissing', { token: subject }));
  const lifetime = answer.lifetimeMs;
  const expiresAt = requestedAt + lifetime - Math.min(30_000, lifetime / 5);
  return { value: answer.value, scopes, requestedAt, expiresAt };
}

/** Returns a GET with Basic credentials or none. An identity token is a refresh token and is sent by OAuth2 POST. */
function tokenRequest(
  realm: URL,
  service: string | undefined,
  scopes: string[],
  credentials: Credentials | undefined,
): Omit<TokenQuestion, 'subject'> {
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
    // It becomes a header value. Other characters would end or split the header.
    if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value)) return undefined;
    return { value, lifetimeMs: seconds > 0 ? seconds * 1000 : DEFAULT_LIFETIME_MS };
  } catch {
    return undefined;
  }
}
