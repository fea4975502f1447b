import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { parse, stringify } from 'yaml';
import { certificateAuthority, type Issued } from '../../../registry/access/loopback-servers.ts';
import { isMap, type JsonObject } from './field-sets.fixture.ts';
import { SERVED_KINDS, type ServedKind } from './kinds.fixture.ts';
import {
  ApiStorage,
  apiVersionOf,
  kindOf,
  notFound,
  now,
  type Refusal,
  resourceName,
  type Stored,
} from './storage.fixture.ts';

/** Who may come in, by token or by the common name of a client certificate. */
export interface ApiUser {
  name: string;
  token?: string;
  groups?: string[];
}

/** A request as rules and tests see it. */
export interface ApiRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  user: string;
  verb: string;
  dryRun: boolean;
  resource: string;
  group: string;
  namespace: string | undefined;
  name: string | undefined;
  body: JsonObject | undefined;
}

/** What a script does with requests: the first that matches, `times` times (default: always). */
export interface ApiRule {
  on: Partial<Pick<ApiRequest, 'verb' | 'resource' | 'namespace' | 'name' | 'user' | 'dryRun'>>;
  /** A status of its own; `drop` breaks the connection before the answer, `drop-after` when the work is done. */
  answer:
    | { status: number; reason?: string; message?: string; retryAfter?: number }
    | 'drop'
    | 'drop-after'
    | 'hang'
    | 'deny';
  times?: number;
}

export interface ApiServerOptions {
  /** gitVersion of Kubernetes. Default v1.31.6. */
  kubernetesVersion?: string;
  /** Kinds that this cluster does not know. */
  without?: string[];
  users?: ApiUser[];
  /** Days that the server's certificate is good for; 0: it has expired. Default 2. */
  days?: number;
  plainHttp?: boolean;
}

export type ApiServer = Awaited<ReturnType<typeof startApiServer>>;

const ADMIN: ApiUser = { name: 'kim', token: 'kims-token', groups: ['system:authenticated'] };

/**
 * A stand-in for a cluster's API server, on loopback: HTTPS with tokens and client certificates, discovery, storage of
 * the kinds of {@link SERVED_KINDS}, server-side apply, dry runs, reviews of access, and faults by script. Its rules
 * are those of the Kubernetes documentation ("Server-Side Apply", "API concepts").
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
    /** Told of every object that is stored. */
    onChange: (listener: (object: JsonObject, kind: ServedKind) => void) => void listeners.push(listener),
    /** Puts an object there as somebody else would, status and all. */
    put: (object: JsonObject, manager = 'kubectl-edit') => storage.put(structuredClone(object), manager),
    read(apiVersion: string, kind: string, name: string, namespace?: string): JsonObject | undefined {
      return storage.find(kindOf(kinds, { apiVersion, kind }), namespace, name);
    },
    list: (apiVersion: string, kind: string) => storage.list(kindOf(kinds, { apiVersion, kind }), undefined),
    remove: (apiVersion: string, kind: string, name: string, namespace?: string) =>
      storage.remove(kindOf(kinds, { apiVersion, kind }), namespace, name),
    /** A certificate for a user, by the authority of the cluster. */
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
      const named = { server: url, ...(!plainHttp && { 'certificate-authority-data': data }), ...cluster };
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
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What requests are answered from. */
interface Api {
  kubernetesVersion: string;
  users: readonly ApiUser[];
  kinds: readonly ServedKind[];
  storage: ApiStorage;
  requests: ApiRequest[];
  rules: readonly ApiRule[];
  changed(object: JsonObject, kind: ServedKind): void;
}

/** An answer with a JSON body. */
interface ApiAnswer {
  status: number;
  body: JsonObject;
  headers?: Record<string, string>;
}

