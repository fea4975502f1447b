import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { t as finding } from '../../../core/install/cloud-config/messages.ts';
import {
  clusterText,
  DAY2_PASSWORD,
  DAY2_USER,
  GENERATED_DOMAIN,
  INI,
  INI_WITH_ACCOUNT,
  machine,
} from '../../../core/install/install-config/day2/day2.fixture.ts';
import { t as day2 } from '../../../core/install/install-config/day2/messages.ts';
import type { Ended } from '../../../core/mirror/airlock-process.fixture.ts';
import { inProcess } from '../../in-process.fixture.ts';
import { t } from './messages.ts';

const DOMAINS = `failureDomains:
- name: fd-b
  region: west
  zone: west-1
  server: vc-b.example.lan
  topology:
    datacenter: DC2
    computeCluster: /DC2/host/c1
    datastore: /DC2/datastore/ds1
    networks: [pg-10]
vcenters:
- {server: vc-b.example.lan, user: ${DAY2_USER}, password: ${DAY2_PASSWORD}, datacenters: [DC2]}
`;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-day2-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Runs a command and checks that its output contains no secrets. */
async function plain(...args: string[]): Promise<Ended> {
  const ended = await inProcess({ host: { env: {}, home: directory, tool: '' } }, args, []);
  for (const secret of [DAY2_PASSWORD, DAY2_USER]) expect(ended.stdout + ended.stderr).not.toContain(secret);
  return ended;
}

async function run(...args: string[]): Promise<{ code: number | null; result: Record<string, unknown> }> {
  const { code, stdout } = await plain(...args, '--json');
  return { code, result: JSON.parse(stdout.trim().split('\n').at(-1)!) as Record<string, unknown> };
}

async function given(name: string, text: string): Promise<string> {
  const file = join(directory, name);
  await writeFile(file, text);
  return file;
}

describe('cloud-config', () => {
  test('show prints the effective configuration', async () => {
    const file = await given('old.conf', INI_WITH_ACCOUNT);
    const { code, stdout, stderr } = await plain('cloud-config', 'show', file);
    expect(code).toBe(0);
    expect(stdout).toMatch(/vc-a\.example\.lan +vc-a\.example\.lan +443 +DC1 +not checked +in clear text/);
    expect(stderr).toContain(`old.conf:2:1: warning: ${finding('clearText', { setting: 'Global.user' })}`);
    expect((await run('cloud-config', 'show', file)).result).toMatchObject({ ok: true, format: 'ini' });
  });

  test('show exits with 1 for a rejected configuration', async () => {
    const { code, result } = await run('cloud-config', 'show', await given('bad.conf', '[Global]\nport 1\n'));
    expect([code, result.ok]).toEqual([1, false]);
    expect(result.problems).toMatchObject([{ message: "expected '='", line: 2 }, {}]);
  });

  test('convert writes every setting or only those with a value, and prints what it omits', async () => {
    const file = await given('old.conf', INI_WITH_ACCOUNT);
    const output = join(directory, 'new.yaml');
    const { code, result } = await run('cloud-config', 'convert', file, '-o', output);
    expect(code).toBe(0);
    expect(result).toMatchObject({ ok: true, from: 'ini', output, secret: { name: 'vsphere-creds' } });
    expect(result.dropped).toMatchObject([
      { keys: ['user', 'password'], secret: true },
      { section: '[Workspace]' },
      {},
      {},
    ]);
    const text = await readFile(output, 'utf8');
    expect(text).not.toContain(DAY2_PASSWORD);
    expect(parse(text).global).toMatchObject({ password: '', port: 443 });
    const { stdout, stderr } = await plain('cloud-config', 'convert', file, '--minimal');
    expect(Object.keys(parse(stdout).vcenter['vc-a.example.lan'])).toEqual(['server']);
    expect(stderr).toMatch(/omitted: \[Workspace\] \(5 keys\)/);
    expect(stderr).toContain(
      t('secretKeys', { secret: 'kube-system/vsphere-creds', keys: 'vc-a.example.lan.username' }).slice(
        0,
        -1,
      ),
    );
  });

  test('convert writes nothing for an unreadable configuration', async () => {
    const output = join(directory, 'none.yaml');
    const { code } = await run(
      'cloud-config',
      'convert',
      await given('bad.conf', '[Global]\nport 1\n'),
      '-o',
      output,
    );
    expect(code).toBe(1);
    expect(await readdir(directory)).not.toContain('none.yaml');
  });
});

