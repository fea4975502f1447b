import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type PlansRig, plansRig } from '../../../core/cluster/day2/plans.fixture.ts';
import { clusterText, DAY2_PASSWORD } from '../../../core/install/install-config/day2/day2.fixture.ts';
import type { Ended } from '../../../core/mirror/airlock-process.fixture.ts';
import { GOOD } from '../../../core/nmstate/br-ex/documents.fixture.ts';
import { inProcess } from '../../in-process.fixture.ts';
import { t } from './messages.ts';

const DOMAINS = `- name: fd-b
  region: west
  zone: west-1
  server: vc-b.example.lan
  topology:
    datacenter: DC2
    computeCluster: /DC2/host/c1
    datastore: /DC2/datastore/ds1
    networks: [pg-10]
`;
const NNCP = ['nmstate', 'nncp', '--from', 'old.yml', '--to', 'new.yml', '--host', 'worker-0'];

let rig: PlansRig;
beforeEach(async () => {
  rig = await plansRig({ openShiftVersion: '4.22.3' });
  const text = clusterText({ secretKeys: ['vc-a.example.lan.username', 'vc-a.example.lan.password'] });
  rig.put(text);
  for (const [name, content] of [
    ['objects.yaml', text],
    ['domains.yaml', DOMAINS],
    ['accounts.yaml', `vc-b.example.lan.username: svc\nvc-b.example.lan.password: ${DAY2_PASSWORD}\n`],
    ['old.yml', GOOD],
    ['new.yml', GOOD.replace('192.0.2.53', '192.0.2.54')],
  ] as const)
    await writeFile(join(rig.directory, name), content);
});
afterEach(() => rig[Symbol.asyncDispose]());

const run = async (...args: string[]): Promise<Ended> => {
  const env = {
    ...{ KUBECONFIG: rig.kubeconfig, INIT_CWD: rig.directory },
    XDG_STATE_HOME: join(rig.directory, 'state'),
  };
  const ended = await inProcess({ host: { env, home: rig.directory, tool: 'test' } }, args);
  expect(JSON.stringify(ended)).not.toContain(DAY2_PASSWORD);
  return ended;
};
const day2 = (...args: string[]) =>
  run(
    ...['install-config', 'day2', '--objects', 'objects.yaml', '--add-failure-domains', 'domains.yaml'],
    ...['--add-vcenter', 'server=vc-b.example.lan,datacenter=DC2', ...args],
  );
const states = ({ result }: Ended) =>
  (result!.applied as { steps: { state: string }[] }).steps.map(({ state }) => state);

test('day2 --apply: a dry run, manual steps, the rest with an account from a file, and rollback', async () => {
  const dry = await day2('--apply', '--dry-run');
  expect([dry.code, rig.writes().length], dry.stderr).toEqual([0, 0]);
  const people = await day2('--apply');
  expect([people.code, states(people).slice(0, 3)]).toEqual([2, ['unchanged', 'stopped', 'left']]);
  expect(JSON.stringify(people.result!.applied)).toContain('manual work is required');
  // Without the minute in which operators may start.
  const done = await day2(
    '--apply',
    '--prepared',
    '--credentials',
    'accounts.yaml',
    '--no-wait',
    '--to',
    'plan',
  );
  expect([done.code, done.result!.status], done.stderr).toEqual([0, 'complete']);
  expect(await readFile(join(rig.directory, 'plan', 'PLAN.md'), 'utf8')).toContain('vc-b.example.lan');
  const again = await day2('--apply', '--prepared', '--no-wait');
  expect([again.code, new Set(states(again))]).toEqual([0, new Set(['unchanged', 'skipped'])]);
  const back = await run('cluster-config', 'rollback');
  expect([back.code, (back.result!.objects as { result: string }[]).map(({ result }) => result)]).toEqual([
    0,
    ['restored', 'restored', 'restored'],
  ]);
});

test('nncp --apply: applies and waits, changes nothing the second time, and waits for the rollback', async () => {
  const done = await run(...NNCP, '--openshift-version', '4.18', '--apply');
  expect([done.code, states(done)], done.stderr).toEqual([0, ['done']]);
  const again = await run(...NNCP, '--openshift-version', '4.18', '--apply');
  expect([again.code, states(again)]).toEqual([0, ['unchanged']]);
  const back = await run('cluster-config', 'rollback');
  expect([back.code, back.result!.problems]).toEqual([0, []]);
  const put = rig.server.requests.findLastIndex(({ method }) => method === 'PUT');
  const looked = rig.server.requests.slice(put).map(({ resource }) => resource);
  expect(looked).toContain('nodenetworkconfigurationenactments');
});

test('rejects options of a cluster without --apply, and an invalid file of accounts', async () => {
  for (const args of [['--dry-run'], ['--context', 'lab'], ['--no-wait'], ['--prepared']])
    expect((await day2(...args)).result, args.join(' ')).toMatchObject({
      ...{ code: 'usage', message: t('applyRequired', { option: args[0]!.slice(2) }) },
    });
  expect((await run(...NNCP, '--overwrite')).result).toMatchObject({ code: 'usage' });
  const accounts = await day2('--apply', '--credentials', 'domains.yaml');
  expect(accounts.result).toMatchObject({
    code: 'usage',
    message: expect.stringContaining('vCenter credentials'),
  });
});
