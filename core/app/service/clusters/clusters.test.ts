import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type ApplyRig,
  applyRig,
  catalogSource,
  everyObject,
  mirrorSet,
  pullSecret,
  signature,
} from '../../../cluster/client/apply.fixture.ts';
import { type Resource, resourceYaml } from '../../../content/resources/resource-yaml.ts';
import {
  CONTRACT,
  type RequestInput,
  type RequestName,
  type RequestOutput,
} from '../../../contract/contract.ts';
import { hostEvent } from '../../../contract/events.ts';
import type { ClusterJob } from '../../../contract/topics/clusters.ts';
import type { JsonObject } from '../../../test-world/cluster/field-sets.ts';
import { startPracticeWorld } from '../../../test-world/world.ts';
import type { Handler, HandlersOf } from '../state/handlers.ts';
import { jobHandlers } from '../state/job-handlers.ts';
import { createJobs, type Jobs } from '../state/jobs.ts';
import { clusterHandlers } from './clusters.ts';

let rig: ApplyRig;
let jobs: Jobs;
let handlers: HandlersOf<'clusters' | 'jobs'>;
let reported: ClusterJob[];
let directory: string;
let env: Record<string, string>;
beforeEach(async () => {
  rig = await applyRig();
  env = { OCP_SIGNATURE_VERIFICATION_PK: rig.keyFile };
  reported = [];
  jobs = createJobs((event) => {
    const known = hostEvent.parse(event);
    if (known.type === 'job' && known.job.kind === 'cluster') reported.push(known.job);
  });
  const state = {
    jobs,
    host: { env: {}, home: rig.directory, tool: 'test' },
    hostFor: () => ({ env, home: rig.directory, tool: 'test' }),
    hostAt: () => ({ env, home: rig.directory, tool: 'test' }),
    knownRoots: async () => [],
  };
  const times = { pollMs: 2, settleMs: 60, poolsMs: 3000, objectsMs: 1000 };
  handlers = { ...clusterHandlers(state, times), ...jobHandlers(jobs) };
  directory = join(rig.directory, 'config');
});
afterEach(async () => {
  await jobs.close();
  await rig[Symbol.asyncDispose]();
});

async function request<N extends keyof typeof handlers & RequestName>(
  name: N,
  input: RequestInput<N>,
): Promise<RequestOutput<N>> {
  const { input: given, output } = CONTRACT[name];
  const handler = handlers[name] as unknown as Handler<N>;
  const parsed = given.parse(input) as Parameters<typeof handler>[0];
  return output.parse(await handler(parsed, { signal: new AbortController().signal })) as RequestOutput<N>;
}

async function write(resources: Resource[]): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const [index, resource] of resources.entries())
    await writeFile(join(directory, `${index}.yaml`), resourceYaml(resource));
}

const stateDirectory = () => join(rig.directory, 'state');
const choice = () => ({ kubeconfig: rig.kubeconfig });
const until = async (job: string, wanted: ClusterJob['status'][]): Promise<ClusterJob> => {
  await expect
    .poll(() => reported.findLast((each) => each.id === job)?.status, { timeout: 15_000 })
    .toSatisfy((status) => wanted.includes(status as ClusterJob['status']));
  return reported.findLast((each) => each.id === job)!;
};

