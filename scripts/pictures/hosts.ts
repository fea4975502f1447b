import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { stringify } from 'yaml';
import { type NodeStateOptions, nodeState } from '../../core/nmstate/migration/node-states.fixture.ts';
import type { App } from '../../e2e/fixtures/app.ts';
import { t as adopt } from '../../renderer/hosts/adopt/messages.ts';
import { t as day2 } from '../../renderer/hosts/day2/messages.ts';
import { t as editor } from '../../renderer/hosts/editor/messages.ts';
import { t } from '../../renderer/hosts/messages.ts';
import { t as outputs } from '../../renderer/hosts/outputs/messages.ts';
import { t as table } from '../../renderer/hosts/table/messages.ts';
import type { Camera } from './choose.ts';

/** Twelve machines; two of them have one address, one has one MAC twice, one another MTU. */
function rows(): string {
  const machines = Array.from({ length: 12 }, (_, index) => {
    const [name, role] = index < 3 ? [`master-${index}`, 'master'] : [`worker-${index - 2}`, 'worker'];
    const last = index < 3 ? 11 + index : 18 + index;
    const two = (value: number) => value.toString(16).padStart(2, '0');
    const mac = (nic: number) =>
      `3c:ec:ef:${index < 3 ? 41 : 52}:${two(16 + index)}:${two(16 * index + nic)}`;
    return [
      name,
      role,
      'eno1np0',
      mac(0),
      'eno2np1',
      mac(index === 7 ? 0 : 1),
      `10.20.30.${index === 5 ? 27 : last}/24`,
      `redfish-virtualmedia://10.20.40.${last}/redfish/v1/Systems/1`,
      index === 11 ? '1500' : '',
    ].join('\t');
  });
  return ['Host\tRole\tNIC 1\tNIC 1 MAC\tNIC 2\tNIC 2 MAC\tAddress\tBMC\tMTU', ...machines].join('\n');
}

/** The table with its problems, a host, the outputs, and a change on day 2. */
export async function shootHosts(page: Page, app: App, { open, shoot }: Camera): Promise<void> {
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  await open(page, '/hosts');
  await press(t('importButton'));
  await page.getByRole('textbox', { name: t('pasteLabel') }).fill(rows());
  await press(t('importHostsButton', { hosts: 12 }));
  await press(table('layoutButton', { layout: '' }));
  const fill = (name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text);
  await page.getByRole('combobox', { name: table('layoutLabel') }).selectOption('bond-vlan');
  await fill(t('vlanColumn'), '430');
  await fill(t('gatewayColumn'), '10.20.30.1');
  await fill(t('dnsColumn'), '10.20.30.2, 10.20.30.3');
  await fill(t('mtuColumn'), '9000');
  await fill(table('machineNetworkLabel'), '10.20.30.0/24');
  await fill(table('apiVipLabel'), '10.20.30.5');
  await fill(table('ingressVipLabel'), '10.20.30.6');
  await fill(table('versionLabel'), '4.18');
  await press(table('useButton'));
  await page.getByText(t('addressSharedState', { host: 'worker-7' })).waitFor();
  await shoot(page, 'hosts');
  await open(page, '/hosts/worker-3');
  await page
    .getByRole('heading', {
      name: editor('problemsTitle', {
        host: 'worker-3',
        layout: t('bondVlanLayout', { vlan: '430', addresses: t('staticAddresses') }),
        errors: 1,
        warnings: 0,
      }),
    })
    .waitFor();
  await shoot(page, 'host-editor');
  // The other pictures are of hosts without problems.
  const { sets } = await app.ask('hosts.list', {});
  const set = await app.ask('hosts.read', { id: sets[0]!.id });
  await app.ask('hosts.save', {
    ...set,
    id: 'fixed',
    name: 'fleet-b',
    hosts: set.hosts.map((host, index) => ({
      ...host,
      variables: {},
      addresses: index === 5 ? ['10.20.30.23/24'] : host.addresses,
      nics:
        index === 7
          ? host.nics.map((nic, at) => (at === 1 ? { ...nic, mac: '3c:ec:ef:52:17:99' } : nic))
          : host.nics,
    })),
  });
  await app.ask('hosts.remove', { id: set.id });
  await page.reload();
  await open(page, '/hosts/outputs');
  await page
    .getByRole('textbox', { name: outputs('previewLabel', { file: '10-br-ex-master.yaml' }) })
    .waitFor();
  await shoot(page, 'hosts-outputs');
  await open(page, '/hosts/day2');
  await fill(t('dnsColumn'), '10.20.30.9');
  await page.getByRole('textbox', { name: day2('policyLabel', { policy: 'br-ex-worker-1' }) }).waitFor();
  await shoot(page, 'hosts-day2');
  await shootAdopt(page, app, { open, shoot });
}

/** Nodes with configure-ovs, of which one can't be migrated. */
async function shootAdopt(page: Page, app: App, { open, shoot }: Camera): Promise<void> {
  const reported = (name: string, options: NodeStateOptions) => ({
    ...{ apiVersion: 'nmstate.io/v1beta1', kind: 'NodeNetworkState', metadata: { name } },
    status: { currentState: nodeState(options) },
  });
  const items = [
    ...[0, 1].map((index) =>
      reported(`master-${index}`, { addressing: 'static', number: 11 + index, uplink: 'bond-vlan' }),
    ),
    reported('worker-0', { uplink: 'bond', number: 21 }),
    reported('worker-1', { addressing: 'slaac', number: 22 }),
  ];
  const from = join(app.directory, 'cluster.yaml');
  await writeFile(from, stringify({ apiVersion: 'v1', kind: 'List', items }));
  await open(page, `/hosts/adopt?${new URLSearchParams({ from, version: '4.20' })}`);
  await page.getByRole('button', { name: adopt('readButton') }).click();
  await page
    .getByRole('textbox', { name: outputs('previewLabel', { file: 'documents/worker/worker-0.yml' }) })
    .waitFor();
  await shoot(page, 'hosts-adopt');
}
