import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AirlockError } from '../../base/errors/airlock-error.ts';
import { serveProxy } from '../../registry/access/loopback-servers.fixture.ts';
import { type ApiServer, type ApiServerOptions, startApiServer } from './api/server.fixture.ts';
import { connectCluster } from './connect.ts';
import { clusterContexts } from './kubeconfig.ts';
import { t } from './messages.ts';

let server: ApiServer;
const times = { retryMs: [1, 1], requestMs: 2000 };
const host = (env: Record<string, string> = {}) => ({ env, home: server.folder });
const start = async (options: ApiServerOptions = {}) => {
  await server?.[Symbol.asyncDispose]();
  server = await startApiServer(options);
};
beforeEach(() => start());
afterEach(() => server[Symbol.asyncDispose]());

const CLUSTER_VERSION = {
  apiVersion: 'config.openshift.io/v1',
  kind: 'ClusterVersion',
  metadata: { name: 'version' },
  status: {
    desired: { version: '4.18.2' },
    history: [
      { state: 'Partial', version: '4.18.2' },
      { state: 'Completed', version: '4.17.9' },
    ],
  },
};

test('connects by KUBECONFIG with a token, and reads the versions of the cluster', async () => {
  server.put(CLUSTER_VERSION);
  const KUBECONFIG = `${join(server.folder, 'missing')}:${await server.kubeconfig()}`;
  await using cluster = await connectCluster({}, host({ KUBECONFIG }), { times });
  expect(cluster).toMatchObject({
    context: 'lab',
    server: server.url,
    kubernetesVersion: 'v1.31.6',
    openShiftVersion: '4.17.9',
  });
  expect(server.requests.map(({ user }) => user)).toContain('kim');
});

test('a client certificate, an insecure server and plain HTTP', async () => {
  const { certFile, keyFile } = server.clientCertificate('system:admin');
  const user = { 'client-certificate': certFile, 'client-key': keyFile };
  const cluster = { 'certificate-authority-data': undefined as never, 'insecure-skip-tls-verify': true };
  const kubeconfig = await server.kubeconfig({ user, cluster });
  await (await connectCluster({ kubeconfig }, host(), { times }))[Symbol.asyncDispose]();
  expect(server.requests[0]!.user).toBe('system:admin');
  await start({ plainHttp: true });
  const plain = await server.kubeconfig();
  await expect(connectCluster({ kubeconfig: plain }, host())).rejects.toMatchObject({ code: 'kubeconfig' });
  const insecure = await server.kubeconfig({ cluster: { 'insecure-skip-tls-verify': true } });
  await using open = await connectCluster({ kubeconfig: insecure }, host(), { times });
  expect(open.openShiftVersion).toBeUndefined();
});

test('discovers kinds once per group; unknown groups and kinds are undefined', async () => {
  await start({ without: ['UpdateService', 'ClusterCatalog'] });
  const kubeconfig = await server.kubeconfig();
  await using cluster = await connectCluster({ kubeconfig }, host(), { times });
  const mirrors = await cluster.served('config.openshift.io/v1', 'ImageDigestMirrorSet');
  expect(mirrors).toMatchObject({ plural: 'imagedigestmirrorsets', namespaced: false });
  expect(await cluster.served('v1', 'ConfigMap')).toMatchObject({ namespaced: true });
  expect(await cluster.served('olm.operatorframework.io/v1', 'ClusterCatalog')).toBeUndefined();
  expect(await cluster.served('config.openshift.io/v1', 'Banana')).toBeUndefined();
  const requested = server.requests.filter(({ path }) => path === '/apis/config.openshift.io/v1');
  expect(requested.length).toBe(1);
});

test('lists contexts without secrets, and chooses one by name', async () => {
  const one = await server.kubeconfig({ context: 'one', file: 'one' });
  const two = await server.kubeconfig({ context: 'two', file: 'two', user: { token: 'stale' } });
  const env = { KUBECONFIG: `${one}:${two}` };
  const contexts = await clusterContexts({}, host(env));
  expect(contexts).toEqual([
    { name: 'one', cluster: 'one-cluster', user: 'one-user', server: server.url, current: true },
    { name: 'two', cluster: 'two-cluster', user: 'two-user', server: server.url, current: false },
  ]);
  await expect(connectCluster({ context: 'two' }, host(env), { times })).rejects.toMatchObject({
    code: 'cluster-unauthorized',
    message: expect.stringContaining(`127.0.0.1:${server.port}`),
  });
  await expect(connectCluster({ context: 'three' }, host(env))).rejects.toMatchObject({
    code: 'kubeconfig',
    expected: 'one, two',
    found: 'three',
  });
});

test('reports a missing or damaged kubeconfig without its content', async () => {
  await expect(connectCluster({}, host())).rejects.toMatchObject({
    code: 'kubeconfig',
    message: expect.stringContaining(join('.kube', 'config')),
  });
  const kubeconfig = join(server.folder, 'damaged');
  await writeFile(kubeconfig, 'users:\n- name: kim\n  user: {token: s3cret\n');
  const fault = await connectCluster({ kubeconfig }, host()).catch((error: Error) => error);
  expect(fault).toMatchObject({ code: 'kubeconfig', message: t('kubeconfigInvalid', { file: kubeconfig }) });
  expect(JSON.stringify(fault)).not.toContain('s3cret');
});