test('compares without changes, applies after the question about restarts, and rolls back', async () => {
  const mirrors = mirrorSet({ 'quay.io/a': ['reg.lan:5000/a'] });
  await write([catalogSource('reg.lan:5000/redhat/redhat-operator-index:v4.18'), mirrors]);
  const { contexts } = await request('clusters.contexts', choice());
  expect(contexts).toMatchObject([{ name: 'lab', current: true }]);
  const comparison = await request('clusters.compare', { ...choice(), directory });
  expect(comparison).toMatchObject({
    context: 'lab',
    openShiftVersion: '4.18.9',
    missingPermissions: [],
    objects: [
      { kind: 'ImageDigestMirrorSet', action: 'create', restartsNodes: true, file: '1.yaml' },
      { kind: 'CatalogSource', action: 'create', restartsNodes: false },
    ],
    pools: [
      { name: 'master', machines: 3, state: 'updated' },
      { name: 'worker', machines: 2, state: 'updated' },
    ],
  });
  expect(comparison.objects[0]!.yaml).toContain('reg.lan:5000/a');
  expect(rig.writes()).toEqual([]);

  const [first] = comparison.objects;
  const { apiVersion, kind, name } = first!;
  const { id: job } = await request('clusters.apply', {
    ...choice(),
    directory,
    stateDirectory: stateDirectory(),
    objects: [{ apiVersion, kind, name }],
  });
  await expect(
    request('clusters.apply', { ...choice(), directory, objects: [{ apiVersion, kind, name }] }),
  ).rejects.toMatchObject({ code: 'workspace-locked' });
  const asking = await until(job, ['waiting']);
  expect(asking.restartQuestion).toMatchObject({
    nodes: 5,
    pools: ['master', 'worker'],
    objects: [{ kind }],
  });
  expect(rig.writes()).toEqual([]);
  await request('jobs.answer', { kind: 'cluster', id: job, restart: true });
  const done = await until(job, ['done', 'failed']);
  expect(done).toMatchObject({ ok: true, objects: [{ kind, result: 'created' }], server: rig.server.url });
  // Another screen compares the same cluster again.
  expect(done).toMatchObject({ from: directory, kubeconfig: choice().kubeconfig, context: 'lab' });
  expect(done.restartQuestion).toBeUndefined();
  expect(reported.some(({ readiness }) => readiness?.for === 'pools' && readiness.total === 5)).toBe(true);
  // Objects that weren't selected are unchanged.
  expect(
    rig.server.read(
      'operators.coreos.com/v1alpha1',
      'CatalogSource',
      'cs-redhat-operator-index-v4-18',
      'openshift-marketplace',
    ),
  ).toBeUndefined();

  const { records } = await request('clusters.records', { stateDirectory: stateDirectory() });
  expect(records).toMatchObject([{ directory: done.saved, context: 'lab', objects: 1 }]);
  const back = await request('clusters.rollback', {
    ...choice(),
    record: done.saved!,
    stateDirectory: stateDirectory(),
    allowRestart: true,
  });
  expect(await until(back.id, ['done', 'failed'])).toMatchObject({
    ok: true,
    objects: [{ result: 'deleted' }],
  });
});

