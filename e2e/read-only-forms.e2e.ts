import { createInterface } from 'node:readline';
import { rejectionOf } from '../core/contract/access.ts';
import type { SavedHostSet } from '../core/contract/topics/hosts.ts';
import { t as drafts } from '../renderer/editor/messages.ts';
import { t as day2 } from '../renderer/hosts/day2/messages.ts';
import { t as hosts } from '../renderer/hosts/messages.ts';
import { t as outputs } from '../renderer/hosts/outputs/messages.ts';
import { t as hostTable } from '../renderer/hosts/table/messages.ts';
import { t as form } from '../renderer/install-config/form/messages.ts';
import { t as installConfig } from '../renderer/install-config/messages.ts';
import { t as shell } from '../renderer/shell/messages.ts';
import { type App, expect, type Page, test } from './fixtures/app.ts';
import { ANY, matching } from './fixtures/messages.ts';
import { check } from './fixtures/screen-check.ts';
import { button, sentence } from './fixtures/steps.ts';

/** Forms with data in them, in sessions that may change nothing: a reader's and an approver's. */

const HOSTS: SavedHostSet = {
  ...{ id: 'fleet-b', name: 'fleet-b', source: 'pasted', openShiftVersion: '4.18' },
  layout: {
    preset: 'bond-vlan',
    answers: { vlan: '120', gateway: '192.0.2.1', dns: '192.0.2.2', mtu: '9000' },
  },
  cluster: 'name: fleet\nmachineNetwork: 192.0.2.0/24\n',
  hosts: [1, 2].map((number) => ({
    ...{ name: `worker-${number}`, role: 'worker', addresses: [`192.0.2.2${number}/24`], variables: {} },
    nics: [1, 2].map((nic) => ({ name: `eno${nic}`, mac: `52:54:00:00:0${nic}:0${number}` })),
    bmc: { address: `redfish-virtualmedia://198.51.100.2${number}/redfish/v1/Systems/1`, username: 'root' },
  })),
};

test.use({ serveOptions: ['--approver', 'Kim Jensen'] });

/** What the user of the whole session left, as it is kept. */
async function leftBehind(app: App) {
  await app.side('both');
  const started = await app.ask('installConfig.start', {
    ...{ kind: 'preset', preset: 'empty', openShiftVersion: '4.18.9', directory: app.directory },
  });
  const text = started.text.replace(/^baseDomain:.*$/m, 'baseDomain: fleet.example.lan');
  await app.ask('installConfig.save', { ...started, text });
  await app.ask('hosts.save', HOSTS);
  const saved = async () => ({
    config: await app.ask('installConfig.read', { id: started.id }),
    hosts: await app.ask('hosts.read', { id: HOSTS.id }),
    configs: (await app.ask('installConfig.list', {})).drafts,
    sets: (await app.ask('hosts.list', {})).sets,
  });
  return { draft: started.id, saved, before: await saved() };
}