test('rejects a password in the address of a server, and never shows it', async () => {
  const address = new URL(server.url);
  [address.username, address.password] = ['kim', 's3cret'];
  const kubeconfig = await server.kubeconfig({ cluster: { server: address.href } });
  const shown = [
    await clusterContexts({ kubeconfig }, host()),
    await connectCluster({ kubeconfig }, host(), { times }).catch((error: AirlockError) => error.toJSON()),
  ];
  expect(shown).toMatchObject([[{ server: expect.stringContaining(address.host) }], { code: 'kubeconfig' }]);
  expect(JSON.stringify(shown)).not.toContain('s3cret');
});

test('names a credential program that returns no credentials', async () => {
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: '/bin/false', args: [] };
  const kubeconfig = await server.kubeconfig({ user: { exec } });
  await expect(connectCluster({ kubeconfig }, host())).rejects.toMatchObject({
    code: 'kubeconfig',
    message: expect.stringContaining('/bin/false'),
  });
});

test('reports an unreachable server, an unknown CA, an expired certificate and another name', async () => {
  const at = (cluster: Record<string, string>) => server.kubeconfig({ cluster });
  const rejected = async (kubeconfig: string) =>
    connectCluster({ kubeconfig }, host(), { times: { retryMs: [] } }).catch((error: Error) => error);
  expect(await rejected(await at({ server: 'https://127.0.0.1:1' }))).toMatchObject({ code: 'connection' });
  const foreign = { 'certificate-authority-data': undefined as never };
  expect(await rejected(await at(foreign))).toMatchObject({
    code: 'tls-unknown-issuer',
    found: expect.stringContaining('Lab cluster CA'),
    remedy: expect.stringContaining('oc login'),
  });
  expect(await rejected(await at({ 'tls-server-name': 'api.other.example' }))).toMatchObject({ code: 'tls' });
  await start({ days: -1 });
  expect(await rejected(await server.kubeconfig())).toMatchObject({
    code: 'tls',
    message: expect.stringContaining('has expired'),
  });
});

test('uses the proxy of the kubeconfig, or that of the environment for other hosts', async () => {
  await using proxy = await serveProxy(server.port, 'kim:p@ss');
  const url = `http://kim:p%40ss@127.0.0.1:${proxy.port}`;
  const kubeconfig = await server.kubeconfig({ cluster: { 'proxy-url': url } });
  await (await connectCluster({ kubeconfig }, host(), { times }))[Symbol.asyncDispose]();
  expect(proxy.seen.length).toBeGreaterThan(0);
  proxy.seen.length = 0;
  const named = await server.kubeconfig({ cluster: { server: 'https://api.lab.example:6443' } });
  const env = { HTTPS_PROXY: url };
  await (await connectCluster({ kubeconfig: named }, host(env), { times }))[Symbol.asyncDispose]();
  expect(proxy.seen[0]).toMatchObject({ line: 'CONNECT api.lab.example:6443' });
  const wrong = { HTTPS_PROXY: `http://kim:wrong@127.0.0.1:${proxy.port}` };
  const fault = await connectCluster({ kubeconfig: named }, host(wrong), { times: { retryMs: [] } }).catch(
    (error: Error) => error,
  );
  expect(fault).toMatchObject({ code: 'proxy' });
  expect(JSON.stringify(fault)).not.toContain('wrong');
});

test('retries busy servers and broken connections, and gives up on a silent one', async () => {
  const kubeconfig = await server.kubeconfig();
  server.rules.push({
    on: { verb: 'list' },
    answer: { status: 503, reason: 'ServiceUnavailable' },
    times: 1,
  });
  await using cluster = await connectCluster({ kubeconfig }, host(), { times: { ...times, requestMs: 300 } });
  const call = { method: 'GET' as const, path: '/api/v1/configmaps', about: 'ConfigMaps' };
  server.rules.push({ on: { resource: 'configmaps' }, answer: 'drop', times: 1 });
  expect(await cluster.client.call(call)).toMatchObject({ status: 200 });
  server.rules.push({ on: { resource: 'configmaps' }, answer: { status: 500 }, times: 3 });
  await expect(cluster.client.call(call)).rejects.toMatchObject({ code: 'server-error' });
  server.rules.push({ on: { resource: 'configmaps' }, answer: 'hang', times: 3 });
  await expect(cluster.client.call(call)).rejects.toMatchObject({ code: 'stalled' });
  const stop = new AbortController();
  server.rules.push({ on: { resource: 'configmaps' }, answer: 'hang' });
  const requested = cluster.client.call(call, stop.signal);
  setTimeout(() => stop.abort(), 50);
  await expect(requested).rejects.toMatchObject({ name: 'AbortError' });
});
