import { randomBytes } from 'node:crypto';
import type { RegistryAnswer } from '../../exchange/question.ts';
import type { Registry } from '../../exchange/registry.ts';
import { t } from '../messages.ts';
import type { Product, RegistryProfile } from '../profile.ts';

type Identity = NonNullable<RegistryProfile['product']>;

/**
 * Identifies the product of a registry by its headers and by addresses that only this product serves. Sends credentials
 * only to `/v2/`, and only if it requires them: zot shows nothing of itself before. Undefined if nothing identifies it or
 * the signs contradict each other.
 * @throws AirlockError connection faults, `interrupted`
 */
export async function identifyProduct(
  registry: Registry,
  signal: AbortSignal,
): Promise<Identity | undefined> {
  const request = (path: string) => registry.ask({ method: 'GET', path, anonymous: true, signal });
  const greeting = await request('/v2/');
  const found = [byHeaders(greeting)];
  if (!found[0] && greeting.status === 401)
    found[0] = byHeaders(await registry.ask({ method: 'GET', path: '/v2/', signal }));
  if (!found[0]) {
    const [nowhere, quay, harbor, artifactory] = await Promise.all([
      request(`/airlock-probe-${randomBytes(4).toString('hex')}`),
      request('/.well-known/app-capabilities'),
      request('/api/v2.0/systeminfo'),
      request('/artifactory/api/system/ping'),
    ]);
    found.push(byQuay(quay), byHarbor(harbor), byArtifactory(artifactory));
    // A server that answers every request with 200 can't be identified by one more answer.
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
  const allowed = headers['access-control-allow-headers'] ?? '';
  const jfrog = headers['x-jfrog-version'] ?? headers['x-artifactory-id'] ?? headers['x-artifactory-node-id'];
  const all: (Identity | undefined)[] = [
    jfrog === undefined ? undefined : reported('artifactory', t('artifactoryHeader', { value: jfrog })),
    /^artifactory\b/i.test(server)
      ? reported('artifactory', t('serverHeader', { value: server }))
      : undefined,
    /\bx-zot-/i.test(allowed) ? reported('zot', t('zotHeader', { value: allowed })) : undefined,
    /^nexus\//i.test(server) ? reported('nexus', t('serverHeader', { value: server })) : undefined,
  ];
  return all.find((identity) => identity !== undefined);
}

function byQuay(answer: RegistryAnswer): Identity | undefined {
  if (answer.status !== 200 || jsonOf(answer).appName !== 'io.quay') return undefined;
  return reported('quay', t('quayName'));
}

function byHarbor(answer: RegistryAnswer): Identity | undefined {
  const { auth_mode, harbor_version } = jsonOf(answer);
  if (answer.status !== 200 || (typeof auth_mode !== 'string' && typeof harbor_version !== 'string'))
    return undefined;
  const version = typeof harbor_version === 'string' ? ` ${harbor_version}` : '';
  return reported('harbor', t('harborInfo', { version: version.slice(0, 40) }));
}

function byArtifactory({ status, body }: RegistryAnswer): Identity | undefined {
  if (status !== 200 || body.toString('utf8').trim() !== 'OK') return undefined;
  return reported('artifactory', t('artifactoryPing'));
}

function byNexus({ status, body }: RegistryAnswer): Identity | undefined {
  if (status !== 200 || body.length > 0) return undefined;
  return reported('nexus', t('nexusStatus'));
}

/** Distribution serves an empty page at its root, for health checks, and Go's 404 text elsewhere. */
function byDistribution(
  greeting: RegistryAnswer,
  nowhere: RegistryAnswer,
  root: RegistryAnswer,
): Identity | undefined {
  const empty = root.status === 200 && root.body.length === 0 && root.headers['cache-control'] === 'no-cache';
  const words = nowhere.body.toString('utf8').trim() === '404 page not found';
  if (!empty || !words || greeting.headers['docker-distribution-api-version'] === undefined) return undefined;
  return reported('distribution', t('distributionRoot'));
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
