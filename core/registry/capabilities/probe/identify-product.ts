import { randomBytes } from 'node:crypto';
import type { RegistryAnswer } from '../../exchange/question.ts';
import type { Registry } from '../../exchange/registry.ts';
import type { Product, RegistryProfile } from '../profile.ts';

type Identity = NonNullable<RegistryProfile['product']>;

/**
 * Which product a registry is, by its headers and by addresses that only it serves; all asked as a stranger. Undefined
 * when nothing tells, or when what tells contradicts itself: never a guess.
 * @throws AirlockError connection faults, `interrupted`
 */
export async function identifyProduct(
  registry: Registry,
  signal: AbortSignal,
): Promise<Identity | undefined> {
  const request = (path: string) => registry.ask({ method: 'GET', path, anonymous: true, signal });
  const greeting = await request('/v2/');
  const found = [byHeaders(greeting)];
  if (!found[0]) {
    const [nowhere, quay, harbor, artifactory] = await Promise.all([
      request(`/airlock-probe-${randomBytes(4).toString('hex')}`),
      request('/.well-known/app-capabilities'),
      request('/api/v2.0/systeminfo'),
      request('/artifactory/api/system/ping'),
    ]);
    found.push(byQuay(quay), byHarbor(harbor), byArtifactory(artifactory));
    // A server that answers everything with 200 says nothing by answering one more thing.
    if (nowhere.status === 404) {
      const [nexus, root] = await Promise.all([request('/service/rest/v1/status'), request('/')]);
      found.push(byNexus(nexus), byDistribution(greeting, nowhere, root));
    }
  }
  const known = found.filter((identity) => identity !== undefined);
  return new Set(known.map(({ name }) => name)).size === 1 ? known[0] : undefined;
}

function byHeaders({ headers }: RegistryAnswer): Identity | undefined {
  const server = headers.server ?? '';
  const jfrog = headers['x-jfrog-version'] ?? headers['x-artifactory-id'] ?? headers['x-artifactory-node-id'];
  const all: (Identity | undefined)[] = [
    jfrog === undefined ? undefined : reported('artifactory', `/v2/ has the header of Artifactory: ${jfrog}`),
    /^artifactory\b/i.test(server) ? reported('artifactory', `/v2/ says Server: ${server}`) : undefined,
    /^nexus\//i.test(server) ? reported('nexus', `/v2/ says Server: ${server}`) : undefined,
  ];
  return all.find((identity) => identity !== undefined);
}

function byQuay(answer: RegistryAnswer): Identity | undefined {
  if (answer.status !== 200 || jsonOf(answer).appName !== 'io.quay') return undefined;
  return reported('quay', 'GET /.well-known/app-capabilities answered with the name io.quay');
}

function byHarbor(answer: RegistryAnswer): Identity | undefined {
  const { auth_mode, harbor_version } = jsonOf(answer);
  if (answer.status !== 200 || (typeof auth_mode !== 'string' && typeof harbor_version !== 'string'))
    return undefined;
  const version = typeof harbor_version === 'string' ? ` ${harbor_version}` : '';
  return reported('harbor', `GET /api/v2.0/systeminfo answered as Harbor${version.slice(0, 40)} does`);
}

function byArtifactory({ status, body }: RegistryAnswer): Identity | undefined {
  if (status !== 200 || body.toString('utf8').trim() !== 'OK') return undefined;
  return reported('artifactory', 'GET /artifactory/api/system/ping answered OK');
}

function byNexus({ status, body }: RegistryAnswer): Identity | undefined {
  if (status !== 200 || body.length > 0) return undefined;
  return reported('nexus', 'GET /service/rest/v1/status answered 200 without content');
}

/** Distribution serves an empty page at its root, for health checks, and Go's words elsewhere. */
function byDistribution(
  greeting: RegistryAnswer,
  nowhere: RegistryAnswer,
  root: RegistryAnswer,
): Identity | undefined {
  const empty = root.status === 200 && root.body.length === 0 && root.headers['cache-control'] === 'no-cache';
  const words = nowhere.body.toString('utf8').trim() === '404 page not found';
  if (!empty || !words || greeting.headers['docker-distribution-api-version'] === undefined) return undefined;
  return reported(
    'distribution',
    'GET / answered 200, empty and not to be cached, other addresses "404 page not found"',
  );
}

function reported(name: Product, evidence: string): Identity {
  return { name, evidence: evidence.replace(/[\x00-\x1f\x7f]+/g, ' ').slice(0, 200) };
}

function jsonOf({ body }: RegistryAnswer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
