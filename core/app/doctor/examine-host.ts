import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import type { Access, Endpoint } from '../../registry/access/access.ts';
import { type ForwardProxy, hostPort, routeOf } from '../../registry/access/proxy.ts';
import { readServerClock } from '../../registry/access/server-clock.ts';
import { proxyRejected } from '../../registry/access/tunnel.ts';
import type { ClockReading } from './checks/clock.ts';
import { type CheckName, type Finding, fault, fine } from './checks/finding.ts';
import { checkName } from './checks/name.ts';
import { openSocket, type SocketTarget } from './checks/open-socket.ts';
import { interrupted, limited } from './checks/step.ts';
import { checkTls } from './checks/tls.ts';
import { t } from './messages.ts';
import type { Surroundings } from './surroundings.ts';

/** A host at its resolved address. */
export interface HostPlace {
  host: string;
  scheme: 'https' | 'http';
  security: Endpoint['security'];
  /** Whether it must respond as a registry. */
  registry: boolean;
}

export interface ExaminedHost {
  findings: Finding[];
  clock?: ClockReading;
  /** The origin for HTTP requests, such as `https://quay.io`; undefined if the host can't be queried. */
  origin: string | undefined;
  /** The proxy to this host, for firewalls. */
  proxy: ForwardProxy | undefined;
  port: number;
}

/**
 * Examines the path to a host step by step: route, name, connection, TLS, clock, and whether a registry responds. The first
 * step that fails is the fault. The steps before it show that nothing else is wrong on this path.
 * @throws AirlockError `interrupted`
 */
export async function examineHost(
  place: HostPlace,
  around: Surroundings,
  signal: AbortSignal,
): Promise<ExaminedHost> {
  const { host, scheme } = place;
  const url = new URL(`${scheme}://${host}`);
  const found: ExaminedHost = {
    findings: [],
    origin: undefined,
    proxy: undefined,
    port: Number(url.port) || (scheme === 'https' ? 443 : 80),
  };
  const step = async (check: CheckName, work: (signal: AbortSignal) => Promise<boolean>) => {
    try {
      return await limited(host, around.stepTime, signal, work);
    } catch (error) {
      if (signal.aborted) throw interrupted();
      found.findings.push(fault(check, host, 'error', asAirlockError(error), inOrder(found.findings)));
      return false;
    }
  };
  const steps: [CheckName, (signal: AbortSignal) => Promise<boolean>][] = [
    ['route', () => route(url, found, around)],
    ['name', () => name(url, found, around)],
    ['connection', (limit) => connection(place, url, found, around, limit)],
    ['tls', (limit) => tls(place, url, found, around, limit)],
    [place.registry ? 'registry' : 'clock', (limit) => greeting(place, found, around, limit)],
  ];
  for (const [check, work] of steps) {
    if (await step(check, work)) continue;
    found.origin = undefined;
    break;
  }
  return found;
}

async function route(url: URL, found: ExaminedHost, { env }: Surroundings): Promise<boolean> {
  const { proxy, because } = routeOf(url, env);
  found.proxy = proxy;
  const statement = proxy
    ? t('routeProxy', { proxy: proxy.address, reason: because })
    : t('routeDirect', { reason: because });
  found.findings.push(fine('route', url.host, statement));
  return true;
}

async function name(url: URL, found: ExaminedHost, around: Surroundings): Promise<boolean> {
  const { proxy } = found;
  const hostname = bare((proxy?.url ?? url).hostname);
  const finding = await checkName(hostname, {
    resolvers: around.probes.resolvers(),
    explain: (error) => namelessFault(error, url, proxy),
  });
  const subject = proxy ? `${url.host} (proxy ${proxy.address})` : url.host;
  found.findings.push({ ...finding, subject });
  return finding.level !== 'error';
}

/** Returns the error of a failed lookup in the terms of runs. */
function namelessFault(error: unknown, url: URL, proxy: ForwardProxy | undefined): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const hostname = (proxy?.url ?? url).hostname;
  const host = proxy ? t('proxyHost', { host: hostname, variable: proxy.variable }) : hostname;
  const message =
    code === 'EAI_AGAIN'
      ? t('resolversSilent', { host })
      : code === 'ENOTFOUND'
        ? t('nameUnknown', { host })
        : t('lookupFailed', { host, code: code ?? '' });
  const remedy = proxy ? t('proxyRemedy', { variable: proxy.variable }) : t('nameRemedy');
  return new AirlockError('connection', message, { remedy });
}

