import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { parseAllDocuments, stringify } from 'yaml';
import { certificateAuthority } from '../core/registry/access/loopback-servers.fixture.ts';
import { freePort } from '../core/registry/exchange/registry.fixture.ts';
import type { Program } from './peers.ts';
import { endProgram, logOf, startProgram } from './running-program.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** An object of the API. */
export interface ApiObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; [field: string]: unknown };
  [field: string]: unknown;
}

/** Returns the objects in a text: of its documents, lists and files. Each file of a golden file starts with its name. */
export function objectsIn(text: string): ApiObject[] {
  return text
    .split(/^### .*$/m)
    .flatMap((file) => parseAllDocuments(file))
    .flatMap((document) => (document.toJS() as (ApiObject & { items?: ApiObject[] }) | null) ?? [])
    .flatMap((object) => object.items ?? [object]);
}

/** A user of the server. */
export type User = 'kim' | 'lee';

export type KubeApiserver = Awaited<ReturnType<typeof startKubeApiserver>>;

const NAMESPACES = [
  'openshift-config',
  'openshift-config-managed',
  'openshift-machine-api',
  'openshift-marketplace',
  'openshift-update-service',
];

/**
 * Starts etcd and kube-apiserver on loopback. `kim` has all permissions, `lee` may only read.
 * @param directories with CRDs (YAML)
 * @param options.withoutNamespace is created by a test
 */
export async function startKubeApiserver(
  programs: { etcd: Program; server: Program },
  directories: string[],
  { withoutNamespace }: { withoutNamespace?: string } = {},
) {
  const scratch = temporaryFolder('kube');
  const folder = scratch.path;
  const file = (name: string) => join(folder, name);
  const [clientPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const authority = certificateAuthority(folder, 'Peer cluster CA');
  const served = authority.issue('api', 'IP:127.0.0.1');
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  writeFileSync(file('sa.key'), privateKey);
  writeFileSync(file('sa.pub'), publicKey);
  writeFileSync(file('tokens.csv'), 'kims-token,kim,1,"system:masters"\nlees-token,lee,2,""\n');
  const etcdUrl = `http://127.0.0.1:${clientPort}`;
  const etcd = startProgram(
    programs.etcd,
    options({
      'data-dir': file('etcd'),
      'listen-client-urls': etcdUrl,
      'advertise-client-urls': etcdUrl,
      'listen-peer-urls': `http://127.0.0.1:${peerPort}`,
      'initial-advertise-peer-urls': `http://127.0.0.1:${peerPort}`,
      'initial-cluster': `default=http://127.0.0.1:${peerPort}`,
      'unsafe-no-fsync': 'true',
    }),
  );
  const server = startProgram(
    programs.server,
    options({
      'etcd-servers': etcdUrl,
      'bind-address': '127.0.0.1',
      'advertise-address': '127.0.0.1',
      'secure-port': String(port),
      'tls-cert-file': served.certFile,
      'tls-private-key-file': served.keyFile,
      'service-account-issuer': 'https://127.0.0.1',
      'service-account-key-file': file('sa.pub'),
      'service-account-signing-key-file': file('sa.key'),
      'service-cluster-ip-range': '10.255.0.0/24',
      'token-auth-file': file('tokens.csv'),
      'authorization-mode': 'RBAC',
      'disable-admission-plugins': 'ServiceAccount',
    }),
  );
  const url = `https://127.0.0.1:${port}`;
  const send = (method: string, path: string, body?: object, user: User = 'kim') =>
    sendTo(`${url}${path}`, { method, ca: authority.cert, token: `${user}s-token`, ...(body && { body }) });
  const stop = async () => {
    for (const child of [server, etcd]) await endProgram(child);
    scratch[Symbol.dispose]();
  };
  const paths = new Map<string, string>();
  /** Returns the path of an object. */
  const pathOf = async ({ apiVersion, kind, metadata: { name, namespace } }: ApiObject): Promise<string> => {
    const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    let plural = paths.get(`${group} ${kind}`);
    if (plural === undefined) {
      const { body } = await send('GET', group);
      const kinds = (body.resources ?? []) as { name: string; kind: string }[];
      plural = kinds.find((each) => each.kind === kind && !each.name.includes('/'))?.name;
      if (plural === undefined) throw new Error(`The server doesn't serve ${apiVersion} ${kind}`);
      paths.set(`${group} ${kind}`, plural);
    }
    return `${group}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${plural}/${name}`;
  };
  /** Creates an object, or replaces it with the resource version of the server. */
  const write = async (object: ApiObject, query: string): Promise<Response> => {
    const path = await pathOf(object);
    const live = await send('GET', path);
    if (live.status === 404) return send('POST', `${path.slice(0, path.lastIndexOf('/'))}?${query}`, object);
    const { resourceVersion } = (live.body.metadata ?? {}) as { resourceVersion?: string };
    const metadata = { ...object.metadata, resourceVersion };
    return send('PUT', `${path}?${query}`, { ...object, metadata });
  };
  try {
    await until(async () => {
      if (server.exitCode !== null) throw new Error(logOf(server));
      return (await send('GET', '/readyz').catch(() => undefined))?.status === 200;
    });
    await bootstrap(send, directories, withoutNamespace);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    folder,
    url,
    send,
    pathOf,
    write,
    /** Writes a kubeconfig and returns its path. */
    kubeconfig(user: User = 'kim'): string {
      const path = file(`kubeconfig-${user}`);
      const data = Buffer.from(authority.cert).toString('base64');
      writeFileSync(
        path,
        stringify({
          ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'peer' },
          clusters: [{ name: 'peer', cluster: { server: url, 'certificate-authority-data': data } }],
          users: [{ name: user, user: { token: `${user}s-token` } }],
          contexts: [{ name: 'peer', context: { cluster: 'peer', user } }],
        }),
      );
      return path;
    },
    /** Updates or creates an object, and its status where it has one. */
    async put(object: ApiObject, manager: string): Promise<void> {
      const path = await pathOf(object);
      const query = `fieldManager=${manager}`;
      const written = await write(object, query);
      expectDone(written, path);
      if (object.status === undefined) return;
      const status = { ...written.body, status: object.status };
      expectDone(await send('PUT', `${path}/status?${query}`, status), `${path}/status`);
    },
    async remove(object: ApiObject): Promise<void> {
      const path = await pathOf(object);
      const { status, body } = await send('GET', path);
      if (status === 404) return;
      const metadata = { ...(body.metadata as object), finalizers: [] };
      expectDone(await send('PUT', path, { ...body, metadata }), path);
      await send('DELETE', path);
      await until(async () => (await send('GET', path)).status === 404);
    },
    [Symbol.asyncDispose]: stop,
  };
}

type Send = (method: string, path: string, body?: object) => Promise<Response>;

interface Response {
  status: number;
  body: Record<string, unknown>;
}

/** Loads the CRDs, creates the namespaces, and permits `lee` to read. */
async function bootstrap(send: Send, directories: string[], withoutNamespace?: string): Promise<void> {
  const crds = new Map<string, Crd>();
  for (const directory of directories)
    for (const name of readdirSync(directory).filter((each) => each.endsWith('.yaml')))
      for (const document of parseAllDocuments(readFileSync(join(directory, name), 'utf8'))) {
        const crd = document.toJS() as Crd | null;
        // Some kinds have two files; the first one has the stable version.
        if (crd?.kind !== 'CustomResourceDefinition' || crds.has(crd.metadata.name)) continue;
        crds.set(crd.metadata.name, crd);
        expectDone(await send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd), name);
      }
  for (const name of NAMESPACES.filter((each) => each !== withoutNamespace))
    expectDone(await send('POST', '/api/v1/namespaces', { metadata: { name } }), name);
  const rbac = '/apis/rbac.authorization.k8s.io/v1';
  const metadata = { name: 'readers' };
  const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] }];
  expectDone(await send('POST', `${rbac}/clusterroles`, { metadata, rules }), 'readers');
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'readers' };
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'lee' }];
  expectDone(await send('POST', `${rbac}/clusterrolebindings`, { metadata, roleRef, subjects }), 'readers');
  for (const { spec } of crds.values())
    for (const { name } of spec.versions.filter(({ served }) => served))
      await until(async () => {
        const { body } = await send('GET', `/apis/${spec.group}/${name}`);
        const resources = (body.resources ?? []) as { name: string }[];
        return resources.some((resource) => resource.name === spec.names.plural);
      });
}

interface Crd extends ApiObject {
  spec: { group: string; names: { plural: string }; versions: { name: string; served: boolean }[] };
}

function expectDone({ status, body }: Response, subject: string): void {
  if (status >= 300) throw new Error(`${subject}: ${status} ${String(body.message)}`);
}

function options(values: Record<string, string>): string[] {
  return Object.entries(values).map(([name, value]) => `--${name}=${value}`);
}

function sendTo(
  url: string,
  { method, ca, token, body }: { method: string; ca: string; token: string; body?: object },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const outgoing = request(url, { method, ca, headers }, (incoming) => {
      textOf(incoming).then((text) => {
        const isJson = /json/.test(incoming.headers['content-type'] ?? '');
        const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : { message: text };
        resolve({ status: incoming.statusCode ?? 0, body });
      }, reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body && JSON.stringify(body));
  });
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 90_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('The API server did not become ready in 90 s');
    await wait(200);
  }
}
