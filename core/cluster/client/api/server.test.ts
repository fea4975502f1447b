import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Cluster, connectCluster } from '../connect.ts';
import type { JsonObject } from './field-sets.fixture.ts';
import { type ApiServer, startApiServer } from './server.fixture.ts';

/**
 * The practice API server behaves as in the documentation of Kubernetes ("Server-Side Apply", "API concepts"). Requests
 * come from the client library of Kubernetes.
 */

let server: ApiServer;
let cluster: Cluster;
beforeEach(async () => {
  server = await startApiServer();
  const kubeconfig = await server.kubeconfig();
  cluster = await connectCluster(
    { kubeconfig },
    { env: {}, home: server.folder },
    { times: { retryMs: [] } },
  );
});
afterEach(async () => {
  await cluster[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const MAPS = '/api/v1/namespaces/default/configmaps';
const SETS = '/apis/config.openshift.io/v1/imagedigestmirrorsets';
const map = (data: JsonObject | undefined, more: JsonObject = {}): JsonObject => {
  const metadata = { name: 'test-cm', namespace: 'default', ...more };
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
  return data ? { ...object, data } : object;
};
const apply = (body: JsonObject, query: Record<string, string> = {}, path = `${MAPS}/test-cm`) =>
  cluster.client.call<JsonObject>({
    ...{ method: 'PATCH', path, body, about: 'test' },
    query: { fieldManager: 'airlock', ...query },
    contentType: 'application/apply-patch+yaml',
  });
const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: JsonObject) =>
  cluster.client.call<JsonObject>({ method, path, body, about: 'test' });
const metadata = (body: JsonObject) => body.metadata as JsonObject;
const managers = (body: JsonObject) =>
  (metadata(body).managedFields as JsonObject[]).map(({ manager, operation, fieldsV1 }) => ({
    ...{ manager, operation, fieldsV1 },
  }));

test('apply creates an object (201) and owns exactly its fields, as in the documentation', async () => {
  const { status, body } = await apply(map({ key: 'some value' }, { labels: { 'test-label': 'test' } }));
  expect(status).toBe(201);
  expect(managers(body)).toEqual([
    {
      ...{ manager: 'airlock', operation: 'Apply' },
      fieldsV1: { 'f:metadata': { 'f:labels': { 'f:test-label': {} } }, 'f:data': { 'f:key': {} } },
    },
  ]);
});

test('applying the same again returns 200 and changes nothing, not even the resource version', async () => {
  const first = await apply(map({ key: 'a' }));
  const again = await apply(map({ key: 'a' }));
  expect(again.status).toBe(200);
  expect(again.body).toEqual(first.body);
});

test('reports a conflict with the owner and the field of another value, and force takes it over', async () => {
  server.put(map({ key: 'theirs', other: 'kept' }), 'kubectl-edit');
  const fault = await apply(map({ key: 'ours' })).catch((error: Error) => error);
  expect(fault).toMatchObject({
    code: 'cluster-conflict',
    message: expect.stringMatching(
      /Apply failed with 1 conflict: conflict with "kubectl-edit" using v1 at \S+: \.data\.key$/,
    ),
    cause: {
      reason: 'Conflict',
      details: { causes: [{ reason: 'FieldManagerConflict', field: '.data.key' }] },
    },
  });
  const { body } = await apply(map({ key: 'ours' }), { force: 'true' });
  expect(body.data).toEqual({ key: 'ours', other: 'kept' });
  expect(managers(body)).toEqual([
    { manager: 'airlock', operation: 'Apply', fieldsV1: { 'f:data': { 'f:key': {} } } },
    { manager: 'kubectl-edit', operation: 'Update', fieldsV1: { 'f:data': { 'f:other': {} } } },
  ]);
});

test('equal values are shared; omitted fields are removed unless they are shared', async () => {
  server.put(map({ shared: 'same' }), 'oc');
  await apply(map({ shared: 'same', own: 'mine' }));
  const { body } = await apply(map({}));
  expect(body.data).toEqual({ shared: 'same' });
  await apply(map({ own: 'mine' }));
  expect((await apply(map(undefined))).body.data).toEqual({ shared: 'same' });
});

test('several conflicts are grouped by manager', async () => {
  server.put(map({ a: '1', b: '2' }), 'oc');
  await expect(apply(map({ a: 'x', b: 'y' }))).rejects.toMatchObject({
    message: expect.stringMatching(
      /failed with 2 conflicts: conflicts with "oc" using v1 at \S+: - \.data\.a - \.data\.b/,
    ),
  });
});

test('an update takes over the fields that it changes', async () => {
  await apply(map({ key: 'ours' }));
  server.put({ ...map({ key: 'changed' }) }, 'kubectl-edit');
  await expect(apply(map({ key: 'ours' }))).rejects.toMatchObject({ code: 'cluster-conflict' });
});

test('a dry run returns the result of the write and stores nothing', async () => {
  const { status, body } = await apply(map({ key: 'a' }), { dryRun: 'All' });
  expect([status, body.data]).toEqual([201, { key: 'a' }]);
  expect(server.read('v1', 'ConfigMap', 'test-cm', 'default')).toBeUndefined();
});

test('lists of mirrors are atomic, lists with keys merge', async () => {
  const set = (source: string): JsonObject => ({
    ...{ apiVersion: 'config.openshift.io/v1', kind: 'ImageDigestMirrorSet', metadata: { name: 'idms' } },
    spec: { imageDigestMirrors: [{ source, mirrors: ['reg.lan/x'] }] },
  });
  const { body } = await apply(set('quay.io/a'), {}, `${SETS}/idms`);
  expect(managers(body)[0]!.fieldsV1).toEqual({ 'f:spec': { 'f:imageDigestMirrors': {} } });
  expect(metadata(body).generation).toBe(1);
  const fault = await apply(set('quay.io/b'), { fieldManager: 'other' }, `${SETS}/idms`).catch((e) => e);
  expect(fault.message).toContain('conflict with "airlock": .spec.imageDigestMirrors');
  expect((await apply(set('quay.io/b'), {}, `${SETS}/idms`)).body).toMatchObject({
    metadata: { generation: 2 },
  });
  const labeled = (finalizer: string) => map(undefined, { finalizers: [finalizer] });
  await apply(labeled('a'), { fieldManager: 'one' });
  expect(metadata((await apply(labeled('b'), { fieldManager: 'two' })).body).finalizers).toEqual(['a', 'b']);
});

test('apply requires a manager, the name in the path, no managed fields, and a given resource version', async () => {
  await expect(apply(map({}), { fieldManager: '' })).rejects.toMatchObject({ code: 'cluster-rejected' });
  await expect(apply(map({}), {}, `${MAPS}/other`)).rejects.toMatchObject({
    message: expect.stringContaining('does not match the name on the URL'),
  });
  await expect(apply(map({}, { managedFields: [] }))).rejects.toMatchObject({
    message: expect.stringContaining('metadata.managedFields must be nil'),
  });
  await apply(map({ a: '1' }));
  await expect(apply(map({ a: '2' }, { resourceVersion: '1' }))).rejects.toMatchObject({
    code: 'cluster-changed',
  });
});

test('422 contains the invalid field, 400 an unknown field in strict mode, 404 a missing namespace', async () => {
  const bad = (spec: JsonObject): JsonObject => ({
    ...{
      apiVersion: 'config.openshift.io/v1',
      kind: 'ImageDigestMirrorSet',
      metadata: { name: 'idms' },
      spec,
    },
  });
  await expect(
    apply(bad({ imageDigestMirrors: [{ mirrors: ['reg.lan/x'] }] }), {}, `${SETS}/idms`),
  ).rejects.toMatchObject({
    code: 'cluster-rejected',
    message:
      'test: ImageDigestMirrorSet.config.openshift.io "idms" is invalid: spec.imageDigestMirrors[0].source: Required value',
  });
  const misspelled = bad({ imageDigestMirors: [] });
  await expect(apply(misspelled, { fieldValidation: 'Strict' }, `${SETS}/idms`)).rejects.toMatchObject({
    message: expect.stringContaining('unknown field "spec.imageDigestMirors"'),
  });
  const { body, warnings } = await apply(misspelled, {}, `${SETS}/idms`);
  expect([body.spec, warnings]).toEqual([{}, ['unknown field "spec.imageDigestMirors"']]);
  const elsewhere = '/api/v1/namespaces/nowhere/configmaps/test-cm';
  await expect(apply(map({}, { namespace: 'nowhere' }), {}, elsewhere)).rejects.toMatchObject({
    code: 'cluster-missing',
    message: expect.stringContaining('namespaces "nowhere" not found'),
  });
});

test('creating an object twice and replacing an old version return 409', async () => {
  const { body } = await send('POST', MAPS, map({ a: '1' }));
  await expect(send('POST', MAPS, map({ a: '1' }))).rejects.toMatchObject({
    code: 'cluster-changed',
    message: expect.stringContaining('configmaps "test-cm" already exists'),
  });
  const changed = { ...body, data: { a: '2' } };
  expect((await send('PUT', `${MAPS}/test-cm`, changed)).body.data).toEqual({ a: '2' });
  await expect(send('PUT', `${MAPS}/test-cm`, { ...body, data: { a: '3' } })).rejects.toMatchObject({
    message: expect.stringContaining('the object has been modified'),
  });
});

test('a forbidden request returns 403 with verb, resource and user, as the access review reports before', async () => {
  server.rules.push({ on: { verb: 'patch', resource: 'configmaps' }, answer: 'deny' });
  await expect(apply(map({}))).rejects.toMatchObject({
    code: 'cluster-forbidden',
    message:
      'test: configmaps "test-cm" is forbidden: User "kim" cannot patch resource "configmaps" in API group "" in the namespace "default"',
  });
  const review = (verb: string) =>
    send('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
      ...{ apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview' },
      spec: { resourceAttributes: { verb, group: '', resource: 'configmaps', namespace: 'default' } },
    });
  expect((await review('patch')).body.status).toMatchObject({ allowed: false });
  expect((await review('get')).body.status).toMatchObject({ allowed: true });
});

test('deletes, lists by label, and changes the status only through its subresource', async () => {
  await apply(map({ a: '1' }, { labels: { mine: '' } }));
  const listed = await send('GET', `${MAPS}?labelSelector=mine`);
  expect((listed.body.items as JsonObject[]).length).toBe(1);
  await send('DELETE', `${MAPS}/test-cm`);
  await expect(send('GET', `${MAPS}/test-cm`)).rejects.toMatchObject({ code: 'cluster-missing' });
  const pool: JsonObject = {
    ...{ apiVersion: 'machineconfiguration.openshift.io/v1', kind: 'MachineConfigPool' },
    ...{ metadata: { name: 'worker' }, spec: { paused: false }, status: { machineCount: 3 } },
  };
  const pools = '/apis/machineconfiguration.openshift.io/v1/machineconfigpools';
  expect((await send('POST', pools, pool)).body.status).toBeUndefined();
  const { body } = await send('GET', `${pools}/worker`);
  const written = await send('PUT', `${pools}/worker/status`, { ...body, status: { machineCount: 3 } });
  expect(written.body.status).toEqual({ machineCount: 3 });
});
