import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '../../../test-world/cluster/field-sets.ts';
import { type Cluster, connectCluster } from '../connect.ts';

/** A server that the contract is tested on: the test server of this folder, or a kube-apiserver (`peers/`). */
export interface ContractServer extends AsyncDisposable {
  folder: string;
  /** Writes a kubeconfig of a user with all permissions and returns its path. */
  kubeconfig(): Promise<string>;
  /** Writes a kubeconfig of the user `lee`, who may only read, and returns its path. */
  readerKubeconfig(): Promise<string>;
  /** Updates or creates an object as another field manager. */
  put(object: JsonObject, manager: string): unknown;
}

const MAPS = '/api/v1/namespaces/default/configmaps';
const SETS = '/apis/config.openshift.io/v1/imagedigestmirrorsets';
const map = (data: JsonObject | undefined, more: JsonObject = {}): JsonObject => {
  const metadata = { name: 'test-cm', namespace: 'default', ...more };
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
  return data ? { ...object, data } : object;
};
const metadata = (body: JsonObject) => body.metadata as JsonObject;
const managers = (body: JsonObject) =>
  (metadata(body).managedFields as JsonObject[]).map(({ manager, operation, fieldsV1 }) => ({
    ...{ manager, operation, fieldsV1 },
  }));

/** Requests to the server of a test, as a user with all permissions. */
interface Contract {
  put(object: JsonObject, manager: string): unknown;
  apply(body: JsonObject, query?: Record<string, string>, path?: string): Promise<ApiResponse>;
  send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: JsonObject): Promise<ApiResponse>;
  /** Connects as a user who may only read. */
  reader(): Promise<Cluster>;
}

type ApiResponse = Awaited<ReturnType<typeof call>>;
type Define = (title: string, body: () => Promise<void>) => void;

function call(cluster: Cluster, request: Omit<Parameters<Cluster['client']['call']>[0], 'about'>) {
  return cluster.client.call<JsonObject>({ ...request, about: 'test' });
}

/**
 * Defines the tests of how an API server behaves, as in the documentation of Kubernetes ("Server-Side Apply", "API
 * concepts"). Requests come from the client library of Kubernetes.
 * @param start returns an empty server for each test
 * @param define defines a test. Default: vitest's `test`
 */
