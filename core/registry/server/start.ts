import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { loopbackAddress } from '../../base/files/loopback-address.ts';
import { isBlobStoreUrl } from './faults/blob-store.ts';
import type { FaultScript } from './faults/fault-script.ts';
import { Faults } from './faults/faults.ts';
import { createQuirks } from './faults/quirk-layers.ts';
import type { Quirks } from './faults/quirks.ts';
import { type ListenOptions, listen } from './listener.ts';
import { createAuthentication, type ServerAuth, TOKEN_PATH } from './protocol/authentication.ts';
import { type Exchange, type Handler, rejection } from './protocol/exchange.ts';
import { createProtocol, type ProtocolOptions } from './protocol/protocol.ts';
import { parseRoute, routeName } from './protocol/route.ts';
import { send } from './protocol/send.ts';
import { increment, newStats, type RegistryStats, resetStats, trafficOf } from './stats.ts';
import type { RegistryStorage } from './storage/storage.ts';

/** An answered request, for a log. The path has no query, because queries may contain signatures. */
export interface RequestLogEntry {
  method: string;
  path: string;
  /** Undefined if the connection ended before the response. */
  status: number | undefined;
  ms: number;
  /** The server's internal error. Clients only receive status 500. */
  error?: AirlockError;
}

export interface RegistryServerOptions extends ProtocolOptions {
  storage: RegistryStorage;
  /** Default: {@link loopbackAddress}. */
  host?: string;
  /** Host in image references, if it differs from the address, such as `localhost`. */
  name?: string;
  /** Default 0: any free port. */
  port?: number;
  /** PEM. Without it, plain HTTP. */
  tls?: ListenOptions['tls'];
  /** Without it, everybody has access. */
  auth?: ServerAuth;
  faults?: FaultScript;
  /** Deviations that imitate another registry. */
  quirks?: Quirks;
  log?: (entry: RequestLogEntry) => void;
}

export interface RegistryServer {
  /** `127.0.0.1:40123`, as in image references. */
  readonly host: string;
  /** `http://127.0.0.1:40123` */
  readonly url: string;
  readonly faults: {
    /** Replaces the fault script and resets the counts of its rules. */
    set(script: FaultScript): void;
    clear(): void;
    /** Closes the address and every connection, and resolves when it listens there again after `ms`. */
    disconnect(ms: number): Promise<void>;
  };
  /** Live counters. */
  readonly stats: RegistryStats;
  resetStats(): void;
  /** Ends every connection at once and discards unfinished uploads. */
  close(): Promise<void>;
}

/**
 * Serves a storage with the distribution protocol: the destination of the practice world, the fixture of tests, and
 * `airlock registry serve`.
 * @throws AirlockError `connection` if the address is unavailable
 */
