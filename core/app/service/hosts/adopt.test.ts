import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { type ApiServer, startApiServer } from '../../../cluster/client/api/server.fixture.ts';
import { type NodeStateOptions, nodeState } from '../../../nmstate/migration/node-states.fixture.ts';
import type { JsonObject } from '../../../test-world/cluster/field-sets.ts';
import { newTestService, type TestService } from '../service.fixture.ts';

const report = (name: string, options: NodeStateOptions) => ({
  ...{ apiVersion: 'nmstate.io/v1beta1', kind: 'NodeNetworkState', metadata: { name } },
  status: { currentState: nodeState(options) },
});

let rig: TestService;
let from: string;
beforeEach(async () => {
  rig = await newTestService();
  from = join(rig.directory, 'nns.yaml');
  const items = [
    report('worker-0', { addressing: 'static', number: 21 }),
    report('worker-1', { by: 'hand' }),
  ];
  await writeFile(from, stringify({ apiVersion: 'v1', kind: 'List', items }));
});
afterEach(async () => {
  await rig[Symbol.asyncDispose]();
});

test('reads nodes of a file, previews the files and saves them to a new directory', async () => {
  const question = { from, openShiftVersion: '4.20' };
  const read = await rig.ask('hosts.adopt', question);
  expect(read.nodes.map(({ name, verdict, problems }) => [name, verdict, problems[0]?.code])).toEqual([
    ['worker-0', 'ready', undefined],
    ['worker-1', 'blocked', 'nmstate-migration'],
  ]);
  expect(read.steps.length).toBeGreaterThan(5);
  expect(read.rollback.length).toBeGreaterThan(2);
  const document = read.files.find(({ file }) => file === 'documents/worker/worker-0.yml')!;
  expect(read.hosts).toMatchObject([
    { name: 'worker-0', role: 'worker', nics: [{ name: 'eno1' }], own: document.text },
  ]);
  // The hosts can become a host set.
  await rig.ask('hosts.save', {
    ...{ id: 'adopted', name: 'adopted', source: from, cluster: '', openShiftVersion: '4.20' },
    ...{ layout: { preset: 'single-dhcp', answers: {} }, hosts: read.hosts },
  });
  const directory = join(rig.directory, 'out');
  const { fingerprint } = read;
  const saved = await rig.ask('hosts.saveAdopted', { ...question, directory, fingerprint });
  expect(saved).toEqual({ directory, files: read.files.map(({ file }) => file) });
  for (const { file, text } of read.files) expect(await readFile(join(directory, file), 'utf8')).toBe(text);
  expect(await rig.fail('hosts.saveAdopted', { ...question, directory, fingerprint })).toMatchObject({
    code: 'file-changed',
    remedy: expect.stringContaining('empty directory'),
  });
});

test('saves nothing if the nodes have changed since the preview', async () => {
  const { fingerprint } = await rig.ask('hosts.adopt', { from, openShiftVersion: '4.20' });
  await writeFile(from, stringify(report('worker-0', { addressing: 'static', number: 22 })));
  const directory = join(rig.directory, 'out');
  const failed = await rig.fail('hosts.saveAdopted', {
    from,
    openShiftVersion: '4.20',
    directory,
    fingerprint,
  });
  expect(failed).toMatchObject({
    code: 'file-changed',
    remedy: expect.stringContaining('Read the nodes again'),
  });
  expect(await readdir(rig.directory)).not.toContain('out');
});

test('reads nodes of a cluster with their pools', async () => {
  await using server: ApiServer = await startApiServer();
  const kubeconfig = await server.kubeconfig();
  // JSON, as the server stores it.
  server.put(JSON.parse(JSON.stringify(report('rack-1', {}))) as JsonObject, 'nmstate-handler');
  const labels = { 'node-role.kubernetes.io/infra': '', 'node-role.kubernetes.io/worker': '' };
  server.put({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'rack-1', labels } }, 'kubelet');
  expect((await rig.ask('hosts.adopt', { kubeconfig })).nodes).toMatchObject([
    { name: 'rack-1', role: 'infra', verdict: 'ready' },
  ]);
});

test('a directory without reports is an error with the next step', async () => {
  await mkdir(join(rig.directory, 'empty'));
  expect(await rig.fail('hosts.adopt', { from: join(rig.directory, 'empty') })).toMatchObject({
    code: 'cluster-objects-invalid',
    remedy: expect.stringContaining('must-gather'),
  });
});
