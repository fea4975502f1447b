import type { Access } from '../../registry/access/access.ts';
import { createAccess } from '../../registry/access/create-access.ts';
import { createFirstContact, type FirstContact } from '../../registry/access/first-contact.ts';
import {
  type HttpAnswer,
  type HttpGetOptions,
  type HttpRetry,
  httpGet,
} from '../../registry/access/http-get.ts';
import { createRegistries } from '../../registry/client/registries.ts';
import { createWaitReport } from '../../registry/exchange/host-waits.ts';
import type { LinkGate } from '../../registry/exchange/link-gate.ts';
import type { Registries, RequestOptions } from '../../registry/exchange/registry.ts';
import type { EmitRunEvent, RunLimits } from '../../runs/progress/events.ts';
import { type MirrorSource, mirrorSource, throughMirror } from './mirror-source.ts';
import type { HostFacts, MirrorRequest } from './request.ts';

/** Network access of a run: registries, and plain HTTP for graphs and signatures, with one policy for each host. */
export interface Session {
  access: Access;
  registries: Registries;
  /** The mirror registry from which content of all other registries is read. */
  mirror: MirrorSource | undefined;
  /** {@link httpGet} with the run's attempts, within its windows. */
  get(url: string, options?: Omit<HttpGetOptions, 'retry'>): Promise<HttpAnswer>;
  /** Returns registries with their own limits and counters. The caller closes them. */
  separate(): Registries;
  close(): Promise<void>;
}

/** Limits of a run's links: a gate, and a counter of all bytes fetched and sent. */
export interface LinkUse {
  gate: LinkGate;
  onBytes(moved: number): void;
  /** Receives the function that returns the state of each host. */
  watch(links: Registries['links']): void;
}

/** Returns a listener that reports repeated attempts. */
export function retryEvents(emit: EmitRunEvent): NonNullable<RequestOptions['onRetry']> {
  return ({ attempt, waitMs, error }) =>
    emit({
      type: 'retry',
      attempt,
      waitMs: Math.round(waitMs),
      message: error.message,
      code: error.code,
    });
}

const NEVER = new AbortController().signal;

/** Network settings of a request. */
export type NetworkSettings = Pick<
  MirrorRequest,
  | 'sourceTlsVerify'
  | 'destinationTlsVerify'
  | 'authFile'
  | 'retryTimes'
  | 'retryDelayMs'
  | 'parallelImages'
  | 'parallelLayers'
  | 'rate'
  | 'stallMs'
  | 'minRate'
  | 'windows'
  | 'unattended'
> &
  Partial<Pick<MirrorRequest, 'workflow' | 'stateDirectory'>>;

/** Returns the number of parallel blobs: the product of oc-mirror's two flags, limited for one host. */
export function parallelBlobs(request: Pick<MirrorRequest, 'parallelImages' | 'parallelLayers'>): number {
  return Math.min(64, request.parallelImages * request.parallelLayers);
}

/** Returns the initial limits of a run, which can be changed later. */
export function limitsOf(
  request: Pick<MirrorRequest, 'parallelImages' | 'parallelLayers' | 'rate'>,
): RunLimits {
  const { parallelImages, parallelLayers, rate } = request;
  return { parallelImages, parallelLayers, rate: rate ?? null };
}

/**
 * @param link absent if links may be used at any time
 * @throws AirlockError when configuration files of the host (auth files, registries.conf) are invalid
 */
export async function openSession(
  request: NetworkSettings,
  host: HostFacts,
  emit: EmitRunEvent,
  link?: LinkUse,
): Promise<Session> {
  const destination =
    !request.workflow || request.workflow.kind === 'mirrorToDisk'
      ? undefined
      : request.workflow.destination.host;
  const access = await createAccess({
    env: host.env,
    home: host.home,
    typed: host.credentials,
    authFile: request.authFile,
    insecureHosts: (name) =>
      (name === destination ? !request.destinationTlsVerify : !request.sourceTlsVerify) || undefined,
  });
  // Nobody waits for the first answer of a host, and its link may come up a little after the window opens.
  const patient = request.unattended === true || (request.windows?.length ?? 0) > 0;
  // All clients of the run share what they know about a host.
  const contacts = new Map<string, FirstContact>();
  const contactOf = (name: string) => {
    const found = contacts.get(name) ?? createFirstContact(patient);
    contacts.set(name, found);
    return found;
  };
  const onWait = createWaitReport((wait) => emit({ type: 'wait', ...wait }));
  const limits = {
    stallMs: request.stallMs ?? (host.env.AIRLOCK_STALL_MS ? Number(host.env.AIRLOCK_STALL_MS) : undefined),
    minimumRate: request.minRate,
  };
  const mirror = request.workflow && (await mirrorSource({ ...request, workflow: request.workflow }, host));
  const separate = () =>
    createRegistries({
      access,
      retry: { times: request.retryTimes, delayMs: request.retryDelayMs },
      parallelBlobs: parallelBlobs(request),
      rate: request.rate ?? null,
      userAgent: host.tool.replace(' ', '/'),
      onRetry: retryEvents(emit),
      onWait,
      contactOf,
      onPace: ({ host: name, parallel, allowed, reason }) =>
        emit({ type: 'link', host: name, parallel, allowed, reason }),
      onRejectedLogin: (login) => emit({ type: 'login', ...login }),
      ...link,
      ...limits,
    });
  const direct = separate();
  const registries = mirror
    ? throughMirror(direct, mirror, destination === undefined ? [] : [destination])
    : direct;
  link?.watch(registries.links);
  return {
    access,
    registries,
    mirror,
    separate,
    async get(url, options) {
      await link?.gate.pass(options?.signal ?? NEVER);
      const onRetry: HttpRetry = ({ host: name, waitMs, error, ...count }) =>
        onWait(name, waitMs, error, { ...count, first: !contactOf(name).answered });
      const { retryTimes: times, retryDelayMs: delay } = request;
      return httpGet(access, url, {
        ...limits,
        ...options,
        retry: { times, delay: delay > 0 ? delay : undefined, onRetry, contactOf },
      });
    },
    async close() {
      await registries.close();
      await access.close();
    },
  };
}
