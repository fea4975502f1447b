import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { PARTS } from '../../base/errors/message-parts.ts';
import type { Access, Credentials, Endpoint } from '../access/access.ts';
import { pause } from './cancellation.ts';
import { parseChallenges } from './challenge.ts';
import { t } from './messages.ts';
import { basicHeader, type Token, type TokenCache } from './tokens.ts';

/** A sent Authorization header, and the token or credentials in it. */
export interface Authorization {
  header: string;
  token?: Token;
  credentials?: Credentials;
}

/** The purpose that a request is authorized for. */
export interface Purpose {
  endpoint: Endpoint;
  /** Such as `repository:a/b:pull,push`. Empty for the base address. */
  scopes: string[];
  signal: AbortSignal;
}

/**
 * The tokens of an exchange. One requested after `since` (monotonic ms) is fresh. If a second fresh one is rejected, the
 * reason isn't its age: shared tokens may have expired in transit, and gateways answer a stray 401.
 */
export interface ExchangeTokens {
  since: number;
  freshRejected: number;
  /** How often this exchange was rejected although the host accepts its login. */
  strays: number;
  /** Whether credentials were read again, which happens only once, because helpers may answer differently each time. */
  renewed: boolean;
}

/** Sends a request to the base address with an authorization. False if it is rejected, true for every other response. */
export type StillUsed = (header: string) => Promise<boolean>;

/** A registry that rejected a login that it had accepted before. */
export interface RejectedLogin {
  /** Its host in connections. */
  registry: string;
  /** Origin of the credentials, in words. */
  from?: string;
}

type Scheme = { kind: 'basic' } | { kind: 'bearer'; realm: URL; service: string | undefined };

const CREDENTIALS_MS = 5 * 60_000;

/** How long a response of the base address is valid (ms), because many transfers may be rejected at once. */
const STANDING_MS = 5_000;

/**
 * Gateways answer a transient 401 to logins that the host accepts. These are the maximum repetitions of an exchange, and
 * the maximum consecutive rejections of all exchanges with a host, before the login counts as rejected. Both limit how
 * often a server receives a changed password.
 */
const STRAYS_OF_EXCHANGE = 6;
const STRAYS_IN_A_ROW = 8;
/** How many strays of an exchange may challenge with another scheme before the registry's scheme counts as changed. */
const STRAYS_BEFORE_CHANGE = 2;

/** The authentication of one endpoint host, for the duration of a run. */
export class HostAuthentication {
  readonly #access: Access;
  readonly #tokens: TokenCache;
  readonly #onRejected: (login: RejectedLogin) => void;
  readonly #strayWaitMs: number;
  #scheme: Scheme | undefined;
  readonly #known = new Map<string, { at: number; credentials: Credentials | undefined }>();
  /** Accepted credentials, and their purposes. */
  readonly #good = new Map<string, Set<string>>();
  #current: { of: string; at: number; accepted: Promise<boolean> } | undefined;
  #reportedRejection = false;
  /** 401s since the last accepted request. */
  #rejectedInRow = 0;
  /** Whether the greeting was rejected. Only then is it significant that the base address accepts a login. */
  #guarded = false;
  #anonymousAccepted = false;
  /** The kind of the last accepted authorization. */
  #acceptedKind: Scheme['kind'] | undefined;
  /** Logins and purposes that were rejected finally. */
  readonly #closed = new Set<string>();

  /** @param onRejected receives an accepted login that was rejected, once until it is accepted again */
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

  /** Learns from the challenge in the response to a greeting. */
  learn(header: string | undefined, origin: string): void {
    this.#guarded = true;
    this.#learn(header, origin);
  }

  /** Returns the authorization to send without a challenge. Undefined until the host has challenged once. */
  async ahead(purpose: Purpose): Promise<Authorization | undefined> {
    return this.#scheme ? await this.#authorization(purpose, this.#scheme, purpose.scopes) : undefined;
  }

