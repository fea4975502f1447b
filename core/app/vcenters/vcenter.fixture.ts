import type { IncomingMessage } from 'node:http';
import { type Issued, serveHttps } from '../../registry/access/loopback-servers.fixture.ts';

/** An object of a look-alike vCenter: kind, name, ID, and the IDs of what contains it. */
export interface LookAlikeObject {
  kind: string;
  name: string;
  id: string;
  in?: Record<string, string>;
}

/** A vCenter that answers like vSphere 8 (`/api`) or 6.7 (`/rest`), on 127.0.0.1. */
export interface LookAlike extends AsyncDisposable {
  port: number;
  /** Method and path of each request. */
  requests: string[];
  /** Sessions that were not logged out. */
  sessions: Set<string>;
}

export const USER = 'installer@vsphere.local';
export const PASSWORD = 'Never-Sh0wn!';

/** The inventory of one datacenter in the folder `emea`. */
export const INVENTORY: LookAlikeObject[] = [
  { kind: 'folder', name: 'emea', id: 'group-d2', in: { type: 'DATACENTER' } },
  { kind: 'datacenter', name: 'dc1', id: 'datacenter-3', in: { folders: 'group-d2' } },
  { kind: 'cluster', name: 'c1', id: 'domain-c8', in: { datacenters: 'datacenter-3' } },
  { kind: 'datastore', name: 'nvme-1', id: 'datastore-11', in: { datacenters: 'datacenter-3' } },
  { kind: 'network', name: 'VM Network', id: 'network-7', in: { datacenters: 'datacenter-3' } },
  {
    kind: 'folder',
    name: 'vm',
    id: 'group-v4',
    in: { type: 'VIRTUAL_MACHINE', datacenters: 'datacenter-3' },
  },
  {
    kind: 'folder',
    name: 'ocp',
    id: 'group-v9',
    in: { type: 'VIRTUAL_MACHINE', datacenters: 'datacenter-3', parent_folders: 'group-v4' },
  },
  {
    kind: 'resource-pool',
    name: 'Resources',
    id: 'resgroup-9',
    in: { datacenters: 'datacenter-3', clusters: 'domain-c8' },
  },
];

export async function lookAlikeVCenter(
  issued: Issued,
  {
    api = '/api',
    inventory = INVENTORY,
    delayMs = 0,
    lists = 200,
  }: {
    api?: '/api' | '/rest' | 'none';
    inventory?: LookAlikeObject[];
    delayMs?: number;
    /** Status of lists of objects. */
    lists?: number;
  } = {},
): Promise<LookAlike> {
  const requests: string[] = [];
  const sessions = new Set<string>();
  const session = api === '/api' ? '/api/session' : '/rest/com/vmware/cis/session';
  const answer = (request: IncomingMessage): { status: number; body?: unknown } => {
    const url = new URL(request.url!, 'https://vcenter');
    if (api === 'none') return { status: 404 };
    if (url.pathname === session && request.method === 'POST') {
      const basic = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
      if (request.headers.authorization !== basic) return { status: 401 };
      const id = `session-${sessions.size + 1}`;
      sessions.add(id);
      return { status: api === '/api' ? 201 : 200, body: id };
    }
    const id = String(request.headers['vmware-api-session-id']);
    if (url.pathname === session && request.method === 'DELETE')
      return { status: sessions.delete(id) ? 204 : 401 };
    if (!url.pathname.startsWith(`${api}/vcenter/`)) return { status: 404 };
    if (!sessions.has(id)) return { status: 401 };
    if (request.method !== 'GET') return { status: 405 };
    if (lists !== 200) return { status: lists };
    const kind = url.pathname.slice(`${api}/vcenter/`.length);
    const filter = [...url.searchParams].map(
      ([name, value]) => [name.replace(/^filter\./, '').replace(/\.\d+$/, ''), value] as const,
    );
    const listed = inventory
      .filter((object) => object.kind === kind)
      .filter((object) =>
        filter.every(([name, value]) =>
          name === 'names' ? object.name === value : object.in?.[name] === value,
        ),
      );
    return {
      status: 200,
      body: listed.map((object) => ({ name: object.name, [kind.replace('-', '_')]: object.id })),
    };
  };
  const server = await serveHttps({ cert: issued.cert, key: issued.key }, (request, response) => {
    if (request.url !== '/') requests.push(`${request.method} ${decodeURIComponent(request.url!)}`);
    const { status, body } = answer(request);
    setTimeout(() => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? '' : JSON.stringify(api === '/rest' ? { value: body } : body));
    }, delayMs);
  });
  return {
    port: server.port,
    requests,
    sessions,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