async function connection(
  place: HostPlace,
  url: URL,
  found: ExaminedHost,
  around: Surroundings,
  signal: AbortSignal,
): Promise<boolean> {
  const { proxy } = found;
  // Plain HTTP needs no tunnel: the proxy gets the request itself.
  const direct = place.scheme === 'http' && proxy;
  const target: SocketTarget = direct
    ? {
        hostname: bare(direct.url.hostname),
        port: Number(hostPort(direct.url).split(':').at(-1)),
        proxy: undefined,
      }
    : { hostname: bare(url.hostname), port: found.port, proxy };
  try {
    const socket = await socketTo(target, around, signal);
    const { localAddress, remoteAddress } = socket;
    socket.destroy();
    const statement = proxy
      ? t('proxyConnects', { proxy: proxy.address })
      : t('connected', { address: remoteAddress ?? url.hostname, port: String(found.port) });
    const from = t('connectedFrom', { address: localAddress ?? t('thisHost') });
    found.findings.push(fine('connection', place.host, statement, [from]));
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED' && place.security === 'insecure' && found.port === 443 && !url.port) {
      found.port = 80;
      return connection(place, url, found, around, signal);
    }
    throw await around.access.explain(error, url.origin);
  }
}

async function tls(
  place: HostPlace,
  url: URL,
  found: ExaminedHost,
  around: Surroundings,
  signal: AbortSignal,
): Promise<boolean> {
  const { host, security } = place;
  found.origin = url.origin;
  if (place.scheme === 'http') return true;
  const hostname = bare(url.hostname);
  const target = { hostname, port: found.port, proxy: found.proxy };
  const plain = `http://${url.hostname}:${found.port}`;
  const { finding, scheme } = await checkTls({
    host,
    hostname,
    allowed: security === 'insecure' ? around.whyInsecure(host) : undefined,
    proxy: found.proxy?.address,
    socket: (limit) => socketTo(target, around, limit),
    secureContext: around.certificates(url.host),
    explain: around.access.explain,
    speaksHttp: () => speaksHttp(around.access, plain, signal),
    places: around,
    signal,
    now: around.probes.now(),
  });
  found.findings.push(finding);
  if (scheme === 'http') found.origin = plain;
  if (finding.level !== 'error') return true;
  // An untrusted server still reports its time, and a wrong clock is a common cause.
  const answer = await greet(around, found.origin, 'insecure', place, signal).catch(() => undefined);
  if (answer?.clock) found.clock = { host, clock: answer.clock };
  return false;
}

/** Sends the first HTTP request. The response contains the time of the server, and shows whether it is a registry. */
async function greeting(
  place: HostPlace,
  found: ExaminedHost,
  around: Surroundings,
  signal: AbortSignal,
): Promise<boolean> {
  const { host } = place;
  const origin = found.origin!;
  let answer: Awaited<ReturnType<typeof readServerClock>>;
  try {
    answer = await greet(around, origin, place.security, place, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    throw await around.access.explain(error, origin);
  }
  const { status, clock } = answer;
  if (clock) found.clock = { host, clock };
  if (status === 407 && found.proxy) throw proxyRejected(found.proxy, host, 407);
  if (!place.registry) return true;
  if (status === 404 || (status >= 300 && status < 400))
    throw new AirlockError('protocol', t('notRegistry', { host, status }));
  if (status >= 500)
    throw new AirlockError('server-error', t('registryFailed', { host, status }), {
      remedy: t('registryFailedRemedy'),
    });
  const credentials = status === 401 ? 'required' : 'none';
  found.findings.push(fine('registry', host, t('registryFound', { credentials })));
  return true;
}

function greet(
  around: Surroundings,
  origin: string,
  security: Endpoint['security'],
  { registry }: HostPlace,
  signal: AbortSignal,
): ReturnType<typeof readServerClock> {
  const url = new URL(registry ? '/v2/' : '/', origin);
  const { access, probes, userAgent } = around;
  return readServerClock(access.dispatcher(origin, security), url, { signal, now: probes.now, userAgent });
}

async function speaksHttp(access: Access, origin: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { statusCode, body } = await access
      .dispatcher(origin, 'insecure')
      .request({ origin, path: '/v2/', method: 'GET', signal });
    body.on('error', () => undefined).destroy();
    // TLS servers respond to plain HTTP with 400.
    return statusCode !== 400;
  } catch {
    return false;
  }
}

function socketTo(target: SocketTarget, around: Surroundings, signal: AbortSignal) {
  const { certificates: proxyContext, stepTime: timeout } = around;
  return openSocket(target, { proxyContext, timeout, signal });
}

/** Returns the checks that passed before a step failed. */
function inOrder(findings: readonly Finding[]): string[] {
  const fineOnes = findings.filter(({ level }) => level === 'ok').map(({ check }) => check);
  return fineOnes.length > 0 ? [t('passedBefore', { checks: fineOnes.join(', ') })] : [];
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
