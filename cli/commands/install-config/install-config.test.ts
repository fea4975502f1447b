import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  lookAlikeVCenter,
  USER,
  PASSWORD as VCENTER_PASSWORD,
} from '../../../core/app/vcenters/vcenter.fixture.ts';
import { cloudConfig } from '../../../core/install/install-config/clouds/cloud-config.fixture.ts';
import { complete, PASSWORD } from '../../../core/install/install-config/model/install-config.fixture.ts';
import {
  LISTED,
  PROPOSAL_INSTALL_CONFIG,
} from '../../../core/install/install-config/vsphere/proposal.fixture.ts';
import type { Ended } from '../../../core/mirror/airlock-process.fixture.ts';
import { across, newRig, type Rig } from '../../../core/mirror/mirror.fixture.ts';
import { certificateAuthority } from '../../../core/registry/access/loopback-servers.fixture.ts';
import { inProcess } from '../../in-process.fixture.ts';
import { t } from './messages.ts';

/** A DER sequence of three bytes, enough for a check of the form. */
const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-install-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Runs a command without --json and checks that its output contains no secrets. */
async function plain(...args: string[]): Promise<Ended> {
  const host = { env: {}, home: directory, tool: '' };
  const ended = await inProcess({ host }, ['install-config', ...args], []);
  for (const secret of [PASSWORD, btoa(PASSWORD), btoa(`mirror:${PASSWORD}`)])
    expect(ended.stdout + ended.stderr).not.toContain(secret);
  return ended;
}

/** Runs a command with --json. */
async function run(...args: string[]): Promise<{ code: number | null; result: Record<string, unknown> }> {
  const { code, stdout } = await plain(...args, '--json');
  return { code, result: JSON.parse(stdout.trim().split('\n').at(-1)!) as Record<string, unknown> };
}

async function given(name: string, text: string): Promise<string> {
  const file = join(directory, name);
  await writeFile(file, text);
  return file;
}

const mode = async (file: string) => (await stat(file)).mode & 0o777;

describe('test-vcenters', () => {
  const host = () => ({
    env: { SSL_CERT_FILE: join(directory, 'Lab-Root-ca.crt') },
    home: directory,
    tool: 'a',
  });
  const config = (port: number, datastore = 'nvme-1') =>
    given(
      'vcenters.yaml',
      `platform:
  vsphere:
    vcenters:
    - {server: 127.0.0.1, port: ${port}, user: ${USER}, password: ${VCENTER_PASSWORD}, datacenters: [emea/dc1]}
    failureDomains:
    - name: fd-1
      server: 127.0.0.1
      topology:
        {datacenter: emea/dc1, computeCluster: /emea/dc1/host/c1, datastore: /emea/dc1/datastore/${datastore}, networks: [VM Network]}
`,
    );

  test('says what it contacts, and reports each check and the missing objects without the password', async () => {
    const issued = certificateAuthority(directory, 'Lab Root').issue('vcenter', 'IP:127.0.0.1');
    await using vcenter = await lookAlikeVCenter(issued);
    const passed = await inProcess(
      { host: host() },
      ['install-config', 'test-vcenters', await config(vcenter.port)],
      [],
    );
    expect(passed.code).toBe(0);
    expect(passed.stderr).toContain(t('contactVCenters', { addresses: `127.0.0.1:${vcenter.port}` }));
    expect(passed.stdout).toContain(t('vcentersPassed', { count: 1 }));
    const file = await config(vcenter.port, 'other');
    const failed = await inProcess({ host: host() }, ['install-config', 'test-vcenters', file, '--json'], []);
    expect(failed.code).toBe(2);
    const result = JSON.parse(failed.stdout.trim().split('\n').at(-1)!) as Record<string, unknown>;
    expect(result).toMatchObject({ ok: false, problems: [{ code: 'vcenter-unfit', level: 'error' }] });
    for (const { stdout, stderr } of [passed, failed])
      expect(stdout + stderr).not.toContain(VCENTER_PASSWORD);
  });

  test('rejects a file without vCenters', async () => {
    const file = await given('no-vcenters.yaml', complete('baremetal').text);
    expect(await run('test-vcenters', file)).toMatchObject({
      code: 1,
      result: { code: 'usage', message: t('noVCenters', { file }) },
    });
  });
});