  /** Records that the host accepted a request, so that its credentials are valid for this purpose. */
  accepted(purpose: Omit<Purpose, 'signal'>, used: Authorization | undefined): void {
    this.#rejectedInRow = 0;
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
   * Returns renewed credentials to send after a 403. Undefined if the response is final.
   * @throws AirlockError `login-expired` if they were accepted before and no longer are
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
    if (!(await this.#hasExpired(purpose, used, stillUsed))) return undefined;
    throw await this.#expired(purpose.endpoint, await rejection());
  }

  /**
   * Returns what to send after a 401.
   * @throws AirlockError `unauthorized` if nothing else can be sent; `login-expired` if the login was accepted before;
   * never retryable
   */
  async afterRejection(
    purpose: Purpose,
    { header, origin, used }: { header: string | undefined; origin: string; used: Authorization | undefined },
    exchange: ExchangeTokens,
    stillUsed: StillUsed,
    rejection: () => Promise<AirlockError>,
  ): Promise<Authorization | undefined> {
    this.#rejectedInRow++;
    const requested = this.#learn(header, origin, exchange.strays < STRAYS_BEFORE_CHANGE);
    const { endpoint } = purpose;
    /** Returns the error if nothing else can be sent. */
    const finalError = async (): Promise<AirlockError> => {
      const { credentials } = used ?? {};
      // Some base addresses accept every request, so that the rejection of an accepted purpose is sufficient.
      const out =
        used &&
        credentials &&
        ((!used.token && this.#good.get(keyOf(credentials))?.has(purposeOf(purpose))) ||
          (await this.#hasExpired(purpose, used, stillUsed)));
      return out
        ? this.#expired(endpoint, await rejection())
        : this.#unauthorized(endpoint, await rejection());
    };
    const isTransient = () => this.#strayed(purpose, used, exchange, stillUsed);
    if (!this.#scheme) throw await this.#unauthorized(endpoint, await rejection());
    if (used?.token) {
      const missed = requested.some((scope) => !used.token!.scopes.includes(scope));
      if (used.token.requestedAt >= exchange.since && !missed) exchange.freshRejected++;
      this.#tokens.forget(used.token);
      if (exchange.freshRejected > 1) {
        const now =
          !exchange.renewed && used.credentials && (await this.#renewed(endpoint, used.credentials));
        if (now) exchange.renewed = true;
        else if (!(await isTransient())) throw await finalError();
      }
    } else this.#known.delete(endpoint.repository);
    const next = await this.#authorization(purpose, this.#scheme, [...purpose.scopes, ...requested]);
    if (next && (next.token || next.header !== used?.header)) return next;
    if (await isTransient()) return next ?? used;
    throw await finalError();
  }

  /** Returns credentials, cached for some minutes, because each lookup may start a helper process. */
  async #credentialsOf(endpoint: Endpoint): Promise<Credentials | undefined> {
    const stored = this.#known.get(endpoint.repository);
    if (stored && performance.now() - stored.at < CREDENTIALS_MS) return stored.credentials;
    const credentials = await this.#access.credentials(endpoint.host, endpoint.repository);
    this.#known.set(endpoint.repository, { at: performance.now(), credentials });
    return credentials;
  }

  /**
   * Remembers the scheme. Returns the scopes that this challenge requires.
   * @param stray whether the rejection may be transient. It then doesn't replace an accepted scheme, because gateways
   * challenge with their own
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
        throw new AirlockError('protocol', t('tokenServiceInvalid', { origin }));
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
        t('tokenServiceWithoutTls', { host: endpoint.host, realm: realm.origin }),
        {
          remedy: t('tokenServiceWithoutTlsRemedy'),
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
      if (!credentials || !isRejectedLogin(error)) throw error;
      const now = await this.#renewed(endpoint, credentials);
      if (now) return await tokenFor(now);
      if (!this.#good.has(keyOf(credentials))) throw error;
      if (this.#reportedRejection) throw await this.#expired(endpoint, error);
      // Token services send stray rejections too. One more request decides.
      await pause(this.#strayWaitMs, signal);
      return await tokenFor(credentials).catch(async (again) => {
        throw isRejectedLogin(again) ? await this.#expired(endpoint, asAirlockError(again)) : again;
      });
    }
  }

  /** Returns the current credentials of files and helpers, if they differ from the rejected ones. */
  async #renewed(endpoint: Endpoint, rejected: Credentials): Promise<Credentials | undefined> {
    this.#known.delete(endpoint.repository);
    const now = await this.#credentialsOf(endpoint);
    return now && keyOf(now) !== keyOf(rejected) ? now : undefined;
  }

  /**
   * Returns whether the base address of the host no longer accepts credentials. A single repository may reject them, or be
   * full, for other reasons.
   */
  async #hasExpired(purpose: Purpose, used: Authorization, stillUsed: StillUsed): Promise<boolean> {
    const key = keyOf(used.credentials!);
    if (!this.#good.has(key)) return false;
    if (this.#current?.of !== key || performance.now() - this.#current.at > STANDING_MS) {
      const accepted = this.#authorization({ ...purpose, scopes: [] }, this.#scheme!, [])
        // A token service that issues a token accepts the login. That a token expires in transit shows nothing about it.
        .then((base) => (base?.token ? true : base ? stillUsed(base.header) : false))
        .catch((error) => !isRejectedLogin(error));
      this.#current = { of: key, at: performance.now(), accepted };
    }
    return !(await this.#current.accepted);
  }

  /** Returns whether the host accepts the authorization, or accepted it before. A single 401 is then insignificant. */
  async #isAccepted(used: Authorization | undefined, stillUsed: StillUsed): Promise<boolean> {
    const { credentials } = used ?? {};
    if (!used || !credentials) return this.#anonymousAccepted;
    const key = keyOf(credentials);
    // The token service has checked the login. A repository may still reject it.
    if (this.#good.has(key) || used.token) return true;
    return (await this.#acceptedByBase(used, stillUsed)) || this.#good.has(key);
  }

  /** Returns whether the base address accepts the authorization. False if it doesn't check logins. */
  async #acceptedByBase(used: Authorization, stillUsed: StillUsed): Promise<boolean> {
    if (!this.#guarded) return false;
    const key = keyOf(used.credentials!);
    if (this.#current?.of !== key || performance.now() - this.#current.at > STANDING_MS) {
      const accepts = () => stillUsed(used.header).catch(() => false);
      // The response of the base address may be a stray rejection too.
      const accepted = accepts().then(async (yes) => yes || (await accepts()));
      this.#current = { of: key, at: performance.now(), accepted };
    }
    return await this.#current.accepted;
  }

  /** Waits a moment after a transient 401, before the request is repeated. False if the rejection is final. */
  async #strayed(
    purpose: Purpose,
    used: Authorization | undefined,
    exchange: ExchangeTokens,
    stillUsed: StillUsed,
  ): Promise<boolean> {
    const request = requestOf(purpose, used);
    if (exchange.strays >= STRAYS_OF_EXCHANGE) this.#closed.add(request);
    // With tokens, the token service rejects a login at once.
    const tooMany = !used?.token && this.#rejectedInRow > STRAYS_IN_A_ROW;
    if (this.#closed.has(request) || !(await this.#isAccepted(used, stillUsed))) return false;
    // Rejections arrive before slower responses, so that those of many concurrent requests are consecutive.
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
      from
        ? t('loginExpiredFrom', { host, origin: from, reason: rejection.message })
        : t('loginExpired', { host, reason: rejection.message }),
      {
        found: rejection.found,
        remedy: t('loginExpiredRemedy', { host }),
      },
    );
  }

  async #unauthorized(endpoint: Endpoint, rejection: AirlockError): Promise<AirlockError> {
    const { host, repository } = endpoint;
    const from = await this.#access.explainCredentials?.(host, repository).catch(() => undefined);
    const stored = this.#known.get(repository)?.credentials;
    const note = !stored
      ? t('withoutCredentials')
      : from
        ? t('withCredentialsFrom', { origin: from })
        : t('withCredentials');
    const parts = rejection[PARTS];
    return new AirlockError(
      'unauthorized',
      parts ? { ...parts, note } : t('withNote', { message: rejection.message, note }),
      {
        found: '401',
        remedy: stored ? undefined : t('loginRemedy', { host }),
      },
    );
  }
}

/** Returns a key for credentials. It contains them, so that it stays in memory. */
function keyOf(credentials: Credentials): string {
  return JSON.stringify(credentials);
}

function purposeOf({ endpoint, scopes }: Omit<Purpose, 'signal'>): string {
  return [endpoint.repository, ...scopes].join(' ');
}

function requestOf(purpose: Omit<Purpose, 'signal'>, used: Authorization | undefined): string {
  return `${used?.credentials ? keyOf(used.credentials) : ''} ${purposeOf(purpose)}`;
}

/** Returns whether a token service rejected credentials. 400 is `invalid_grant` of OAuth2 (RFC 6749 5.2). */
function isRejectedLogin(error: unknown): boolean {
  const { code, found, retryable } = asAirlockError(error);
  if (retryable) return false;
  return code === 'unauthorized' || code === 'denied' || code === 'login-expired' || found === '400';
}
