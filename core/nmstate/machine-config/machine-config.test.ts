import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DHCP, GOOD } from '../br-ex/documents.fixture.ts';
import { fleet, fleetTable } from '../hosts/fleet.fixture.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import { readNmstate } from '../model/document.ts';
import { dayOneHosts } from './day-one-hosts.ts';
import { t } from './messages.ts';
import { dayOneDocument } from './node-files.ts';
import { readMachineConfig } from './read.ts';
import { machineConfigs } from './write.ts';

function entry(name: string, text: string, role = 'worker'): HostDocument {
  return { host: { name, role, nics: [], addresses: [], variables: {} }, document: readNmstate(text) };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('machineConfigs', () => {
  test('writes all hosts of a role in the form of the documentation, byte for byte', async () => {
    const hosts = [
      entry('worker-10.lab.example', DHCP),
      entry('worker-2', GOOD),
      entry('master-0', GOOD, 'master'),
    ];
    const made = await machineConfigs(hosts, {
      role: 'worker',
      clusterFile: readNmstate('interfaces: []\n'),
    });
    expect(made.problems).toEqual([]);
    expect(made.hosts).toEqual(['worker-2', 'worker-10.lab.example']);
    expect(made.manifests).toHaveLength(1);
    expect(made.manifests[0]).toMatchObject({ name: '10-br-ex-worker', file: '10-br-ex-worker.yaml' });
    expect(made.manifests[0]!.text).toBe(`apiVersion: machineconfiguration.openshift.io/v1
kind: MachineConfig
metadata:
  labels:
    machineconfiguration.openshift.io/role: worker
  name: 10-br-ex-worker
spec:
  config:
    ignition:
      version: 3.2.0
    storage:
      files:
      - contents:
          source: data:text/plain;charset=utf-8;base64,${base64(GOOD)}
        mode: 420
        overwrite: true
        path: /etc/nmstate/openshift/worker-2.yml
      - contents:
          source: data:text/plain;charset=utf-8;base64,${base64(DHCP)}
        mode: 420
        overwrite: true
        path: /etc/nmstate/openshift/worker-10.yml
      - contents:
          source: data:text/plain;charset=utf-8;base64,${base64('interfaces: []\n')}
        mode: 420
        overwrite: true
        path: /etc/nmstate/openshift/cluster.yml
`);
    expect(made.manifests[0]!.bytes).toBe(Buffer.byteLength(made.manifests[0]!.text));
    expect(made.files.map(({ host, bytes }) => [host, bytes])).toEqual([
      ['worker-2', Buffer.byteLength(GOOD)],
      ['worker-10.lab.example', Buffer.byteLength(DHCP)],
      [undefined, 15],
    ]);
  });

  test('writes the extension of the enhancement on request, with a warning', async () => {
    const made = await machineConfigs([entry('worker-0', GOOD)], { role: 'worker', extension: 'yaml' });
    expect(made.files[0]!.path).toBe('/etc/nmstate/openshift/worker-0.yaml');
    expect(made.problems).toMatchObject([{ level: 'warning', rule: 'extension' }]);
  });

  test('writes the same bytes in any order, also with gzip', async () => {
    const hosts = fleet(fleetTable(12));
    for (const gzip of [false, true]) {
      const [one, other] = await Promise.all([
        machineConfigs(hosts, { role: 'worker', gzip }),
        machineConfigs([...hosts].reverse(), { role: 'worker', gzip }),
      ]);
      expect(one).toEqual(other);
      expect(one.manifests[0]!.text.includes('compression: gzip')).toBe(gzip);
    }
  });

  test('splits large MachineConfigs between files, without losing any', async () => {
    const hosts = fleet(fleetTable(43));
    const complete = await machineConfigs(hosts, { role: 'worker' });
    const mostBytes = 20_000;
    const parts = await machineConfigs(hosts, { role: 'worker', mostBytes });
    expect(parts.manifests.length).toBeGreaterThan(3);
    expect(parts.manifests.map(({ name }) => name).slice(0, 3)).toEqual([
      '10-br-ex-worker-a',
      '10-br-ex-worker-b',
      '10-br-ex-worker-c',
    ]);
    for (const part of parts.manifests) expect(part.bytes).toBeLessThanOrEqual(mostBytes);
    const read = await readMachineConfig(parts.manifests.map(({ text }) => text).join('---\n'));
    expect(read.files.map(({ path, text }) => [path, text])).toEqual(
      (await readMachineConfig(complete.manifests[0]!.text)).files.map(({ path, text }) => [path, text]),
    );
    expect(new Set(parts.files.map(({ machineConfig }) => machineConfig)).size).toBe(parts.manifests.length);
  });

  test('reports sizes that etcd rejects, with a remedy', async () => {
    const large = `${GOOD}# ${'x'.repeat(200_000)}\n`;
    const made = async (count: number, gzip = false) =>
      (
        await machineConfigs(
          Array.from({ length: count }, (_, index) => entry(`worker-${index}`, large)),
          { role: 'worker', gzip },
        )
      ).problems;
    expect(await made(5)).toMatchObject([{ level: 'warning', rule: 'size', remedy: t('tooLargeRemedy') }]);
    expect(await made(8)).toMatchObject([
      { level: 'error', rule: 'size', message: expect.stringContaining('etcd rejects') },
    ]);
    expect(await made(8, true)).toEqual([]);
  });

  test('writes one file only for equal documents without static addresses', async () => {
    const options = { role: 'worker', oneFile: true };
    const same = await machineConfigs([entry('worker-0', DHCP), entry('worker-1', DHCP)], options);
    expect(same.files.map(({ path }) => path)).toEqual(['/etc/nmstate/openshift/cluster.yml']);
    expect(same.hosts).toEqual(['worker-0', 'worker-1']);
    for (const hosts of [
      [entry('worker-0', GOOD), entry('worker-1', GOOD)],
      [entry('worker-0', DHCP), entry('worker-1', `${DHCP}# its own\n`)],
    ]) {
      const made = await machineConfigs(hosts, options);
      expect(made.files).toHaveLength(2);
      expect(made.problems).toMatchObject([{ level: 'info', rule: 'not-one-file' }]);
    }
  });

  test('reports short names that collide, a role without hosts, and releases without the service', async () => {
    const rules = async (hosts: HostDocument[], openShiftVersion?: string) =>
      (
        await machineConfigs(hosts, {
          role: 'worker',
          openShiftVersion,
        })
      ).problems.map(({ level, rule }) => `${level} ${rule}`);
    expect(await rules([entry('w.a.example', GOOD), entry('w.b.example', GOOD)])).toEqual([
      'error same-file',
    ]);
    expect(await rules([entry('m', GOOD, 'master')])).toEqual(['error no-hosts']);
    expect(await rules([entry('w', GOOD)], '4.15.3')).toEqual(['error release']);
    expect(await rules([entry('w', GOOD)], '4.16')).toEqual([]);
  });

  test('extracts the state of a resource, and reports none or several', async () => {
    const config = `apiVersion: agent-install.openshift.io/v1beta1\nkind: NMStateConfig\nmetadata: {name: a}\nspec:\n  config:\n    interfaces:\n    - {name: eno1, type: ethernet, mac-address: "52:54:00:11:10:00", ipv4: {enabled: true, dhcp: true}}\n`;
    const { document } = dayOneDocument(entry('worker-0', config));
    expect(document!.states).toMatchObject([{ wrapper: 'plain', root: [] }]);
    // Without quotes, YAML 1.1 parsers read a MAC address of digits as a number in base 60.
    expect(document!.yaml.text).toContain('mac-address: "52:54:00:11:10:00"');
    const reported = async (text: string) =>
      (await machineConfigs([entry('worker-0', text)], { role: 'worker' })).problems.map(
        ({ rule, message }) => [rule, message],
      );
    expect(await reported(`${GOOD}---\n${GOOD}`)).toContainEqual([
      'one-state',
      t('statesSeveral', { host: 'worker-0', count: 2 }),
    ]);
    expect(await reported('')).toContainEqual(['one-state', t('stateMissing', { host: 'worker-0' })]);
  });
});

describe('readMachineConfig', () => {
  const config = (files: string, role = 'worker') =>
    `kind: MachineConfig\nmetadata:\n  name: 10-br-ex-${role}\n  labels: {machineconfiguration.openshift.io/role: ${role}}\nspec:\n  config:\n    storage:\n      files:\n${files}`;
  const file = (path: string, source: string, more = '') =>
    `      - {path: ${path}, contents: {source: ${JSON.stringify(source)}${more}}}\n`;
  const CUT_OFF = Buffer.from('1f8b08000000000000ffcbcc2b492d4a4b4c4e', 'hex').toString('base64');

  test('reads base64, percent encoding, gzip and empty files, and lists other files', async () => {
    const gzip = Buffer.from(
      await new Response(
        new Blob(['interfaces: []\n']).stream().pipeThrough(new CompressionStream('gzip')),
      ).arrayBuffer(),
    ).toString('base64');
    const read = await readMachineConfig(
      config(
        file('/etc/nmstate/openshift/a.yml', `data:;base64,${base64('interfaces: [] # ä\n')}`) +
          file('/etc/nmstate/openshift/b.yml', 'data:,interfaces%3A%20%5B%5D%20%23%20%C3%A4%0A') +
          file('/etc/nmstate/openshift/c.yml', `data:;base64,${gzip}`, ', compression: gzip') +
          file('/etc/nmstate/openshift/cluster.yml', 'data:,') +
          file('/etc/chrony.conf', 'data:,server%20a') +
          file('/etc/nmstate/openshift/applied', 'data:,'),
      ),
    );
    expect(read.problems).toEqual([]);
    expect(
      read.files.map(({ kind, text, encoding, gzip: packed }) => [kind, text, encoding, packed]),
    ).toEqual([
      ['host', 'interfaces: [] # ä\n', 'base64', false],
      ['host', 'interfaces: [] # ä\n', 'percent', false],
      ['host', 'interfaces: []\n', 'base64', true],
      ['cluster', '', 'percent', false],
      ['other', 'server a', 'percent', false],
      ['other', '', 'percent', false],
    ]);
    expect(read.hosts.map(({ host }) => [host.name, host.role])).toEqual([
      ['a', 'worker'],
      ['b', 'worker'],
      ['c', 'worker'],
    ]);
    expect(read.clusterFiles).toMatchObject([{ role: 'worker' }]);
  });

  test('reads several MachineConfigs, also in a list, each with its role and place', async () => {
    const read = await readMachineConfig(
      `${config(file('/etc/nmstate/openshift/a.yml', 'data:,x%3A%201'))}---\nkind: List\nitems:\n- kind: Secret\n- ${config(file('/etc/nmstate/openshift/m.yml', 'data:,x%3A%201'), 'master').replaceAll('\n', '\n  ')}`,
    );
    expect(read.machineConfigs.map(({ name, role }) => [name, role])).toEqual([
      ['10-br-ex-worker', 'worker'],
      ['10-br-ex-master', 'master'],
    ]);
    expect(read.hosts.map(({ host }) => host.role)).toEqual(['worker', 'master']);
    expect(read.files[1]).toMatchObject({
      document: 1,
      at: ['items', 1, 'spec', 'config', 'storage', 'files', 0],
    });
  });

  test.each([
    ['invalid base64', 'data:;base64,####', '', t('contentInvalid', { encoding: 'base64' })],
    ['invalid percent encoding', 'data:,%zz', '', t('contentInvalid', { encoding: 'percent' })],
    ['another URL', 'https://example.com/a', '', t('contentElsewhere', { scheme: 'https' })],
    ['invalid gzip', 'data:,abc', ', compression: gzip', t('gzipInvalid')],
    ['truncated gzip', `data:;base64,${CUT_OFF}`, ', compression: gzip', t('gzipInvalid')],
    ['another compression', 'data:,abc', ', compression: xz', t('compressionUnknown', { compression: 'xz' })],
    ['binary content', 'data:;base64,/w==', '', t('textInvalid', { path: '/etc/nmstate/openshift/a.yml' })],
  ])('reports %s with its place, and reads the other files', async (_, source, more, message) => {
    const read = await readMachineConfig(
      config(
        file('/etc/nmstate/openshift/a.yml', source, more) +
          file('/etc/nmstate/openshift/b.yml', 'data:,x%3A%201'),
      ),
      { file: 'mc.yaml' },
    );
    expect(read.problems).toMatchObject([
      {
        level: 'error',
        rule: 'content',
        message: expect.stringContaining(message),
        file: 'mc.yaml',
        line: 9,
      },
    ]);
    expect(read.hosts.map(({ host }) => host.name)).toEqual(['b']);
  });

  test('rejects content that decompresses to far more than its size', async () => {
    const bomb = Buffer.from(
      await new Response(
        new Blob([new Uint8Array(8 * 1024 * 1024)]).stream().pipeThrough(new CompressionStream('gzip')),
      ).arrayBuffer(),
    ).toString('base64');
    const read = await readMachineConfig(
      config(file('/etc/nmstate/openshift/a.yml', `data:;base64,${bomb}`, ', compression: gzip')),
    );
    expect(read.problems).toMatchObject([
      { message: expect.stringContaining(t('contentTooLarge', { limit: 4 })) },
    ]);
  });

  test('reports names that nodes ignore, a missing label, no MachineConfig, and invalid YAML', async () => {
    const rules = async (text: string) =>
      (await readMachineConfig(text)).problems.map(({ level, rule }) => `${level} ${rule}`);
    expect(await rules(config(file('/etc/nmstate/openshift/a.yaml', 'data:,x%3A%201')))).toEqual([
      'error extension',
    ]);
    expect(await rules('kind: MachineConfig\nmetadata: {name: a}\n')).toEqual(['warning no-role']);
    expect(await rules('kind: Secret\n')).toEqual(['error no-machine-config']);
    expect(await rules('a: [')).toEqual(['error yaml']);
  });
});

test('reads every MachineConfig that it writes', async () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z0-9]$/).filter((text) => text !== 'cluster');
  const comment = fc
    .string({ unit: 'grapheme' })
    .map((text) => text.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ''));
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(name, comment), { selector: ([key]) => key, minLength: 1, maxLength: 6 }),
      fc.boolean(),
      fc.constantFrom('yml', 'yaml'),
      async (given, gzip, extension) => {
        const hosts = given.map(([host, text]) => entry(host, `${DHCP}# ${text}\n`));
        const made = await machineConfigs(hosts, { role: 'worker', gzip, extension, mostBytes: 3000 });
        const read = await readMachineConfig(made.manifests.map(({ text }) => text).join('---\n'));
        expect(new Map(read.hosts.map(({ host, document }) => [host.name, document.yaml.text]))).toEqual(
          new Map(hosts.map(({ host, document }) => [host.name, document.yaml.text])),
        );
        const again = await machineConfigs(read.hosts, { role: 'worker', gzip, extension, mostBytes: 3000 });
        expect(again.manifests).toEqual(made.manifests);
        expect(dayOneHosts(read.hosts).map(({ document }) => document.file)).toEqual(
          read.hosts.map(({ host }) => `${host.name}.yml`),
        );
      },
    ),
    { numRuns: 40 },
  );
});