describe('validate', () => {
  test('accepts a valid file', async () => {
    const file = await given('right.yaml', complete('vsphere').text);
    const { code, result } = await run('validate', file);
    expect([code, result.ok]).toEqual([0, true]);
    expect((await plain('validate', file)).stdout).toContain(
      t('valid', { file, warnings: (result.problems as object[]).length }),
    );
  });

  test("exits with 1 for an invalid file and prints the installer's message, the line and the label of a fix", async () => {
    const file = await given(
      'wrong.yaml',
      complete('vsphere', [['platform.vsphere.vcenters[0].server', 'VC']]).text,
    );
    const { code, result } = await run('validate', file, '--openshift-version', '4.18');
    const message =
      'platform.vsphere.vcenters[0].server: Invalid value: "VC": must be the domain name or IP address of the vCenter';
    expect(code).toBe(1);
    expect(result).toMatchObject({
      ok: false,
      problems: expect.arrayContaining([expect.objectContaining({ message, file, level: 'error' })]),
    });
    expect((await plain('validate', file)).stdout).toMatch(
      /wrong\.yaml:\d+:\d+: error: platform\.vsphere\.vcenters\[0\]\.server/,
    );
    for (const { fix } of result.problems as { fix?: unknown }[])
      expect(['string', 'undefined']).toContain(typeof fix);
  });

  test('applies the rules of a release and of the agent-based installer', async () => {
    const several = await given('several.yaml', complete('vsphere-multi-vcenter').text);
    expect((await run('validate', several)).code).toBe(0);
    expect((await run('validate', several, '--openshift-version', '4.17')).code).toBe(1);
    expect((await run('validate', several, '--agent')).code).toBe(1);
  });

  test('rejects a missing file and an invalid version', async () => {
    expect(await run('validate', join(directory, 'none.yaml'))).toMatchObject({
      code: 1,
      result: { code: 'config-unreadable' },
    });
    expect(await run('validate', 'x', '--openshift-version', 'new')).toMatchObject({
      code: 1,
      result: { code: 'usage' },
    });
  });
});

