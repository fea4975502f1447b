import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { apiContract } from '../core/cluster/client/api/api-contract.fixture.ts';
import {
  catalogSource,
  everyObject,
  mirrorSet,
  signature,
  updateServiceObjects,
} from '../core/cluster/client/apply.fixture.ts';
import { type ApplyChoices, applyToCluster } from '../core/cluster/client/apply.ts';
import { type Cluster, connectCluster } from '../core/cluster/client/connect.ts';
import { lastApply, rollbackApply } from '../core/cluster/client/rollback.ts';
import type { Resource } from '../core/content/resources/resource-yaml.ts';
import { complete } from '../core/install/install-config/model/install-config.fixture.ts';
import { validateInstallConfig } from '../core/install/install-config/validate-install-config.ts';
import { fleet, fleetTable } from '../core/nmstate/hosts/fleet.fixture.ts';
import { machineConfigs } from '../core/nmstate/machine-config/write.ts';
import { type ApiObject, type KubeApiserver, objectsIn } from './api-server.ts';
import { OTHER_SCHEMAS, RELEASES, rejection, startOpenShiftApi } from './openshift-api.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { judgedBy } from './verdicts.ts';

const GOLDEN = new URL('../core/cluster/config/cluster-objects.golden.yaml', import.meta.url);

/** Entries of `imageDigestSources` in an install-config, which become the entries of an ImageDigestMirrorSet. */
const MIRRORS: readonly { mirror: object; valid: boolean }[] = [
  { mirror: { source: 'quay.io/a', mirrors: ['reg.lan:5000/a'] }, valid: true },
  { mirror: { source: 'quay.io', mirrors: ['reg.lan'] }, valid: true },
  { mirror: { source: 'quay.io/a' }, valid: true },
  { mirror: { source: 'quay.io/a/b-c/d_e', mirrors: ['10.0.0.5:5000/x', 'reg.lan/y'] }, valid: true },
  { mirror: { source: 'quay.io/A b' }, valid: false },
  { mirror: { source: 'quay.io/a', mirrors: ['reg.lan:5000/UPPER'] }, valid: false },
  { mirror: { source: 'quay.io/a', mirrors: ['reg.lan/a', 'reg.lan/b:tag'] }, valid: false },
  { mirror: { source: `quay.io/a@sha256:${'0'.repeat(64)}` }, valid: false },
  { mirror: { source: 'https://quay.io/a' }, valid: false },
  { mirror: { mirrors: ['reg.lan/a'] }, valid: false },
  { mirror: {}, valid: false },
];

/** Returns the first error of Airlock in these mirrors of an install-config. */
function mirrorFault(mirror: object): string | undefined {
  const { problems } = validateInstallConfig(complete('external', [['imageDigestSources', [mirror]]]));
  return problems.find(({ level, message }) => level === 'error' && message.startsWith('imageDigestSources'))
    ?.message;
}

for (const release of RELEASES)
  await judgedBy(
    'kube-apiserver',
    ({ agrees }) => {
      describe(`schemas of OpenShift ${release}`, () => {
        let server: KubeApiserver;
        beforeAll(async () => {
          server = await startOpenShiftApi(release);
        });
        afterAll(() => server[Symbol.asyncDispose]());

        agrees(`accepts all objects for a mirror (OpenShift ${release})`, async (_, cases) => {
          const objects = [
            ...objectsIn(readFileSync(GOLDEN, 'utf8')),
            ...everyObject(),
            ...updateServiceObjects().slice(1),
          ] as ApiObject[];
          cases(objects.length);
          for (const object of objects)
            expect([object.kind, await rejection(server, object)]).toEqual([object.kind, undefined]);
        });

        agrees(`accepts the MachineConfigs of host networks (OpenShift ${release})`, async (_, cases) => {
          const { manifests } = await machineConfigs(fleet(fleetTable(4)), { role: 'worker', gzip: true });
          cases(manifests.length);
          for (const { text } of manifests)
            for (const object of objectsIn(text)) expect(await rejection(server, object)).toBeUndefined();
        });

        agrees(`accepts and rejects the same mirrors as Airlock (OpenShift ${release})`, async (_, cases) => {
          cases(MIRRORS.length);
          for (const { mirror, valid } of MIRRORS) {
            expect({ mirror, fault: mirrorFault(mirror) !== undefined }).toEqual({ mirror, fault: !valid });
            const set = mirrorSet({ 'quay.io/a': ['reg.lan/a'] });
            const object = { ...set, spec: { imageDigestMirrors: [mirror] } } as unknown as ApiObject;
            const message = await rejection(server, object);
            if (valid) expect({ mirror, message }).toEqual({ mirror, message: undefined });
            else expect(message).toMatch(/imageDigestMirrors\[0\]/);
          }
        });
      });
    },
    ['etcd', `openshift-crds-${release}`, ...OTHER_SCHEMAS],
  );

