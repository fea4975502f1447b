import type { Dispatcher } from 'undici';

export type Credentials =
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'identity-token'; token: string }
  | { kind: 'registry-token'; token: string };

/** One place that may hold what a reference names, after registries.conf has been applied. */
export interface Endpoint {
  /** Host with port as dialled, e.g. `127.0.0.1:5701`. */
  host: string;
  /** Repository there (prefix rewritten). */
  repository: string;
  /** `https`: verified; `insecure`: certificate not verified and plain HTTP tried when TLS is not spoken. */
  security: 'verified' | 'insecure';
  /** A mirror: when it fails or lacks the image the next endpoint is asked. */
  mirror: boolean;
}

/** Everything the host says about how to reach registries: registries.conf, certs.d, CAs, proxies, credentials. */
export interface Access {
  /** In the order to try; the last is the registry itself. @throws AirlockError `blocked-registry` */
  endpoints(host: string, repository: string, purpose: 'pull' | 'push', byDigest: boolean): Endpoint[];
  /** For an endpoint's host and repository: the most specific entry of the auth files, or a credential helper's answer. */
  credentials(host: string, repository: string): Promise<Credentials | undefined>;
  /** Where `credentials` takes them from, for messages: `~/.docker/config.json, entry quay.io`. Never the secret. */
  explainCredentials?(host: string, repository: string): Promise<string | undefined>;
  /** What a host is allowed that is no endpoint of a reference: a token service, a blob store behind a redirect. */
  security?(host: string): Endpoint['security'];
  /** Whether an origin is reached through a proxy, which may hold content until it has scanned it. @throws AirlockError `proxy` */
  proxied?(origin: string): boolean;
  /** The undici dispatcher for an origin such as `https://quay.io` (also token services and blob stores), one per origin and reused. */
  dispatcher(origin: string, security: Endpoint['security']): Dispatcher;
  /**
   * Turns a connection fault into a typed error that names the unknown issuer, the proxy, the address. May be a
   * promise (the issuer is read from the server): await it. Other values come back as they are.
   */
  explain(error: unknown, origin: string): unknown;
  close(): Promise<void>;
}