describe('manifests', () => {
  test('writes the files of the example in the enhancement, those with passwords readable only by the owner', async () => {
    const file = await given('proposal.yaml', PROPOSAL_INSTALL_CONFIG.replaceAll('"password"', PASSWORD));
    const to = join(directory, 'proposal');
    const { code, result } = await run('manifests', file, '--to', to, '--infra-id', 'ngirard-multi-8tpnt');
    expect((await plain('manifests', file, '--to', to)).stdout).toContain(
      '01_vsphere-creds-0.yaml (secret): ',
    );
    expect([code, result.infraId, result.openShiftVersion]).toEqual([0, 'ngirard-multi-8tpnt', '4.17']);
    const listed = result.files as { path: string; kind: string; name: string; secret: boolean }[];
    expect(listed.map(({ path }) => path).filter((path) => path.startsWith('cluster-api/'))).toEqual(
      Object.keys(LISTED).sort(),
    );
    for (const { path, kind, secret } of listed) {
      const text = await readFile(join(to, path), 'utf8');
      if (kind !== 'Checklist') expect(parse(text)).toMatchObject({ kind });
      expect([path, await mode(join(to, path))]).toEqual([path, secret ? 0o600 : 0o644]);
      expect([path, text.includes(btoa(PASSWORD))]).toEqual([path, secret]);
    }
    expect((result.problems as { path: string }[]).map(({ path }) => path)).toContain('pullSecret');
  });

  test('exits with 1 and writes nothing for an invalid file', async () => {
    const file = await given(
      'rejected.yaml',
      complete('vsphere', [['controlPlane.platform.vsphere.zones', ['fd-9']]]).text,
    );
    const { code, result } = await run('manifests', file, '--to', join(directory, 'rejected'));
    expect(code).toBe(1);
    expect(result).toMatchObject({
      code: 'install-config-invalid',
      problems: [{ path: 'controlPlane.platform.vsphere.zones[0]' }],
    });
    expect(await readdir(directory)).not.toContain('rejected');
  });

  test('follows the options for vCenters, cloud configuration and agents, and reports other files', async () => {
    const file = await given(
      'three.yaml',
      complete('vsphere-multi-vcenter', [['controlPlane.platform.vsphere.zones', ['fd-1', 'fd-2']]]).text,
    );
    const to = join(directory, 'three');
    const paths = (result: Record<string, unknown>) =>
      (result.files as { path: string }[]).map(({ path }) => path);
    const few = (await run('manifests', file, '--to', to)).result;
    expect(paths(few)).not.toContain('cluster-api/01_vsphere-creds-2.yaml');
    const all = (await run('manifests', file, '--to', to, '--every-vcenter', '--cloud-config', 'ini')).result;
    expect(paths(all)).toContain('cluster-api/01_vsphere-creds-2.yaml');
    expect(await readFile(join(to, 'manifests/cloud-provider-config.yaml'), 'utf8')).toContain('[Global]');
    expect((await run('manifests', file, '--to', to)).result.others).toEqual(
      ['capi-cluster', 'vsphere-cluster', 'vsphere-creds'].map((name) => `cluster-api/01_${name}-2.yaml`),
    );
    const metal = await given('metal.yaml', complete('baremetal').text);
    const agents = await run(
      'manifests',
      metal,
      '--to',
      join(directory, 'agents'),
      '--agent',
      '--rendezvous-ip',
      '192.0.2.9',
    );
    expect(agents.code).toBe(0);
    expect(parse(await readFile(join(directory, 'agents/agent-config.yaml'), 'utf8'))).toMatchObject({
      rendezvousIP: '192.0.2.9',
    });
    expect((await run('manifests', metal, '--to', to, '--rendezvous-ip', '192.0.2.9')).result).toMatchObject({
      code: 'usage',
    });
    expect((await run('manifests', metal, '--to', to, '--agent', '--every-vcenter')).result).toMatchObject({
      code: 'usage',
    });
    expect(await run('manifests', metal, '--to', to, '--infra-id', '../x')).toMatchObject({
      code: 1,
      result: { code: 'usage' },
    });
  });
});

describe('user-provisioned machines', () => {
  const upi = ['--user-provisioned'];

  test('are validated with their warnings', async () => {
    const file = await given('upi.yaml', complete('vsphere').text);
    const paths = ({ result }: { result: Record<string, unknown> }) =>
      (result.problems as { path: string; fix?: string }[]).map(({ path }) => path);
    expect(paths(await run('validate', file))).not.toContain('compute[0].replicas');
    const checked = await run('validate', file, ...upi);
    expect([checked.code, paths(checked)]).toEqual([
      0,
      expect.arrayContaining(['compute[0].replicas', 'platform.vsphere.apiVIPs']),
    ]);
  });

  test('have manifests without machines, with notices, steps and the remaining files of an earlier run', async () => {
    const file = await given(
      'upi-three.yaml',
      complete('vsphere-multi-vcenter', [['compute[0].replicas', 0]]).text,
    );
    const to = join(directory, 'upi');
    await run('manifests', file, '--to', to);
    const { code, result } = await run('manifests', file, '--to', to, ...upi);
    const paths = (result.files as { path: string }[]).map(({ path }) => path);
    expect(code).toBe(0);
    expect(paths.filter((path) => /cluster-api|machine-api/.test(path))).toEqual([]);
    expect(paths).toContain('manifests/cluster-infrastructure-02-config.yml');
    expect(result.others).toEqual(
      expect.arrayContaining([
        'cluster-api/000_capi-namespace.yaml',
        'openshift/99_openshift-cluster-api_master-machines-0.yaml',
        'openshift/99_openshift-machine-api_master-control-plane-machine-set.yaml',
      ]),
    );
    const steps = await readFile(join(to, 'user-provisioned-steps.md'), 'utf8');
    for (const { title, commands } of result.steps as { title: string; commands: string[] }[])
      for (const text of [title, ...commands]) expect(steps).toContain(text);
    const { stderr } = await plain('manifests', file, '--to', to, ...upi);
    for (const note of result.notes as string[]) expect(stderr).toContain(t('manifestsNote', { note }));
    expect((result.notes as string[]).join()).toContain('mastersSchedulable');
  });

  test("can't be combined with options for machines of the installer", async () => {
    const file = await given('upi-usage.yaml', complete('vsphere').text);
    const to = ['--to', join(directory, 'upi-usage')];
    for (const args of [
      ['manifests', file, ...to, ...upi, '--agent'],
      ['manifests', file, ...to, ...upi, '--every-vcenter'],
      ['manifests', file, ...to, ...upi, '--rendezvous-ip', '192.0.2.9'],
      ['validate', file, ...upi, '--agent'],
    ])
      expect(await run(...args)).toMatchObject({ code: 1, result: { code: 'usage' } });
    expect(await readdir(directory)).not.toContain('upi-usage');
  });
});