async function serve(api: Api, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const sent = await textOf(incoming);
  const user = userOf(incoming, api.users);
  const say = ({ status, body, headers }: ApiAnswer) =>
    void outgoing
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
  if (!user) return say(refused({ status: 401, reason: 'Unauthorized', message: 'Unauthorized' }));
  const url = new URL(incoming.url ?? '/', 'https://api');
  const place = placeOf(url.pathname, api.kinds);
  const request = requestOf(incoming, sent, url, user, place);
  api.requests.push(request);
  const rule = takeRule(api, request)?.answer;
  if (rule === 'drop') return void incoming.socket.destroy();
  if (rule === 'hang') return;
  if (typeof rule === 'object') return say(answerOfRule(rule));
  const general = generalAnswer(url.pathname, api.kinds, api.kubernetesVersion);
  if (general) return say(found(general));
  const review = reviewAnswer(request, user, (attributes) => isDenied(api, { ...request, ...attributes }));
  if (review) return say({ status: 201, body: review });
  if (!place?.kind)
    return void outgoing.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found\n');
  const named = { ...place, kind: place.kind };
  const applies = incoming.headers['content-type'] === 'application/apply-patch+yaml';
  const forbidden = forbiddenAnswer(api, request, named, applies);
  if (forbidden) return say(forbidden);
  const manager =
    request.query.fieldManager ??
    (applies ? '' : (incoming.headers['user-agent'] ?? 'unknown').split('/')[0]!);
  const answer =
    readAnswer(api, request, named) ??
    (request.verb === 'delete'
      ? deleteAnswer(api, request, named)
      : writeAnswer(api, request, named, { applies, manager }));
  if (rule === 'drop-after' && !['get', 'list'].includes(request.verb)) incoming.socket.destroy();
  else say(answer);
}

function requestOf(
  { method = 'GET' }: IncomingMessage,
  sent: string,
  url: URL,
  user: ApiUser,
  place: Place | undefined,
): ApiRequest {
  const query = Object.fromEntries(url.searchParams);
  return {
    ...{ method, path: url.pathname, query, user: user.name },
    body: sent === '' ? undefined : (parse(sent) as JsonObject),
    verb: verbOf(method, place?.name),
    dryRun: query.dryRun === 'All',
    ...{ resource: place?.kind?.plural ?? '', group: place?.kind?.group ?? '' },
    ...{ namespace: place?.namespace, name: place?.name },
  };
}

function takeRule({ rules }: Api, request: ApiRequest): ApiRule | undefined {
  const rule = rules.find(({ on, answer, times }) => answer !== 'deny' && times !== 0 && fits(on, request));
  if (rule?.times !== undefined) rule.times--;
  return rule;
}

function isDenied({ rules }: Api, request: ApiRequest): boolean {
  return rules.some(({ on, answer }) => answer === 'deny' && fits(on, request));
}

function answerOfRule(rule: Extract<ApiRule['answer'], object>): ApiAnswer {
  const { status, reason = 'InternalError', retryAfter } = rule;
  const { message = 'etcdserver: request timed out' } = rule;
  return {
    ...refused({ status, reason, message }),
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  };
}

function refused({ status, reason, message, details }: Refusal): ApiAnswer {
  const head = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' };
  return { status, body: { ...head, message, reason, code: status, ...(details && { details }) } };
}

function found(body: JsonObject): ApiAnswer {
  return { status: 200, body };
}

function stored(result: Stored | Refusal): ApiAnswer {
  if ('reason' in result) return refused(result);
  const { object, warnings } = result;
  const warning = warnings.map((text) => `299 - ${JSON.stringify(text)}`).join(', ');
  return { status: result.created ? 201 : 200, body: object, headers: warning ? { warning } : {} };
}

type NamedPlace = Place & { kind: ServedKind };

function forbiddenAnswer(
  api: Api,
  request: ApiRequest,
  { kind, namespace, name }: NamedPlace,
  applies: boolean,
): ApiAnswer | undefined {
  const creates = applies && name && !api.storage.find(kind, namespace, name);
  const missing = (creates ? ['patch', 'create'] : [request.verb]).find((verb) =>
    isDenied(api, { ...request, verb }),
  );
  if (!missing) return undefined;
  return refused({
    ...{ status: 403, reason: 'Forbidden' },
    message: `${resourceName(kind)}${name ? ` "${name}"` : ''} is forbidden: User "${request.user}" cannot ${missing} resource "${kind.plural}" in API group "${kind.group}" ${namespace ? `in the namespace "${namespace}"` : 'at the cluster scope'}`,
    details: { name: name ?? '', group: kind.group, kind: kind.plural },
  });
}

