import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Access, Credentials } from '../../registry/access/access.ts';
import { findInAuthFile, parseAuthFile } from '../../registry/access/auth-file.ts';
import { connectionFault, isCertificateFault } from '../../registry/access/connection-faults.ts';
import { createCredentialLookup } from '../../registry/access/credentials.ts';
import { createDispatchers } from '../../registry/access/dispatchers.ts';
import { peerCertificates } from '../../registry/access/peer-certificate.ts';
import { proxyFor } from '../../registry/access/proxy.ts';
import type { ClusterFacts } from './cluster-facts.ts';
import { t } from './messages.ts';
import type { NodeRegistries } from './pull-places.ts';

/** Logins for the requests to registries. */
export type PullLogins =
  /** `.dockerconfigjson` of the cluster. Stored only in memory. */
  | { pullSecret: string }
  /** Auth files of this host, if the pull secret itself isn't known. */
  | { authFile: string | undefined; home: string };

/** Timeout for reading the certificate chain of an untrusted server for a message, in ms. */
const DIAGNOSIS_TIMEOUT = 5_000;

/**
 * Returns the access of nodes to registries: their default CAs, and the CAs, insecure registries and logins of the
 * cluster. Uses only the proxies of this host, and its logins if they were requested.
 * @throws AirlockError `config-invalid` for an unreadable pull secret or certificate
 */
export async function nodeAccess(
  facts: Pick<ClusterFacts, 'trust'>,
  registries: NodeRegistries,
  logins: PullLogins,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Access> {
  const certificates = certificatesOf(facts.trust);
  const dispatchers = createDispatchers(env, certificates);
  const security = (host: string, repository: string) =>
    registries.isInsecure(host, repository) ? ('insecure' as const) : ('verified' as const);
  return {
    endpoints: (host, repository) => [
      { host, repository, security: security(host, repository), mirror: false },
    ],
    security: (host) => security(host, ''),
    credentials: await lookup(logins, env),
    proxied: (origin) => proxyFor(new URL(origin), env) !== undefined,
    dispatcher: (origin, security) => dispatchers.at(origin, security),
    async explain(error, origin) {
      if (error instanceof AirlockError) return error;
      const url = new URL(origin);
      const proxy = proxyFor(url, env);
      const chain =
        isCertificateFault(error) && !proxy
          ? await peerCertificates(url, {
              secureContext: certificates(url.host),
              timeout: DIAGNOSIS_TIMEOUT,
            })
          : undefined;
      return connectionFault(error, url, { proxy, chain }) ?? error;
    },
    close: () => dispatchers.close(),
  };
}

async function lookup(
  logins: PullLogins,
  env: Readonly<Record<string, string | undefined>>,
): Promise<(host: string, repository: string) => Promise<Credentials | undefined>> {
  if ('pullSecret' in logins) {
    const file = parseAuthFile(logins.pullSecret, t('pullSecretOrigin'), false);
    return async (host, repository) => findInAuthFile(file, host, repository)?.credentials;
  }
  const { authFile, home } = logins;
  const saved = await createCredentialLookup({
    ...{ env, home, systemRoot: '', helpers: ['containers-auth.json'] },
    authFile,
  });
  return async (host, repository) => (await saved(host, repository))?.credentials;
}

/** Returns the certificates for a host. Like nodes, it uses all readable certificates. */
function certificatesOf({ registries, everywhere }: ClusterFacts['trust']): (host: string) => SecureContext {
  const known = new Map<string, SecureContext>();
  return (host) => {
    const own = registries[host] ?? registries[`${host}:443`] ?? registries[host.replace(/:443$/, '')] ?? '';
    const saved = known.get(own);
    if (saved) return saved;
    const ca = [...rootCertificates, ...[everywhere ?? '', own].filter((text) => text !== '')];
    const made = contextOf(ca);
    known.set(own, made);
    return made;
  };
}

function contextOf(ca: string[]): SecureContext {
  try {
    return createSecureContext({ ca });
  } catch (cause) {
    throw new AirlockError('config-invalid', t('authorityUnreadable'), {
      remedy: t('authorityUnreadableRemedy'),
      cause,
    });
  }
}
