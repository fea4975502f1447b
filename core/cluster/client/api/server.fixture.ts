import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { stringify } from 'yaml';
import { certificateAuthority, type Issued } from '../../../registry/access/loopback-servers.fixture.ts';
import { generalAnswer, reviewAnswer } from './discovery.fixture.ts';
import type { JsonObject } from './field-sets.fixture.ts';
import { SERVED_KINDS, type ServedKind } from './kinds.fixture.ts';
import {
  type ApiAnswer,
  answerOfRule,
  deleteAnswer,
  forbiddenAnswer,
  found,
  readAnswer,
  rejected,
  writeAnswer,
} from './object-answers.fixture.ts';
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
} from './requests.fixture.ts';
import { ApiStorage, kindOf } from './storage.fixture.ts';

export interface ApiServerOptions {
  /** gitVersion of Kubernetes. Default v1.31.6. */
  kubernetesVersion?: string;
  /** Kinds that this cluster doesn't serve. */
  without?: string[];
  users?: ApiUser[];
  /** Days that the server certificate is valid. 0 or less: it has expired. Default 2. */
  days?: number;
  plainHttp?: boolean;
}

export type ApiServer = Awaited<ReturnType<typeof startApiServer>>;

const ADMIN: ApiUser = { name: 'kim', token: 'kims-token', groups: ['system:authenticated'] };

/**
 * Starts a test server that behaves like the API server of a cluster, on loopback: HTTPS with tokens and client
 * certificates, discovery, storage of the kinds in {@link SERVED_KINDS}, server-side apply, dry runs, access reviews, and
 * scripted faults. It follows the Kubernetes documentation ("Server-Side Apply", "API concepts").
 */
export async function startApiServer(options: ApiServerOptions = {}) {
  const {
    kubernetesVersion = 'v1.31.6',
    without = [],
    users = [ADMIN],
    days = 2,
    plainHttp = false,
  } = options;
  const kinds = SERVED_KINDS.filter(({ kind }) => !without.includes(kind));
  const listeners: ((object: JsonObject, kind: ServedKind) => void)[] = [];
  const changed = (object: JsonObject, kind: ServedKind) => {
    for (const listener of listeners) listener(object, kind);
  };
  const storage = new ApiStorage(kinds, changed);
  const folder = await mkdtemp(join(tmpdir(), 'airlock-api-'));
  const authority = certificateAuthority(folder, 'Lab cluster CA');
  const served = authority.issue('api', 'IP:127.0.0.1,DNS:api.lab.example', days);
  const requests: ApiRequest[] = [];
  const rules: ApiRule[] = [];
  const open = new Set<Socket>();
  for (const name of ['default', 'openshift-config', 'openshift-config-managed', 'openshift-marketplace'])
    storage.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, 'bootstrap');
  const api: Api = { kubernetesVersion, users, kinds, storage, requests, rules, changed };

  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    serve(api, incoming, outgoing).catch((error: Error) => outgoing.writeHead(500).end(error.message));
  };
  const tls = {
    cert: served.cert,
    key: served.key,
    ca: authority.cert,
    requestCert: true,
    rejectUnauthorized: false,
  };
  const server = plainHttp ? createHttpServer(listener) : createHttpsServer(tls, listener);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `${plainHttp ? 'http' : 'https'}://127.0.0.1:${port}`;

  return {
    ...{ url, port, folder, authority, requests, rules },
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
    list: (apiVersion: string, kind: string) => storage.list(kindOf(kinds, { apiVersion, kind }), undefined),
    remove: (apiVersion: string, kind: string, name: string, namespace?: string) =>
      storage.remove(kindOf(kinds, { apiVersion, kind }), namespace, name),
    /** Creates a certificate for a user, signed by the CA of the cluster. */
    clientCertificate: (name: string): Issued => authority.issue(name, `DNS:${name}`),
    /** Writes a kubeconfig and returns its path. */
    async kubeconfig(
      change: { user?: JsonObject; cluster?: JsonObject; context?: string; file?: string } = {},
    ): Promise<string> {
      const {
        user = { token: users[0]?.token ?? '' },
        cluster = {},
        context = 'lab',
        file = 'kubeconfig',
      } = change;
      const path = join(folder, file);
      const data = Buffer.from(authority.cert).toString('base64');
      const named = { server: url, 'certificate-authority-data': plainHttp ? undefined : data, ...cluster };
      await writeFile(
        path,
        stringify({
          ...{ apiVersion: 'v1', kind: 'Config', 'current-context': context },
          clusters: [{ name: `${context}-cluster`, cluster: named }],
          users: [{ name: `${context}-user`, user }],
          contexts: [{ name: context, context: { cluster: `${context}-cluster`, user: `${context}-user` } }],
        }),
      );
      return path;
    },
    async [Symbol.asyncDispose]() {
      // Closed first, because it would otherwise wait for new connections.
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function serve(api: Api, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
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
  const answer =
    readAnswer(api, request, named) ??
    (request.verb === 'delete'
      ? deleteAnswer(api, request, named)
      : writeAnswer(api, request, named, { applies, manager }));
  if (rule === 'drop-after' && !['get', 'list'].includes(request.verb)) incoming.socket.destroy();
  else report(answer);
}
