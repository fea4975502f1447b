import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  clusterText,
  DAY2_PASSWORD,
  DAY2_USER,
  FD_B,
  INI_WITH_ACCOUNT,
  VC_B,
} from '../../../install/install-config/day2/day2.fixture.ts';
import { newTestService, type TestService, textsBelow } from '../service.fixture.ts';

let rig: TestService;
let folder: string;
beforeEach(async () => {
  rig = await newTestService();
  folder = join(rig.directory, 'objects');
  await mkdir(folder);
});
afterEach(async () => {
  await rig[Symbol.asyncDispose]();
});

test('objects of a folder become a plan, and the plan a folder, neither with an account', async () => {
  await writeFile(join(folder, 'all.yaml'), clusterText({ config: INI_WITH_ACCOUNT }));
  const { command } = await rig.ask('installConfig.day2Read', {});
  expect(command).toContain('oc get');
  const { state, problems } = await rig.ask('installConfig.day2Read', { objects: folder });
  expect(problems).toEqual([]);
  expect(state).toMatchObject({ infrastructure: 'defined', cloudConfig: 'ini' });
  const change = { addVCenters: [VC_B], addFailureDomains: [FD_B] };
  const plan = await rig.ask('installConfig.day2Plan', { objects: folder, change });
  expect(plan.rejections).toEqual([]);
  expect(plan.steps.map(({ id }) => id)).toContain('infrastructure');
  const directory = join(rig.directory, 'plan');
  const { files } = await rig.ask('installConfig.day2Save', { objects: folder, change, directory });
  expect(files).toContain(join(directory, 'PLAN.md'));
  expect(await readFile(join(directory, 'PLAN.md'), 'utf8')).toContain('vc-b.example.lan');
  const reported = [JSON.stringify(plan), ...(await textsBelow(directory)).values()];
  for (const text of reported)
    for (const secret of [DAY2_PASSWORD, DAY2_USER]) expect(text).not.toContain(secret);
});

test('failure domains of a file add the new vCenters', async () => {
  const objects = join(folder, 'all.yaml');
  await writeFile(objects, clusterText());
  const failureDomainsFile = join(folder, 'domains.txt');
  await writeFile(
    failureDomainsFile,
    JSON.stringify({
      vcenters: [{ server: 'vc-a.example.lan', datacenters: ['DC1'] }, VC_B],
      failureDomains: [FD_B],
    }),
  );
  const plan = await rig.ask('installConfig.day2Plan', { objects, change: { failureDomainsFile } });
  expect(plan.title).toBe('Add vCenter vc-b.example.lan, add failure domain fd-b');
  expect(plan.ok).toBe(true);
  await writeFile(failureDomainsFile, 'a: 1\n');
  expect(await rig.fail('installConfig.day2Plan', { objects, change: { failureDomainsFile } })).toMatchObject(
    {
      code: 'cluster-objects-invalid',
      file: failureDomainsFile,
    },
  );
});

test('a rejected change shows the reason, and nothing of it is saved', async () => {
  const objects = join(folder, 'all.yaml');
  await writeFile(objects, clusterText());
  const change = { removeVCenters: ['vc-x.example.lan'] };
  const plan = await rig.ask('installConfig.day2Plan', { objects, change });
  expect(plan).toMatchObject({ ok: false, steps: [] });
  expect(plan.rejections.length).toBeGreaterThan(0);
  const directory = join(folder, 'plan');
  expect(await rig.fail('installConfig.day2Save', { objects, change, directory })).toMatchObject({
    code: 'usage',
  });
  expect(await textsBelow(folder)).toHaveLength(1);
  expect(await rig.fail('installConfig.day2Read', { objects: join(folder, 'none') })).toBeDefined();
});

test("a cloud configuration is converted without its account, which isn't shown either", async () => {
  const converted = await rig.ask('cloudConfig.convert', { text: INI_WITH_ACCOUNT });
  expect(converted).toMatchObject({
    from: 'ini',
    secret: { namespace: 'kube-system', name: 'vsphere-creds' },
  });
  expect(converted.text).toContain('vc-a.example.lan');
  expect(converted.dropped.map(({ section }) => section)).toContain('[Workspace]');
  expect(converted.given).toContain('[VirtualCenter "vc-a.example.lan"]');
  for (const secret of [DAY2_PASSWORD, DAY2_USER]) expect(JSON.stringify(converted)).not.toContain(secret);
  const file = join(folder, 'cloud.yaml');
  await rig.ask('cloudConfig.save', { file, text: converted.text! });
  expect(await readFile(file, 'utf8')).toBe(converted.text);
  expect(await rig.fail('cloudConfig.save', { file, text: 'x' })).toMatchObject({ code: 'file-changed' });
  expect(await rig.fail('cloudConfig.convert', {})).toMatchObject({ code: 'usage' });
});
