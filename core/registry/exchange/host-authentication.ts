import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { PARTS } from '../../base/errors/message-parts.ts';
import type { Access, Credentials, Endpoint } from '../access/access.ts';
import { pause } from './cancellation.ts';
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
  freshRejected: number;
  /** How often this exchange was refused although its login is good at this host. */
  strays: number;
  /** Credentials were read anew once: helpers that answer differently each time must not keep it going for ever. */
  renewed: boolean;
}

/** Asks the base address with an authorization: false when that is refused, true for every other answer. */
export type StillUsed = (header: string) => Promise<boolean>;

/** A registry that has refused a login which it took before. */
export interface RejectedLogin {
  /** As dialled. */
  registry: string;
  /** Where the credentials come from, in words. */
  from?: string;
}

type Scheme = { kind: 'basic' } | { kind: 'bearer'; realm: URL; service: string | undefined };

const CREDENTIALS_MS = 5 * 60_000;

/** The answer of the base address is taken to hold for so long (ms): many transfers are refused at once. */
const STANDING_MS = 5_000;

/**
 * A 401 to a login that this host accepts passes: gateways answer some. So often an exchange is repeated, and so many
 * refusals in a row a host may give to all exchanges together, before the login counts as refused. Both bound what a
 * server sees of a password that was changed.
 */
const STRAYS_OF_EXCHANGE = 6;
const STRAYS_IN_A_ROW = 8;
/** So many strays of an exchange may challenge in another scheme before the registry is taken to have changed its own. */
const STRAYS_BEFORE_CHANGE = 2;

/** How one host wants to be spoken to. One for each endpoint host, as long as its run. */
export class HostAuthentication {
  readonly #access: Access;
  readonly #tokens: TokenCache;
  readonly #onRejected: (login: RejectedLogin) => void;
  readonly #strayWaitMs: number;
  #scheme: Scheme | undefined;
  readonly #known = new Map<string, { at: number; credentials: Credentials | undefined }>();
  /** Credentials that were taken, and for what. */
  readonly #good = new Map<string, Set<string>>();
  #current: { of: string; at: number; taken: Promise<boolean> } | undefined;
  #reportedRejection = false;
  /** 401s since the last request that was accepted. */
  #refusedInRow = 0;
  /** The greeting was refused: that the base address accepts a login then says something. */
  #guarded = false;
  #anonymousAccepted = false;
  /** The kind of authorization that was accepted last. */
  #acceptedKind: Scheme['kind'] | undefined;
  /** Logins and purposes that were refused to the end. */
  readonly #closed = new Set<string>();

  /** @param onRefused told when a login that was good has been refused, once until it is good again */
  constructor(
    access: Access,
    tokens: TokenCache,
    onRejected: (login: RejectedLogin) => void = () => {},
    strayWaitMs = 100,
  ) {
    this.#access = access;
    this.#tokens = tokens;
    this.#onRejected = onRejected;
    this.#strayWaitMs = strayWaitMs;
  }

  /** Learns from a challenge without having been refused: the answer to a greeting. */
  learn(header: string | undefined, origin: string): void {
    this.#guarded = true;
    this.#learn(header, origin);
  }

  /** What is sent without being asked: nothing until the host has challenged once. */
  async ahead(purpose: Purpose): Promise<Authorization | undefined> {
    return this.#scheme ? await this.#authorization(purpose, this.#scheme, purpose.scopes) : undefined;
  }

  /** A request was answered for what it asked: its credentials are good for this purpose. */
  accepted(purpose: Omit<Purpose, 'signal'>, used: Authorization | undefined): void {
    this.#refusedInRow = 0;
    if (!used?.credentials) {
      this.#anonymousAccepted = true;
      return;
    }
    this.#acceptedKind = used.header.startsWith('Bearer') ? 'bearer' : 'basic';
    const key = keyOf(used.credentials);
    const purposes = this.#good.get(key) ?? new Set();
    this.#good.set(key, purposes.add(purposeOf(purpose)));
    this.#closed.delete(requestOf(purpose, used));
    this.#reportedRejection = false;
  }

