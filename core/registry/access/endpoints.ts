import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Endpoint } from './access.ts';
import { t } from './messages.ts';
import type { RegistryEntry, RegistryLocation } from './registries-conf.ts';

/** Returns whether --src-tls-verify or --dest-tls-verify allows a host to be insecure. Undefined if they don't set it. */
export type InsecureHosts = (host: string) => boolean | undefined;

/**
 * Returns the endpoints for `host/repository`, mirrors first. The longest matching prefix applies. A push goes only to
 * the registry, never to its mirrors. A rewritten location applies to pushes too, so that pushed content is found under
 * the same name.
 * @throws AirlockError `blocked-registry`, and `config-invalid` for an invalid rewritten name
 */
export function endpointsOf(
  registries: RegistryEntry[],
  insecureHosts: InsecureHosts,
  request: { host: string; repository: string; purpose: 'pull' | 'push'; byDigest: boolean },
): Endpoint[] {
  const { purpose, byDigest } = request;
  const name = normalized(request.host, request.repository);
  rejectTagPrefix(registries, name);
  const found = findRegistry(registries, name);
  if (!found) {
    const [host, repository] = split(name);
    return [endpoint(host, repository, insecureHosts(host) ?? false, false)];
  }
  const { entry, matched } = found;
  if (entry.blocked) {
    throw new AirlockError(
      'blocked-registry',
      t('registryBlocked', { name, file: entry.file, prefix: entry.prefix }),
      {
        remedy: t('registryBlockedRemedy', { file: entry.file }),
        at: { file: entry.file },
      },
    );
  }
  const mirrors =
    purpose === 'push'
      ? []
      : entry.mirrors.filter(
          ({ pullFrom }) => pullFrom === 'all' || (pullFrom === 'digest-only') === byDigest,
        );
  const at = (place: RegistryLocation, mirror: boolean): Endpoint => {
    const rewritten = place.location ? place.location + name.slice(matched) : name;
    const [host, repository] = split(rewritten);
    if (!/^[\w.:[\]-]+$/.test(host) || !/^[\w./-]*$/.test(repository)) {
      throw new AirlockError(
        'config-invalid',
        t('locationInvalid', { file: entry.file, location: place.location, name, rewritten }),
        { remedy: t('locationInvalidRemedy'), side: 'local', at: { file: entry.file } },
      );
    }
    return endpoint(host, repository, insecureHosts(host) ?? place.insecure, mirror);
  };
  return [...mirrors.map((mirror) => at(mirror, true)), at(entry, false)];
}

/**
 * Returns the security of a host that isn't in a reference, such as a token service: the caller's setting, otherwise
 * `insecure` of the table for exactly this host.
 */
export function securityOf(
  registries: RegistryEntry[],
  insecureHosts: InsecureHosts,
  host: string,
): Endpoint['security'] {
  const insecure = insecureHosts(host) ?? findRegistry(registries, host)?.entry.insecure ?? false;
  return insecure ? 'insecure' : 'verified';
}

/** Returns the table with the longest prefix of a name, and how many characters of the name it matches. */
export function findRegistry(
  registries: RegistryEntry[],
  name: string,
): { entry: RegistryEntry; matched: number } | undefined {
  let best: { entry: RegistryEntry; matched: number } | undefined;
  for (const entry of registries) {
    const matched = matchedLength(name, entry.prefix);
    if (matched !== undefined && entry.prefix.length > (best?.entry.prefix.length ?? 0))
      best = { entry, matched };
  }
  return best;
}

function matchedLength(name: string, prefix: string): number | undefined {
  if (!prefix.startsWith('*.')) {
    // Port and path are boundaries: `example.com` is neither `example.com.evil.org` nor `example.com:5000`.
    return name === prefix || name.startsWith(`${prefix}/`) ? prefix.length : undefined;
  }
  const host = name.split('/')[0]!.replace(/:\d+$/, '');
  return host.endsWith(prefix.slice(1)) && host.length > prefix.length - 1 ? host.length : undefined;
}

/**
 * Rejects a prefix with a tag or digest of a repository. Endpoints are chosen for entire repositories, so that such a
 * table can't be applied. Ignoring it could pull content that the host blocks.
 */
function rejectTagPrefix(registries: RegistryEntry[], name: string): void {
  const entry = registries.find(
    ({ prefix }) => name.includes('/') && (prefix.startsWith(`${name}:`) || prefix.startsWith(`${name}@`)),
  );
  if (!entry) return;
  throw new AirlockError('config-unsupported', t('tagPrefix', { file: entry.file, prefix: entry.prefix }), {
    remedy: t('tagPrefixRemedy', { name }),
    side: 'local',
    at: { file: entry.file },
  });
}

/** Returns the full name: docker.io/alpine becomes docker.io/library/alpine before it is matched (containers-registries.conf(5)). */
function normalized(host: string, repository: string): string {
  const hub = host === 'docker.io' || host === 'index.docker.io';
  const registry = hub ? 'docker.io' : host;
  if (!repository) return registry;
  return hub && !repository.includes('/') ? `docker.io/library/${repository}` : `${registry}/${repository}`;
}

function split(name: string): [host: string, repository: string] {
  const slash = name.indexOf('/');
  return slash < 0 ? [name, ''] : [name.slice(0, slash), name.slice(slash + 1)];
}

function endpoint(host: string, repository: string, insecure: boolean, mirror: boolean): Endpoint {
  return {
    // Docker Hub's name is not the address of its registry.
    host: host === 'docker.io' ? 'registry-1.docker.io' : host,
    repository,
    security: insecure ? 'insecure' : 'verified',
    mirror,
  };
}
