import type { Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Access } from './access.ts';
import { connectionFault, isCertificateFault, isDateFault } from './connection-faults.ts';
import { createCredentialLookup, type TypedCredentials } from './credentials.ts';
import { createDispatchers } from './dispatchers.ts';
import { createDownloadThreads } from './download-thread.ts';
import { endpointsOf, type InsecureHosts, securityOf } from './endpoints.ts';
import { createHostCertificates } from './host-certificates.ts';
import { peerCertificates } from './peer-certificate.ts';
import { hostPort, proxyFor } from './proxy.ts';
import { loadRegistriesConf } from './registries-conf-files.ts';
import { readServerClock } from './server-clock.ts';
import { openTunnel } from './tunnel.ts';

export interface AccessOptions {
  /** The environment with files, proxies and CAs. Credential helpers are started with it too. */
  env: Record<string, string | undefined>;
  /** The user's home folder. */
  home: string;
  /** --authfile: the only file that credentials are read from. */
  authFile?: string;
  /** A registries.conf given on the command line. It takes precedence over CONTAINERS_REGISTRIES_CONF. */
  registriesConf?: string;
  /**
   * The value of --src-tls-verify and --dest-tls-verify for a host to connect to (`127.0.0.1:5000`): true allows an
   * unverified certificate and plain HTTP, false forbids both, undefined leaves it to registries.conf.
   */
  insecureHosts?: InsecureHosts;
  /** Entered credentials, which take precedence over files and helpers. Default: none. */
  typed?: TypedCredentials;
  /** Prefix of /etc and /run in all system paths, for tests and images of other hosts. Default: none. */
  systemRoots?: string;
}

/** Maximum number of download threads. */
const MOST_THREADS = 4;

/** Returns the number of download threads: one core is left for the main thread. */
function downloadThreads(): number {
  return Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1));
}

/** ms for reading the chain of an untrusted server, only for the message. */
const DIAGNOSIS_TIMEOUT = 5_000;
/** ms for reading the time of such a server. */
const CLOCK_TIMEOUT = 2_000;

/**
 * Reads how this host reaches registries: registries.conf, auth files and helpers, certs.d and CAs, proxies. Changed
 * auth files are read again, everything else is read once. Call `close` at the end, because open connections keep the
 * process alive.
 * @throws AirlockError `config-unreadable` or `config-invalid` with the file
 */
export async function createAccess(options: AccessOptions): Promise<Required<Access>> {
  const { env, home, authFile, registriesConf } = options;
  const systemRoot = options.systemRoots ?? '';
  const insecureHosts = options.insecureHosts ?? (() => undefined);
  const conf = await loadRegistriesConf({
    env,
    home,
    systemRoot,
    registriesConf: registriesConf || undefined,
  });
  const saved = await createCredentialLookup({
    env,
    home,
    systemRoot,
    helpers: conf.credentialHelpers,
    authFile: authFile || undefined,
  });
  const lookup = async (host: string, repository: string) =>
    options.typed?.(host, repository) ?? saved(host, repository);
  const certificates = createHostCertificates({ env, home, systemRoot });
  const dispatchers = createDispatchers(env, certificates);
  const downloads = createDownloadThreads({ env, home, systemRoot }, downloadThreads());

  /** Reads the chain through the same proxy as the failed connection. */
  const readChain = async (url: URL) => {
    const proxy = proxyFor(url, env);
    // With an https:// proxy, it could be the proxy's certificate. No name is better than the wrong one.
    if (proxy?.url.protocol === 'https:') return undefined;
    const secureContext = certificates(url.host);
    const timeout = DIAGNOSIS_TIMEOUT;
    let socket: Socket | undefined;
    if (proxy) {
      try {
        socket = await openTunnel(proxy, hostPort(url), { secureContext, timeout });
      } catch {
        return undefined;
      }
    }
    return peerCertificates(url, { secureContext, timeout, socket });
  };

  return {
    endpoints: (host, repository, purpose, byDigest) =>
      endpointsOf(conf.registries, insecureHosts, { host, repository, purpose, byDigest }),
    security: (host) => securityOf(conf.registries, insecureHosts, host),
    credentials: async (host, repository) => (await lookup(host, repository))?.credentials,
    explainCredentials: async (host, repository) => (await lookup(host, repository))?.origin,
    proxied: (origin) => proxyFor(new URL(origin), env) !== undefined,
    dispatcher: (origin, security) => dispatchers.at(origin, security),
    downloads,
    async explain(error, origin) {
      if (error instanceof AirlockError) return error;
      const url = new URL(origin);
      const chain = isCertificateFault(error) ? await readChain(url) : undefined;
      // A wrong clock on this host looks like a wrong certificate. The server's time distinguishes them.
      const answer =
        chain && isDateFault(error)
          ? await readServerClock(dispatchers.at(url.origin, 'insecure'), url, {
              signal: AbortSignal.timeout(CLOCK_TIMEOUT),
            }).catch(() => undefined)
          : undefined;
      const context = { proxy: proxyFor(url, env), chain, clock: answer?.clock };
      return connectionFault(error, url, context) ?? error;
    },
    async close() {
      await Promise.all([dispatchers.close(), downloads.close()]);
    },
  };
}