  /**
   * After a 403: credentials that were renewed since, to be sent next; undefined when the answer stands.
   * @throws AirlockError `login-expired` when they were good before and are not any more
   */
  async afterDenial(
    purpose: Purpose,
    used: Authorization | undefined,
    exchange: ExchangeTokens,
    stillUsed: StillUsed,
    rejection: () => Promise<AirlockError>,
  ): Promise<Authorization | undefined> {
    if (!this.#scheme || !used?.credentials || !this.#good.has(keyOf(used.credentials))) return undefined;
    if (!exchange.renewed && (await this.#renewed(purpose.endpoint, used.credentials))) {
      exchange.renewed = true;
      if (used.token) this.#tokens.forget(used.token);
      return await this.#authorization(purpose, this.#scheme, purpose.scopes);
    }
    if (!(await this.#ranOut(purpose, used, stillUsed))) return undefined;
    throw await this.#expired(purpose.endpoint, await rejection());
  }

  /**
   * After a 401: what to send next.
   * @throws AirlockError `unauthorized` when there is nothing better to send; `login-expired` when what there is was good
   * before; never retryable
   */
  async afterRejection(
    purpose: Purpose,
    { header, origin, used }: { header: string | undefined; origin: string; used: Authorization | undefined },
    exchange: ExchangeTokens,
    stillUsed: StillUsed,
    rejection: () => Promise<AirlockError>,
  ): Promise<Authorization | undefined> {
    this.#refusedInRow++;
    const requested = this.#learn(header, origin, exchange.strays < STRAYS_BEFORE_CHANGE);
    const { endpoint } = purpose;
    /** There is nothing better to send. */
    const atLast = async (): Promise<AirlockError> => {
      const { credentials } = used ?? {};
      // Some base addresses let everybody in: a refusal of what was allowed before tells enough.
      const out =
        used &&
        credentials &&
        ((!used.token && this.#good.get(keyOf(credentials))?.has(purposeOf(purpose))) ||
          (await this.#ranOut(purpose, used, stillUsed)));
      return out
        ? this.#expired(endpoint, await rejection())
        : this.#unauthorized(endpoint, await rejection());
    };
    const mayPass = () => this.#strayed(purpose, used, exchange, stillUsed);
    if (!this.#scheme) throw await this.#unauthorized(endpoint, await rejection());
    if (used?.token) {
      const missed = requested.some((scope) => !used.token!.scopes.includes(scope));
      if (used.token.requestedAt >= exchange.since && !missed) exchange.freshRejected++;
      this.#tokens.forget(used.token);
      if (exchange.freshRejected > 1) {
        const now =
          !exchange.renewed && used.credentials && (await this.#renewed(endpoint, used.credentials));
        if (now) exchange.renewed = true;
        else if (!(await mayPass())) throw await atLast();
      }
    } else this.#known.delete(endpoint.repository);
    const next = await this.#authorization(purpose, this.#scheme, [...purpose.scopes, ...requested]);
    if (next && (next.token || next.header !== used?.header)) return next;
    if (await mayPass()) return next ?? used;
    throw await atLast();
  }

  /** Kept for some minutes: behind it may stand a helper process for each question. */
  async #credentialsOf(endpoint: Endpoint): Promise<Credentials | undefined> {
    const stored = this.#known.get(endpoint.repository);
    if (stored && performance.now() - stored.at < CREDENTIALS_MS) return stored.credentials;
    const credentials = await this.#access.credentials(endpoint.host, endpoint.repository);
    this.#known.set(endpoint.repository, { at: performance.now(), credentials });
    return credentials;
  }

  /**
   * Remembers the scheme; the result are the scopes that this one challenge asks for.
   * @param stray the refusal may pass: it changes no scheme that was accepted, because gateways challenge in their own way
   */
  #learn(header: string | undefined, origin: string, stray = false): string[] {
    const challenges = parseChallenges(header);
    const bearer = challenges.find((c) => c.scheme === 'bearer' && c.parameters.realm);
    const basic = challenges.some((c) => c.scheme === 'basic');
    if (
      stray &&
      this.#acceptedKind &&
      this.#acceptedKind === this.#scheme?.kind &&
      !(this.#acceptedKind === 'basic' ? basic : bearer)
    )
      return [];
    if (bearer) {
      const realm = URL.parse(bearer.parameters.realm!, origin);
      if (!realm || !/^https?:$/.test(realm.protocol))
        throw new AirlockError('protocol', `${origin} names a token service that is no web address`);
      this.#scheme = { kind: 'bearer', realm, service: bearer.parameters.service };
      return (bearer.parameters.scope ?? '').split(' ').filter(Boolean);
    }
    if (basic) this.#scheme = { kind: 'basic' };
    return [];
  }

  async #authorization(
    purpose: Purpose,
    wanted: Scheme,
    scopes: string[],
  ): Promise<Authorization | undefined> {
    const { endpoint, signal } = purpose;
    const credentials = await this.#credentialsOf(endpoint);
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
    const tokenFor = async (own: Credentials | undefined): Promise<Authorization> => {
      const request = { host: endpoint.host, realm, service, scopes, credentials: own };
      const token = await this.#tokens.get(request, signal);
      return { header: `Bearer ${token.value}`, token, credentials: own };
    };
    try {
      return await tokenFor(credentials);
    } catch (thrown) {
      this.#known.delete(endpoint.repository);
      const error = asAirlockError(thrown);
      if (!credentials || !rejectedLogin(error)) throw error;
      const now = await this.#renewed(endpoint, credentials);
      if (now) return await tokenFor(now);
      if (!this.#good.has(keyOf(credentials))) throw error;
      if (this.#reportedRejection) throw await this.#expired(endpoint, error);
      // Token services answer stray refusals too. One more request decides.
      await pause(this.#strayWaitMs, signal);
      return await tokenFor(credentials).catch(async (again) => {
        throw rejectedLogin(again) ? await this.#expired(endpoint, asAirlockError(again)) : again;
      });
    }
  }

  /** The credentials as files and helpers have them now, when they are others than those that were refused. */
  async #renewed(endpoint: Endpoint, rejected: Credentials): Promise<Credentials | undefined> {
    this.#known.delete(endpoint.repository);
    const now = await this.#credentialsOf(endpoint);
    return now && keyOf(now) !== keyOf(rejected) ? now : undefined;
  }

  /**
   * Whether the host takes credentials no more, at its base address: one repository may be closed to them, or full, for
   * reasons of its own.
   */
  async #ranOut(purpose: Purpose, used: Authorization, stillUsed: StillUsed): Promise<boolean> {
    const key = keyOf(used.credentials!);
    if (!this.#good.has(key)) return false;
    if (this.#current?.of !== key || performance.now() - this.#current.at > STANDING_MS) {
      const occupied = this.#authorization({ ...purpose, scopes: [] }, this.#scheme!, [])
        // Who is given a token is known; one may run out on its way, which says nothing of the login.
        .then((base) => (base?.token ? true : base ? stillUsed(base.header) : false))
        .catch((error) => !rejectedLogin(error));
      this.#current = { of: key, at: performance.now(), taken: occupied };
    }
    return !(await this.#current.taken);
  }

  /** Whether the host accepts what was sent, or accepted it before: a single 401 says nothing then. */
  async #isAccepted(used: Authorization | undefined, stillUsed: StillUsed): Promise<boolean> {
    const { credentials } = used ?? {};
    if (!used || !credentials) return this.#anonymousAccepted;
    const key = keyOf(credentials);
    // The token service has checked the login; a repository may still be closed to it.
    if (this.#good.has(key) || used.token) return true;
    return (await this.#acceptedByBase(used, stillUsed)) || this.#good.has(key);
  }

  /** Whether the base address accepts what was sent. False where it says nothing about a login. */
  async #acceptedByBase(used: Authorization, stillUsed: StillUsed): Promise<boolean> {
    if (!this.#guarded) return false;
    const key = keyOf(used.credentials!);
    if (this.#current?.of !== key || performance.now() - this.#current.at > STANDING_MS) {
      const accepts = () => stillUsed(used.header).catch(() => false);
      // The answer of the base address may be a stray refusal too.
      const occupied = accepts().then(async (yes) => yes || (await accepts()));
      this.#current = { of: key, at: performance.now(), taken: occupied };
    }
    return await this.#current.taken;
  }

  /** After a 401 that may pass: waits a moment before the request is sent again. False when the refusal stands. */
  async #strayed(
    purpose: Purpose,
    used: Authorization | undefined,
    exchange: ExchangeTokens,
    stillUsed: StillUsed,
  ): Promise<boolean> {
    const request = requestOf(purpose, used);
    if (exchange.strays >= STRAYS_OF_EXCHANGE) this.#closed.add(request);
    // Where there are tokens, the token service rejects a login at once.
    const tooMany = !used?.token && this.#refusedInRow > STRAYS_IN_A_ROW;
    if (this.#closed.has(request) || !(await this.#isAccepted(used, stillUsed))) return false;
    // Refusals arrive before slower answers: of many requests sent together, the refused ones come in a row.
    if (tooMany && !(used?.credentials && (await this.#acceptedByBase(used, stillUsed)))) return false;
    exchange.strays++;
    await pause(this.#strayWaitMs * exchange.strays * (0.5 + Math.random()), purpose.signal);
    return true;
  }

  async #expired(endpoint: Endpoint, rejection: AirlockError): Promise<AirlockError> {
    const { host, repository } = endpoint;
    const from = await this.#access.explainCredentials?.(host, repository).catch(() => undefined);
    if (!this.#reportedRejection) this.#onRejected({ registry: host, from });
    this.#reportedRejection = true;
    return new AirlockError(
      'login-expired',
      `${host} no longer takes the login that it took before${from ? ` (from ${from})` : ''}: ${rejection.message}`,
      {
        found: rejection.found,
        remedy: `Log in again (\`podman login ${host}\`), and run the command again: what was copied is kept.`,
      },
    );
  }

  async #unauthorized(endpoint: Endpoint, rejection: AirlockError): Promise<AirlockError> {
    const { host, repository } = endpoint;
    const from = await this.#access.explainCredentials?.(host, repository).catch(() => undefined);
    const stored = this.#known.get(repository)?.credentials;
    const which = stored
      ? from
        ? `with the credentials from ${from}`
        : 'with the credentials it has'
      : 'without credentials';
    const aside = `(asked ${which})`;
    const parts = rejection[PARTS];
    return new AirlockError('unauthorized', parts ? { ...parts, aside } : `${rejection.message} ${aside}`, {
      found: '401',
      remedy: stored
        ? undefined
        : `Log in (\`podman login ${host}\`), or check the name: absent names look the same.`,
    });
  }
}

/** In memory alone, as the credentials themselves. */
function keyOf(credentials: Credentials): string {
  return JSON.stringify(credentials);
}

function purposeOf({ endpoint, scopes }: Omit<Purpose, 'signal'>): string {
  return [endpoint.repository, ...scopes].join(' ');
}

function requestOf(purpose: Omit<Purpose, 'signal'>, used: Authorization | undefined): string {
  return `${used?.credentials ? keyOf(used.credentials) : ''} ${purposeOf(purpose)}`;
}

/** A token service that refuses credentials; 400 is `invalid_grant` of OAuth2 (RFC 6749 5.2). */
function rejectedLogin(error: unknown): boolean {
  const { code, found, retryable } = asAirlockError(error);
  if (retryable) return false;
  return code === 'unauthorized' || code === 'denied' || code === 'login-expired' || found === '400';
}
