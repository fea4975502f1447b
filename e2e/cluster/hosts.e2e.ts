import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { wordList } from '../../core/contract/documents/words.ts';
import { t as editorMessages } from '../../renderer/editor/messages.ts';
import { t as editor } from '../../renderer/hosts/editor/messages.ts';
import { t } from '../../renderer/hosts/messages.ts';
import { t as outputs } from '../../renderer/hosts/outputs/messages.ts';
import { t as table } from '../../renderer/hosts/table/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import {
  cell,
  field,
  grid,
  hostTable,
  LAYOUT,
  ONE_PROBLEM,
  openFleet,
  PROBLEMS,
  paste,
  READY,
  ROLES,
  row,
} from '../fixtures/hosts.ts';
import { plain } from '../fixtures/messages.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, go, sentence, tabTo } from '../fixtures/steps.ts';

/** A list as `oc get bmh -o yaml` prints it: one machine has the first MAC address of worker-9. */
const BARE_METAL_HOSTS = stringify({
  kind: 'List',
  items: [
    { name: 'rack-7', macs: ['52:54:00:01:00:0b', '52:54:00:07:00:0b'] },
    { name: 'worker-20', macs: ['52:54:00:01:01:20', '52:54:00:02:01:20'] },
  ].map(({ name, macs }) => ({
    kind: 'BareMetalHost',
    metadata: { name },
    spec: { bootMACAddress: macs[0] },
    status: { hardware: { nics: macs.map((mac, index) => ({ name: `ens${index}`, mac })) } },
  })),
});

test('columns of a narrow window keep a readable width, and the table scrolls to the active one', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await app.side('both');
  await page.goto(app.url);
  await go(page, 'hosts');
  const rows = [11, 12, 13].map(
    (number) => `node-${number},worker,52:54:00:01:00:${number},10.20.0.${number}/16,10.20.255.1,10.20.255.2`,
  );
  await paste(page, ['name,role,mac,address,gateway,dns', ...rows].join('\n'));
  await expect(grid(page)).toBeVisible();
  await paste(page, BARE_METAL_HOSTS);
  const titles = grid(page).getByRole('columnheader');
  await expect(
    grid(page).getByRole('columnheader', { name: t('nicColumn', { number: '2' }), exact: true }),
  ).toBeAttached();
  const widths = await titles.evaluateAll((all) => all.map((title) => title.getBoundingClientRect().width));
  expect(Math.min(...widths.slice(0, -1))).toBeGreaterThanOrEqual(50);
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(46);
  await grid(page).focus();
  await page.keyboard.press('End');
  await expect(grid(page).locator('.al-hosts-active').last()).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Home');
  await expect(titles.first()).toBeInViewport({ ratio: 1 });
});

test('a table with several problems shows most of its rows, and the link to each host', async ({
  page,
  app,
}) => {
  await openFleet(page, app, hostTable(30));
  const macs = { 2: 'zz', 6: '52:54:00:01:00:03', 7: 'xx', 8: 'yy', 9: 'vv' };
  const rows = Object.entries(macs).map(([worker, mac]) => `worker-${worker};${mac}`);
  await paste(page, ['name;mac1;nic2', ...rows, 'worker-4;52:54:00:01:00:06;ens5'].join('\n'));
  await expect(button(page, editorMessages('allProblemsButton', { problems: 5 }))).toBeVisible();
  for (const [width, height, least] of [
    [1440, 900, 12],
    [1024, 700, 8],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() =>
        grid(page).evaluate((box) => {
          const { bottom } = box.getBoundingClientRect();
          const rows = [...box.querySelectorAll('.al-hosts-row')];
          return rows.filter((one) => one.getBoundingClientRect().bottom <= bottom).length;
        }),
      )
      .toBeGreaterThanOrEqual(least);
    const edit = row(page, 'worker-4').getByRole('link');
    await expect(edit).toBeInViewport({ ratio: 1 });
  }
});

