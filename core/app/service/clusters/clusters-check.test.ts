import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CheckRig, checkRig, PASSWORD } from '../../../cluster/check/check.fixture.ts';
import { writeInspection } from '../../../cluster/check/inspection-file.ts';
import { CLUSTER_REQUESTS } from '../../../contract/topics/clusters.ts';
import { createJobs } from '../state/jobs.ts';
import { clusterHandlers } from './clusters.ts';

let rig: CheckRig;
beforeEach(async () => {
  rig = await checkRig();
});
afterEach(() => rig[Symbol.asyncDispose]());

test('checks an upgrade for a live cluster and for a file, with a page and without secrets', async () => {
  const env = { ...rig.env, OCP_SIGNATURE_VERIFICATION_PK: rig.keyFile };
  const host = { env, home: rig.directory, tool: 'test' };
  const handlers = clusterHandlers({
    jobs: createJobs(() => {}),
    host,
    hostFor: () => host,
    hostAt: () => host,
    knownRoots: async () => [],
  });
  const { input, output } = CLUSTER_REQUESTS['clusters.check'];
  const request = async (given: object) =>
    output.parse(
      await handlers['clusters.check'](input.parse(given), {
        signal: new AbortController().signal,
      }),
    );
  const { report, html } = await request({ kubeconfig: rig.kubeconfig, to: ' 4.16.5 ' });
  expect(report).toMatchObject({ ok: true, version: '4.16.1', context: 'lab', counts: { failed: 0 } });
  expect(html).toContain('Upgrade check: 4.16.5');
  expect(JSON.stringify({ report, html })).not.toContain(PASSWORD);

  const from = join(rig.directory, 'lab.json');
  await writeInspection(from, (await rig.inspect()).facts);
  const requested = rig.server.requests.length;
  const offline = await request({ from, to: '4.16.5' });
  expect(offline.report).toMatchObject({ ok: false, inspectedAt: expect.any(String) });
  expect(rig.server.requests.length).toBe(requested);
});
