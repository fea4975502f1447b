import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readClusterObjects } from '../../install/install-config/day2/cluster-objects.ts';
import {
  type ClusterOptions,
  clusterText,
  controlPlaneMachineSet,
  DAY2_PASSWORD,
  FD_B,
  INI_WITH_ACCOUNT,
  machine,
  VC_B,
} from '../../install/install-config/day2/day2.fixture.ts';
import type { Day2Change } from '../../install/install-config/day2/plan.ts';
import { planDay2 } from '../../install/install-config/day2/plan-day2.ts';
import type { JsonObject } from '../../test-world/cluster/field-sets.ts';
import type { Day2Run } from './day2-actions.ts';
import { day2Steps } from './day2-steps.ts';
import { t } from './messages.ts';
import { type PlansRig, type PlansRigOptions, plansRig } from './plans.fixture.ts';
import type { PlanRun } from './run-plan.ts';

const SECRET = ['vc-a.example.lan.username', 'vc-a.example.lan.password'];
const CREDENTIALS = {
  'vc-b.example.lan.username': 'svc@b',
  'vc-b.example.lan.password': `${DAY2_PASSWORD}-b`,
};
const ADD: Day2Change = { addVCenters: [VC_B], addFailureDomains: [FD_B] };

let rig: PlansRig;
let text: string;
afterEach(() => rig[Symbol.asyncDispose]());
const start = async (options: ClusterOptions = {}, rigged: PlansRigOptions = {}) => {
  rig = await plansRig({ openShiftVersion: '4.22.3', ...rigged });
  text = clusterText({ secretKeys: SECRET, ...options });
  rig.put(text);
};
const stepsFor = (change: Day2Change, run: Partial<Day2Run> = {}) => {
  const plan = planDay2(readClusterObjects([{ file: 'objects.yaml', text }]), change);
  expect(plan.rejections).toEqual([]);
  return day2Steps(rig.cluster, plan, { prepared: true, optional: false, credentials: CREDENTIALS, ...run });
};
const states = ({ steps }: PlanRun) => steps.map(({ state }) => state);
const outcomes = ({ objects }: PlanRun) => objects.map(({ kind, result }) => `${kind} ${result}`);
const vcenters = () => {
  const { spec } = rig.server.read('config.openshift.io/v1', 'Infrastructure', 'cluster')!;
  const { vsphere } = (spec as { platformSpec: { vsphere: { vcenters: { server: string }[] } } })
    .platformSpec;
  return vsphere.vcenters.map(({ server }) => server);
};

test('adds a vCenter and its failure domain: dry run, manual steps, all steps, an unchanged rerun, and rollback', async () => {
  await start();
  const dry = await rig.run(stepsFor(ADD, { prepared: false, credentials: {} }), { dryRun: true });
  expect(outcomes(dry)).toEqual(['Secret waiting', 'ConfigMap configured', 'Infrastructure configured']);
  expect(dry.exitCode).toBe(0);
  expect(rig.writes()).toEqual([]);

  const people = await rig.run(stepsFor(ADD, { prepared: false }));
  expect([people.exitCode, states(people).slice(0, 3)]).toEqual([2, ['unchanged', 'stopped', 'left']]);
  expect(people.problems.at(-1)).toMatchObject({ code: 'day2-manual-step' });
  const account = await rig.run(stepsFor(ADD, { credentials: {} }));
  expect(account.objects.at(-1)).toMatchObject({
    ...{ kind: 'Secret', result: 'waiting', code: 'day2-manual-step' },
    message: expect.stringContaining('vc-b.example.lan.password'),
  });
  expect(rig.writes()).toEqual([]);

  const all = await rig.run(stepsFor(ADD));
  expect([all.exitCode, ...outcomes(all)], JSON.stringify(all.problems)).toEqual([
    ...[0, 'Secret configured', 'ConfigMap configured', 'Infrastructure configured'],
  ]);
  expect(vcenters()).toEqual(['vc-a.example.lan', 'vc-b.example.lan']);
  expect(JSON.stringify([all, rig.events])).not.toContain(DAY2_PASSWORD);
  expect(JSON.stringify([all, rig.events])).not.toContain(btoa(`${DAY2_PASSWORD}-b`));
  const waits = rig.events.flatMap((event) => (event.type === 'waiting' ? [event] : []));
  expect(waits.some((one) => one.for === 'operators' && one.detail.includes('Progressing True'))).toBe(true);
  expect(await readdir(join(all.saved!, 'backup'))).toEqual(
    expect.arrayContaining(['Infrastructure-cluster.yaml', 'Secret-kube-system-vsphere-creds.yaml']),
  );

  const writes = rig.writes().length;
  const again = await rig.run(stepsFor(ADD));
  expect([again.exitCode, new Set(states(again)), again.saved]).toEqual([
    0,
    new Set(['unchanged', 'skipped']),
    undefined,
  ]);
  expect(rig.writes().length).toBe(writes);

  const back = await rig.rollback();
  expect([back.exitCode, back.objects.map(({ kind, result }) => `${kind} ${result}`)]).toEqual([
    0,
    ['Infrastructure restored', 'ConfigMap restored', 'Secret restored'],
  ]);
  expect(vcenters()).toEqual(['vc-a.example.lan']);
});

