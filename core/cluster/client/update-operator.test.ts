import { afterEach, expect, test } from 'vitest';
import type { JsonObject } from '../../test-world/cluster/field-sets.ts';
import { type ApplyRig, applyRig, catalogSource, updateServiceObjects } from './apply.fixture.ts';
import { t } from './messages.ts';

const OLM = 'operators.coreos.com/v1alpha1';
const NAMESPACE = 'openshift-update-service';
const ALL = [...updateServiceObjects(), catalogSource('reg.lan:5000/index:v4.18')];

let rig: ApplyRig;
const start = async (options: Parameters<typeof applyRig>[0]) => {
  rig = await applyRig(options);
};
afterEach(() => rig[Symbol.asyncDispose]());
const results = ({ objects }: { objects: { kind: string; result: string }[] }) =>
  objects.map(({ kind, result }) => `${kind} ${result}`);

test('installs the operator in order, and applies its service once OLM has installed it', async () => {
  await start({ operator: 'absent' });
  const dry = await rig.apply(ALL, { dryRun: true });
  const created = ['CatalogSource', 'Namespace', 'OperatorGroup', 'Subscription', 'UpdateService'].map(
    (kind) => `${kind} created`,
  );
  expect([dry.exitCode, results(dry), rig.writes()]).toEqual([0, created, []]);
  const first = await rig.apply(ALL);
  expect([first.exitCode, results(first)]).toEqual([0, created]);
  const order = rig.events.map((event) =>
    event.type === 'object' ? event.object.kind : event.type === 'waiting' ? event.for : event.type,
  );
  expect(order.lastIndexOf('catalogs')).toBeLessThan(order.lastIndexOf('Subscription'));
  const waited = order.indexOf('update-operator');
  expect(waited).toBeGreaterThan(order.lastIndexOf('Subscription'));
  expect(order.lastIndexOf('update-operator')).toBeLessThan(order.lastIndexOf('UpdateService'));
  const again = await rig.apply(ALL);
  expect(again.objects.every(({ result }) => result === 'unchanged')).toBe(true);
});

test('an operator that is not installed in time is reported, and its service fails with a remedy', async () => {
  await start({ operator: 'fails' });
  const times = { pollMs: 2, settleMs: 5, objectsMs: 50 };
  const { objects, problems, exitCode } = await rig.apply(ALL, { times });
  expect(exitCode).toBe(2);
  expect(problems).toMatchObject([{ code: 'cluster-not-ready', remedy: t('updateOperatorNotReadyRemedy') }]);
  expect(objects.at(-1)).toMatchObject({
    ...{ kind: 'UpdateService', result: 'failed', code: 'cluster-missing' },
    remedy: t('updateServiceUnknownRemedy'),
  });
});

test('leaves an operator alone that the cluster already has', async () => {
  await start({ operator: 'present' });
  const mine = (apiVersion: string, kind: string, spec: JsonObject): JsonObject => ({
    ...{ apiVersion, kind, spec },
    metadata: { name: 'mine', namespace: NAMESPACE },
  });
  rig.server.put(mine('operators.coreos.com/v1', 'OperatorGroup', { targetNamespaces: [NAMESPACE] }));
  rig.server.put(mine(OLM, 'Subscription', { name: 'cincinnati-operator', source: 'redhat-operators' }));
  const done = await rig.apply(ALL);
  expect([done.exitCode, results(done)]).toEqual([
    0,
    [
      'CatalogSource created',
      'Namespace configured',
      'OperatorGroup skipped',
      'Subscription skipped',
      'UpdateService created',
    ],
  ]);
  expect(done.objects[3]!.remedy).toContain('cs-redhat-operator-index-v4-18');
});
