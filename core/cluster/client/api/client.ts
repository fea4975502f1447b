import { setTimeout as wait } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
import type { KubeConfig } from '@kubernetes/client-node';
import { Agent, type Dispatcher } from 'undici';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { RULE } from '../../../base/errors/rules.ts';
import { connectionFault, isCertificateFault } from '../../../registry/access/connection-faults.ts';
import { peerCertificates } from '../../../registry/access/peer-certificate.ts';
import type { ForwardProxy } from '../../../registry/access/proxy.ts';
import { hostPort } from '../../../registry/access/proxy.ts';
import { proxyRejected } from '../../../registry/access/tunnel.ts';
import { t } from '../messages.ts';
import { type ApiStatus, statusFault } from './faults.ts';

/** One request to an API server. */
export interface ApiCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With leading slash, each part encoded. */
  path: string;
  query?: Record<string, string | undefined>;
  body?: unknown;
  /** Default: JSON. */
  contentType?: string;
  /** The subject of the request in messages: `ConfigMap openshift-config/trust`. */
  about: string;
}

export interface ApiAnswer<T> {
  status: number;
  body: T;
  /** Warnings of the server (299), such as that an API is deprecated. */
  warnings: string[];
}

export interface ApiClient extends AsyncDisposable {
  /** `https://host:port`. */
  readonly server: string;
  readonly context: string;
  /**
   * Sends a request, and retries it if the server is busy or the connection broke. All requests of Airlock are
   * idempotent.
   * @throws AirlockError `connection`, `tls`, `tls-unknown-issuer`, `proxy`, `stalled`; depending on the answer
   *   `cluster-unauthorized`, `cluster-forbidden`, `cluster-conflict`, `cluster-changed`, `cluster-rejected`,
   *   `cluster-missing`, `server-error`
   */
  call<T>(call: ApiCall, signal?: AbortSignal): Promise<ApiAnswer<T>>;
}

export interface ClientTimes {
  /** ms for one request. Default 30 s. */
  requestMs?: number;
  /** Delay before each retry in ms, one entry for each retry. Default 0.5, 1 and 2 s. */
  retryMs?: readonly number[];
}

const REQUEST_MS = 30_000;
const RETRY_MS = [500, 1000, 2000];
/** The longest `Retry-After` that a retry waits for, in ms. */
const LONGEST_WAIT_MS = 30_000;
const PEER_MS = 5000;

/** Returns the client for the current context of a kubeconfig, with its credentials, CAs and proxy. */
export async function apiClient(config: KubeConfig, times: ClientTimes = {}): Promise<ApiClient> {
  const { requestMs = REQUEST_MS, retryMs = RETRY_MS } = times;
  const { HttpMethod, IsomorphicFetchHttpLibrary, RequestContext } = await import('@kubernetes/client-node');
  const library = new IsomorphicFetchHttpLibrary();
  const server = config.getCurrentCluster()!.server;
  // The library creates a connection pool for each request. The first one is reused.
  let dispatcher: Dispatcher | undefined;

  const once = async <T>(call: ApiCall, signal: AbortSignal | undefined): Promise<ApiAnswer<T>> => {
    const request = new RequestContext(`${server}${call.path}`, HttpMethod[call.method]);
    for (const [name, value] of Object.entries(call.query ?? {}))
      if (value !== undefined) request.setQueryParam(name, value);
    request.setHeaderParam('accept', 'application/json');
    request.setHeaderParam('user-agent', 'airlock');
    if (call.body !== undefined) {
      request.setHeaderParam('content-type', call.contentType ?? 'application/json');
      request.setBody(JSON.stringify(call.body));
    }
    await authenticate(config, request);
    dispatcher ??= request.getDispatcher() ?? new Agent();
    request.setDispatcher(dispatcher);
    const late = AbortSignal.timeout(requestMs);
    request.setSignal(signal ? AbortSignal.any([signal, late]) : late);
    let text: string;
    let answer: { httpStatusCode: number; headers: Record<string, string> };
    try {
      const response = await library.send(request).toPromise();
      answer = response;
      text = await response.body.text();
    } catch (error) {
      signal?.throwIfAborted();
      if (late.aborted)
        throw new AirlockError(
          'stalled',
          t('requestTimedOut', {
            server: hostPort(new URL(server)),
            subject: call.about,
            seconds: requestMs / 1000,
          }),
          {
            ...{ retryable: true, cause: error, side: 'destination' },
          },
        );
      throw await faultOf(error, config);
    }
    const body = parsed(text, answer.httpStatusCode, server);
    if (answer.httpStatusCode >= 400)
      throw statusFault(answer.httpStatusCode, body as ApiStatus, {
        about: call.about,
        server: hostPort(new URL(server)),
        retryAfter: answer.headers['retry-after'],
      });
    return { status: answer.httpStatusCode, body: body as T, warnings: warningsOf(answer.headers.warning) };
  };

  return {
    server,
    context: config.currentContext,
    async call<T>(call: ApiCall, signal?: AbortSignal) {
      for (let attempt = 0; ; attempt++)
        try {
          return await once<T>(call, signal);
        } catch (error) {
          const delay = retryMs[attempt];
          if (!(error instanceof AirlockError) || !error.retryable || delay === undefined) throw error;
          const waitMs = error.retryAfterMs ?? delay;
          if (waitMs > LONGEST_WAIT_MS) throw error;
          await wait(waitMs, undefined, signal && { signal });
        }
    },
    async [Symbol.asyncDispose]() {
      await dispatcher?.destroy();
    },
  };
}

