import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { GOOD } from '../../nmstate/br-ex/documents.fixture.ts';
import { answer, report } from '../../nmstate/day2/answers.fixture.ts';
import type { PolicyOptions } from '../../nmstate/day2/policy-for.ts';
import { readNmstate } from '../../nmstate/model/document.ts';
import type { JsonObject } from '../../test-world/cluster/field-sets.ts';
import { t } from './messages.ts';
import { type PlansRig, type PlansRigOptions, plansRig, TIMES } from './plans.fixture.ts';
import { type PlannedPolicy, policiesRestored, policySteps } from './policy-steps.ts';
import type { PlanRun } from './run-plan.ts';

const WANTED = GOOD.replace('192.0.2.53', '192.0.2.54');
const POLICY = 'NodeNetworkConfigurationPolicy';

let rig: PlansRig;
afterEach(() => rig[Symbol.asyncDispose]());
const start = async (options: PlansRigOptions = {}) => {
  rig = await plansRig(options);
};
const planned = (host: string): PlannedPolicy => {
  const options: Partial<PolicyOptions> = { openShiftVersion: '4.18' };
  const { policy, rollback, name, changes } = answer(GOOD, WANTED, { ...options, host });
  return {
    ...{ name, changes, policy: policy!, rollback: rollback!, target: { host }, options },
    desired: [{ host: undefined, document: readNmstate(WANTED) }],
  };
};
const reports = (host: string, state: string) => {
  const { metadata: _, ...rest } = parse(report(state)) as JsonObject;
  rig.server.put({ apiVersion: 'nmstate.io/v1beta1', ...rest, metadata: { name: host } }, 'nmstate-handler');
};
const run = (hosts: string[], choices: Parameters<PlansRig['run']>[1] & { overwrite?: boolean } = {}) => {
  const { overwrite = false, ...rest } = choices;
  return rig.run(policySteps(rig.cluster, hosts.map(planned), { overwrite }), rest);
};
const states = ({ steps, exitCode }: PlanRun) => [exitCode, ...steps.map(({ state }) => state)];
const servers = (host: string) => {
  const { spec } = rig.server.read('nmstate.io/v1', POLICY, `br-ex-${host}`)!;
  const { desiredState } = spec as { desiredState: { 'dns-resolver': { config: { server: string[] } } } };
  return desiredState['dns-resolver'].config.server;
};

test('applies policies one after another and waits for each; a rerun changes nothing; a rollback applies the undo policy', async () => {
  await start();
  for (const host of ['worker-0', 'worker-1']) reports(host, GOOD);
  const dry = await run(['worker-0', 'worker-1'], { dryRun: true });
  expect(states(dry)).toEqual([0, 'done', 'done']);
  expect(rig.writes()).toEqual([]);
  const done = await run(['worker-0', 'worker-1']);
  expect(states(done), JSON.stringify(done.problems)).toEqual([0, 'done', 'done']);
  expect(servers('worker-1')).toEqual(['192.0.2.54']);
  const order = rig.events.flatMap((event) =>
    event.type === 'object'
      ? [event.object.name]
      : event.type === 'waiting' && event.for === 'policy' && event.detail === ''
        ? ['waited']
        : [],
  );
  expect(order.slice(-4)).toEqual(['br-ex-worker-0', 'waited', 'br-ex-worker-1', 'waited']);
  const again = await run(['worker-0', 'worker-1']);
  expect([...states(again), again.saved]).toEqual([0, 'unchanged', 'unchanged', undefined]);

  const back = await rig.rollback();
  expect(back.objects.map(({ name, result }) => `${name} ${result}`)).toEqual([
    'br-ex-worker-1 restored',
    'br-ex-worker-0 restored',
  ]);
  expect(servers('worker-0')).toEqual(['192.0.2.53']);
  const options = { times: TIMES, emit: () => undefined };
  expect(await policiesRestored(rig.cluster, back.objects, options)).toEqual([]);
  // Fields that a rollback wrote have no other owner.
  const afterReset = await run(['worker-0', 'worker-1']);
  expect(states(afterReset), JSON.stringify(afterReset.objects)).toEqual([0, 'done', 'done']);
});

test('stops at a failing node with the reason of NMState, reports remaining steps, and resumes later', async () => {
  const message = 'rolling back desired state configuration: DNS server 192.0.2.54 does not answer';
  await start({ failingNodes: { 'worker-0': message } });
  const failing = await run(['worker-0', 'worker-1']);
  expect(states(failing)).toEqual([2, 'stopped', 'left']);
  expect(failing.problems.at(-1)).toMatchObject({
    code: 'cluster-not-ready',
    message: expect.stringContaining(`failed on worker-0: ${message}`),
  });
  expect(rig.server.read('nmstate.io/v1', POLICY, 'br-ex-worker-1')).toBeUndefined();
  const noNode = await run(['worker-7']);
  expect(noNode.problems.at(-1)!.message).toContain("doesn't match any node");
});

test('stops at nodes in another state, nodes that are not ready, and policies of another manager', async () => {
  await start();
  reports('worker-0', GOOD.replaceAll('9000', '1500'));
  const other = await run(['worker-0', 'worker-1']);
  expect(states(other)).toEqual([2, 'stopped', 'left']);
  expect(other.problems.at(-1)).toMatchObject({
    ...{ code: 'cluster-changed' },
    message: expect.stringMatching(/node worker-0: the node's current state .*MTU of/),
    remedy: expect.stringContaining('oc get nns worker-0'),
  });
  const theirs = parse(planned('worker-1').rollback) as JsonObject;
  rig.server.put(theirs, 'kubectl-edit');
  const conflict = await run(['worker-1']);
  expect(conflict.objects.at(-1)).toMatchObject({ result: 'conflict', code: 'cluster-conflict' });
  const accepted = await run(['worker-0', 'worker-1'], { overwrite: true });
  expect(states(accepted), JSON.stringify(accepted.problems)).toEqual([0, 'done', 'done']);
  const node = rig.server.read('v1', 'Node', 'worker-0')!;
  const status = { conditions: [{ type: 'Ready', status: 'False', message: 'kubelet stopped' }] };
  rig.server.put({ ...node, status }, 'kubelet');
  await rig.rollback();
  expect((await run(['worker-1'])).problems.at(-1)!.message).toContain(
    t('nodeNotReadyBecause', { node: 'worker-0', reason: 'kubelet stopped' }),
  );
});
