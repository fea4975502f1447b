import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApplyRig, applyRig } from '../../../core/cluster/client/apply.fixture.ts';
import type { Ended } from '../../../core/mirror/airlock-process.fixture.ts';
import { newRig, type Rig } from '../../../core/mirror/mirror.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../../../core/registry/server/start.ts';
import { memoryStorage } from '../../../core/registry/server/storage/memory-storage.ts';
import { inProcess } from '../../in-process.fixture.ts';

let rig: Rig;
let cluster: ApplyRig;
let registry: RegistryServer;
let push: string[];
const run = (...args: string[]): Promise<Ended> => inProcess(rig, args);
const outcomes = ({ result }: Ended) =>
  (result!.applied as { objects: { kind: string; result: string }[] }).objects.map(
    ({ kind, result }) => `${kind} ${result}`,
  );

beforeAll(async () => {
  [rig, cluster, registry] = await Promise.all([
    newRig(),
    applyRig(),
    startRegistryServer({ storage: memoryStorage() }),
  ]);
  const workspace = `file://${rig.place('workspace')}`;
  push = [
    'mirror',
    '--from',
    workspace,
    `docker://${registry.host}`,
    '--dest-tls-verify=false',
    '--no-probe',
  ];
  push.push('--apply-config', '--kubeconfig', cluster.kubeconfig, '--allow-restart', '--no-wait');
  const disk = await run('mirror', '-c', rig.world.sets.core.file, workspace);
  expect(disk.code, disk.stderr).toBe(0);
}, 90_000);
afterAll(async () => {
  await registry.close();
  await cluster[Symbol.asyncDispose]();
  await rig[Symbol.asyncDispose]();
});

test('--dry-run --apply-config shows the objects that are then applied, and a second apply changes nothing', async () => {
  const dry = await run(...push, '--dry-run');
  expect(dry.code, dry.stderr).toBe(0);
  expect(outcomes(dry)).toContain('ImageDigestMirrorSet created');
  expect(cluster.writes()).toEqual([]);
  const done = await run(...push);
  expect(done.code, done.stderr).toBe(0);
  expect(outcomes(done)).toEqual(outcomes(dry));
  expect(cluster.server.list('v1', 'ConfigMap').length).toBeGreaterThan(0);
  const again = await run(...push);
  expect(new Set(outcomes(again).map((line) => line.split(' ')[1]))).toEqual(new Set(['unchanged']));
}, 90_000);

test('an unreachable cluster stops the command before the push, and a rejected apply leaves the push complete', async () => {
  const [first] = push.splice(push.indexOf(cluster.kubeconfig), 1, '/nowhere/kubeconfig');
  const wrong = await run(...push);
  expect([wrong.code, wrong.result!.code]).toEqual([1, 'kubeconfig']);
  push.splice(push.indexOf('/nowhere/kubeconfig'), 1, first!);
  const disk = await run(
    'mirror',
    '-c',
    rig.world.sets.core.file,
    `file://${rig.place('other')}`,
    '--apply-config',
  );
  expect([disk.code, disk.result!.code]).toEqual([1, 'usage']);
  const alone = await run(...push.filter((word) => word !== '--apply-config'));
  expect(alone.result).toMatchObject({ code: 'usage', message: expect.stringContaining('--apply-config') });
  cluster.server.remove('config.openshift.io/v1', 'ImageDigestMirrorSet', 'idms-release-0');
  cluster.server.rules.push({ on: { verb: 'create', resource: 'imagedigestmirrorsets' }, answer: 'deny' });
  const denied = await run(...push);
  expect([denied.code, denied.result!.status]).toEqual([2, 'complete']);
  expect(outcomes(denied)).toContain('ImageDigestMirrorSet failed');
}, 90_000);