test('stops at objects that someone changed and at unhealthy operators, and resumes there', async () => {
  await start({}, { degradedOperator: 'storage' });
  const map = rig.server.read('v1', 'ConfigMap', 'cloud-provider-config', 'openshift-config')!;
  rig.server.put({ ...map, data: { config: `${(map.data as JsonObject).config}# by hand\n` } }, 'vi');
  const other = await rig.run(stepsFor(ADD));
  expect(other.objects.at(-1)).toMatchObject({
    ...{ kind: 'ConfigMap', result: 'conflict', code: 'cluster-changed' },
    changes: [{ path: 'data.config' }],
  });
  expect(states(other).slice(-3)).toEqual(expect.arrayContaining(['left']));
  rig.server.put(map, 'vi');

  const degraded = await rig.run(stepsFor(ADD), { times: { pollMs: 2, settleMs: 60, stepMs: 300 } });
  expect([degraded.exitCode, outcomes(degraded).at(-1)]).toEqual([2, 'Infrastructure configured']);
  expect(degraded.problems.at(-1)).toMatchObject({
    ...{ code: 'cluster-not-ready', level: 'error' },
    message: expect.stringContaining(
      'ClusterOperator storage: Degraded True (vc-b.example.lan: login failed)',
    ),
  });
  const stillOpen = await rig.run(stepsFor(ADD), { times: { pollMs: 2, settleMs: 60, stepMs: 50 } });
  expect([stillOpen.exitCode, stillOpen.saved]).toEqual([2, undefined]);
});

test('adds the first vCenter of an older cluster in a separate update, and never shows a clear-text account', async () => {
  await start({
    vcenters: [],
    failureDomains: [],
    config: INI_WITH_ACCOUNT,
    machines: [machine('old-8tpnt-master-0')],
  });
  const change = { ...ADD, convertCloudConfig: true };
  const credentials = Object.fromEntries(
    ['vc-a', 'vc-b'].flatMap((name) => [
      [`${name}.example.lan.username`, 'u'],
      [`${name}.example.lan.password`, 'p'],
    ]),
  );
  const dry = await rig.run(stepsFor(change, { credentials }), { dryRun: true });
  expect(outcomes(dry).filter((one) => one.startsWith('Infrastructure'))).toEqual([
    'Infrastructure configured',
    'Infrastructure configured',
  ]);
  const done = await rig.run(stepsFor(change, { credentials }));
  expect(done.exitCode, JSON.stringify(done.problems)).toBe(0);
  expect(vcenters()).toEqual(['vc-a.example.lan', 'vc-b.example.lan']);
  expect(JSON.stringify([dry, done])).not.toContain(DAY2_PASSWORD);
  const again = await rig.run(stepsFor(change, { credentials }));
  expect([again.exitCode, again.saved]).toEqual([0, undefined]);
});

test('runs optional steps on request: a MachineSet without machines, and the control plane after checking etcd', async () => {
  await start({ controlPlane: controlPlaneMachineSet() });
  const steps = () => stepsFor(ADD, { optional: true });
  const etcd = await rig.run(steps());
  expect(etcd.problems.at(-1)).toMatchObject({
    message: expect.stringContaining(t('etcdMembersMissing', { reason: '' })),
  });
  rig.server.put(
    {
      ...{ apiVersion: 'operator.openshift.io/v1', kind: 'Etcd', metadata: { name: 'cluster' }, spec: {} },
      status: { conditions: [{ type: 'EtcdMembersAvailable', status: 'True' }] },
    },
    'etcd',
  );
  const rest = await rig.run(steps());
  expect([rest.exitCode, outcomes(rest).slice(-2)], JSON.stringify(rest.problems)).toEqual([
    0,
    ['MachineSet unchanged', 'ControlPlaneMachineSet configured'],
  ]);
  const record = JSON.parse(await readFile(join(rest.saved!, 'record.json'), 'utf8')) as {
    objects: object[];
  };
  expect(record.objects).toMatchObject([{ kind: 'ControlPlaneMachineSet' }]);
});
