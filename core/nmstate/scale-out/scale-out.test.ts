import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { DHCP } from '../br-ex/documents.fixture.ts';
import { fleet, fleetTable } from '../hosts/fleet.fixture.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import { readMachineConfig } from '../machine-config/read.ts';
import { machineConfigs } from '../machine-config/write.ts';
import { readNmstate } from '../model/document.ts';
import { scaleOut } from './scale-out.ts';

const bmc = {
  address: 'redfish-virtualmedia://192.0.2.7/redfish/v1/Systems/1',
  username: 'admin',
  password: 's3cret',
};
const [present, fresh] = ((all: HostDocument[]) => [
  all.slice(0, 5),
  all.slice(5).map(({ host, document }) => ({ host: { ...host, bmc, rootDevice: '/dev/sda' }, document })),
])(fleet(fleetTable(7))) as [HostDocument[], HostDocument[]];

describe('scaleOut', () => {
  test('writes the MachineConfig, secrets and BareMetalHost of each host, in the order of their names', async () => {
    const set = await scaleOut(fresh, { present, machineSet: 'fleet-0', replicas: 4 });
    expect(set.problems).toEqual([]);
    expect(set.files.map(({ name, secret }) => `${name}${secret ? ' secret' : ''}`)).toEqual([
      '1-10-br-ex-worker.yaml',
      '2-worker-5-secrets.yaml secret',
      '2-worker-6-secrets.yaml secret',
      '3-worker-5-baremetalhost.yaml',
      '3-worker-6-baremetalhost.yaml',
    ]);
    const config = await readMachineConfig(set.files[0]!.text);
    expect(config.hosts.map(({ host }) => host.name)).toEqual([
      'worker-3',
      'worker-4',
      'worker-5',
      'worker-6',
    ]);
    const secrets = parseAllDocuments(set.files[1]!.text).map(
      (document) => document.toJS() as Record<string, unknown>,
    );
    expect(secrets).toMatchObject([
      {
        kind: 'Secret',
        metadata: { name: 'worker-5-network-config-secret', namespace: 'openshift-machine-api' },
      },
      { metadata: { name: 'worker-5-bmc-secret' }, stringData: { username: 'admin', password: 's3cret' } },
    ]);
    const network = (secrets[0]!.stringData as { nmstate: string }).nmstate;
    expect(readNmstate(network).states[0]!.state.interfaces.map(({ name }) => name)).toEqual([
      'eno1np0',
      'eno2np1',
      'bond0',
      'bond0.430',
    ]);
    expect(parse(set.files[3]!.text)).toEqual({
      apiVersion: 'metal3.io/v1alpha1',
      kind: 'BareMetalHost',
      metadata: { name: 'worker-5', namespace: 'openshift-machine-api' },
      spec: {
        online: true,
        bootMACAddress: fresh[0]!.host.nics[0]!.mac,
        bmc: {
          address: bmc.address,
          credentialsName: 'worker-5-bmc-secret',
        },
        rootDeviceHints: { deviceName: '/dev/sda' },
        preprovisioningNetworkDataName: 'worker-5-network-config-secret',
      },
    });
  });

  test('applies the MachineConfig first, and scales once the hosts are available', async () => {
    const { steps, scaleCommand, markdown } = await scaleOut(fresh, {
      present,
      machineSet: 'fleet-0',
      replicas: 4,
    });
    const commands = steps.flatMap((step) => step.commands);
    expect(scaleCommand).toBe('oc scale machineset fleet-0 -n openshift-machine-api --replicas=4');
    const order = [
      'oc replace -f 1-',
      'oc wait mcp/worker',
      'oc create -f 2-',
      'oc create -f 3-',
      'oc wait bmh/worker-6',
      scaleCommand,
    ];
    expect(order.map((start) => commands.findIndex((command) => command.startsWith(start)))).toEqual(
      order.map((start) => commands.findIndex((command) => command.startsWith(start))).sort((a, b) => a - b),
    );
    for (const start of order) expect(commands.some((command) => command.startsWith(start))).toBe(true);
    for (const command of commands) expect(markdown).toContain(`\n${command}\n`);
    const open = await scaleOut(fresh, {});
    expect(open.scaleCommand).toContain('+ 2 ))');
    expect(open.steps[0]!.commands[0]).toMatch(/^oc create -f 1-/);
  });

  test('hides passwords in previews, steps, problems and Markdown', async () => {
    const { files, ...rest } = await scaleOut(fresh, { present });
    expect(JSON.stringify(rest) + files.map(({ preview }) => preview).join('')).not.toContain('s3cret');
    expect(files.filter(({ text }) => text.includes('s3cret')).every(({ secret }) => secret)).toBe(true);
    expect(files[1]!.preview).toContain('password: (hidden)');
  });

  test('extends an existing MachineConfig, and needs none for a suitable cluster.yml', async () => {
    const { manifests } = await machineConfigs(present, { role: 'worker' });
    const before = `# kept\n${manifests[0]!.text}`;
    const added = await scaleOut(fresh, { machineConfig: { text: before, file: 'mc.yaml' } });
    expect(added.files[0]!.name).toBe('1-10-br-ex-worker.yaml');
    expect(added.files[0]!.text.startsWith(before)).toBe(true);
    expect(added.steps[0]!.commands[0]).toBe('oc replace -f 1-10-br-ex-worker.yaml');
    const document = readNmstate(DHCP);
    const shared = fresh.map(({ host }) => ({ host, document }));
    const cluster = (await machineConfigs([], { role: 'worker', clusterFile: document })).manifests[0]!.text;
    for (const options of [{ clusterFile: document }, { machineConfig: { text: cluster } }]) {
      const covered = await scaleOut(shared, options);
      expect(covered.files.some(({ kind }) => kind === 'MachineConfig')).toBe(false);
      expect(covered.steps[0]).toMatchObject({ commands: [], why: expect.stringContaining('already') });
    }
  });

  test('reports missing settings, wrong roles and invalid names', async () => {
    const rules = async (...hosts: HostDocument[]) =>
      (await scaleOut(hosts)).problems.map(({ level, rule }) => `${level} ${rule}`);
    const [{ host, document }] = fresh as [HostDocument];
    expect(await rules()).toContain('error no-hosts');
    expect(await rules({ host: { ...host, role: 'master' }, document })).toContain('error role');
    expect(await rules(...fresh, { host: { ...host, name: 'i', role: 'infra' }, document })).toContain(
      'error roles',
    );
    const { bmc: _bmc, ...without } = host;
    expect(await rules({ host: { ...without, nics: [] }, document })).toEqual([
      'error boot-mac',
      'error bmc',
    ]);
    expect(await rules({ host: { ...host, bmc: { address: '192.0.2.7' } }, document })).toEqual([
      'warning bmc-address',
      'error bmc-credentials',
    ]);
    expect(
      await rules({ host: { ...host, name: '1b4e28ba-2fa1-11d2-883f-b9a761bde3fb' }, document }),
    ).toEqual(['error name']);
  });

  test('verifies certificates unless told otherwise, and supports another namespace', async () => {
    const [{ host, document }] = fresh as [HostDocument];
    const spec = async (address: string, options = {}) =>
      (await scaleOut([{ host: { ...host, bmc: { ...bmc, address } }, document }], options)).files.at(-1)!
        .text;
    const skipped = { skipBmcVerification: true };
    expect(await spec(bmc.address)).not.toContain('disableCertificateVerification');
    expect(await spec('ipmi://192.0.2.7', skipped)).not.toContain('disableCertificateVerification');
    expect(await spec(bmc.address, skipped)).toContain('disableCertificateVerification: true');
    expect(await spec(bmc.address, { namespace: 'spoke' })).toContain('namespace: spoke');
  });
});
