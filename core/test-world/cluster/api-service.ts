import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { inUrl, loopbackAddress } from '../../base/files/loopback-address.ts';
import { generalAnswer, reviewAnswer } from './discovery.ts';
import type { JsonObject } from './field-sets.ts';
import { SERVED_KINDS, type ServedKind } from './kinds.ts';
import {
  type ApiAnswer,
  answerOfRule,
  deleteAnswer,
  forbiddenAnswer,
  found,
  readAnswer,
  rejected,
  writeAnswer,
} from './object-answers.ts';
import {
  type Api,
  type ApiRequest,
  type ApiRule,
  type ApiUser,
  isDenied,
  placeOf,
  requestOf,
  takeRule,
  userOf,
} from './requests.ts';
import { ApiStorage, kindOf } from './storage.ts';

/** Requests are small objects; a larger body ends the connection. Bytes. */
const LARGEST_BODY = 16 * 1024 * 1024;

export interface ApiServiceOptions {
  users: readonly ApiUser[];
  /** gitVersion of Kubernetes. Default v1.31.6. */
  kubernetesVersion?: string | undefined;
  /** Kinds that this cluster doesn't serve. */
  without?: readonly string[] | undefined;
  /** Default: plain HTTP. */
  tls?: ServerOptions | undefined;
}

/** A simulated API server, with direct access to its objects. */
export type ApiService = Awaited<ReturnType<typeof startApiService>>;

/**
 * Starts a server on a free port of 127.0.0.1 that behaves like the API server of a cluster: tokens, discovery, storage
 * of the kinds in {@link SERVED_KINDS}, server-side apply, dry runs, access reviews, and scripted faults. It follows the
 * Kubernetes documentation ("Server-Side Apply", "API concepts").
 */
export async function startApiService(options: ApiServiceOptions) {
  const { kubernetesVersion = 'v1.31.6', without = [], users, tls } = options;
  const kinds = SERVED_KINDS.filter(({ kind }) => !without.includes(kind));
  const listeners: ((object: JsonObject, kind: ServedKind) => void)[] = [];
  const changed = (object: JsonObject, kind: ServedKind) => {
    for (const listener of listeners) listener(object, kind);
  };
  const storage = new ApiStorage(kinds, changed);
  const requests: ApiRequest[] = [];
  const rules: ApiRule[] = [];
  const open = new Set<Socket>();
  for (const name of ['default', 'openshift-config', 'openshift-config-managed', 'openshift-marketplace'])
    storage.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, 'bootstrap');
  const api: Api = { kubernetesVersion, users, kinds, storage, requests, rules, changed };

  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    answer(api, incoming, outgoing).catch((error: Error) => outgoing.writeHead(500).end(error.message));
  };
  const server = tls ? createHttpsServer(tls, listener) : createHttpServer(listener);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  const address = loopbackAddress();
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;

  return {
    ...{ port, requests, rules },
    url: `${tls ? 'https' : 'http'}://${inUrl(address)}:${port}`,
    /** Registers a callback for every stored object. */
    onChange: (listener: (object: JsonObject, kind: ServedKind) => void) => void listeners.push(listener),
    /** Stores an object as another manager would, including its status. */
    put: (object: JsonObject, manager = 'kubectl-edit') => storage.put(structuredClone(object), manager),
    read(apiVersion: string, kind: string, name: string, namespace?: string): JsonObject | undefined {
      return storage.find(kindOf(kinds, { apiVersion, kind }), namespace, name);
    },
    /** Serves a kind that was left out, as after the installation of its operator. */
    serve(kind: string): void {
      kinds.push(...SERVED_KINDS.filter((one) => one.kind === kind && !kinds.includes(one)));
    },
    /** All objects, to save them for {@link restore}. */
    objects: () => storage.objects,
    restore: (objects: readonly JsonObject[]) => storage.restore(objects),
    list: (apiVersion: string, kind: string) => storage.list(kindOf(kinds, { apiVersion, kind }), undefined),
    remove: (apiVersion: string, kind: string, name: string, namespace?: string) =>
      storage.remove(kindOf(kinds, { apiVersion, kind }), namespace, name),
    async [Symbol.asyncDispose]() {
      // Closed first, because it would otherwise wait for new connections.
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

async function answer(api: Api, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (Number(incoming.headers['content-length'] ?? 0) > LARGEST_BODY) return void incoming.socket.destroy();
  const sent = await textOf(incoming);
  const user = userOf(incoming, api.users);
  const report = ({ status, body, headers }: ApiAnswer) =>
    void outgoing
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
  if (!user) return report(rejected({ status: 401, reason: 'Unauthorized', message: 'Unauthorized' }));
  const url = new URL(incoming.url ?? '/', 'https://api');
  const place = placeOf(url.pathname, api.kinds);
  const request = requestOf(incoming, sent, url, user, place);
  api.requests.push(request);
  const rule = takeRule(api, request)?.answer;
  if (rule === 'drop') return void incoming.socket.destroy();
  if (rule === 'hang') return;
  if (typeof rule === 'object') return report(answerOfRule(rule));
  const general = generalAnswer(url.pathname, api.kinds, api.kubernetesVersion);
  if (general) return report(found(general));
  const review = reviewAnswer(request, user, (attributes) => isDenied(api, { ...request, ...attributes }));
  if (review) return report({ status: 201, body: review });
  if (!place?.kind)
    return void outgoing.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found\n');
  const named = { ...place, kind: place.kind };
  const applies = incoming.headers['content-type'] === 'application/apply-patch+yaml';
  const forbidden = forbiddenAnswer(api, request, named, applies);
  if (forbidden) return report(forbidden);
  const manager =
    request.query.fieldManager ??
    (applies ? '' : (incoming.headers['user-agent'] ?? 'unknown').split('/')[0]!);
  const result =
    readAnswer(api, request, named) ??
    (request.verb === 'delete'
      ? deleteAnswer(api, request, named)
      : writeAnswer(api, request, named, { applies, manager }));
  if (rule === 'drop-after' && !['get', 'list'].includes(request.verb)) incoming.socket.destroy();
  else report(result);
}
