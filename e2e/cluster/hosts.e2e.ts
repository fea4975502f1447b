import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type App, expect, type Locator, type Page, test } from '../fixtures/app.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, go, sentence, tabTo } from '../fixtures/steps.ts';

const PASSWORD = 'harbour-violet-3319';

/** As a spreadsheet puts it on the clipboard. */
function hostTable(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const [name, role] = index < 3 ? [`master-${index}`, 'master'] : [`worker-${index - 2}`, 'worker'];
    const [high, low] = [Math.floor((index + 11) / 250), (index + 11) % 250];
    const two = (value: number) => value.toString(16).padStart(2, '0');
    const mac = (nic: number) => `52:54:00:0${nic}:${two(index >> 8)}:${two(index & 255)}`;
    const bmc = `redfish-virtualmedia://198.18.${high}.${low}/redfish/v1/Systems/1`;
    return [name, role, 'eno1', mac(1), 'eno2', mac(2), `10.20.${high}.${low}/16`, bmc, 'root'].join('\t');
  });
  const head = ['Host', 'Role', 'NIC 1', 'NIC 1 MAC', 'NIC 2', 'NIC 2 MAC', 'Address', 'BMC', 'BMC user'];
  return [head.join('\t'), ...rows].join('\n');
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Hosts' });
const field = (page: Page | Locator, name: string) => page.getByRole('textbox', { name, exact: true });

/** Hosts on a bond with VLAN 120 and static addresses, as a person makes them. */
async function openFleet(page: Page, app: App, table = hostTable(12)): Promise<void> {
  await app.side('both');
  await page.goto(app.url);
  await go(page, 'Hosts');
  await expect(sentence(page)).toHaveText('Which machines are to become nodes?');
  await button(page, 'Paste or import').click();
  await field(page, 'Rows of a spreadsheet, CSV, YAML, or a MachineConfig').fill(table);
  await button(page, /^Take \d+ hosts$/).click();
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText('is not given');
  await button(page, /^Layout: /).click();
  const dialog = page.getByRole('dialog', { name: 'Layout of all hosts' });
  await dialog.getByRole('combobox', { name: 'Layout' }).selectOption('Bond, VLAN, static address');
  for (const [name, value] of Object.entries({
    VLAN: '120',
    Gateway: '10.20.255.1',
    DNS: '10.20.255.2',
    MTU: '9000',
    'Machine network': '10.20.0.0/16',
    'API VIP': '10.20.254.5',
    'Ingress VIP': '10.20.254.6',
    'OpenShift version of the nodes': '4.18',
  }))
    await field(dialog, name).fill(value);
  await button(dialog, 'Use for all hosts').click();
}

/** The row of a host, and a cell of it. */
function row(page: Page, host: string): Locator {
  const name = page.getByRole('gridcell', { name: host, exact: true });
  return grid(page).getByRole('row').filter({ has: name });
}
function cell(page: Page, host: string, column: number): Locator {
  return row(page, host).getByRole('gridcell').nth(column);
}

test('a pasted table of 12 hosts becomes two MachineConfigs; a clash is marked on both and mended', async ({
  page,
  app,
}) => {
  await openFleet(page, app);
  await expect(sentence(page)).toHaveText(
    '12 hosts, 3 masters and 9 workers: bond with VLAN 120, static; all ready',
  );
  await cell(page, 'worker-3', 4).dblclick();
  await field(page, 'Address of worker-3').fill('10.20.0.20/16');
  await page.keyboard.press('Enter');
  await expect(sentence(page)).toContainText('1 problem');
  await expect(cell(page, 'worker-3', 4)).toHaveAttribute('aria-invalid', 'true');
  await expect(cell(page, 'worker-7', 4)).toHaveAttribute('aria-invalid', 'true');
  await expect(row(page, 'worker-3')).toContainText('Address also on worker-7');
  await expect(button(page, 'Write MachineConfigs')).toBeDisabled();
  await button(page, /^Set worker-3 to 10\.20\.0\.\d+, which is free$/).click();
  await expect(sentence(page)).toContainText('all ready');

  await button(page, 'Write MachineConfigs').click();
  await expect(sentence(page)).toHaveText('2 MachineConfigs for 3 masters and 9 workers');
  await button(page, /^10-br-ex-worker\.yaml/).click();
  await expect(page.getByRole('textbox', { name: 'Preview of 10-br-ex-worker.yaml' })).toContainText(
    'kind: MachineConfig',
  );
  await button(page, 'Save to a folder').click();
  const folder = join(app.directory, 'manifests');
  await page.getByRole('combobox', { name: 'Folder' }).fill(folder);
  await button(page, 'Save 2 files').click();
  await expect(page.getByText(`Saved in ${folder}`)).toBeVisible();
  expect((await readdir(folder)).sort()).toEqual(['10-br-ex-master.yaml', '10-br-ex-worker.yaml']);
  const worker = await readFile(join(folder, '10-br-ex-worker.yaml'), 'utf8');
  const documents = [...worker.matchAll(/base64,(\S+)/g)].map(([, text]) =>
    Buffer.from(text!, 'base64').toString(),
  );
  expect(documents).toHaveLength(9);
  expect(documents[0]).toContain('name: bond0.120');
  expect(documents.filter((text) => text.includes('ip: 10.20.0.20\n'))).toHaveLength(1);
});