describe('convert', () => {
  const old = complete('vsphere')
    .text.replace('apiVIPs:\n    - 192.0.2.2', 'apiVIP: 192.0.2.2 # by hand')
    .replace('networkType: OVNKubernetes', 'networkType: ovnkubernetes');

  test('prints the changes and the file with masked secrets', async () => {
    const file = await given('old.yaml', old);
    const { code, result } = await run('convert', file);
    const { stdout, stderr } = await plain('convert', file);
    expect(code).toBe(0);
    expect(result).toMatchObject({
      ok: true,
      changes: [
        { to: 'networking.networkType' },
        { from: 'platform.vsphere.apiVIP', to: 'platform.vsphere.apiVIPs' },
      ],
    });
    expect(stdout).toMatch(/apiVIPs:.*\n.*192\.0\.2\.2/);
    expect(stdout).toContain("password: '********'");
    expect(stderr).toContain('platform.vsphere.apiVIP -> platform.vsphere.apiVIPs');
    expect(stderr).toContain('old.yaml: changed: networking.networkType (');
  });

  test('writes the entire file readable only by the owner', async () => {
    const file = await given('over.yaml', old);
    expect((await run('convert', file, '-o', file)).result).toMatchObject({ output: file });
    const text = await readFile(file, 'utf8');
    expect(text).toContain(PASSWORD);
    expect(parse(text)).toMatchObject({ platform: { vsphere: { apiVIPs: ['192.0.2.2'] } } });
    expect(await mode(file)).toBe(0o600);
  });
});

test.each(['validate', 'convert', 'manifests', 'from-mirror'])(
  '%s of invalid YAML prints no password',
  async (name) => {
    const file = await given(
      'broken.yaml',
      `platform:\n  vsphere:\n    vcenters:\n    - password: "${PASSWORD}\n   x: [\n`,
    );
    const more =
      { manifests: ['--to', join(directory, 'b')], 'from-mirror': ['-o', join(directory, 'b')] }[name] ?? [];
    const { code, result } = await run(name, file, ...more);
    expect(code).toBe(1);
    expect(result.ok ?? false).toBe(false);
    expect((await plain(name, file, ...more)).code).toBe(1);
    expect(await readdir(directory)).not.toContain('b');
  },
);

