import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Endpoint } from './access.ts';
import type { RegistryEntry, RegistryLocation } from './registries-conf.ts';

/** What the caller's --src-tls-verify and --dest-tls-verify say about a host; undefined when they say nothing. */
export type InsecureHosts = (host: string) => boolean | undefined;

/**
 * The places to ask for `host/repository`, mirrors first. The longest matching prefix rules. A push goes to the
 * registry alone, never to its mirrors; a rewritten location holds for it as well, so that what is pushed is found
 * again under the same name.
 * @throws AirlockError `blocked-registry`, and `config-invalid` when a rewritten name is none
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
    throw new AirlockError('blocked-registry', `${name}: ${entry.file} blocks the registry ${entry.prefix}`, {
      remedy: `Take "blocked" out of ${entry.file}, or change the reference.`,
      at: { file: entry.file },
    });
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
        `${entry.file}: location "${place.location}" makes of ${name} what is no name: ${rewritten}`,
        { remedy: 'Mend the location in this file.', side: 'local', at: { file: entry.file } },
      );
    }
    return endpoint(host, repository, insecureHosts(host) ?? place.insecure, mirror);
  };
  return [...mirrors.map((mirror) => at(mirror, true)), at(entry, false)];
}

/**
 * What a host may do that no reference names, such as a token service: the caller's word, else `insecure` of the
 * table for exactly this host.
 */
export function securityOf(
  registries: RegistryEntry[],
  insecureHosts: InsecureHosts,
  host: string,
): Endpoint['security'] {
  const insecure = insecureHosts(host) ?? findRegistry(registries, host)?.entry.insecure ?? false;
  return insecure ? 'insecure' : 'verified';
}

/** The table with the longest prefix of a name, and how many characters of the name it stands for. */
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
 * A prefix may also name one tag or digest of a repository. Endpoints are chosen for whole repositories here, so such a
 * table cannot be obeyed; passing over it could pull what the host blocks.
 */
function rejectTagPrefix(registries: RegistryEntry[], name: string): void {
  const entry = registries.find(
    ({ prefix }) => name.includes('/') && (prefix.startsWith(`${name}:`) || prefix.startsWith(`${name}@`)),
  );
  if (!entry) return;
  throw new AirlockError(
    'config-unsupported',
    `${entry.file}: the prefix ${entry.prefix} names one tag or digest; Airlock knows whole repositories only`,
    { remedy: `Write the prefix as ${name}.`, side: 'local', at: { file: entry.file } },
  );
}

/** containers-registries.conf(5): docker.io/alpine is docker.io/library/alpine before anything is matched. */
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
