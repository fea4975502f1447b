import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { firstBootNetwork } from '../../core/nmstate/first-boot/fold-back.ts';
import { fleet, fleetTable } from '../../core/nmstate/hosts/fleet.fixture.ts';
import { readMachineConfig } from '../../core/nmstate/machine-config/read.ts';
import { machineConfigs } from '../../core/nmstate/machine-config/write.ts';
import { readNmstate } from '../../core/nmstate/model/document.ts';
import { PRESETS } from '../../core/nmstate/presets/presets.ts';

const installed = spawnSync('nmstatectl', ['--version']).status === 0;
if (!installed)
  console.warn('nmstatectl is NOT installed here: what it says of our documents is NOT checked');

/** Our documents, read by NMState itself: without the state of a node, like in the installer. */
describe.skipIf(!installed)('nmstatectl gc accepts', () => {
  const [{ host }] = fleet(fleetTable(1)) as [ReturnType<typeof fleet>[number]];
  const variables = {
    ...host.variables,
    gateway6: '2001:db8:1::1',
    storage_vlan: '300',
    storage_address: '198.51.100.21',
    storage_gateway: '198.51.100.1',
    management_address: '203.0.113.21',
    management_gateway: '203.0.113.1',
  };
  const machine = { ...host, addresses: [...host.addresses, '2001:db8:1::21/64'], variables };
  test.each(PRESETS.map((preset) => [preset.id, preset] as const))('%s', (_, preset) => {
    accepted(preset.build({}, machine).text);
  });

  test('networks of the first boot', () => {
    const folded = PRESETS.map((preset) =>
      firstBootNetwork({ host: machine, document: readNmstate(preset.build({}, machine).text) }),
    );
    expect(folded.filter(({ text }) => text !== undefined).length).toBeGreaterThan(5);
    for (const { text } of folded) if (text !== undefined) accepted(text);
  });

  test('documents from a MachineConfig', async () => {
    const hosts = fleet(fleetTable(4));
    const { manifests } = await machineConfigs(hosts, { role: 'worker', gzip: true });
    const { files } = await readMachineConfig(manifests[0]!.text);
    for (const { text } of files) accepted(text!);
  });
});

function accepted(text: string): void {
  const directory = mkdtempSync(join(tmpdir(), 'airlock-nmstate-'));
  try {
    const file = join(directory, 'host.yml');
    writeFileSync(file, text);
    const { status, stderr } = spawnSync('nmstatectl', ['gc', file], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