describe('from-mirror', () => {
  let rig: Rig;
  let workspace: string;
  let host: string;
  beforeAll(async () => {
    rig = await newRig();
    workspace = rig.place('workspace');
    host = rig.world.destination.host;
    await across(rig, workspace, host, rig.world.sets.core.file);
  });
  afterAll(() => rig[Symbol.asyncDispose]());

  test('adds the sources of the last push, the login from the auth file, and the CA', async () => {
    const auth = await given(
      'auth.json',
      JSON.stringify({ auths: { [host]: { auth: btoa(`mirror:${PASSWORD}`) } } }),
    );
    const bundle = await given('ca.pem', `Issuer: lab\n${CERTIFICATE}`);
    const file = await given('empty.yaml', complete('vsphere', [['pullSecret', '']]).text);
    const out = join(directory, 'mirrored.yaml');
    const args = ['--authfile', auth, '--trust-bundle', bundle, '-o', out];
    const { code, result } = await run('from-mirror', file, '--workspace', `file://${workspace}`, ...args);
    expect(code).toBe(0);
    expect(result).toMatchObject({ ok: true, output: out, trustBundle: true, pullSecret: [host] });
    const written = parse(await readFile(out, 'utf8')) as Record<string, unknown>;
    expect(written.imageDigestSources).toEqual(result.imageDigestSources);
    expect(written.imageDigestSources).toContainEqual({
      source: 'quay.io/openshift-release-dev/ocp-release',
      mirrors: [`${host}/openshift/release-images`],
    });
    expect(written.additionalTrustBundle).toBe(CERTIFICATE);
    expect(JSON.parse(written.pullSecret as string)).toEqual({
      auths: { [host]: { auth: btoa(`mirror:${PASSWORD}`) } },
    });
    expect(await mode(out)).toBe(0o600);
    const checked = (await run('validate', out)).result.problems as { level: string; message: string }[];
    expect(checked.filter(({ level }) => level === 'error')).toEqual([]);
    const named = await run(
      'from-mirror',
      file,
      '--resources',
      join(workspace, 'working-dir/cluster-resources'),
      ...args,
    );
    expect(named.result.imageDigestSources).toEqual(result.imageDigestSources);
  });

  test('leaves the pull secret unchanged without a login, with a warning', async () => {
    const file = await given('plain.yaml', complete('vsphere').text);
    const { code, result } = await run('from-mirror', file, '--workspace', `file://${workspace}`, '-o', file);
    expect(code).toBe(0);
    expect(
      (await plain('from-mirror', file, '--workspace', `file://${workspace}`, '-o', file)).stderr,
    ).toContain(host);
    expect(result).toMatchObject({ pullSecret: [], trustBundle: false });
    expect(result.problems).toContainEqual(
      expect.objectContaining({ code: 'unauthorized', level: 'warning' }),
    );
    expect(await readFile(file, 'utf8')).toContain('mirror.example.com:8443');
  });

  test('rejects a folder without a push, a key instead of a certificate, and two folders', async () => {
    const file = await given('nothing.yaml', complete('vsphere').text);
    const empty = join(directory, 'empty');
    await mkdir(empty);
    const out = ['-o', join(directory, 'never.yaml')];
    expect(await run('from-mirror', file, '--resources', empty, ...out)).toMatchObject({
      code: 1,
      result: { code: 'config-unreadable' },
    });
    const key = await given(
      'key.pem',
      `-----BEGIN PRIVATE KEY-----\n${PASSWORD}\n-----END PRIVATE KEY-----\n`,
    );
    const from = ['--workspace', `file://${workspace}`, ...out];
    expect(await run('from-mirror', file, ...from, '--trust-bundle', key)).toMatchObject({
      code: 1,
      result: { code: 'config-invalid' },
    });
    expect(await run('from-mirror', file, ...from, '--resources', empty)).toMatchObject({
      code: 1,
      result: { code: 'usage' },
    });
    expect(await run('from-mirror', file, '--workspace', workspace, ...out)).toMatchObject({
      code: 1,
      result: { code: 'usage' },
    });
    expect(await readdir(directory)).not.toContain('never.yaml');
  });
});

test('validate names the rules that it did not check on a cloud', async () => {
  const file = await given(
    'aws.yaml',
    cloudConfig('aws', [['platform.aws.userProvisionedDNS', 'Enabled']]).text,
  );
  const { code, stdout } = await plain('validate', file);
  expect(code).toBe(0);
  for (const line of [
    t('validInPart', { file, warnings: 0 }),
    t('unchecked', { platform: 'aws' }),
    t('uncheckedFields', { fields: 'platform.aws.userProvisionedDNS' }),
  ])
    expect(stdout).toContain(line);
  const { result } = await run('validate', file);
  expect(result).toMatchObject({
    ok: true,
    unchecked: { platform: 'aws', fields: ['platform.aws.userProvisionedDNS'] },
  });
});
