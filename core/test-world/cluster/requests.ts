import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { JsonObject } from './field-sets.ts';
import type { ServedKind } from './kinds.ts';
import type { ApiStorage } from './storage.ts';

/** Users, by token or by the common name of a client certificate. */
export interface ApiUser {
  name: string;
  token?: string;
  groups?: string[];
}

/** A request, for rules and tests. */
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

/** A scripted answer to requests. The first rule that matches is used `times` times (default: always). */
export interface ApiRule {
  on: Partial<Pick<ApiRequest, 'verb' | 'resource' | 'namespace' | 'name' | 'user' | 'dryRun'>>;
  /** A status. `drop` closes the connection without handling the request, `drop-after` after handling it. */
  answer:
    | { status: number; reason?: string; message?: string; retryAfter?: number }
    | 'drop'
    | 'drop-after'
    | 'hang'
    | 'deny';
  times?: number;
}

/** The state that requests are answered from. */
export interface Api {
  kubernetesVersion: string;
  users: readonly ApiUser[];
  kinds: readonly ServedKind[];
  storage: ApiStorage;
  requests: ApiRequest[];
  rules: readonly ApiRule[];
  changed(object: JsonObject, kind: ServedKind): void;
}

export function requestOf(
  { method = 'GET' }: IncomingMessage,
  sent: string,
  url: URL,
  user: ApiUser,
  place: Place | undefined,
): ApiRequest {
  const query = Object.fromEntries(url.searchParams);
  return {
    ...{ method, path: url.pathname, query, user: user.name },
    body: sent === '' ? undefined : (JSON.parse(sent) as JsonObject),
    verb: verbOf(method, place?.name),
    dryRun: query.dryRun === 'All',
    ...{ resource: place?.kind?.plural ?? '', group: place?.kind?.group ?? '' },
    ...{ namespace: place?.namespace, name: place?.name },
  };
}

export function takeRule({ rules }: Api, request: ApiRequest): ApiRule | undefined {
  const rule = rules.find(({ on, answer, times }) => answer !== 'deny' && times !== 0 && fits(on, request));
  if (rule?.times !== undefined) rule.times--;
  return rule;
}

export function isDenied({ rules }: Api, request: ApiRequest): boolean {
  return rules.some(({ on, answer }) => answer === 'deny' && fits(on, request));
}

function fits(on: ApiRule['on'], request: ApiRequest): boolean {
  return Object.entries(on).every(([name, value]) => request[name as keyof ApiRule['on']] === value);
}

export function userOf({ headers, socket }: IncomingMessage, users: readonly ApiUser[]): ApiUser | undefined {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (token !== undefined) return users.find((user) => user.token === token);
  const peer = socket as TLSSocket;
  if (!peer.encrypted || !peer.authorized) return undefined;
  const { CN } = peer.getPeerCertificate().subject;
  return typeof CN === 'string' ? { name: CN } : undefined;
}

export interface Place {
  kind: ServedKind | undefined;
  namespace: string | undefined;
  name: string | undefined;
  status: boolean;
}

export function placeOf(path: string, kinds: readonly ServedKind[]): Place | undefined {
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