function readAnswer(
  { storage }: Api,
  { verb, query }: ApiRequest,
  { kind, namespace, name }: NamedPlace,
): ApiAnswer | undefined {
  if (verb === 'list')
    return found({
      ...{ kind: `${kind.kind}List`, apiVersion: apiVersionOf(kind) },
      metadata: { resourceVersion: storage.version },
      items: selected(storage.list(kind, namespace), query.labelSelector),
    });
  if (verb !== 'get') return undefined;
  const object = storage.find(kind, namespace, name!);
  return object ? found(object) : refused(notFound(kind, name!));
}

function writeAnswer(
  { storage }: Api,
  { verb, query, body = {}, dryRun }: ApiRequest,
  { kind, namespace, name, status }: NamedPlace,
  { applies, manager }: { applies: boolean; manager: string },
): ApiAnswer {
  const write = {
    ...{ kind, namespace, name: name ?? String((body.metadata as JsonObject | undefined)?.name ?? '') },
    ...{ body, dryRun, strict: query.fieldValidation === 'Strict' },
    writer: { manager, apiVersion: apiVersionOf(kind), time: now() },
  };
  const part = status ? { subresource: 'status' as const } : {};
  if (verb === 'create') return stored(storage.replace({ ...write, mustBeNew: true }));
  if (verb === 'update') return stored(storage.replace({ ...write, ...part }));
  if (applies) return stored(storage.apply({ ...write, force: query.force === 'true' }));
  const before = storage.find(kind, namespace, name!);
  if (!before) return refused(notFound(kind, name!));
  return stored(storage.replace({ ...write, body: mergePatch(before, body), ...part }));
}

