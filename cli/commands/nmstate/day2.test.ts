import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DHCP, GOOD } from '../../../core/nmstate/br-ex/documents.fixture.ts';
import { t } from '../../../core/nmstate/day2/messages.ts';
import { inProcess } from '../../in-process.fixture.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'airlock-day2-'));
  const dns = GOOD.replace('192.0.2.53', '192.0.2.54');
  for (const folder of ['old', 'new', 'dhcp', 'dhcp-new']) await mkdir(join(home, folder));
  for (const [name, text] of [
    ['present.yml', `# as installed\n${GOOD}`],
    ['dns.yml', dns],
    ['uplink.yml', GOOD.replaceAll('bond0.110', 'bond0.111')],
    ['broken.yml', 'interfaces: ['],
    ['old/worker-0.yml', GOOD],
    ['old/worker-1.yml', GOOD.replaceAll('192.0.2.21', '192.0.2.22')],
    ['new/worker-0.yml', dns],
    ['new/worker-1.yml', dns.replaceAll('192.0.2.21', '192.0.2.22')],
    ['new/worker-2.yml', dns.replaceAll('192.0.2.21', '192.0.2.23')],
    ...['master-0', 'worker-0', 'worker-1'].flatMap((host) => [
      [`dhcp/${host}.yml`, DHCP],
      [
        `dhcp-new/${host}.yml`,
        host === 'master-0' ? DHCP : `${DHCP}dns-resolver: {config: {server: [192.0.2.53]}}\n`,
      ],
    ]),
  ] as const)
    await writeFile(join(home, name!), text!);
});
afterAll(() => rm(home, { recursive: true }));

const run = (...args: string[]) =>
  inProcess({ host: { home, env: { INIT_CWD: home }, tool: 'airlock test' } }, ['nmstate', ...args]);
const read = (name: string) => readFile(join(home, name), 'utf8');

describe('nmstate nncp', () => {
  test('writes the policy for the DNS of one host, and its rollback', async () => {
    const { code, result } = await run(
      ...['nncp', '--from', 'present.yml', '--to', 'dns.yml', '--host', 'worker-0'],
      ...['--openshift-version', '4.16', '-o', 'dns-policy.yaml', '--rollback', 'back.yaml'],
    );
    expect(code).toBe(0);
    expect(result).toMatchObject({
      allowed: true,
      name: 'br-ex-worker-0',
      changes: [{ kind: 'dns', what: 'DNS servers', from: '192.0.2.53', to: '192.0.2.54', allowed: true }],
    });
    expect(await read('dns-policy.yaml')).toContain('169.254.169.2');
    expect(await read('dns-policy.yaml')).toContain('- 192.0.2.54');
    expect(await read('back.yaml')).toContain('- 192.0.2.53');
  });

  test('reads the applied policy as the present state of the next change', async () => {
    await run(
      ...['nncp', '--from', 'present.yml', '--to', 'dns.yml', '--host', 'worker-0'],
      ...['--openshift-version', '4.16', '-o', 'applied/'],
    );
    expect((await readdir(join(home, 'applied'))).sort()).toEqual([
      'br-ex-worker-0-rollback.yaml',
      'br-ex-worker-0.yaml',
    ]);
    const { code, result } = await run(
      ...['nncp', '--from', 'applied/br-ex-worker-0.yaml', '--to', 'present.yml', '--host', 'worker-0'],
    );
    expect(code).toBe(0);
    expect((result!.changes as { what: string }[]).map(({ what }) => what)).toEqual([
      'route to 0.0.0.0/0',
      'DNS servers',
    ]);
    expect(result!.policy).toContain('169.254.169.2');
    // The policy doesn't contain the gateway. It is written again, which doesn't count as a change of the gateway.
    expect(result!.problems).toEqual([]);
  });

  test('rejects an uplink change with the reason and exit code 2, and writes nothing', async () => {
    const { code, result } = await run(
      ...['nncp', '--from', 'present.yml', '--to', 'uplink.yml', '--host', 'worker-0', '-o', 'no.yaml'],
    );
    expect(code).toBe(2);
    expect(result).toMatchObject({ allowed: false, written: [] });
    expect(result!.problems).toContainEqual(
      expect.objectContaining({
        code: 'nmstate-policy',
        rule: 'day2-uplink',
        file: 'uplink.yml',
        message: t('uplinkChange', { from: 'bond0.110', to: 'bond0.111' }),
      }),
    );
    await expect(read('no.yaml')).rejects.toThrow();
  });

  test('exits with code 1 for invalid YAML, a missing host and an invalid number', async () => {
    expect(
      await run('nncp', '--from', 'present.yml', '--to', 'broken.yml', '--host', 'worker-0'),
    ).toMatchObject({ code: 1, result: { allowed: false } });
    await writeFile(join(home, 'eth.yml'), 'interfaces: [{name: eno1, type: ethernet}]\n');
    expect(await run('nncp', '--from', 'eth.yml', '--to', 'eth.yml')).toMatchObject({
      code: 1,
      result: { code: 'usage' },
    });
    expect(await run('nncp', '--from', 'old', '--to', 'new', '--max-unavailable', 'some')).toMatchObject({
      code: 1,
      result: { code: 'usage' },
    });
  });

  test('writes one policy per host with a static address, and the steps', async () => {
    const { code, result } = await run(
      ...['nncp', '--from', 'old', '--to', 'new', '--openshift-version', '4.18', '-o', 'many/'],
    );
    expect(code).toBe(0);
    expect(result).toMatchObject({
      allowed: true,
      missing: ['worker-2'],
      policies: [
        { name: 'br-ex-worker-0', target: { host: 'worker-0' }, hosts: ['worker-0'] },
        { name: 'br-ex-worker-1', target: { host: 'worker-1' }, hosts: ['worker-1'] },
      ],
      order: [
        expect.stringContaining('NMState operator'),
        expect.stringContaining('br-ex-worker-0.yaml'),
        expect.stringContaining('br-ex-worker-1.yaml'),
        t('waitStep', { name: 'br-ex-worker-0' }),
        expect.stringContaining('MachineConfig'),
      ],
    });
    expect((await readdir(join(home, 'many'))).length).toBe(4);
  });

  test('writes one policy for a role with DHCP', async () => {
    const { code, result } = await run(
      ...['nncp', '--from', 'dhcp', '--to', 'dhcp-new', '--openshift-version', '4.18'],
    );
    expect(code).toBe(0);
    expect(result).toMatchObject({
      policies: [{ name: 'br-ex-worker', target: { role: 'worker' }, hosts: ['worker-0', 'worker-1'] }],
      hosts: [
        { host: 'master-0', allowed: true },
        { host: 'worker-0', allowed: true },
        { host: 'worker-1', allowed: true },
      ],
    });
  });
});

