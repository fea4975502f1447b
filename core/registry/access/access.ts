import type { Dispatcher } from 'undici';
import type { DownloadThread } from './download-thread.ts';

export type Credentials =
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'identity-token'; token: string }
  | { kind: 'registry-token'; token: string };

/** One location that may contain the referenced image, after registries.conf was applied. */
export interface Endpoint {
  /** Host with port to connect to, such as `127.0.0.1:5701`. */
  host: string;
  /** Repository at this host (prefix rewritten). */
  repository: string;
  /** `insecure`: the certificate isn't verified, and plain HTTP is tried if the host doesn't support TLS. */
  security: 'verified' | 'insecure';
  /** Whether it is a mirror. If it fails or doesn't have the image, the next endpoint is tried. */
  mirror: boolean;
}

/** How this host reaches registries: registries.conf, certs.d, CAs, proxies, credentials. */
export interface Access {
  /** Returns endpoints in the order to try. The last is the registry itself. @throws AirlockError `blocked-registry` */
  endpoints(host: string, repository: string, purpose: 'pull' | 'push', byDigest: boolean): Endpoint[];
  /** Returns the most specific entry of the auth files for a host and repository, or the answer of a credential helper. */
  credentials(host: string, repository: string): Promise<Credentials | undefined>;
  /** Returns the origin of `credentials` for messages: `~/.docker/config.json, entry quay.io`. Never the secret. */
  explainCredentials?(host: string, repository: string): Promise<string | undefined>;
  /** Returns the security of a host that isn't an endpoint of a reference: a token service, a blob store behind a redirect. */
  security?(host: string): Endpoint['security'];
  /** Returns whether an origin is reached through a proxy, which may delay content until it has scanned it. @throws AirlockError `proxy` */
  proxied?(origin: string): boolean;
  /** Returns the undici dispatcher of an origin such as `https://quay.io` (also token services and blob stores). There is one per origin. */
  dispatcher(origin: string, security: Endpoint['security']): Dispatcher;
  /** The thread that downloads content to files, with the same connections. It starts when it's used. */
  downloads?: DownloadThread | undefined;
  /**
   * Converts a connection fault into a typed error with the unknown issuer, the proxy and the address. May return a
   * promise, because the issuer is read from the server. Other values are returned unchanged.
   */
  explain(error: unknown, origin: string): unknown;
  close(): Promise<void>;
}