test('a conflict shows both values, a declined restart leaves its objects out, and nothing of a Secret is shown', async () => {
  await write([mirrorSet({ 'quay.io/a': ['reg.lan:5000/a'] }), pullSecret(['reg.lan:5000', 'quay.io'])]);
  const live = mirrorSet({ 'quay.io/a': ['other.lan/a'] });
  rig.server.put(live as unknown as JsonObject, 'kubectl-edit');
  const comparison = await request('clusters.compare', { ...choice(), directory });
  const set = comparison.objects.find(({ kind }) => kind === 'ImageDigestMirrorSet')!;
  expect(set.action).toBe('conflict');
  expect(set.conflicts[0]).toMatchObject({
    owner: 'kubectl-edit',
    theirs: expect.stringContaining('other.lan/a'),
    ours: expect.stringContaining('reg.lan:5000/a'),
  });
  // Entries of lists are shown as entries.
  expect(set.changes[0]).toMatchObject({ added: ['- mirrors:\n  - reg.lan:5000/a\n  source: quay.io/a'] });
  expect(JSON.stringify(comparison)).not.toMatch(/a2ltOnRvcHNlY3JldA|a2ltOnNlY3JldA/);
  const secret = comparison.objects.find(({ kind }) => kind === 'Secret')!;
  expect(secret.yaml).toContain('(hidden)');

  const { apiVersion, kind, name } = set;
  const ref = { apiVersion, kind, name };
  const { id: job } = await request('clusters.apply', {
    ...choice(),
    directory,
    stateDirectory: stateDirectory(),
    objects: [ref],
    overwrite: true,
    allowRemoval: true,
  });
  await until(job, ['waiting']);
  await request('jobs.answer', { kind: 'cluster', id: job, restart: false });
  expect(await until(job, ['done', 'failed'])).toMatchObject({ ok: false, objects: [{ result: 'waiting' }] });
  expect(rig.writes()).toEqual([]);
  await expect(request('jobs.answer', { kind: 'cluster', id: job, restart: true })).rejects.toMatchObject({
    code: 'usage',
  });
  await expect(request('jobs.stop', { kind: 'cluster', id: 'none' })).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('the job fails if the server is unreachable, and changes in the folder are reported', async () => {
  await write([mirrorSet({ 'quay.io/a': ['reg.lan:5000/a'] })]);
  const wrong = { apiVersion: 'v1', kind: 'ConfigMap', name: 'none' };
  await expect(request('clusters.apply', { ...choice(), directory, objects: [wrong] })).rejects.toMatchObject(
    {
      code: 'file-changed',
    },
  );
  // The stand-in's kubeconfig is removed with it.
  const kubeconfig = join(rig.directory, 'kubeconfig');
  await copyFile(rig.kubeconfig, kubeconfig);
  await rig.server[Symbol.asyncDispose]();
  const [ref] = [
    { apiVersion: 'config.openshift.io/v1', kind: 'ImageDigestMirrorSet', name: 'idms-operator-0' },
  ];
  const { id: job } = await request('clusters.apply', { kubeconfig, directory, objects: [ref!] });
  expect(await until(job, ['failed'])).toMatchObject({ error: { code: 'connection' } });
});

test('lists operators that the catalog in the mirror no longer contains, and counts signatures by the keys of the folder', async () => {
  const world = await startPracticeWorld({ directory: join(rig.directory, 'world'), size: 'tiny' });
  try {
    const image = 'registry.redhat.io/redhat/redhat-operator-index:v4.16';
    await write([catalogSource(image), signature()]);
    rig.server.put(catalogSource('reg.lan/index:v4.15') as JsonObject, 'airlock');
    for (const name of ['anvil-operator', 'gone-operator'])
      rig.server.put(
        {
          ...{ apiVersion: 'packages.operators.coreos.com/v1', kind: 'PackageManifest' },
          metadata: {
            ...{ name, namespace: 'openshift-marketplace' },
            labels: { catalog: 'cs-redhat-operator-index-v4-18' },
          },
        },
        'packageserver',
      );
    const compare = async () => {
      const { objects } = await request('clusters.compare', { ...choice(), directory, overwrite: true });
      return objects.map(({ kind, action, removals }) => [kind, action, ...removals]);
    };
    env = { ...world.environment, OCP_SIGNATURE_VERIFICATION_PK: rig.keyFile };
    expect(await compare()).toEqual([
      ['ConfigMap', 'create'],
      ['CatalogSource', 'change', 'the operator gone-operator in cs-redhat-operator-index-v4-18'],
    ]);
    env = world.environment;
    expect((await compare())[0]).toEqual(['ConfigMap', 'rejected']);
  } finally {
    await world.close();
  }
}, 60_000);

test('offers the address of the update service with its YAML, and sets it if selected', async () => {
  const service = everyObject().filter(({ kind }) => kind === 'UpdateService');
  await write(service);
  await rig.apply(service);
  const { objects } = await request('clusters.compare', { ...choice(), directory });
  const offered = objects.at(-1)!;
  expect(offered).toMatchObject({
    kind: 'ClusterVersion',
    action: 'change',
    file: 'cluster update service',
  });
  expect(offered.yaml).toContain('upstream: https://update.example/api/upgrades_info/v1/graph');
  const { apiVersion, kind, name } = offered;
  const { id: job } = await request('clusters.apply', {
    ...choice(),
    ...{ directory, stateDirectory: stateDirectory(), objects: [{ apiVersion, kind, name }] },
  });
  expect(await until(job, ['done', 'failed'])).toMatchObject({
    ...{
      ok: true,
      progress: { done: 1, total: 1 },
      objects: [{ kind: 'ClusterVersion', result: 'configured' }],
    },
  });
});
