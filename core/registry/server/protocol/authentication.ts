import { type Answer, type Exchange, type Handler, jsonAnswer, rejection } from './exchange.ts';
import { parseRoute } from './route.ts';
import { createSeal, type Seal } from './seal.ts';
import { plainUsers, type VerifyUser } from './users.ts';

export type ServerAuth =
  | { kind: 'basic'; users: Users }
  | {
      kind: 'token';
      /** Lifetime of a token, in ms. */
      ttlMs: number;
      /** False: `expires_in` is omitted, as many token services do for short lifetimes. */
      announce?: boolean;
      /** Users who get tokens. Absent: everybody. */
      users?: Users;
    };

/** Names with plain passwords, or another check (`htpasswdUsers`). */
export type Users = Readonly<Record<string, string>> | VerifyUser;

/** Path of the token service on this server. */
export const TOKEN_PATH = '/token';

/** `repository:NAME:ACTION` or `registry:catalog:*`. */
type Access = string;

export interface Authentication {
  /** Returns undefined if the request is allowed, otherwise the 401 to answer. */
  rejectRequest(exchange: Exchange): Promise<Answer | undefined>;
  /** The token service at TOKEN_PATH, if there is one. */
  token?: Handler;
}

/**
 * Implements Docker token authentication and HTTP basic authentication as registries do. A token grants only the access
 * that it was requested for.
 * @param ttlMs lifetime of newly issued tokens
 */
export function createAuthentication(auth: ServerAuth, ttlMs: () => number): Authentication {
  const verify = typeof auth.users === 'object' ? plainUsers(auth.users) : auth.users;
  if (auth.kind === 'basic') return { rejectRequest: (exchange) => rejectBasic(exchange, verify) };
  const seal = createSeal();
  return {
    rejectRequest: (exchange) => rejectToken(exchange, seal),
    async token(exchange) {
      if (exchange.method !== 'GET') return rejection(405, 'UNSUPPORTED', 'the operation is unsupported');
      if (verify && !(await isUser(exchange, verify)))
        return rejection(401, 'UNAUTHORIZED', 'wrong user or password', null, { 'www-authenticate': BASIC });
      const life = ttlMs();
      const scopes = new URLSearchParams(exchange.url.split('?', 2)[1] ?? '').getAll('scope');
      const access = scopes.flatMap((scope) => scope.split(' ')).flatMap(grant);
      return jsonAnswer(200, {
        token: seal.close({ access }, life),
        expires_in: auth.announce !== false ? Math.max(1, Math.floor(life / 1000)) : undefined,
        issued_at: new Date().toISOString(),
      });
    },
  };
}

const BASIC = 'Basic realm="airlock"';

async function rejectBasic(exchange: Exchange, verify: VerifyUser | undefined): Promise<Answer | undefined> {
  if (verify && (await isUser(exchange, verify))) return undefined;
  return rejection(401, 'UNAUTHORIZED', 'authentication required', null, { 'www-authenticate': BASIC });
}

async function rejectToken(exchange: Exchange, seal: Seal): Promise<Answer | undefined> {
  const needed = neededAccess(exchange);
  const given = /^Bearer (\S+)$/i.exec(exchange.headers.authorization ?? '')?.[1];
  const opened = given === undefined ? undefined : seal.open<{ access: Access[] }>(given);
  const claims = typeof opened === 'object' ? opened.value : undefined;
  if (claims && needed.every((access) => claims.access.includes(access))) return undefined;
  const problem = given === undefined ? '' : `,error="${claims ? 'insufficient_scope' : 'invalid_token'}"`;
  const scope = needed.length > 0 ? `,scope="${scopesOf(needed)}"` : '';
  return rejection(401, 'UNAUTHORIZED', 'authentication required', null, {
    'www-authenticate': `Bearer realm="${exchange.origin}${TOKEN_PATH}",service="airlock"${scope}${problem}`,
  });
}

async function isUser({ headers }: Exchange, verify: VerifyUser): Promise<boolean> {
  const encoded = /^Basic (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (encoded === undefined) return false;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon > 0 && verify(text.slice(0, colon), text.slice(colon + 1));
}

/** Returns the rights that a request needs. A mount also needs to read the source repository. */
function neededAccess({ method, url }: Exchange): Access[] {
  const [path = '', search = ''] = url.split('?', 2);
  const route = parseRoute(path);
  if (route.kind === 'catalog') return ['registry:catalog:*'];
  if (!('repository' in route)) return [];
  const of = (action: string) => `repository:${route.repository}:${action}`;
  if (method === 'GET' || method === 'HEAD') return [of('pull')];
  if (method === 'DELETE' && route.kind !== 'upload') return [of('delete')];
  const from = new URLSearchParams(search).get('from');
  return [of('pull'), of('push'), ...(from ? [`repository:${from}:pull`] : [])];
}

/**
 * Splits `repository:x:pull,push` into single rights. A name may contain the colon of a port, so the last colon
 * precedes the action.
 */
function grant(scope: string): Access[] {
  const colon = scope.lastIndexOf(':');
  if (colon < 0) return [];
  const resource = scope.slice(0, colon);
  return scope
    .slice(colon + 1)
    .split(',')
    .flatMap((action) =>
      action === '*' && resource.startsWith('repository:')
        ? ['pull', 'push', 'delete'].map((each) => `${resource}:${each}`)
        : [`${resource}:${action}`],
    );
}

/** Joins single rights as in a challenge: one scope per resource, with actions separated by commas. */
function scopesOf(needed: Access[]): string {
  const actions = new Map<string, string[]>();
  for (const access of needed) {
    const colon = access.lastIndexOf(':');
    const resource = access.slice(0, colon).replace(/[^\w:./-]/g, '');
    actions.set(resource, [...(actions.get(resource) ?? []), access.slice(colon + 1)]);
  }
  return [...actions].map(([resource, list]) => `${resource}:${list.join(',')}`).join(' ');
}