/** Goes through both forms as a person who may only look, and tries to change them. */
async function lookAround(page: Page, at: App['at'], draft: string, rejection: string): Promise<void> {
  const rejected: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/') && response.status() >= 400) rejected.push(response.url());
  });
  const noError = async () => {
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.locator('.pf-v6-c-alert.pf-m-danger')).toHaveCount(0);
  };

  await page.goto(at(`/install-config?draft=${draft}`));
  const domain = page.getByRole('textbox', { name: form('baseDomainLabel') });
  await expect(domain).toHaveValue('fleet.example.lan');
  await expect(domain).toBeDisabled();
  await expect(button(page, installConfig('saveFileButton'))).toBeDisabled();
  await expect(button(page, installConfig('saveFileButton'))).toHaveAttribute('title', rejection);
  for (const key of ['undoButton', 'redoButton'] as const)
    await expect(button(page, drafts(key))).toBeDisabled();
  const inputs = page
    .getByRole('region', { name: installConfig('formLabel') })
    .locator('input, select, textarea');
  expect(await inputs.count()).toBeGreaterThan(2);
  for (const input of await inputs.all()) await expect(input).toBeDisabled();
  // The letter that saves, and the text beside the form.
  await page.keyboard.press('s');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await button(page, installConfig('yamlButton')).click();
  const text = page.locator('.cm-content');
  await expect(text).toContainText('fleet.example.lan');
  await expect(text).toHaveAttribute('contenteditable', 'false');
  await noError();
  await check(page, { name: `Install config, ${rejection}` });

  await page.goto(at(`/hosts?set=${HOSTS.id}`));
  const grid = page.getByRole('grid', { name: hosts('topic') });
  await expect(grid.getByRole('gridcell', { name: 'worker-1', exact: true })).toBeVisible();
  await expect(grid).toContainText('192.0.2.21/24');
  await expect(grid).toHaveAttribute('aria-readonly', 'true');
  await expect(button(page, hosts('importButton'))).toBeDisabled();
  await expect(button(page, matching(hostTable('layoutButton', { layout: ANY })))).toBeDisabled();
  await grid.getByRole('gridcell', { name: 'worker-1', exact: true }).dblclick();
  await page.keyboard.type('other');
  await page.keyboard.press('Delete');
  await expect(grid.getByRole('textbox')).toHaveCount(0);
  await button(page, hostTable('menuButton')).click();
  for (const name of [
    hostTable('editLayoutItem'),
    hostTable('addRowItem'),
    hosts('createTableButton'),
    hostTable('renameTableItem', { table: 'fleet-b' }),
    hostTable('removeTableItem', { table: 'fleet-b' }),
  ])
    await expect(page.getByRole('menuitem', { name })).toBeDisabled();
  await page.keyboard.press('Escape');
  await noError();
  await check(page, { name: `Hosts, ${rejection}` });

  await page.goto(at('/hosts/worker-1'));
  await expect(sentence(page)).toContainText('worker-1');
  const fields = page.getByRole('main').locator('input:not([type=search]), select, textarea');
  await expect(fields.first()).toBeVisible();
  for (const each of await fields.all()) await expect(each).toBeDisabled();
  await noError();
  await check(page, { name: `Host, ${rejection}` });

  await page.goto(at('/hosts/outputs'));
  await expect(sentence(page)).toBeVisible();
  await expect(page.getByText('worker-1').first()).toBeVisible();
  await expect(button(page, outputs('saveButton'))).toBeDisabled();
  await noError();

  await page.goto(at('/hosts/day2'));
  await expect(button(page, day2('updateTableButton'))).toHaveAttribute('title', rejection);
  await noError();
  expect(rejected).toEqual([]);
}

test('an approver reads the forms of hosts and Install config, and changes nothing', async ({
  app,
  browser,
}) => {
  test.slow();
  const { draft, saved, before } = await leftBehind(app);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(app.approvers[0]!.url);
    await expect(page.getByText(shell('approverLabel', { name: 'Kim Jensen' }))).toBeVisible();
    await lookAround(page, app.at, draft, rejectionOf('approver'));
  } finally {
    await context.close();
  }
  expect(await saved()).toEqual(before);
});

test('a read-only session reads the forms of hosts and Install config, and changes nothing', async ({
  app,
  browser,
}) => {
  test.slow();
  const { draft, saved, before } = await leftBehind(app);
  // A second server of the same user shows what the first one keeps.
  const reader = app.terminal(['serve', '--json', '--read-only']);
  const url = await new Promise<string>((resolve, reject) => {
    reader.once('exit', (code) => reject(new Error(`airlock serve --read-only ended with ${code}`)));
    createInterface({ input: reader.stdout! }).on('line', (line) => {
      const event = JSON.parse(line) as { type: string; url: string };
      if (event.type === 'listening') resolve(event.url);
    });
  });
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url);
    await expect(page.getByText(shell('readerLabel'))).toBeVisible();
    const at = (address: string) => `${new URL(url).origin}/#${address}`;
    await lookAround(page, at, draft, rejectionOf('reader'));
  } finally {
    await context.close();
  }
  expect(await saved()).toEqual(before);
});
