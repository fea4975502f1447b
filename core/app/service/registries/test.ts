import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { RegistryTest } from '../../../contract/topics/settings.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import type { Access, Credentials } from '../../../registry/access/access.ts';
import { createAccess } from '../../../registry/access/create-access.ts';
import type { TypedCredentials } from '../../../registry/access/credentials.ts';
import { endpointsOf } from '../../../registry/access/endpoints.ts';
import { createHostCertificates } from '../../../registry/access/host-certificates.ts';
import { type ForwardProxy, proxyFor } from '../../../registry/access/proxy.ts';
import { loadRegistriesConf } from '../../../registry/access/registries-conf-files.ts';
import { createRegistries } from '../../../registry/client/registries.ts';
import { unlessAborted } from '../../../registry/exchange/cancellation.ts';
import { openSocket } from '../../doctor/checks/open-socket.ts';
import { type Handshake, handshake } from './handshake.ts';
import { logIn } from './login.ts';
import { t } from './messages.ts';
import type { RegistryName } from './name.ts';
import { createTestStages, type StageOutcome } from './test-stages.ts';

export interface RegistryTestOptions {
  registry: RegistryName;
  tlsVerify: boolean;
  /** Also checks the permission to push. */
  push: boolean;
  /** Replaces the credentials that Airlock would use. */
  typed?: { username: string; password: string } | undefined;
  host: HostFacts;
  signal: AbortSignal;
}

/** The registry at its resolved address. */
interface Target {
  host: string;
  hostname: string;
  /** 80 if the registry uses plain HTTP and that is allowed. */
  port: number;
  repository: string;
  insecure: boolean;
  /** Why its certificate isn't verified. */
  because: string;
  proxy: ForwardProxy | undefined;
}

const STAGE_LIMIT = 10_000;
const TYPED = t('typedCredentials');

/**
 * Tests a registry step by step: name, connection, TLS, login, path. The first step that fails is the fault. The steps
 * before it prove that nothing else on this route is wrong.
 * @param limit ms for each step
 * @throws AirlockError `blocked-registry`, and for broken files of this host; `interrupted`
 */
export async function testRegistry(options: RegistryTestOptions, limit = STAGE_LIMIT): Promise<RegistryTest> {
  const { registry, push, host, signal } = options;
  const env = { ...host.env };
  const target = await targetOf(options, env);
  const typed = typedFor(options, target.host);
  const access = await createAccess({
    env,
    home: host.home,
    typed,
    insecureHosts: (name) => (name === target.host && !options.tlsVerify) || undefined,
  });
  const registries = createRegistries({
    access,
    retry: { times: 0, delayMs: 0 },
    userAgent: host.tool.replace(' ', '/'),
  });
  const at = new Date().toISOString();
  const test = createTestStages(registry.host, target.host, signal, limit);
  try {
    let found: Handshake = { origin: `https://${target.host}`, outcome: { detail: '' } };
    await test.run('name', (limited) => lookUp(target, access, limited));
    await test.run('connection', (limited) => reach(target, access, host, limited));
    await test.run('tls', async (limited) => {
      found = await handshake({
        ...target,
        access,
        env,
        home: host.home,
        signal: limited,
        socket: socketTo(target, host),
      });
      return found.outcome;
    });
    await test.run('login', (limited) =>
      logIn({
        target,
        access,
        origin: found.origin,
        signal: limited,
        check: () => registries.at(registry.host).checkAccess(undefined, undefined, { signal: limited }),
      }),
    );
    await test.run('path', async (limited) => {
      if (!registry.path) return { result: 'skipped', detail: pathless(registry.host, push) };
      await registries
        .at(registry.host)
        .checkAccess(registry.path, push ? 'push' : 'pull', { signal: limited });
      const detail = push
        ? t('pushAllowed', { registry: registry.name })
        : t('pullAllowed', { registry: registry.name });
      return { detail };
    });
    return { name: registry.name, address: `${target.hostname}:${target.port}`, at, stages: test.stages };
  } finally {
    await registries.close();
    await access.close();
  }
}

async function targetOf(
  options: RegistryTestOptions,
  env: Record<string, string | undefined>,
): Promise<Target> {
  const { registry, tlsVerify, push, host } = options;
  const { registries } = await loadRegistriesConf({ env, home: host.home, systemRoot: '' });
  const places = endpointsOf(registries, () => undefined, {
    host: registry.host,
    repository: registry.path,
    purpose: push ? 'push' : 'pull',
    byDigest: false,
  });
  const { host: dialled, repository, security } = places.at(-1)!;
  const url = new URL(`https://${dialled}`);
  return {
    host: dialled,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || 443,
    repository,
    insecure: !tlsVerify || security === 'insecure',
    because: tlsVerify ? t('insecureByConfig') : t('insecureByRequest'),
    proxy: proxyFor(url, env),
  };
}

function typedFor({ typed, host }: RegistryTestOptions, dialled: string): TypedCredentials | undefined {
  if (!typed) return host.credentials;
  const credentials: Credentials = { kind: 'basic', ...typed };
  return (name, repository) =>
    name === dialled ? { credentials, origin: TYPED } : host.credentials?.(name, repository);
}

async function lookUp(target: Target, access: Access, signal: AbortSignal): Promise<StageOutcome> {
  const { hostname, proxy } = target;
  if (proxy)
    return {
      result: 'skipped',
      detail: t('proxyResolves', { proxy: proxy.address, variable: proxy.variable }),
    };
  if (isIP(hostname)) return { detail: t('isAddress', { host: hostname }) };
  try {
    const found = await unlessAborted(lookup(hostname, { all: true }), signal);
    const addresses = found.map(({ address }) => address).join(', ');
    return { detail: t('resolved', { host: hostname, addresses }) };
  } catch (error) {
    throw await access.explain(error, `https://${target.host}`);
  }
}

/** Opens and closes a connection, directly or through the proxy. */
async function reach(
  target: Target,
  access: Access,
  host: HostFacts,
  signal: AbortSignal,
): Promise<StageOutcome> {
  const { hostname, port, proxy } = target;
  try {
    const socket = await socketTo(target, host)(signal);
    const { remoteAddress } = socket;
    socket.destroy();
    if (proxy)
      return { detail: t('proxyConnects', { proxy: proxy.address, host: hostname, port: String(port) }) };
    return { detail: t('connected', { address: remoteAddress ?? hostname, port: String(port) }) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED' && target.insecure && port === 443 && !/:\d+$/.test(target.host)) {
      target.port = 80;
      return reach(target, access, host, signal);
    }
    throw await access.explain(error, `https://${target.host}`);
  }
}

/** Opens connections to a registry, through the proxy where there is one. */
function socketTo(target: Target, { env, home }: HostFacts) {
  const proxyContext = createHostCertificates({ env: { ...env }, home, systemRoot: '' });
  return (signal: AbortSignal) => openSocket(target, { proxyContext, timeout: STAGE_LIMIT, signal });
}

function pathless(host: string, push: boolean): string {
  return push ? t('pushNeedsPath', { host }) : t('pullNeedsPath', { host });
}