await judgedBy(
  'kube-apiserver',
  ({ agrees }) => {
    describe('the contract of the test server', () => {
      let server: KubeApiserver;
      beforeAll(async () => {
        server = await startOpenShiftApi('4.18');
      });
      afterAll(() => server[Symbol.asyncDispose]());
      const left = [
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'test-cm', namespace: 'default' } },
        { apiVersion: 'config.openshift.io/v1', kind: 'ImageDigestMirrorSet', metadata: { name: 'idms' } },
        {
          ...{ apiVersion: 'machineconfiguration.openshift.io/v1', kind: 'MachineConfigPool' },
          metadata: { name: 'worker' },
        },
      ];
      apiContract(
        async () => {
          for (const object of left) await server.remove(object);
          return {
            folder: server.folder,
            kubeconfig: async () => server.kubeconfig(),
            readerKubeconfig: async () => server.kubeconfig('lee'),
            put: (object, manager) => server.put(object as ApiObject, manager),
            [Symbol.asyncDispose]: async () => {},
          };
        },
        (title, body) => agrees(title, body),
      );
    });

    describe('apply', () => {
      let server: KubeApiserver;
      let cluster: Cluster;
      let folder: ReturnType<typeof temporaryFolder>;
      const version: ApiObject = {
        ...{ apiVersion: 'config.openshift.io/v1', kind: 'ClusterVersion', metadata: { name: 'version' } },
        spec: { clusterID: '6f0a2b3c-0000-4000-8000-000000000001', channel: 'stable-4.18' },
        status: {
          desired: { version: '4.18.9', image: 'quay.io/x/y:4.18.9' },
          history: [
            {
              ...{ state: 'Completed', version: '4.18.9', image: 'quay.io/x/y:4.18.9', verified: true },
              ...{ startedTime: '2026-01-01T00:00:00Z', completionTime: '2026-01-01T01:00:00Z' },
            },
          ],
          ...{ observedGeneration: 1, versionHash: 'x', availableUpdates: null },
        },
      };
      beforeAll(async () => {
        server = await startOpenShiftApi('4.18', { withoutNamespace: 'openshift-update-service' });
        await server.put(version, 'bootstrap');
        for (const kind of ['Image', 'OperatorHub'])
          await server.put(
            { apiVersion: 'config.openshift.io/v1', kind, metadata: { name: 'cluster' }, spec: {} },
            'bootstrap',
          );
        folder = temporaryFolder('history');
        cluster = await connectCluster({ kubeconfig: server.kubeconfig() }, { env: {}, home: server.folder });
      });
      afterAll(async () => {
        await cluster[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
        folder[Symbol.dispose]();
      });
      const choices = (): ApplyChoices => ({
        ...{ dryRun: false, overwrite: false, allowRemoval: false, allowRestart: true, wait: false },
        history: folder.path,
      });
      /** Includes the namespace that the operator of the update service needs. */
      const objects = () =>
        [...everyObject(), ...updateServiceObjects().slice(1)].filter(
          ({ metadata }) => !isSignature(metadata),
        );
      const run = async (resources: Resource[], more: Partial<ApplyChoices> = {}) => {
        const done = await applyToCluster(cluster, resources, { ...choices(), ...more }, { emit: () => {} });
        return { ...done, results: done.objects.map(({ kind, result }) => `${kind} ${result}`) };
      };
      const read = async (object: ApiObject) => (await server.send('GET', await server.pathOf(object))).body;

      agrees('a dry run announces what the run then does, and changes nothing', async () => {
        const planned = await run(objects(), { dryRun: true });
        expect((await read(mirrorSet({ 'quay.io/a': ['reg.lan/a'] }) as ApiObject)).reason).toBe('NotFound');
        const done = await run(objects());
        expect(done.results).toEqual(planned.results);
        expect(done.objects.map(({ message }) => message).filter(Boolean)).toEqual([]);
        expect(done.exitCode).toBe(0);
      });

      agrees('a second run changes nothing', async () => {
        const { results } = await run(objects());
        expect(results.filter((result) => !result.endsWith('unchanged'))).toEqual([]);
      });

      agrees(
        'a field of another manager is a conflict; --overwrite takes it over; a rollback restores it',
        async () => {
          const theirs = { ...catalogSource('reg.old/index:v4.17') } as unknown as ApiObject;
          await server.put(theirs, 'kubectl-edit');
          const [conflict] = (await run([catalogSource('reg.lan:5000/index:v4.18')])).objects;
          expect(conflict).toMatchObject({
            result: 'conflict',
            conflicts: [{ field: '.spec.image', owner: 'kubectl-edit', theirs: 'reg.old/index:v4.17' }],
          });
          const taken = await run([catalogSource('reg.lan:5000/index:v4.18')], { overwrite: true });
          expect(taken.results).toEqual(['CatalogSource configured']);
          expect((await read(theirs)).spec).toMatchObject({ image: 'reg.lan:5000/index:v4.18' });
          const saved = await lastApply(cluster, folder.path);
          const back = await rollbackApply(cluster, saved!, choices(), { emit: () => {} });
          expect(back.exitCode).toBe(0);
          expect((await read(theirs)).spec).toMatchObject({ image: 'reg.old/index:v4.17' });
        },
      );

      agrees('reports the missing permissions of a user who may only read', async () => {
        const kubeconfig = server.kubeconfig('lee');
        await using reader = await connectCluster({ kubeconfig }, { env: {}, home: server.folder });
        const set = mirrorSet({ 'quay.io/new': ['reg.lan/new'] });
        const done = await applyToCluster(reader, [set], choices(), { emit: () => {} });
        expect(done.objects[0]).toMatchObject({ result: 'failed', code: 'cluster-forbidden' });
        expect(done.problems.map(({ code }) => code)).toContain('cluster-forbidden');
      });
    });
  },
  ['etcd', 'openshift-crds-4.18', ...OTHER_SCHEMAS],
);

/** Signatures are verified with the key of the test, which the API server doesn't do. */
function isSignature(metadata: unknown): boolean {
  return (metadata as { name: string }).name === (signature().metadata as { name: string }).name;
}