function deleteAnswer(
  { storage, changed }: Api,
  { body, dryRun }: ApiRequest,
  { kind, namespace, name }: NamedPlace,
): ApiAnswer {
  const object = storage.find(kind, namespace, name!);
  if (!object) return refused(notFound(kind, name!));
  const uid = (body?.preconditions as JsonObject | undefined)?.uid;
  if (uid !== undefined && uid !== (object.metadata as JsonObject).uid)
    return refused({
      ...{ status: 409, reason: 'Conflict' },
      message: `Operation cannot be fulfilled on ${resourceName(kind)} "${name}": Precondition failed: UID in precondition: ${uid}`,
    });
  if (!dryRun) {
    storage.remove(kind, namespace, name!);
    // As a watch tells it: once more, with the time it went.
    const metadata = { ...(object.metadata as JsonObject), deletionTimestamp: new Date().toISOString() };
    changed({ ...object, metadata }, kind);
  }
  return found({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' });
}

function fits(on: ApiRule['on'], request: ApiRequest): boolean {
  return Object.entries(on).every(([name, value]) => request[name as keyof ApiRule['on']] === value);
}

function userOf({ headers, socket }: IncomingMessage, users: readonly ApiUser[]): ApiUser | undefined {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (token !== undefined) return users.find((user) => user.token === token);
  const peer = socket as TLSSocket;
  if (!peer.encrypted || !peer.authorized) return undefined;
  const { CN } = peer.getPeerCertificate().subject;
  return typeof CN === 'string' ? { name: CN } : undefined;
}

interface Place {
  kind: ServedKind | undefined;
  namespace: string | undefined;
  name: string | undefined;
  status: boolean;
}

function placeOf(path: string, kinds: readonly ServedKind[]): Place | undefined {
  const parts =
    /^\/(?:api|apis\/(?<group>[^/]+))\/(?<version>[^/]+)(?:\/namespaces\/(?<namespace>[^/]+))?\/(?<plural>[^/]+)(?:\/(?<name>[^/]+))?(?<status>\/status)?$/.exec(
      path,
    )?.groups;
  if (!parts) return undefined;
  const { group = '', version, namespace, plural, name } = parts;
  const one = (plural: string | undefined) =>
    kinds.find((kind) => kind.group === group && kind.version === version && kind.plural === plural);
  return {
    kind: one(plural),
    namespace,
    name: name && decodeURIComponent(name),
    status: parts.status !== undefined,
  };
}

function verbOf(method: string, name: string | undefined): string {
  if (method === 'GET') return name === undefined ? 'list' : 'get';
  return { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' }[method] ?? method;
}

/** Version and discovery. */
function generalAnswer(
  path: string,
  kinds: readonly ServedKind[],
  gitVersion: string,
): JsonObject | undefined {
  const [, major = '1', minor = '0'] = /^v(\d+)\.(\d+)/.exec(gitVersion) ?? [];
  if (path === '/version') return { major, minor, gitVersion, platform: 'linux/amd64' };
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (path === '/apis') {
    const groups = [...new Set(kinds.map(({ group }) => group))].filter((group) => group !== '');
    return {
      ...{ kind: 'APIGroupList', apiVersion: 'v1' },
      groups: groups.map((name) => ({
        name,
        versions: [...new Set(kinds.filter(({ group }) => group === name).map(apiVersionOf))].map(
          (groupVersion) => ({ groupVersion, version: groupVersion.split('/')[1]! }),
        ),
      })),
    };
  }
  const groupVersion = /^\/api(?:s\/([^/]+))?\/([^/]+)$/.exec(path);
  if (!groupVersion) return undefined;
  const [, group = '', version] = groupVersion;
  const found = kinds.filter((kind) => kind.group === group && kind.version === version);
  if (found.length === 0) return undefined;
  return {
    ...{ kind: 'APIResourceList', apiVersion: 'v1', groupVersion: apiVersionOf(found[0]!) },
    resources: found.flatMap(({ plural, kind, namespaced, status }) => {
      const resource = {
        name: plural,
        singularName: kind.toLowerCase(),
        namespaced,
        kind,
        verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
      };
      return status
        ? [resource, { ...resource, name: `${plural}/status`, verbs: ['get', 'patch', 'update'] }]
        : [resource];
    }),
  };
}

type Attributes = Pick<ApiRequest, 'verb' | 'resource' | 'group' | 'namespace' | 'name'>;

/** Reviews of access and of the user itself. */
function reviewAnswer(
  { method, path, body }: ApiRequest,
  user: ApiUser,
  denied: (attributes: Attributes) => boolean,
): JsonObject | undefined {
  if (method !== 'POST' || !body) return undefined;
  if (path === '/apis/authentication.k8s.io/v1/selfsubjectreviews')
    return { ...body, status: { userInfo: { username: user.name, groups: user.groups ?? [] } } };
  if (path !== '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews') return undefined;
  const { verb, resource, group, namespace, name } = (body.spec as JsonObject)
    .resourceAttributes as unknown as Attributes;
  const allowed = !denied({
    verb,
    resource,
    group,
    namespace: namespace || undefined,
    name: name || undefined,
  });
  return { ...body, status: allowed ? { allowed } : { allowed, reason: `no RBAC policy matched` } };
}

function selected(items: JsonObject[], selector: string | undefined): JsonObject[] {
  if (!selector) return items;
  return items.filter((item) => {
    const labels = ((item.metadata as JsonObject).labels ?? {}) as Record<string, string>;
    return selector.split(',').every((part) => {
      if (part.startsWith('!')) return labels[part.slice(1)] === undefined;
      const [name, value] = part.split('=');
      return value === undefined ? labels[name!] !== undefined : labels[name!] === value;
    });
  });
}

/** JSON merge patch (RFC 7396). */
function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const result = { ...target };
  for (const [name, value] of Object.entries(patch)) {
    const before = result[name];
    if (value === null) delete result[name];
    else result[name] = isMap(value) ? mergePatch(isMap(before) ? before : {}, value) : value;
  }
  return result;
}
