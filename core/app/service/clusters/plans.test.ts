import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type PlansRig, type PlansRigOptions, plansRig, TIMES } from '../../../cluster/day2/plans.fixture.ts';
import {
  CONTRACT,
  type RequestInput,
  type RequestName,
  type RequestOutput,
} from '../../../contract/contract.ts';
import { hostEvent } from '../../../contract/events.ts';
import type { ClusterJob } from '../../../contract/topics/clusters.ts';
import { isUnderWay } from '../../../contract/topics/job.ts';
import { clusterText, DAY2_PASSWORD, FD_B, VC_B } from '../../../install/install-config/day2/day2.fixture.ts';
import { GOOD } from '../../../nmstate/br-ex/documents.fixture.ts';
import type { Handler, HandlersOf } from '../state/handlers.ts';
import { createJobs, type Jobs } from '../state/jobs.ts';
import { clusterHandlers } from './clusters.ts';

let rig: PlansRig;
let jobs: Jobs;
let handlers: HandlersOf<'clusters'>;
let reported: ClusterJob[];
afterEach(async () => {
  await jobs.close();
  await rig[Symbol.asyncDispose]();
});

async function start(options: PlansRigOptions = {}): Promise<void> {
  rig = await plansRig(options);
  reported = [];
  jobs = createJobs((event) => {
    const known = hostEvent.parse(event);
    if (known.type === 'job' && known.job.kind === 'cluster') reported.push(known.job);
  });
  const host = { env: {}, home: rig.directory, tool: 'test' };
  const state = { jobs, host, hostFor: () => host, hostAt: () => host, knownRoots: async () => [] };
  handlers = clusterHandlers(state, { ...TIMES, poolsMs: 500, objectsMs: 500 });
}

async function request<N extends keyof HandlersOf<'clusters'> & RequestName>(
  name: N,
  input: RequestInput<N>,
): Promise<RequestOutput<N>> {
  const { input: given, output } = CONTRACT[name];
  const handler = handlers[name] as unknown as Handler<N>;
  const parsed = given.parse(input) as Parameters<typeof handler>[0];
  return output.parse(await handler(parsed, { signal: new AbortController().signal })) as RequestOutput<N>;
}

async function ended({ id }: ClusterJob): Promise<ClusterJob> {
  const last = () => reported.findLast((each) => each.id === id);
  await expect.poll(() => isUnderWay(last() ?? { status: 'running' }), { timeout: 15_000 }).toBe(false);
  return last()!;
}
const place = () => ({ kubeconfig: rig.kubeconfig, stateDirectory: join(rig.directory, 'state') });
const states = ({ ok, steps = [] }: ClusterJob) => [ok, ...steps.map(({ state }) => state)];

const hostsWith = (document: string) => ({
  ...{ id: 'lab', name: 'lab', layout: { preset: 'own', answers: {} }, openShiftVersion: '4.18' },
  hosts: ['worker-0', 'worker-1'].map((name) => ({
    ...{ name, role: 'worker', nics: [], addresses: [], variables: {} },
    own: document,
  })),
});
const servers = () => {
  const { spec } = rig.server.read('nmstate.io/v1', 'NodeNetworkConfigurationPolicy', 'br-ex-worker-1')!;
  const { desiredState } = spec as { desiredState: { 'dns-resolver': { config: { server: string[] } } } };
  return desiredState['dns-resolver'].config.server;
};

test('policies: a dry run shows the changes, an apply waits for the nodes, and a rollback undoes them', async () => {
  await start();
  const change = {
    ...place(),
    present: hostsWith(GOOD),
    desired: hostsWith(GOOD.replace('192.0.2.53', '192.0.2.54')),
    hosts: [0, 1],
  };
  const dry = await ended(await request('clusters.applyPolicies', { ...change, dryRun: true }));
  expect(states(dry), JSON.stringify(dry.problems)).toEqual([true, 'done', 'done']);
  expect(dry.objects[0]).toMatchObject({ kind: 'NodeNetworkConfigurationPolicy', result: 'created' });
  expect(JSON.stringify(dry.objects[0]!.changes)).toContain('192.0.2.54');
  expect(rig.writes()).toEqual([]);

  const done = await ended(await request('clusters.applyPolicies', change));
  expect(states(done), JSON.stringify(done)).toEqual([true, 'done', 'done']);
  expect(servers()).toEqual(['192.0.2.54']);
  expect(reported.some(({ steps }) => steps?.[0]?.state === 'running')).toBe(true);
  expect(reported.some(({ readiness }) => readiness?.for === 'policy')).toBe(true);
  const again = await ended(await request('clusters.applyPolicies', change));
  expect([...states(again), again.saved]).toEqual([true, 'unchanged', 'unchanged', undefined]);

  const reads = () =>
    rig.server.requests.filter(({ resource }) => resource === 'nodenetworkconfigurationenactments').length;
  const before = reads();
  const back = await ended(await request('clusters.rollback', { ...place(), record: done.saved! }));
  expect([back.ok, back.objects.map(({ result }) => result)]).toEqual([true, ['restored', 'restored']]);
  expect(servers()).toEqual(['192.0.2.53']);
  expect(reads()).toBeGreaterThan(before);
});

test('policies that change nothing, or that running nodes do not allow, are rejected', async () => {
  await start();
  const change = { ...place(), present: hostsWith(GOOD), hosts: [0] };
  await expect(
    request('clusters.applyPolicies', { ...change, desired: hostsWith(GOOD) }),
  ).rejects.toMatchObject({ code: 'usage' });
  await expect(
    request('clusters.applyPolicies', { ...change, hosts: [9], desired: hostsWith(GOOD) }),
  ).rejects.toMatchObject({ code: 'usage' });
  expect(jobs.list()).toEqual([]);
});

test('a day-2 plan needs the manual steps and the accounts, which are never shown', async () => {
  await start({ openShiftVersion: '4.22.3' });
  const text = clusterText({ secretKeys: ['vc-a.example.lan.username', 'vc-a.example.lan.password'] });
  rig.put(text);
  const objects = join(rig.directory, 'objects.yaml');
  await writeFile(objects, text);
  const plan = { ...place(), objects, change: { addVCenters: [VC_B], addFailureDomains: [FD_B] } };
  const dry = await ended(await request('clusters.applyDay2', { ...plan, dryRun: true }));
  expect(dry.ok, JSON.stringify(dry.problems)).toBe(true);
  expect(rig.writes()).toEqual([]);
  const people = await ended(await request('clusters.applyDay2', plan));
  expect(states(people).slice(0, 4)).toEqual([false, 'unchanged', 'stopped', 'left']);
  expect(people.problems.at(-1)).toMatchObject({ code: 'day2-manual-step' });
  const credentials = {
    'vc-b.example.lan.username': 'svc@b',
    'vc-b.example.lan.password': `${DAY2_PASSWORD}-b`,
  };
  const done = await ended(await request('clusters.applyDay2', { ...plan, prepared: true, credentials }));
  expect([done.ok, ...done.objects.map(({ kind, result }) => `${kind} ${result}`)]).toEqual([
    ...[true, 'Secret configured', 'ConfigMap configured', 'Infrastructure configured'],
  ]);
  const shown = JSON.stringify(reported);
  expect(shown).not.toContain(DAY2_PASSWORD);
  expect(shown).not.toContain(btoa(`${DAY2_PASSWORD}-b`));
  expect(
    (await request('clusters.records', { stateDirectory: place().stateDirectory })).records,
  ).toHaveLength(1);
});
