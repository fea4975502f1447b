import type { Page } from 'playwright-core';
import type { App } from '../../e2e/fixtures/app.ts';
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

/** The table with its problems, a host, what all become, and a change on day 2. */
export async function shootHosts(page: Page, app: App, { open, shoot }: Camera): Promise<void> {
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  await open(page, '/hosts');
  await press('Paste or import');
  await page.getByRole('textbox', { name: /^Rows of a spreadsheet/ }).fill(rows());
  await press('Take 12 hosts');
  await press(/^Layout: /);
  const fill = (name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text);
  await page.getByRole('combobox', { name: 'Layout' }).selectOption('bond-vlan');
  await fill('VLAN', '430');
  await fill('Gateway', '10.20.30.1');
  await fill('DNS', '10.20.30.2, 10.20.30.3');
  await fill('MTU', '9000');
  await fill('Machine network', '10.20.30.0/24');
  await fill('API VIP', '10.20.30.5');
  await fill('Ingress VIP', '10.20.30.6');
  await fill('OpenShift version of the nodes', '4.18');
  await press('Use for all hosts');
  await page.getByText('Address also on worker-7').waitFor();
  await shoot(page, 'hosts');
  await open(page, '/hosts/worker-3');
  await page.getByRole('heading', { name: /^worker-3: .* 1 problem$/ }).waitFor();
  await shoot(page, 'host-editor');
  // What is wrong is mended for the rest.
  const { sets } = await app.ask('hosts.list', {});
  const set = await app.ask('hosts.read', { id: sets[0]!.id });
  await app.ask('hosts.save', {
    ...set,
    id: 'mended',
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
  await page.getByRole('textbox', { name: 'Preview of 10-br-ex-master.yaml' }).waitFor();
  await shoot(page, 'hosts-outputs');
  await open(page, '/hosts/day2');
  await fill('DNS', '10.20.30.9');
  await page.getByRole('textbox', { name: 'Policy br-ex-worker-1' }).waitFor();
  await shoot(page, 'hosts-day2');
}