export async function startRegistryServer(options: RegistryServerOptions): Promise<RegistryServer> {
  const { storage, host = loopbackAddress(), name, port = 0, tls, auth, log } = options;
  const stats = newStats();
  const protocol = createProtocol(storage, options);
  const login = auth && createAuthentication(auth, () => faults.script.tokenTtlMs ?? tokenTtlOf(auth));
  const faults: Faults = new Faults(options.faults ?? {}, {
    inFlight: () => stats.inFlight,
    challenge: async (exchange) => (await login?.rejectRequest(withoutLogin(exchange))) ?? NO_LOGIN_HERE,
    onFault: (name) => increment(stats.faults, name),
  });
  const quirks = options.quirks && createQuirks(options.quirks, storage);
  const handler = quirks?.wrap(protocol.handle) ?? protocol.handle;
  const serve = faults.wrap(counted(handler, stats));
  const fromBlobStore = faults.blobStore(counted(protocol.handle, stats));
  const giveToken = login?.token && faults.wrap(login.token);

  const inside: Handler = async (exchange) => {
    if (isBlobStoreUrl(exchange.url)) return fromBlobStore(exchange);
    if (giveToken && pathOf(exchange.url) === TOKEN_PATH) return giveToken(exchange);
    const rejected = await login?.rejectRequest(exchange);
    if (!rejected) return serve(exchange);
    await faults.latency(exchange.signal);
    return rejected;
  };
  const answer = quirks?.front(inside) ?? inside;

  const listener = await listen((request, response) => void handle(request, response), {
    host,
    port,
    tls,
    onConnection: () => stats.connections++,
  });
  const served = name === undefined ? listener.host : listener.host.replace(/^.*(?=:)/, name);
  const scheme = tls ? 'https' : 'http';

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    const { method = '', url = '', headers, socket } = request;
    const route = trafficOf(stats, `${method} ${nameOf(url)}`);
    const counters = [stats, route];
    for (const counter of counters) counter.requests++;
    stats.inFlight++;
    stats.maxInFlight = Math.max(stats.maxInFlight, stats.inFlight);
    const removed = new AbortController();
    let status: number | undefined;
    let error: AirlockError | undefined;
    response.on('close', () => {
      stats.inFlight--;
      removed.abort();
      log?.({
        method,
        path: pathOf(url),
        status,
        ms: Math.round(performance.now() - started),
        error,
      });
    });
    const onStart = (code: number) => {
      status = code;
      for (const counter of counters) increment(counter.statuses, code);
    };
    const onBytes = (count: number) => {
      for (const counter of counters) counter.bytesOut += count;
    };
    const exchange: Exchange = {
      method,
      url,
      headers,
      body: received(request, (count) => {
        for (const counter of counters) counter.bytesIn += count;
      }),
      origin: `${scheme}://${calledAs(headers.host) ?? served}`,
      socket,
      signal: removed.signal,
    };
    try {
      await send(await answer(exchange), response, method === 'HEAD', onStart, onBytes);
    } catch (thrown) {
      if (removed.signal.aborted || socket.destroyed) return;
      error = asAirlockError(thrown);
      if (response.headersSent) response.destroy();
      else await send(BROKEN, response, method === 'HEAD', onStart, onBytes);
    } finally {
      // The unread rest of the body is discarded. Otherwise, the connection's next request would never be parsed.
      request.resume();
    }
  }

  return {
    host: served,
    url: `${scheme}://${listener.host}`,
    faults: {
      set: (script) => faults.set(script),
      clear: () => faults.set({}),
      disconnect: listener.disconnect,
    },
    stats,
    resetStats: () => resetStats(stats),
    async close() {
      await listener.close();
      await protocol.close();
    },
  };
}

const BROKEN = rejection(500, 'UNKNOWN', 'internal error: see the log of the registry');
const NO_LOGIN_HERE = rejection(401, 'UNAUTHORIZED', 'rejected by a rule of the fault script', null, {
  'www-authenticate': 'Basic realm="airlock"',
});

function tokenTtlOf(auth: ServerAuth): number {
  return auth.kind === 'token' ? auth.ttlMs : 0;
}

function withoutLogin(exchange: Exchange): Exchange {
  return { ...exchange, headers: { ...exchange.headers, authorization: undefined } };
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** Returns the name of a request's kind in the counters. */
function nameOf(url: string): string {
  if (isBlobStoreUrl(url)) return 'blob-store';
  const path = pathOf(url);
  return path === TOKEN_PATH ? 'token' : routeName(parseRoute(path));
}

/** Returns the Host header if it is valid, because it becomes part of addresses that clients are sent to. */
function calledAs(host: string | undefined): string | undefined {
  return host !== undefined && /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host) ? host : undefined;
}

/** Counts how often each blob is served. */
function counted(handle: Handler, stats: RegistryStats): Handler {
  return async (exchange) => {
    const answer = await handle(exchange);
    const route = parseRoute(pathOf(exchange.url));
    if (exchange.method === 'GET' && route.kind === 'blobs' && answer.status < 300)
      stats.blobGets.set(route.digest, (stats.blobGets.get(route.digest) ?? 0) + 1);
    return answer;
  };
}

async function* received(request: IncomingMessage, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  // A client that stops reading halfway must still get a response.
  const chunks: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}