/** Adds certificates and tokens to a request. Runs the credential program if the kubeconfig has one. */
async function authenticate(
  config: KubeConfig,
  request: Parameters<KubeConfig['applySecurityAuthentication']>[0],
): Promise<void> {
  try {
    await config.applySecurityAuthentication(request);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'none';
    const user = config.getCurrentUser()!;
    const program = (user.exec as { command?: string } | undefined)?.command;
    const { server } = config.getCurrentCluster()!;
    const context = config.currentContext;
    throw new AirlockError(
      'kubeconfig',
      server.startsWith('http:')
        ? t('plainHttp', { context, server })
        : program
          ? t('credentialProgramFailed', { context, program, code })
          : t('credentialsUnusable', { context, code }),
      { cause, remedy: program ? t('credentialProgramFailedRemedy', { program }) : undefined },
    );
  }
}

async function faultOf(error: unknown, config: KubeConfig): Promise<AirlockError> {
  const { server, proxyUrl, caData, caFile, skipTLSVerify } = config.getCurrentCluster()!;
  const url = new URL(server);
  const proxy = proxyUrl === undefined ? undefined : forwardProxy(proxyUrl);
  const chain =
    isCertificateFault(error) && !proxy && !skipTLSVerify
      ? await peerCertificates(url, { secureContext: createSecureContext(), timeout: PEER_MS })
      : undefined;
  const rejected = proxy && rejection(error);
  if (rejected) return proxyRejected(proxy, hostPort(url), rejected);
  const known = connectionFault(error, url, { proxy, chain });
  if (!known)
    return new AirlockError('connection', t('requestFailed', { server: hostPort(url) }), {
      cause: error,
      side: 'destination',
    });
  const { code, message, retryable, expected, found } = known;
  return new AirlockError(code, message, {
    ...{ retryable, side: 'destination', cause: error },
    expected,
    found,
    remedy:
      code === 'tls-unknown-issuer'
        ? caData || caFile
          ? t('issuerUntrustedRemedy')
          : t('issuerUntrustedByHostRemedy')
        : known[RULE]?.id === 'tls-handshake-ended'
          ? t('clientCertificateRejectedRemedy')
          : code === 'tls'
            ? t('serverCertificateRemedy')
            : code === 'connection'
              ? t('unreachableRemedy')
              : known.remedy,
  });
}

/** Returns the status with which a proxy rejected the tunnel. */
function rejection(error: unknown): number | undefined {
  for (let next = error; next instanceof Error; next = next.cause) {
    const status = /^Proxy response \((\d+)\)/.exec(next.message)?.[1];
    if (status) return Number(status);
  }
  return undefined;
}

function forwardProxy(address: string): ForwardProxy {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return { url, address: hostPort(url), authorization: undefined, variable: 'proxy-url' };
}

function parsed(text: string, status: number, server: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // Errors of proxies and load balancers, and 404 for unknown groups, are plain text.
    if (status >= 400) return {};
    throw new AirlockError('protocol', t('answerInvalid', { server: hostPort(new URL(server)) }), {
      cause,
      remedy: t('answerInvalidRemedy'),
    });
  }
}

/** Returns the texts of warnings with code 299, such as `299 - "text"`, separated by commas. */
function warningsOf(header: string | undefined): string[] {
  return [...(header ?? '').matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text]) =>
    text!.replace(/\\(.)/g, '$1'),
  );
}