describe('install-config day2', () => {
  const ADD = ['--add-vcenter', 'server=vc-b.example.lan,datacenter=DC2'];

  test.each([
    ['defined', {}, ['infrastructure']],
    ['generated', { failureDomains: [GENERATED_DOMAIN] }, ['infrastructure']],
    [
      'legacy',
      { vcenters: [], failureDomains: [], config: INI_WITH_ACCOUNT, machines: [machine('m-0')] },
      ['first-vcenter', 'infrastructure'],
    ],
  ])('adds a vCenter: %s', async (state, cluster, updates) => {
    const objects = await given(`${state}.yaml`, clusterText(cluster));
    const domains = await given('domains.yaml', DOMAINS);
    const to = join(directory, `plan-${state}`);
    const args = [
      'install-config',
      'day2',
      '--objects',
      objects,
      ...ADD,
      '--add-failure-domains',
      domains,
      '--to',
      to,
    ];
    const { code, result } = await run(...args);
    expect(code, JSON.stringify(result)).toBe(0);
    expect(result).toMatchObject({ ok: true, start: { infrastructure: state }, directory: to });
    const steps = (result.steps as { id: string }[]).map(({ id }) => id);
    expect(steps.filter((id) => ['first-vcenter', 'infrastructure'].includes(id))).toEqual(updates);
    const written = await readdir(to, { recursive: true, withFileTypes: true });
    const texts = await Promise.all(
      written
        .filter((each) => each.isFile())
        .map((each) => readFile(join(each.parentPath, each.name), 'utf8')),
    );
    expect(texts.length).toBe((result.files as string[]).length);
    for (const text of texts)
      for (const secret of [DAY2_PASSWORD, DAY2_USER]) expect(text).not.toContain(secret);
    const plan = await readFile(join(to, 'PLAN.md'), 'utf8');
    expect(plan).toContain('# Add vCenter vc-b.example.lan, add failure domain fd-b');
    expect(plan).toMatch(/^\+ +server: vc-b\.example\.lan$/m);
    for (const script of plan.matchAll(/^```bash\n(.*?)^```$/gms))
      expect(spawnSync('bash', ['-n'], { input: script[1]! }).status, script[1]).toBe(0);
  });

  test('reads a folder of objects, and prints the plan without --to', async () => {
    const folder = await mkdtemp(join(directory, 'objects-'));
    await writeFile(join(folder, 'a.yaml'), clusterText({ config: INI }));
    await writeFile(join(folder, 'notes.txt'), 'not an object: [');
    const { code, stdout } = await plain(
      'install-config',
      'day2',
      '--objects',
      folder,
      '--convert-cloud-config',
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^# Convert the cloud configuration to YAML$/m);
  });

  test('exits with 1 for a rejected change, prints the reason and writes no file', async () => {
    const objects = await given('old.yaml', clusterText({ enabled: [], version: '4.19.1' }));
    const to = join(directory, 'plan-rejected');
    const args = ['install-config', 'day2', '--objects', objects, ...ADD, '--to', to];
    const { code, result } = await run(...args);
    expect([code, result.ok, result.steps]).toEqual([1, false, []]);
    expect(result.rejections).toMatchObject([
      { code: 'day2-rejected', message: expect.stringContaining('cannot be added or removed once set') },
    ]);
    expect((await plain(...args)).stderr).toContain(
      t('day2Rejected', { plan: 'Add vCenter vc-b.example.lan' }),
    );
    expect(await readdir(directory)).not.toContain('plan-rejected');
  });

  test('prints the command that fetches objects, and rejects invalid options', async () => {
    expect((await plain('install-config', 'day2', '--fetch-command')).stdout).toMatch(
      /^\(umask 077; .*oc get .* -o yaml.*\n$/,
    );
    expect((await run('install-config', 'day2', '--convert-cloud-config')).result).toMatchObject({
      code: 'usage',
      remedy: expect.stringContaining('--fetch-command'),
    });
    for (const wrong of ['vc-b', 'server=vc-b', 'server=vc-b,datacenter=D,port=x'])
      expect(
        (await run('install-config', 'day2', '--objects', 'x', '--add-vcenter', wrong)).result.code,
      ).toBe('usage');
    const objects = await given('o.yaml', clusterText());
    const domains = await given('none.yaml', 'a: 1');
    expect(
      (await run('install-config', 'day2', '--objects', objects, '--add-failure-domains', domains)).result,
    ).toMatchObject({
      code: 'cluster-objects-invalid',
      problems: [{ message: day2('domainsMissing') }],
    });
  });
});
