import { z } from 'zod';
import { visibleLine } from '../../base/document/inert-text.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Access } from '../../registry/access/access.ts';
import { t } from './messages.ts';

/** A kind of object that the REST API lists: the last part of its path. */
export type ObjectKind = 'datacenter' | 'cluster' | 'datastore' | 'network' | 'folder' | 'resource-pool';

/** An object of the inventory. */
export interface InventoryObject {
  /** Such as `domain-c8`. */
  id: string;
  name: string;
}

/** Filters of a list, by the name of the parameter in the REST API. */
export interface Filter {
  names?: string;
  datacenters?: string;
  clusters?: string;
  folders?: string;
  parent_folders?: string;
  type?: 'DATACENTER' | 'VIRTUAL_MACHINE';
}

/** A session of a vCenter. It only reads. */
export interface VCenterSession {
  /** `/api` of vSphere 7.0 U2 and later, or `/rest` of earlier releases. */
  api: '/api' | '/rest';
  /**
   * Returns the objects that a filter matches.
   * @throws AirlockError connection faults, `vcenter-unfit`, with the rule `vcenter-lists-missing` if the API has no lists
   */
  list(kind: ObjectKind, filter: Filter): Promise<InventoryObject[]>;
  /** Logs out. Never throws. */
  close(): Promise<void>;
}

export interface VCenterLogin {
  /** Such as `https://vcenter.example.com:443`. */
  origin: string;
  user: string;
  /** A secret: only in the header of the login. */
  password: string;
  access: Pick<Access, 'dispatcher' | 'explain'>;
  userAgent: string;
  signal: AbortSignal;
}

/** Maximum size of a response in bytes. A list has at most 2,500 objects. */
const MOST_BYTES = 4 * 2 ** 20;
/** ms for the logout, which also runs after an abort. */
const LOGOUT_MS = 5_000;
const SESSION = { '/api': '/api/session', '/rest': '/rest/com/vmware/cis/session' } as const;

const objects = z.array(z.looseObject({ name: z.string().max(1024) }));
const token = z
  .string()
  .min(1)
  .max(4096)
  .regex(/^[\x21-\x7e]+$/);

interface Answer {
  status: number;
  body: unknown;
}

/**
 * Logs in to the REST API of a vCenter (vSphere Automation API: `POST /api/session`, before vSphere 7.0 U2
 * `POST /rest/com/vmware/cis/session`).
 * @throws AirlockError `vcenter-unfit` for rejected credentials, `protocol` if it isn't a vCenter, connection faults
 */
export async function logInToVCenter(login: VCenterLogin): Promise<VCenterSession> {
  const { origin, user, password, signal } = login;
  const host = new URL(origin).host;
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  for (const api of ['/api', '/rest'] as const) {
    const { status, body } = await send(login, 'POST', SESSION[api], { authorization }, signal);
    // Earlier releases don't have the first path.
    if (status === 404 && api === '/api') continue;
    if (status === 401 || status === 403)
      throw new AirlockError('vcenter-unfit', t('loginRejected', { host, user, status }), {
        remedy: t('loginRejectedRemedy'),
      });
    if (status >= 500)
      throw new AirlockError('server-error', t('loginFailed', { host, status }), {
        remedy: t('servicesRemedy'),
      });
    const id = token.safeParse(resultOf(body, api));
    if (status >= 300 || !id.success)
      throw new AirlockError('protocol', t('notVCenter', { host, status }), {
        remedy: t('notVCenterRemedy'),
      });
    return sessionOf(login, api, id.data);
  }
  throw new AirlockError('protocol', t('notVCenter', { host, status: 404 }), {
    remedy: t('notVCenterRemedy'),
  });
}

function sessionOf(login: VCenterLogin, api: '/api' | '/rest', id: string): VCenterSession {
  const headers = { 'vmware-api-session-id': id };
  const host = new URL(login.origin).host;
  return {
    api,
    async list(kind, filter) {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(filter) as [string, string][])
        query.set(api === '/api' ? name : `filter.${name}${name === 'type' ? '' : '.1'}`, value);
      const { status, body } = await send(
        login,
        'GET',
        `${api}/vcenter/${kind}?${query}`,
        headers,
        login.signal,
      );
      const listed = objects.safeParse(resultOf(body, api));
      if (status !== 200 || !listed.success) throw listFault({ host, api, kind, status });
      const idField = kind.replace('-', '_');
      return listed.data.map((each) => ({
        id: String(each[idField] ?? ''),
        name: visibleLine(each.name),
      }));
    },
    async close() {
      await send(login, 'DELETE', SESSION[api], headers, AbortSignal.timeout(LOGOUT_MS)).catch(
        () => undefined,
      );
    },
  };
}

function listFault(given: { host: string; api: string; kind: ObjectKind; status: number }): AirlockError {
  const values = { ...given, kind: t(given.kind) };
  const { status } = given;
  if (status === 404)
    return new AirlockError('vcenter-unfit', t('listsMissing', values), {
      remedy: t('listsMissingRemedy'),
      rule: { id: 'vcenter-lists-missing' },
    });
  return new AirlockError('vcenter-unfit', t('listFailed', values), {
    remedy: t(status === 401 || status === 403 ? 'listDeniedRemedy' : 'servicesRemedy'),
  });
}

/** The older API wraps each result. */
function resultOf(body: unknown, api: '/api' | '/rest'): unknown {
  return api === '/api' ? body : (body as { value?: unknown } | undefined)?.value;
}

/** Sends one request. Redirects aren't followed, so that no other host gets the credentials. */
async function send(
  { origin, access, userAgent }: VCenterLogin,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const response = await access.dispatcher(origin, 'verified').request({
      ...{ origin, path, method, signal },
      headers: { accept: 'application/json', 'user-agent': userAgent, ...headers },
    });
    const parts: Buffer[] = [];
    let size = 0;
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MOST_BYTES) break;
      parts.push(chunk);
    }
    return {
      status: response.statusCode,
      body: size > MOST_BYTES ? undefined : parsed(Buffer.concat(parts).toString()),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    throw await access.explain(error, origin);
  }
}

/** Returns the JSON of a response, or undefined for other text, such as the page of a proxy. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
