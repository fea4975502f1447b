import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { type NodeStateOptions, nodeState } from '../../core/nmstate/migration/node-states.fixture.ts';
import { t as adopt } from '../../renderer/hosts/adopt/messages.ts';
import { t as day2 } from '../../renderer/hosts/day2/messages.ts';
import { t } from '../../renderer/hosts/messages.ts';
import { t as outputs } from '../../renderer/hosts/outputs/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { field, grid, openFleet } from '../fixtures/hosts.ts';
import { ANY, anyNumber, beginning, containing, matching, plain } from '../fixtures/messages.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, go, sentence } from '../fixtures/steps.ts';

const PASSWORD = 'harbour-violet-3319';

test('a scale-out of one host: its password is in one file, which only the user can read', async ({
  page,
  app,
}) => {
  await openFleet(page, app);
  await page.getByRole('link', { name: t('outputsLabel') }).click();
  await button(page, beginning(outputs('scaleOutLabel'))).click();
  await expect(sentence(page)).toHaveText(outputs('chooseHostsTitle'));
  await page.getByRole('checkbox', { name: 'worker-9' }).check();
  await expect(sentence(page)).toHaveText(outputs('scaleOutTitle', { files: 4, hosts: 'worker-9' }));
  await expect(page.getByText('oc scale machineset')).toBeVisible();
  await button(page, outputs('saveButton')).click();
  const folder = join(app.directory, 'scale-out');
  await mkdir(folder);
  await page.getByRole('combobox', { name: outputs('directoryLabel') }).fill(folder);
  await page
    .getByRole('combobox', { name: outputs('passwordsLabel') })
    .selectOption(outputs('onePasswordOption'));
  await field(page, outputs('passwordLabel')).fill(PASSWORD);
  await button(page, outputs('saveFilesButton', { files: 4 })).click();
  await expect(
    page.getByText(outputs.parts('savedText', { directory: folder, folder: plain }).join('')),
  ).toBeVisible();
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

test('day 2: DNS changes by a policy with its rollback; another uplink is rejected with the reason', async ({
  page,
  app,
}) => {
  await openFleet(page, app);
  await page.getByRole('link', { name: t('day2Label') }).click();
  await expect(sentence(page)).toHaveText(day2('noChangesTitle', { hosts: 'worker-1' }));
  await field(page, t('dnsColumn')).fill('10.20.255.9');
  await expect(sentence(page)).toHaveText(
    day2('changesTitle', { changes: 1, hosts: 'worker-1', policies: 1 }),
  );
  const policy = page.getByRole('textbox', { name: day2('policyLabel', { policy: 'br-ex-worker-1' }) });
  await expect(policy).toContainText('kind: NodeNetworkConfigurationPolicy');
  await button(page, day2('showRollbackButton')).click();
  await expect(
    page.getByRole('textbox', { name: day2('rollbackTitle', { policy: 'br-ex-worker-1' }) }),
  ).toContainText('kind: NodeNetworkConfigurationPolicy');
  await button(page, day2('updateTableButton')).click();
  await expect(sentence(page)).toHaveText(day2('noChangesTitle', { hosts: 'worker-1' }));
  await field(page, t('vlanColumn')).fill('121');
  await expect(sentence(page)).toHaveText(
    matching(day2('rejectedOnHostTitle', { setting: ANY, host: 'worker-1' })),
  );
  await expect(page.getByRole('table')).toContainText(
    containing(
      day2.parts('rejectedEffect', { reason: `${ANY}bond0.120${ANY}bond0.121`, strong: plain }).join(''),
    ),
  );
  await expect(button(page, day2('updateTableButton'))).toBeDisabled();
  await expect(
    page.getByRole('textbox', { name: matching(day2('policyLabel', { policy: ANY })) }),
  ).toHaveCount(0);
});

test('adopt: nodes with configure-ovs become files with steps, and a host table', async ({ page, app }) => {
  await app.side('both');
  const from = join(app.directory, 'nns.yaml');
  const reported = (name: string, options: NodeStateOptions) => ({
    ...{ apiVersion: 'nmstate.io/v1beta1', kind: 'NodeNetworkState', metadata: { name } },
    status: { currentState: nodeState(options) },
  });
  const items = [
    reported('master-0', { addressing: 'static', number: 11, uplink: 'bond-vlan' }),
    reported('worker-0', { number: 21 }),
    reported('worker-1', { number: 22 }),
    reported('worker-2', { number: 23, by: 'hand' }),
  ];
  await writeFile(from, stringify({ apiVersion: 'v1', kind: 'List', items }));
  await page.goto(app.url);
  await go(page, 'hosts');
  // Home is shown until the screen is loaded.
  await expect(sentence(page)).not.toHaveText(/workspace/);
  await page.getByRole('main').getByRole('link').last().click();
  await expect(sentence(page)).toHaveText(adopt('startTitle'));
  await page.getByRole('combobox', { name: adopt('pathLabel') }).fill(from);
  await field(page, adopt('versionLabel')).fill('4.20');
  await button(page, adopt('readButton')).click();
  await expect(sentence(page)).toHaveText(adopt('readyTitle', { ready: 3, nodes: 4 }));
  await expect(page.getByRole('row', { name: /worker-2/ })).toContainText('uplink-bridge');
  await page.getByRole('button', { name: 'master/master-0.yml', exact: true }).click();
  await expect(
    page.getByRole('textbox', { name: outputs('previewLabel', { file: 'documents/master/master-0.yml' }) }),
  ).toContainText('copy-mac-from: eno1');
  await check(page, { name: 'adopt' });
  const directory = join(app.directory, 'out');
  await button(page, adopt('saveButton')).click();
  await page.getByRole('combobox', { name: adopt('directoryLabel') }).fill(directory);
  await button(
    page,
    anyNumber((files) => adopt('saveFilesButton', { files })),
  ).click();
  await expect(page.getByText(directory)).toBeVisible();
  expect((await readdir(directory)).sort()).toEqual([
    '10-br-ex-master.yaml',
    '10-br-ex-worker.yaml',
    'README.md',
    'documents',
  ]);
  await button(page, adopt('addButton')).click();
  await expect(grid(page)).toContainText('master-0');
  await expect(grid(page)).not.toContainText('worker-2');
});
