import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CheckRig, checkRig, PASSWORD } from '../../../cluster/check/check.fixture.ts';
import { writeInspection } from '../../../cluster/check/inspection-file.ts';
import { loadInventory } from '../../../content/inventory/read-inventory.ts';
import { CLUSTER_REQUESTS } from '../../../contract/topics/clusters.ts';
import { createJobs } from '../state/jobs.ts';
import { clusterHandlers } from './clusters.ts';

let rig: CheckRig;
beforeEach(async () => {
  rig = await checkRig();
});
afterEach(() => rig[Symbol.asyncDispose]());

/** The handlers on the host of the rig. @param places receives the places that determine the environment */
function handlersHere(env: Record<string, string> = {}, places: (string | undefined)[] = []) {
  const host = { env, home: rig.directory, tool: 'test' };
  return clusterHandlers({
    jobs: createJobs(() => {}),
    host,
    hostFor: (...given) => {
      places.push(...given);
      return host;
    },
    hostAt: () => host,
    knownRoots: async () => [],
  });
}

test('checks an upgrade for a live cluster and for a file, with a page and without secrets', async () => {
  const places: (string | undefined)[] = [];
  const handlers = handlersHere({ ...rig.env, OCP_SIGNATURE_VERIFICATION_PK: rig.keyFile }, places);
  const { input, output } = CLUSTER_REQUESTS['clusters.check'];
  const request = async (given: object) =>
    output.parse(
      await handlers['clusters.check'](input.parse(given), {
        signal: new AbortController().signal,
      }),
    );
  const { report, html } = await request({ kubeconfig: rig.kubeconfig, to: ' 4.16.5 ' });
  expect(report).toMatchObject({ ok: true, version: '4.16.1', context: 'lab', counts: { failed: 0 } });
  // The cluster or any of its mirrors may belong to practice.
  const { mirrors } = (await rig.inspect()).facts;
  const hosts = mirrors.flatMap((row) => row.mirrors.map((mirror) => mirror.split('/')[0]));
  expect(hosts.length).toBeGreaterThan(1);
  expect(places).toEqual([rig.kubeconfig, ...hosts]);
  expect(html).toContain('Upgrade check: 4.16.5');
  expect(JSON.stringify({ report, html })).not.toContain(PASSWORD);

  const from = join(rig.directory, 'lab.json');
  await writeInspection(from, (await rig.inspect()).facts);
  const requested = rig.server.requests.length;
  const offline = await request({ from, to: '4.16.5' });
  expect(offline.report).toMatchObject({ ok: false, inspectedAt: expect.any(String) });
  expect(rig.server.requests.length).toBe(requested);
});

test('inspects a live cluster into a file, which the suggestion and another inspection read', async () => {
  const { input, output } = CLUSTER_REQUESTS['clusters.inspect'];
  const { 'clusters.inspect': handler } = handlersHere();
  const request = async (given: object) =>
    output.parse(await handler(input.parse(given), { signal: new AbortController().signal }));
  const file = join(rig.directory, 'inspection.json');
  const live = await request({ kubeconfig: rig.kubeconfig, file });
  expect(live).toMatchObject({ file, facts: { version: '4.16.1', context: 'lab', unread: [] } });
  expect(live.facts.mirrors.length).toBeGreaterThan(0);
  expect(await readFile(file, 'utf8')).not.toContain(PASSWORD);
  expect(JSON.stringify(live)).not.toContain(PASSWORD);
  const requested = rig.server.requests.length;
  expect((await request({ from: file })).facts).toEqual(live.facts);
  expect(rig.server.requests.length).toBe(requested);
  expect(await loadInventory(file)).toMatchObject({ openShift: '4.16.1' });
  await expect(request({ from: join(rig.directory, 'none.json') })).rejects.toMatchObject({
    code: 'config-unreadable',
  });
  await expect(request({ file: 'relative.json' })).rejects.toMatchObject({ code: 'usage' });
});