test('the table is a spreadsheet: keys, a pasted block, fill down, many at once, undo', async ({
  page,
  app,
}) => {
  await openFleet(page, app);
  await tabTo(page, grid(page));
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await page.keyboard.press('Control+ArrowDown');
  await page.keyboard.type('10.20.7.7/16');
  await page.keyboard.press('Enter');
  await expect(cell(page, 'worker-9', 4)).toHaveText('10.20.7.7/16');
  await page.keyboard.press('Control+z');
  await expect(cell(page, 'worker-9', 4)).toHaveText('10.20.0.22/16');
  await page.keyboard.press('Control+y');
  await expect(cell(page, 'worker-9', 4)).toHaveText('10.20.7.7/16');
  // Cells of a spreadsheet, from the cell that has the focus on.
  await page.keyboard.press('Control+Home');
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'master-a\tmaster\nmaster-b\tmaster\n');
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(cell(page, 'master-b', 1)).toHaveText('master');
  // A role for three at once.
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  for (const key of ['Shift+ArrowUp', 'Shift+ArrowUp']) await page.keyboard.press(key);
  const many = page.getByRole('form', { name: 'Selected cells' });
  await expect(many).toContainText('Role of 3 hosts');
  await many.getByRole('textbox').fill('infra');
  await button(many, 'Write into all').click();
  await expect(sentence(page)).toContainText('3 masters, 6 workers and 3 hosts of infra');
  await grid(page).focus();
  await page.keyboard.press('Control+d');
  await expect(cell(page, 'worker-9', 1)).toHaveText('infra');
  // It outlives the page.
  await expect(page.getByText('kept', { exact: true })).toBeVisible();
  await page.reload();
  await expect(sentence(page)).toContainText('3 hosts of infra');
});

test('one host: form, picture and YAML are one; edits of its own are kept, shown and taken back', async ({
  page,
  app,
}) => {
  await openFleet(page, app);
  await page.getByRole('link', { name: 'Edit worker-3' }).click();
  await expect(sentence(page)).toHaveText('worker-3: bond with VLAN 120, static; ready');
  const yaml = page.getByRole('textbox', { name: 'Document of worker-3' });
  await expect(yaml).toContainText('interfaces:');
  await field(page, 'VLAN').fill('121');
  await expect(button(page, /^bond0\.121/)).toBeVisible();
  await expect(yaml).toContainText('name: bond0.121');
  await field(page, 'VLAN').fill('');
  await expect(button(page, /^bond0\.120/)).toBeVisible();
  // The other way: what is typed is in the form and in the table.
  await yaml.getByText('miimon: 100').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' # slow switch');
  await expect(page.getByText('1 line of its own: show the difference')).toBeVisible();
  await field(page, 'Address').fill('10.20.9.9');
  await expect(button(page, /^10\.20\.9\.9\/16/)).toBeVisible();
  await button(page, '1 line of its own: show the difference').click();
  await expect(page.getByRole('list', { name: 'Difference to the layout' })).toContainText('slow switch');
  await button(page, 'Write it as the layout gives it').click();
  await expect(page.getByText('As the layout gives it.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Checks that passed' })).toContainText(
    'br-ex has exactly one uplink: bond0.120',
  );
  await button(page, 'Explain first boot').click();
  await expect(page.getByRole('dialog')).toContainText('The document is applied');
});