describe('nmstate adopt', () => {
  test('writes policies from a MachineConfig, from which nothing differs afterwards', async () => {
    await run('machineconfig', 'old', '--role', 'worker', '-o', 'mc.yaml');
    const { code, result } = await run('adopt', 'mc.yaml', '--openshift-version', '4.18', '-o', 'adopted/');
    expect(code).toBe(0);
    expect(result).toMatchObject({
      ok: true,
      policies: [
        { name: 'br-ex-worker-0', hosts: ['worker-0'] },
        { name: 'br-ex-worker-1', hosts: ['worker-1'] },
      ],
    });
    expect(await read('adopted/br-ex-worker-1.yaml')).toContain('- ip: 169.254.0.2');
    expect(await run('adopt', 'mc.yaml', '--policies', 'adopted')).toMatchObject({
      code: 0,
      result: { drifted: false, hosts: [{ policies: ['br-ex-worker-0'], drift: [] }, { drift: [] }] },
    });
  });

  test('updates the documents with the changes of policies', async () => {
    await run(...['nncp', '--from', 'old', '--to', 'new', '--openshift-version', '4.18', '-o', 'since.yaml']);
    const compared = await run('adopt', 'old', '--policies', 'since.yaml');
    expect(compared.code).toBe(2);
    expect(compared.result).toMatchObject({
      drifted: true,
      hosts: [
        {
          host: 'worker-0',
          policies: ['br-ex-worker-0'],
          drift: [{ what: 'DNS servers', from: '192.0.2.53', to: '192.0.2.54' }],
        },
        { host: 'worker-1', policies: ['br-ex-worker-1'] },
      ],
    });
    expect(await run('adopt', 'old', '--policies', 'since.yaml', '-o', 'fresh')).toMatchObject({ code: 0 });
    expect(await read('fresh/worker-0.yml')).toBe(await read('new/worker-0.yml'));
    expect(await run('validate', 'fresh')).toMatchObject({ code: 0 });
  });

  test('supports files for all hosts of a role', async () => {
    await mkdir(join(home, 'shared'));
    await writeFile(join(home, 'shared/cluster.yml'), DHCP);
    await mkdir(join(home, 'shared-new'));
    await writeFile(
      join(home, 'shared-new/cluster.yml'),
      `${DHCP}dns-resolver:\n  config:\n    server:\n    - 192.0.2.53\n`,
    );
    const roles = ['--openshift-version', '4.18', '--role', 'worker'];
    expect(
      await run('nncp', '--from', 'shared', '--to', 'shared-new', ...roles, '-o', 'role.yaml'),
    ).toMatchObject({ code: 0, result: { name: 'br-ex-worker', changes: [{ what: 'DNS servers' }] } });
    expect(
      await run('adopt', 'shared', '--policies', 'role.yaml', '--role', 'worker', '-o', 'shared-fresh'),
    ).toMatchObject({ code: 0, result: { hosts: [{ host: 'cluster', role: 'worker' }] } });
    expect(await read('shared-fresh/cluster.yml')).toBe(await read('shared-new/cluster.yml'));
    expect(await run('adopt', 'shared', ...roles)).toMatchObject({
      result: { policies: [{ name: 'br-ex-worker', target: { role: 'worker' } }] },
    });
  });

  test('fails for a folder without documents of hosts, and a file without policies', async () => {
    expect(await run('adopt', 'since.yaml')).toMatchObject({ code: 1, result: { code: 'usage' } });
    expect(await run('adopt', 'old', '--policies', 'present.yml')).toMatchObject({
      code: 1,
      result: { code: 'usage' },
    });
  });
});