export function apiContract(start: () => Promise<ContractServer>, define: Define = test): void {
  let server: ContractServer;
  let cluster: Cluster;
  const connect = (kubeconfig: string) =>
    connectCluster({ kubeconfig }, { env: {}, home: server.folder }, { times: { retryMs: [] } });
  beforeEach(async () => {
    server = await start();
    cluster = await connect(await server.kubeconfig());
  });
  afterEach(async () => {
    await cluster[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  const contract: Contract = {
    put: (object, manager) => server.put(object, manager),
    apply: (body, query = {}, path = `${MAPS}/test-cm`) =>
      call(cluster, {
        ...{ method: 'PATCH', path, body },
        query: { fieldManager: 'airlock', ...query },
        contentType: 'application/apply-patch+yaml',
      }),
    send: (method, path, body) => call(cluster, { method, path, body }),
    reader: async () => connect(await server.readerKubeconfig()),
  };
  applyContract(contract, define);
  requestContract(contract, define);
}

function applyContract(contract: Contract, define: Define): void {
  define('apply creates an object (201) and owns exactly its fields, as in the documentation', async () => {
    const { status, body } = await contract.apply(
      map({ key: 'some value' }, { labels: { 'test-label': 'test' } }),
    );
    expect(status).toBe(201);
    expect(managers(body)).toEqual([
      {
        ...{ manager: 'airlock', operation: 'Apply' },
        fieldsV1: { 'f:metadata': { 'f:labels': { 'f:test-label': {} } }, 'f:data': { 'f:key': {} } },
      },
    ]);
  });

  define(
    'applying the same again returns 200 and changes nothing, not even the resource version',
    async () => {
      const first = await contract.apply(map({ key: 'a' }));
      const again = await contract.apply(map({ key: 'a' }));
      expect(again.status).toBe(200);
      expect(again.body).toEqual(first.body);
    },
  );

  define(
    'reports a conflict with the owner and the field of another value, and force takes it over',
    async () => {
      await contract.put(map({ key: 'theirs', other: 'kept' }), 'kubectl-edit');
      const fault = await contract.apply(map({ key: 'ours' })).catch((error: Error) => error);
      expect(fault).toMatchObject({
        code: 'cluster-conflict',
        message: expect.stringMatching(
          /Apply failed with 1 conflict: conflict with "kubectl-edit" using v1: \.data\.key$/,
        ),
        cause: {
          reason: 'Conflict',
          details: { causes: [{ reason: 'FieldManagerConflict', field: '.data.key' }] },
        },
      });
      const { body } = await contract.apply(map({ key: 'ours' }), { force: 'true' });
      expect(body.data).toEqual({ key: 'ours', other: 'kept' });
      expect(managers(body)).toEqual([
        { manager: 'airlock', operation: 'Apply', fieldsV1: { 'f:data': { 'f:key': {} } } },
        {
          ...{ manager: 'kubectl-edit', operation: 'Update' },
          fieldsV1: { 'f:data': expect.objectContaining({ 'f:other': {} }) },
        },
      ]);
    },
  );

  define('equal values are shared; omitted fields are removed unless they are shared', async () => {
    await contract.put(map({ shared: 'same' }), 'oc');
    await contract.apply(map({ shared: 'same', own: 'mine' }));
    const { body } = await contract.apply(map({}));
    expect(body.data).toEqual({ shared: 'same' });
    await contract.apply(map({ own: 'mine' }));
    expect((await contract.apply(map(undefined))).body.data).toEqual({ shared: 'same' });
  });

  define('several conflicts are grouped by manager', async () => {
    await contract.put(map({ a: '1', b: '2' }), 'oc');
    await expect(contract.apply(map({ a: 'x', b: 'y' }))).rejects.toMatchObject({
      message: expect.stringMatching(
        /failed with 2 conflicts: conflicts with "oc" using v1: - \.data\.a - \.data\.b/,
      ),
    });
  });

  define('an update takes over the fields that it changes', async () => {
    await contract.apply(map({ key: 'ours' }));
    await contract.put(map({ key: 'changed' }), 'kubectl-edit');
    await expect(contract.apply(map({ key: 'ours' }))).rejects.toMatchObject({ code: 'cluster-conflict' });
  });

  define('a dry run returns the result of the write and stores nothing', async () => {
    const { status, body } = await contract.apply(map({ key: 'a' }), { dryRun: 'All' });
    expect([status, body.data]).toEqual([201, { key: 'a' }]);
    await expect(contract.send('GET', `${MAPS}/test-cm`)).rejects.toMatchObject({ code: 'cluster-missing' });
  });

  define('lists of mirrors are atomic, lists with keys merge', async () => {
    const set = (source: string): JsonObject => ({
      ...{ apiVersion: 'config.openshift.io/v1', kind: 'ImageDigestMirrorSet', metadata: { name: 'idms' } },
      spec: { imageDigestMirrors: [{ source, mirrors: ['reg.lan/x'] }] },
    });
    const { body } = await contract.apply(set('quay.io/a'), {}, `${SETS}/idms`);
    expect(managers(body)[0]!.fieldsV1).toEqual({ 'f:spec': { 'f:imageDigestMirrors': {} } });
    expect(metadata(body).generation).toBe(1);
    const fault = await contract
      .apply(set('quay.io/b'), { fieldManager: 'other' }, `${SETS}/idms`)
      .catch((e) => e);
    expect(fault.message).toContain('conflict with "airlock": .spec.imageDigestMirrors');
    expect((await contract.apply(set('quay.io/b'), {}, `${SETS}/idms`)).body).toMatchObject({
      metadata: { generation: 2 },
    });
    const labeled = (finalizer: string) => map(undefined, { finalizers: [finalizer] });
    await contract.apply(labeled('example.com/a'), { fieldManager: 'one' });
    expect(
      metadata((await contract.apply(labeled('example.com/b'), { fieldManager: 'two' })).body).finalizers,
    ).toEqual(['example.com/a', 'example.com/b']);
  });
}

function requestContract(contract: Contract, define: Define): void {
  define(
    'apply requires a manager, the name in the path, no managed fields, and a given resource version',
    async () => {
      await expect(contract.apply(map({}), { fieldManager: '' })).rejects.toMatchObject({
        code: 'cluster-rejected',
      });
      await expect(contract.apply(map({}), {}, `${MAPS}/other`)).rejects.toMatchObject({
        message: expect.stringContaining('does not match the name on the URL'),
      });
      await expect(contract.apply(map({}, { managedFields: [] }))).rejects.toMatchObject({
        message: expect.stringContaining('metadata.managedFields must be nil'),
      });
      await contract.apply(map({ a: '1' }));
      await expect(contract.apply(map({ a: '2' }, { resourceVersion: '1' }))).rejects.toMatchObject({
        code: 'cluster-changed',
      });
    },
  );

  define(
    '422 contains the invalid field, 400 an unknown field in strict mode, 404 a missing namespace',
    async () => {
      const bad = (spec: JsonObject): JsonObject => ({
        ...{
          apiVersion: 'config.openshift.io/v1',
          kind: 'ImageDigestMirrorSet',
          metadata: { name: 'idms' },
          spec,
        },
      });
      await expect(
        contract.apply(bad({ imageDigestMirrors: [{ mirrors: ['reg.lan/x'] }] }), {}, `${SETS}/idms`),
      ).rejects.toMatchObject({
        code: 'cluster-rejected',
        message:
          'test: ImageDigestMirrorSet.config.openshift.io "idms" is invalid: spec.imageDigestMirrors[0].source: Required value',
      });
      const misspelled = bad({ imageDigestMirors: [] });
      for (const fieldValidation of ['Strict', 'Warn'])
        await expect(contract.apply(misspelled, { fieldValidation }, `${SETS}/idms`)).rejects.toMatchObject({
          code: 'cluster-rejected',
          message: expect.stringContaining('spec.imageDigestMirors'),
        });
      const { body, warnings } = await contract.send('POST', SETS, misspelled);
      expect([body.spec, warnings]).toEqual([{}, ['unknown field "spec.imageDigestMirors"']]);
      const elsewhere = '/api/v1/namespaces/nowhere/configmaps/test-cm';
      await expect(contract.apply(map({}, { namespace: 'nowhere' }), {}, elsewhere)).rejects.toMatchObject({
        code: 'cluster-missing',
        message: expect.stringContaining('namespaces "nowhere" not found'),
      });
    },
  );

  define('creating an object twice and replacing an old version return 409', async () => {
    const { body } = await contract.send('POST', MAPS, map({ a: '1' }));
    await expect(contract.send('POST', MAPS, map({ a: '1' }))).rejects.toMatchObject({
      code: 'cluster-changed',
      message: expect.stringContaining('configmaps "test-cm" already exists'),
    });
    const changed = { ...body, data: { a: '2' } };
    expect((await contract.send('PUT', `${MAPS}/test-cm`, changed)).body.data).toEqual({ a: '2' });
    await expect(
      contract.send('PUT', `${MAPS}/test-cm`, { ...body, data: { a: '3' } }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('the object has been modified'),
    });
  });

  define('deletes, lists by label, and changes the status only through its subresource', async () => {
    await contract.apply(map({ a: '1' }, { labels: { mine: '' } }));
    const listed = await contract.send('GET', `${MAPS}?labelSelector=mine`);
    expect((listed.body.items as JsonObject[]).length).toBe(1);
    await contract.send('DELETE', `${MAPS}/test-cm`);
    await expect(contract.send('GET', `${MAPS}/test-cm`)).rejects.toMatchObject({ code: 'cluster-missing' });
    const pool: JsonObject = {
      ...{ apiVersion: 'machineconfiguration.openshift.io/v1', kind: 'MachineConfigPool' },
      ...{ metadata: { name: 'worker' }, spec: { paused: false }, status: { machineCount: 3 } },
    };
    const pools = '/apis/machineconfiguration.openshift.io/v1/machineconfigpools';
    expect((await contract.send('POST', pools, pool)).body.status).toBeUndefined();
    const { body } = await contract.send('GET', `${pools}/worker`);
    const written = await contract.send('PUT', `${pools}/worker/status`, {
      ...body,
      status: { machineCount: 3 },
    });
    expect(written.body.status).toEqual({ machineCount: 3 });
  });

  define(
    'a forbidden request returns 403 with verb, resource and user, as the access review reports before',
    async () => {
      await using reader = await contract.reader();
      const patch = reader.client.call<JsonObject>({
        ...{ method: 'PATCH', path: `${MAPS}/test-cm`, body: map({}), about: 'test' },
        query: { fieldManager: 'airlock' },
        contentType: 'application/apply-patch+yaml',
      });
      await expect(patch).rejects.toMatchObject({
        code: 'cluster-forbidden',
        message:
          'test: configmaps "test-cm" is forbidden: User "lee" cannot patch resource "configmaps" in API group "" in the namespace "default"',
      });
      const review = (verb: string) =>
        reader.client.call<JsonObject>({
          ...{
            method: 'POST',
            path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
            about: 'test',
          },
          body: {
            ...{ apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview' },
            spec: { resourceAttributes: { verb, group: '', resource: 'configmaps', namespace: 'default' } },
          },
        });
      expect((await review('patch')).body.status).toMatchObject({ allowed: false });
      expect((await review('get')).body.status).toMatchObject({ allowed: true });
    },
  );
}