test('a scale-out of one: its password is in one file, which the user alone may read', async ({
  page,
  app,
}) => {
  await openFleet(page, app);
  await page.getByRole('link', { name: 'Outputs' }).click();
  await button(page, /^Scale out/).click();
  await expect(sentence(page)).toHaveText('Which hosts are added to the cluster?');
  await page.getByRole('checkbox', { name: 'worker-9' }).check();
  await expect(sentence(page)).toHaveText('4 files add worker-9');
  await expect(page.getByText('oc scale machineset')).toBeVisible();
  await button(page, 'Save to a folder').click();
  const folder = join(app.directory, 'scale-out');
  await mkdir(folder);
  await page.getByRole('combobox', { name: 'Folder' }).fill(folder);
  await page
    .getByRole('combobox', { name: 'Passwords of the BMCs' })
    .selectOption('The same for all, typed here');
  await field(page, 'Password').fill(PASSWORD);
  await button(page, 'Save 4 files').click();
  await expect(page.getByText(`Saved in ${folder}`)).toBeVisible();
  const secrets = join(folder, '2-worker-9-secrets.yaml');
  expect(await readFile(secrets, 'utf8')).toContain(PASSWORD);
  expect((await stat(secrets)).mode & 0o777).toBe(0o600);
  expect(await readFile(join(folder, '3-worker-9-baremetalhost.yaml'), 'utf8')).toContain(
    'preprovisioningNetworkDataName',
  );
  const saved = await app.ask('hosts.list', {});
  const set = await app.ask('hosts.read', { id: saved.sets[0]!.id });
  expect(JSON.stringify(set) + app.log()).not.toContain(PASSWORD);
  expect(await page.content()).not.toContain(PASSWORD);
});

test('day 2: DNS changes by a policy with its rollback; another uplink is refused with the reason', async ({
  page,
  app,
}) => {
  await openFleet(page, app);
  await page.getByRole('link', { name: 'Day 2' }).click();
  await expect(sentence(page)).toHaveText('What is to change on worker-1?');
  await field(page, 'DNS').fill('10.20.255.9');
  await expect(sentence(page)).toHaveText('1 change of worker-1, by one policy');
  const policy = page.getByRole('textbox', { name: 'Policy br-ex-worker-1' });
  await expect(policy).toContainText('kind: NodeNetworkConfigurationPolicy');
  await button(page, 'Show its rollback').click();
  await expect(page.getByRole('textbox', { name: 'Rollback of br-ex-worker-1' })).toContainText(
    'Undoes the policy',
  );
  await button(page, 'Take it into the table').click();
  await expect(sentence(page)).toHaveText('What is to change on worker-1?');
  await field(page, 'VLAN').fill('121');
  await expect(sentence(page)).toContainText('cannot change on worker-1');
  await expect(page.getByRole('table')).toContainText(
    'Refused. The uplink of br-ex cannot change from bond0.120 to bond0.121',
  );
  await expect(button(page, 'Take it into the table')).toBeDisabled();
  await expect(page.getByRole('textbox', { name: /^Policy/ })).toHaveCount(0);
});

test('nothing is inaccessible, in both themes', async ({ page, app }) => {
  await openFleet(page, app, hostTable(12).replace('10.20.0.18/16', '10.20.0.16/16'));
  await expect(sentence(page)).toContainText('1 problem');
  for (const address of ['/hosts', '/hosts/worker-3', '/hosts/outputs', '/hosts/day2']) {
    await page.evaluate((to) => {
      window.location.hash = `#${to}`;
    }, address);
    await expect(sentence(page)).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await check(page, { name: address });
  }
});

test('300 hosts: keys and edits are drawn at once, the whole set is checked soon', async ({ page, app }) => {
  await openFleet(page, app, hostTable(300));
  await expect(sentence(page)).toContainText('all ready', { timeout: 10_000 });
  await grid(page).focus();
  const drawn = (key: string) =>
    page.evaluate(async (pressed) => {
      const element = document.activeElement!;
      const began = performance.now();
      element.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return performance.now() - began;
    }, key);
  const times: number[] = [];
  for (const key of [
    'ArrowDown',
    'PageDown',
    'PageDown',
    'ArrowRight',
    'End',
    'Home',
    'ArrowUp',
    'Delete',
    'PageUp',
  ])
    times.push(await drawn(key));
  times.sort((a, b) => a - b);
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(100);
  await expect(sentence(page)).toContainText('problem', { timeout: 10_000 });
});
