import { afterEach, expect, test } from 'vitest';
import type { JsonObject } from '../../test-world/cluster/field-sets.ts';
import { EXPLANATIONS } from '../config/explain.ts';
import { type ApplyRig, applyRig, everyObject } from './apply.fixture.ts';
import { compareWithCluster } from './compare.ts';
import { t } from './messages.ts';

const UPSTREAM = 'https://update.example/api/upgrades_info/v1/graph';
const SERVICE = everyObject().filter(({ kind }) => kind === 'UpdateService');

let rig: ApplyRig;
const start = async () => {
  rig = await applyRig();
};
afterEach(() => rig[Symbol.asyncDispose]());
const clusterVersion = () => rig.server.read('config.openshift.io/v1', 'ClusterVersion', 'version')!;
const spec = () => clusterVersion().spec as JsonObject;
const results = ({ objects }: { objects: { kind: string; result: string }[] }) =>
  objects.map(({ kind, result }) => `${kind} ${result}`);

test('offers the upstream, sets it on request once the service runs, and unsets it in a rollback', async () => {
  await start();
  const first = await rig.apply(SERVICE);
  expect(results(first)).toEqual(['UpdateService created']);
  expect(first.problems).toMatchObject([
    {
      code: 'cluster-upstream',
      level: 'info',
      message: t('upstreamUnset', { object: 'ClusterVersion version', wanted: UPSTREAM }),
    },
  ]);
  expect(spec().upstream).toBeUndefined();

  const offered = await compareWithCluster(rig.cluster, SERVICE, { offerUpstream: true });
  expect(offered.objects.at(-1)).toMatchObject({
    ...{ kind: 'ClusterVersion', name: 'version', action: 'change', restartsNodes: false },
    changes: [{ path: 'spec.upstream', after: UPSTREAM }],
    purpose: EXPLANATIONS.ClusterVersion.purpose,
  });
  expect((await compareWithCluster(rig.cluster, SERVICE)).objects.map(({ kind }) => kind)).toEqual([
    'UpdateService',
  ]);

  const dry = await rig.apply(SERVICE, { setUpstream: true, dryRun: true });
  expect(results(dry)).toEqual(['UpdateService unchanged', 'ClusterVersion configured']);
  expect(spec().upstream).toBeUndefined();
  const set = await rig.apply(SERVICE, { setUpstream: true });
  expect([set.exitCode, ...results(set)]).toEqual([
    0,
    'UpdateService unchanged',
    'ClusterVersion configured',
  ]);
  expect(spec()).toMatchObject({ upstream: UPSTREAM, channel: 'stable-4.18' });
  const again = await rig.apply(SERVICE, { setUpstream: true });
  expect([again.problems, again.saved, results(again)[1]]).toEqual([
    [],
    undefined,
    'ClusterVersion unchanged',
  ]);

  const back = await rig.rollback();
  expect([back.exitCode, ...results(back)]).toEqual([0, 'ClusterVersion restored']);
  expect(spec()).toEqual({ clusterID: expect.any(String), channel: 'stable-4.18' });
});

test('sets it with the service in the same apply; an earlier dry run reports that the address is unknown', async () => {
  await start();
  const dry = await rig.apply(SERVICE, { setUpstream: true, dryRun: true });
  expect(dry.objects[1]).toMatchObject({
    ...{ kind: 'ClusterVersion', result: 'configured', changes: [] },
    message: expect.stringContaining("doesn't exist yet"),
  });
  const set = await rig.apply(SERVICE, { setUpstream: true });
  expect([set.exitCode, results(set)]).toEqual([0, ['UpdateService created', 'ClusterVersion configured']]);
  expect(spec().upstream).toBe(UPSTREAM);
});

test('an upstream of another manager is a conflict; without a service there is no upstream', async () => {
  await start();
  const none = await rig.apply([], { setUpstream: true });
  expect([none.exitCode, none.objects[0]]).toMatchObject([
    2,
    { result: 'failed', code: 'cluster-not-ready', message: t('updateServiceAbsent') },
  ]);
  await rig.apply(SERVICE);
  const live = clusterVersion();
  rig.server.put({ ...live, spec: { ...spec(), upstream: 'https://other.example/graph' } }, 'kubectl-edit');
  const conflict = await rig.apply([], { setUpstream: true });
  expect([conflict.exitCode, conflict.objects[0]]).toMatchObject([
    2,
    { result: 'conflict', conflicts: [{ owner: 'kubectl-edit', theirs: 'https://other.example/graph' }] },
  ]);
  expect(spec().upstream).toBe('https://other.example/graph');
  const accepted = await rig.apply([], { setUpstream: true, overwrite: true });
  expect([accepted.exitCode, spec().upstream]).toEqual([0, UPSTREAM]);
});