test('a pasted table of 12 hosts becomes two MachineConfigs; a conflict is marked on both and fixed', async ({
  page,
  app,
}) => {
  await openFleet(page, app);
  await expect(sentence(page)).toHaveText(t('hostsReadyTitle', { roles: ROLES, layout: LAYOUT }));
  await cell(page, 'worker-3', 4).dblclick();
  await field(page, table('cellLabel', { column: t('addressColumn'), host: 'worker-3' })).fill(
    '10.20.0.20/16',
  );
  await page.keyboard.press('Enter');
  await expect(sentence(page)).toHaveText(ONE_PROBLEM);
  await expect(cell(page, 'worker-3', 4)).toHaveAttribute('aria-invalid', 'true');
  await expect(cell(page, 'worker-7', 4)).toHaveAttribute('aria-invalid', 'true');
  await expect(row(page, 'worker-3')).toContainText(t('addressSharedState', { host: 'worker-7' }));
  await expect(button(page, table('writeButton'))).toBeDisabled();
  // The outputs reject what the table rejects, and lead back to the cell.
  await page.getByRole('link', { name: t('outputsLabel'), exact: true }).click();
  await expect(button(page, outputs('saveButton'))).toBeDisabled();
  const problems = page.getByRole('list', { name: t('problemsLabel') });
  await button(problems, t('goToHostButton', { host: 'worker-3' })).click();
  await expect(cell(page, 'worker-3', 4)).toHaveAttribute('aria-selected', 'true');
  await button(
    page.getByRole('list', { name: t('problemsLabel') }),
    /\bworker-3\b.*\b10\.20\.0\.\d+/,
  ).click();
  await expect(sentence(page)).toHaveText(READY);

  await button(page, table('writeButton')).click();
  await expect(sentence(page)).toHaveText(outputs('machineConfigsTitle', { files: 2, roles: ROLES }));
  await button(page, /^10-br-ex-worker\.yaml/).click();
  await expect(
    page.getByRole('textbox', { name: outputs('previewLabel', { file: '10-br-ex-worker.yaml' }) }),
  ).toContainText('kind: MachineConfig');
  await button(page, outputs('saveButton')).click();
  const folder = join(app.directory, 'manifests');
  await page.getByRole('combobox', { name: outputs('directoryLabel') }).fill(folder);
  await button(page, outputs('saveFilesButton', { files: 2 })).click();
  await expect(
    page.getByText(outputs.parts('savedText', { directory: folder, folder: plain }).join('')),
  ).toBeVisible();
  expect((await readdir(folder)).sort()).toEqual(['10-br-ex-master.yaml', '10-br-ex-worker.yaml']);
  const worker = await readFile(join(folder, '10-br-ex-worker.yaml'), 'utf8');
  const documents = [...worker.matchAll(/base64,(\S+)/g)].map(([, text]) =>
    Buffer.from(text!, 'base64').toString(),
  );
  expect(documents).toHaveLength(9);
  expect(documents[0]).toContain('name: bond0.120');
  expect(documents.filter((text) => text.includes('ip: 10.20.0.20\n'))).toHaveLength(1);

  // A wrong MAC address is named with its host, and BareMetalHosts are merged by MAC address.
  await page.getByRole('link', { name: t('tableLabel'), exact: true }).click();
  await cell(page, 'worker-9', 2).dblclick();
  await field(page, table('cellLabel', { column: t('macColumn', { number: 1 }), host: 'worker-9' })).fill(
    '52:54:00:zz:00:0b',
  );
  await page.keyboard.press('Enter');
  await expect(row(page, 'worker-9')).toContainText('52:54:00:zz:00:0b');
  await expect(page.getByRole('list', { name: t('problemsLabel') })).toContainText('52:54:00:zz:00:0b');
  await page.keyboard.press('Control+z');
  await button(page, t('importButton')).click();
  await field(page, t('pasteLabel')).fill(BARE_METAL_HOSTS);
  const merges = page.getByRole('region', { name: t('mergesTitle') });
  await expect(merges.getByRole('row', { name: /^worker-20 / })).toBeVisible();
  await expect(merges.getByRole('row', { name: /^worker-9 .*52:54:00:07:00:0b/ })).toBeVisible();
  await button(page, t('importHostsButton', { hosts: 2 })).click();
  await expect(page.getByRole('gridcell', { name: 'worker-20', exact: true })).toBeVisible();
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
  const many = page.getByRole('form', { name: table('selectionLabel') });
  await expect(many).toContainText(table('selectedColumn', { column: t('roleColumn'), hosts: 3 }));
  await many.getByRole('textbox').fill('infra');
  await button(many, table('writeCellsButton')).click();
  await expect(sentence(page)).toContainText(
    wordList([
      t('controlPlaneCount', { hosts: 3 }),
      t('workerCount', { hosts: 6 }),
      t('roleCount', { hosts: 3, role: 'infra' }),
    ]),
  );
  await grid(page).focus();
  await page.keyboard.press('Control+d');
  await expect(cell(page, 'worker-9', 1)).toHaveText('infra');
  // A reload shows the saved table.
  await expect(page.getByText(t('savedNote'), { exact: true })).toBeVisible();
  await page.reload();
  await expect(sentence(page)).toContainText(t('roleCount', { hosts: 3, role: 'infra' }));
});

