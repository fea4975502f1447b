import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EngineSupervisor } from '../../core/app/engine-link/supervisor.ts';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { inUrl } from '../../core/base/files/loopback-address.ts';
import { mayRequest, rejectionOf } from '../../core/contract/access.ts';
import { CONTENT_SECURITY_POLICY } from '../../core/contract/content-security.ts';
import { isRequestName } from '../../core/contract/contract.ts';
import type { Session } from '../../core/contract/topics/session.ts';
import { streamEvents } from './event-stream.ts';
import { createGate, type Gate } from './gate.ts';
import { t } from './messages.ts';
import type { StaticFile } from './pages.ts';
import { enteringPage, rejectedPage, rejectRequest, sendAnswer, sendPage } from './replies.ts';
import { readBody } from './request-body.ts';

export interface AppServerOptions {
  engine: EngineSupervisor;
  /** The built pages, by address. */
  pages: ReadonlyMap<string, StaticFile>;
  /** A loopback address. */
  host: string;
  /** 0 stands for any free port. */
  port: number;
  /** The session of the main token. */
  session: Session;
  /** Names of approvers. */
  approvers?: readonly string[];
}

export interface AppServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** With the token, valid as long as the process runs. */
  readonly address: string;
  /** Addresses of approvers. */
  readonly approvers: readonly { name: string; url: string }[];
  /** Returns an address that is valid for one entry within a minute. */
  openingAddress(): string;
  /** Closes all connections. */
  close(): Promise<void>;
}

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/**
 * Serves the pages, the requests of the contract and its events on loopback, to clients with a token.
 * @throws AirlockError `usage` when the server can't listen on the address
 */
export async function startAppServer({
  engine,
  pages,
  host,
  port,
  session,
  approvers,
}: AppServerOptions): Promise<AppServer> {
  const gate = createGate(host, session, approvers);
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    handle({ engine, pages, gate }, request, response).catch(() => {
      // The connection broke while the request was read, so nobody gets a response.
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
    server.listen({ host, port }, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  const origin = `http://${inUrl(host)}:${bound}`;
  return {
    origin,
    address: `${origin}/?token=${gate.token}`,
    approvers: [...gate.approvers].map(([name, token]) => ({ name, url: `${origin}/?token=${token}` })),
    openingAddress: () => `${origin}/?token=${gate.openingToken()}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function cannotListen(cause: NodeJS.ErrnoException, host: string, port: number): AirlockError {
  const message =
    cause.code === 'EADDRINUSE'
      ? t('addressInUse', { host, port: String(port) })
      : t('listenFailed', { host, port: String(port), reason: cause.message });
  return new AirlockError('usage', message, {
    remedy: t('listenFailedRemedy'),
    cause,
  });
}

interface Serving {
  engine: EngineSupervisor;
  pages: ReadonlyMap<string, StaticFile>;
  gate: Gate;
}

async function handle(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { gate, pages } = serving;
  const [path = '', query] = (request.url ?? '').split('?');
  const isApi = path.startsWith('/api/');
  const entered = path === '/' && request.method === 'GET' ? enter(gate, query, request, response) : false;
  if (entered) return;
  const session = gate.sessionOf(request.headers);
  const rejection = gate.rejection(request.headers) ?? (session ? undefined : t('tokenInvalid'));
  if (rejection !== undefined || !session) {
    if (isApi) return rejectRequest(response, 403, 'forbidden', t('rejected', { reason: rejection ?? '' }));
    return sendPage(response, 403, rejectedPage(rejection ?? ''));
  }
  if (isApi) return api(serving, session, path.slice('/api/'.length), request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return sendPage(response, 405, t('methodText'));
  }
  const page = pages.get(path);
  if (!page) return sendPage(response, 404, t('pageMissingText'));
  response.setHeader('content-type', page.type);
  if (page.immutable) response.setHeader('cache-control', 'private, max-age=31536000, immutable');
  response.setHeader('content-length', page.body.length);
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : page.body);
}

/** Exchanges a token for the cookie. @returns whether the request was answered */
function enter(
  gate: Gate,
  query: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const token = new URLSearchParams(query ?? '').get('token');
  if (token === null) return false;
  // A link in a web terminal or an email comes from another site. Whoever has the token may follow it.
  const { 'sec-fetch-site': site, ...headers } = request.headers;
  const elsewhere = site === 'cross-site' || site === 'same-site';
  if (gate.rejection(headers) !== undefined) return false;
  const cookie = gate.enter(token);
  if (!cookie) return false;
  response.setHeader('set-cookie', cookie);
  // The browser wouldn't send the strict cookie after a redirect, which would still count as coming from the other site.
  if (elsewhere) sendPage(response, 200, enteringPage());
  else response.writeHead(303, { location: '/' }).end();
  return true;
}

async function api(
  { engine }: Serving,
  session: Session,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (name === 'events' && request.method === 'GET') return streamEvents(engine.hub, request, response);
  if (!isRequestName(name))
    return rejectRequest(response, 404, 'usage', t('requestUnknown', { request: name.slice(0, 80) }));
  if (!mayRequest(session.role, name))
    return rejectRequest(
      response,
      403,
      'not-permitted',
      t('notPermitted', { role: rejectionOf(session.role), request: name }),
    );
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    return rejectRequest(response, 405, 'usage', t('methodNotPost', { request: name }));
  }
  if (!/^application\/json(;|$)/i.test(request.headers['content-type'] ?? ''))
    return rejectRequest(response, 415, 'usage', t('bodyNotJsonType', { request: name }));
  const body = await readBody(request);
  if (!body) return rejectRequest(response, 413, 'usage', t('bodyTooLarge', { request: name }));
  let input: unknown;
  try {
    input = JSON.parse(body.toString('utf8'));
  } catch {
    return rejectRequest(response, 400, 'usage', t('bodyInvalid', { request: name }));
  }
  const removed = new AbortController();
  response.on('close', () => removed.abort());
  const given = await engine.request(name, input, { signal: removed.signal, session });
  if (!response.destroyed) sendAnswer(response, 200, given);
}
