import type { Access, Credentials, Endpoint } from '../access/access.ts';
import { AirlockError } from '../errors/airlock-error.ts';
import { parseChallenges } from './challenge.ts';
import { basicHeader, type Token, type TokenCache } from './tokens.ts';

/** What was sent as Authorization, and what it was made of. */
export interface Authorization {
  header: string;
  token?: Token;
  credentials?: Credentials;
}

/** What a request is authorised for. */
export interface Purpose {
  endpoint: Endpoint;
  /** e.g. `repository:a/b:pull,push`; empty for the base address. */
  scopes: string[];
  signal: AbortSignal;
}

/**
 * What an exchange has seen of tokens. One that was asked for after `since` (monotonic ms) is fresh. When a second
 * fresh one is refused it is not a token's age: shared tokens may have run out on the way, gateways answer a stray 401.
 */
export interface ExchangeTokens {
  since: number;
  freshRefused: number;
}

/** How one host wants to be spoken to. One for each endpoint host, as long as its run. */
export interface HostAuthentication {
  /** Learns from a challenge without having been refused: the answer to a greeting. */
  learn(header: string | undefined, origin: string): void;
  /** What is sent without being asked: nothing until the host has challenged once. */
  ahead(purpose: Purpose): Promise<Authorization | undefined>;
  /**
   * After a 401: what to send next.
   * @throws AirlockError `unauthorized` when there is nothing better to send; never retryable
   */
  afterRefusal(
    purpose: Purpose,
    refused: { header: string | undefined; origin: string; used: Authorization | undefined },
    exchange: ExchangeTokens,
    refusal: () => Promise<AirlockError>,
  ): Promise<Authorization>;
}

type Scheme = { kind: 'basic' } | { kind: 'bearer'; realm: URL; service: string | undefined };

const CREDENTIALS_MS = 5 * 60_000;

export function createHostAuthentication(access: Access, tokens: TokenCache): HostAuthentication {
  let scheme: Scheme | undefined;
  const known = new Map<string, { at: number; credentials: Credentials | undefined }>();

  /** Kept for some minutes: behind it may stand a helper process for each question. */
  async function credentialsOf(endpoint: Endpoint): Promise<Credentials | undefined> {
    const held = known.get(endpoint.repository);
    if (held && performance.now() - held.at < CREDENTIALS_MS) return held.credentials;
    const credentials = await access.credentials(endpoint.host, endpoint.repository);
    known.set(endpoint.repository, { at: performance.now(), credentials });
    return credentials;
  }

  /** Remembers the scheme; the result are the scopes that this one challenge asks for. */
  function learn(header: string | undefined, origin: string): string[] {
    const challenges = parseChallenges(header);
    const bearer = challenges.find((c) => c.scheme === 'bearer' && c.parameters.realm);
    if (bearer) {
      const realm = URL.parse(bearer.parameters.realm!, origin);
      if (!realm || !/^https?:$/.test(realm.protocol))
        throw new AirlockError('protocol', `${origin} names a token service that is no web address`);
      scheme = { kind: 'bearer', realm, service: bearer.parameters.service };
      return (bearer.parameters.scope ?? '').split(' ').filter(Boolean);
    }
    if (challenges.some((c) => c.scheme === 'basic')) scheme = { kind: 'basic' };
    return [];
  }

  async function authorization(
    purpose: Purpose,
    wanted: Scheme,
    scopes: string[],
  ): Promise<Authorization | undefined> {
    const { endpoint, signal } = purpose;
    const credentials = await credentialsOf(endpoint);
    if (credentials?.kind === 'registry-token') return { header: `Bearer ${credentials.token}`, credentials };
    if (wanted.kind === 'basic') {
      return credentials?.kind === 'basic' ? { header: basicHeader(credentials), credentials } : undefined;
    }
    const { realm, service } = wanted;
    if (credentials && realm.protocol === 'http:' && endpoint.security === 'verified') {
      throw new AirlockError(
        'unauthorized',
        `${endpoint.host} names a token service without TLS (${realm.origin}): the password is not sent there`,
        {
          remedy:
            'Have the realm of the registry corrected, or allow the host as insecure in registries.conf.',
        },
      );
    }
    const request = { host: endpoint.host, realm, service, scopes, credentials };
    const token = await tokens.get(request, signal).catch((error) => {
      known.delete(endpoint.repository);
      throw error;
    });
    return { header: `Bearer ${token.value}`, token, ...(credentials && { credentials }) };
  }

  async function unauthorized(endpoint: Endpoint, refusal: AirlockError): Promise<AirlockError> {
    const { host, repository } = endpoint;
    const from = await access.explainCredentials?.(host, repository).catch(() => undefined);
    const held = known.get(repository)?.credentials;
    const which = held
      ? from
        ? `with the credentials from ${from}`
        : 'with the credentials it has'
      : 'without credentials';
    return new AirlockError('unauthorized', `${refusal.message} (asked ${which})`, {
      found: '401',
      ...(!held && {
        remedy: `Log in (\`podman login ${host}\`), or check the name: absent names look the same.`,
      }),
    });
  }

  return {
    learn: (header, origin) => void learn(header, origin),
    ahead: async (purpose) => (scheme ? await authorization(purpose, scheme, purpose.scopes) : undefined),
    async afterRefusal(purpose, { header, origin, used }, exchange, refusal) {
      const asked = learn(header, origin);
      const { endpoint } = purpose;
      if (!scheme) throw await unauthorized(endpoint, await refusal());
      if (used?.token) {
        const missed = asked.some((scope) => !used.token!.scopes.includes(scope));
        if (used.token.askedAt >= exchange.since && !missed) exchange.freshRefused++;
        if (exchange.freshRefused > 1) throw await unauthorized(endpoint, await refusal());
        tokens.forget(used.token);
      } else known.delete(endpoint.repository);
      const next = await authorization(purpose, scheme, [...purpose.scopes, ...asked]);
      if (!next || (!next.token && next.header === used?.header))
        throw await unauthorized(endpoint, await refusal());
      return next;
    },
  };
}