test('one host: form, diagram and YAML agree; edited lines are saved, shown and reset', async ({
  page,
  app,
}) => {
  await openFleet(page, app);
  await page.getByRole('link', { name: table('editHostButton', { host: 'worker-3' }) }).click();
  await expect(sentence(page)).toHaveText(editor('readyTitle', { host: 'worker-3', layout: LAYOUT }));
  const yaml = page.getByRole('textbox', { name: editor('documentLabel', { host: 'worker-3' }) });
  await expect(yaml).toContainText('interfaces:');
  await field(page, t('vlanColumn')).fill('121');
  await expect(button(page, /^bond0\.121/)).toBeVisible();
  await expect(yaml).toContainText('name: bond0.121');
  await field(page, t('vlanColumn')).fill('');
  await expect(button(page, /^bond0\.120/)).toBeVisible();
  // Typed YAML is in the form and in the table.
  await yaml.getByText('miimon: 100').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' # slow switch');
  await expect(button(page, editor('showEditsButton', { lines: 1 }))).toBeVisible();
  await field(page, t('addressColumn')).fill('10.20.9.9');
  await expect(button(page, /^10\.20\.9\.9\/16/)).toBeVisible();
  await button(page, editor('showEditsButton', { lines: 1 })).click();
  await expect(page.getByRole('list', { name: editor('differenceLabel') })).toContainText('slow switch');
  await button(page, editor('resetButton')).click();
  await expect(page.getByText(editor('generatedNote'))).toBeVisible();
  await expect(page.getByRole('list', { name: editor('passedLabel') })).toContainText(
    editor('uplinkCheck', { interface: 'bond0.120' }),
  );
  await button(page, editor('explainButton')).click();
  await expect(page.getByRole('dialog')).toContainText(editor('appliedOutcome'));
});

test('nothing is inaccessible, in both themes', async ({ page, app }) => {
  await openFleet(page, app, hostTable(12).replace('10.20.0.18/16', '10.20.0.16/16'));
  await expect(sentence(page)).toHaveText(ONE_PROBLEM);
  for (const address of ['/hosts', '/hosts/worker-3', '/hosts/outputs', '/hosts/day2']) {
    await page.evaluate((to) => {
      window.location.hash = `#${to}`;
    }, address);
    await expect(sentence(page)).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await check(page, { name: address });
  }
});

test('300 hosts: keys and edits are drawn at once, all hosts are checked soon', async ({ page, app }) => {
  await openFleet(page, app, hostTable(300));
  await expect(sentence(page)).toHaveText(READY, { timeout: 10_000 });
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
  await expect(sentence(page)).toHaveText(PROBLEMS, { timeout: 10_000 });
});
