import { spawnSync } from 'node:child_process';
import { cp, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { capitalized } from '../../core/contract/documents/words.ts';
import { receivedSets } from '../../core/media/delivery/received.ts';
import { t as retention } from '../../core/media/retention/messages.ts';
import { t as transfers } from '../../core/media/transfer/messages.ts';
import { t as store } from '../../core/store/workspace/messages.ts';
import { t as enclave } from '../../renderer/enclave/messages.ts';
import { t as parts } from '../../renderer/parts/messages.ts';
import { t as setup } from '../../renderer/run/setup/messages.ts';
import { t as shell } from '../../renderer/shell/messages.ts';
import { t as sites } from '../../renderer/sites/messages.ts';
import { t as storage } from '../../renderer/storage/messages.ts';
import { type App, expect, type Page, test } from '../fixtures/app.ts';
import { ANY, beginning, containing, matching, plain } from '../fixtures/messages.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, fetchedForFleet, go, openAt, sentence } from '../fixtures/steps.ts';

/** A step of a transfer, as its list item shows it. */
const step = (
  state: 'stepDone' | 'stepNext' | 'stepLater',
  name: 'fetchedStep' | 'onMediaStep' | 'importedStep' | 'pushedStep' | 'appliedStep' | 'acknowledgedStep',
) => parts.parts(state, { step: enclave(name), state: plain }).join('');

test('a transfer is sent and acknowledged by a code, and its space is freed', async ({ page, app }) => {
  const { workspace } = await fetchedForFleet(app, 'connected');
  await page.goto(app.url);
  await page.getByRole('link', { name: 'fleet', exact: true }).click();
  await expect(sentence(page)).toHaveText(
    enclave('fetchedTitle', { transfer: 'fleet-0001', ago: parts('timeNow') }),
  );
  const steps = page.getByRole('list', { name: enclave('stepsLabel', { transfer: 'fleet-0001' }) });
  await expect(steps.getByRole('listitem')).toHaveText([
    beginning(step('stepDone', 'fetchedStep')),
    step('stepNext', 'onMediaStep'),
    step('stepLater', 'importedStep'),
    step('stepLater', 'pushedStep'),
    step('stepLater', 'appliedStep'),
    step('stepLater', 'acknowledgedStep'),
  ]);
  await page.getByRole('textbox', { name: enclave('noteLabel') }).fill('sealed bag 4711');
  await page.getByRole('combobox', { name: enclave('stepLabel') }).selectOption(enclave('onMediaStep'));
  await button(page, enclave('addNoteButton')).click();
  await expect(sentence(page)).toHaveText(
    enclave('onMediaTitle', { transfer: 'fleet-0001', ago: parts('timeNow') }),
  );
  await expect(page.getByText('sealed bag 4711')).toBeVisible();
  await check(page, {
    name: 'enclave',
    says: matching(enclave('onMediaTitle', { transfer: 'fleet-0001', ago: ANY })),
    fold: [
      button(page, enclave('enterCodeButton')),
      steps,
      page.getByRole('row', { name: /fleet-0001/ }),
      page.getByRole('textbox', { name: enclave('noteLabel') }),
    ],
  });

  const away = join(app.directory, 'away', 'fleet-0001');
  await cp(join(workspace, 'transfers', 'fleet-0001'), away, { recursive: true });
  const [complete] = await receivedSets(away);
  await rm(join(away, 'mirror_000001.tar'));
  const [lost] = await receivedSets(away);
  await button(page, enclave('enterCodeButton')).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: enclave('codeLabel') });
  await field.fill(lost!.code.replace(/.$/, (last) => (last === '7' ? '8' : '7')));
  await button(dialog, enclave('readCodeButton')).click();
  await expect(dialog.getByText(transfers('codeMistyped'))).toBeVisible();
  await field.fill(lost!.code.toLowerCase().replaceAll('-', ' '));
  await button(dialog, enclave('readCodeButton')).click();
  await expect(dialog.getByText(transfers('acknowledgedLost', { name: '0001' }))).toBeVisible();
  await check(page, { name: 'a code in words', fold: [dialog] });
  // Nothing is recorded before it is confirmed.
  const [before] = (await app.ask('enclaves.describe', { workspace, enclave: 'fleet' })).transfers;
  expect(before!.arrived).toBe('unknown');
  await button(dialog, enclave('acceptCodeButton')).click();
  await expect(dialog).toBeHidden();
  await expect(sentence(page)).toHaveText(enclave('lostTitle', { transfer: 'fleet-0001', enclave: 'fleet' }));
  await button(page, enclave('enterCodeButton')).click();
  await field.fill(complete!.code);
  await button(dialog, enclave('readCodeButton')).click();
  await button(dialog, enclave('acceptCodeButton')).click();
  await expect(sentence(page)).toHaveText(enclave('arrivedTitle', { transfer: 'fleet-0001' }));

  await passOn(page, app, workspace);
  await page.goto(app.at(`/enclaves/fleet?${new URLSearchParams({ workspace })}`));
  await button(page, enclave('protectButton')).click();
  await expect(button(page, enclave('unprotectButton'))).toBeVisible();
  await page.getByRole('link', { name: enclave('storageLabel') }).click();
  await expect(sentence(page)).toHaveText(
    matching(storage('noneFreeableTitle', { workspace: 'Practice', size: ANY })),
  );
  await expect(page.getByRole('row', { name: /^fleet-0001/ })).toContainText(
    capitalized(retention('setProtected')),
  );
  await page.getByRole('link', { name: 'fleet-0001' }).click();
  await button(page, enclave('unprotectButton')).click();
  await expect(button(page, enclave('protectButton'))).toBeVisible();
  await page.goBack();
  const free = button(page, matching(storage('freeButton', { size: ANY })));
  await check(page, {
    name: 'what uses the space',
    says: matching(storage('freeableTitle', { workspace: 'Practice', size: ANY, freeable: ANY })),
    fold: [free, page.getByRole('row', { name: /^fleet-0001/ })],
  });
  await free.click();
  await expect(dialog.getByRole('region', { name: storage('removeList') })).toContainText('fleet-0001');
  await check(page, { name: 'what goes and stays', fold: [dialog] });
  await button(dialog, matching(storage('removeButton', { sets: 1, size: ANY }))).click();
  await expect(dialog).toBeHidden();
  await expect(sentence(page)).toHaveText(
    matching(storage('noSetsTitle', { workspace: 'Practice', size: ANY })),
  );
  await page.goBack();
  await expect(page.getByRole('row', { name: /^fleet-0001/ })).toContainText(enclave('arrivedState'));
});

/** Supplies another site with a part of the workspace, and finds both sites in the picture. */
async function passOn(page: Page, app: App, workspace: string): Promise<void> {
  await go(page, 'sites');
  await expect(sentence(page)).toHaveText(sites('calmTitle', { sites: 1 }));
  await button(page, sites('newSiteButton')).click();
  await expect(sentence(page)).toHaveText(sites('chooseNewTitle'));
  const branch = join(app.directory, 'branch');
  await page.getByRole('textbox', { name: sites('enclaveField') }).fill('branch');
  await page.getByRole('combobox', { name: sites('workspaceField') }).fill(branch);
  await page
    .getByRole('group', { name: sites('imagesTitle') })
    .getByRole('checkbox')
    .first()
    .check();
  await check(page, { name: 'content for a site', fold: [button(page, sites('configureButton'))] });
  await button(page, sites('configureButton')).click();
  await expect(page.getByText(setup('contentSourceHelp'))).toBeVisible();
  await button(page, setup('planButton')).click();
  await expect(page.getByText(`--from file://${workspace}`)).toBeVisible();
  await button(page, setup('startFetchButton')).click();
  await expect(page).toHaveURL(/#\/run\/\d+/);
  await expect.poll(async () => (await app.ask('sites.describe', {})).sites.length).toBe(3);
  await go(page, 'sites');
  await expect(sentence(page)).toHaveText(sites('waitingTitle', { sites: 2, transfers: 1 }));
  const picture = page.getByRole('group', { name: sites('pictureName', { sites: 3 }) });
  await picture.getByRole('button', { name: /^branch: / }).click();
  await expect(button(page, sites('chooseForButton', { site: 'branch' }))).toBeVisible();
  await check(page, { name: 'sites', fold: [picture] });
}

test('a transfer is marked as lost without a code, by the numbers of its volumes', async ({ page, app }) => {
  const { workspace } = await fetchedForFleet(app, 'connected');
  await openAt(page, app, `/enclaves/fleet?${new URLSearchParams({ workspace })}`);
  await button(page, enclave('lostButton')).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: enclave('someVolumesLabel', { volumes: 1 }) }).check();
  await dialog.getByRole('textbox', { name: enclave('volumesLabel') }).fill('2');
  await button(dialog, enclave('lostButton')).click();
  await expect(dialog.getByText(enclave('volumeRangeError', { most: 1 }))).toBeVisible();
  await dialog.getByRole('radio', { name: enclave('allVolumesLabel') }).check();
  await check(page, { name: 'lost', fold: [dialog] });
  await button(dialog, enclave('lostButton')).click();
  await expect(sentence(page)).toHaveText(enclave('lostTitle', { transfer: 'fleet-0001', enclave: 'fleet' }));
  await page
    .getByRole('navigation', { name: shell('navigationLabel') })
    .getByRole('link', { name: shell('home') })
    .click();
  await expect(
    page.getByText(enclave('lostTitle', { transfer: 'fleet-0001', enclave: 'fleet' })),
  ).toBeVisible();
});

test('an action that takes over the lock of a killed process reports it', async ({ page, app }) => {
  const { workspace } = await fetchedForFleet(app, 'connected');
  const dead = spawnSync('/bin/true').pid;
  const leaveLock = () =>
    writeFile(
      join(workspace, '.airlock/lock'),
      JSON.stringify({ user: 'kim', host: hostname(), pid: dead, since: '2026-01-31T10:00:00Z' }),
    );
  const dialog = page.getByRole('dialog');
  const reported = page
    .getByRole('main')
    .getByText(containing(store('lockTakenOver', { pid: String(dead), user: 'kim', path: ANY, since: ANY })));
  const enclavePage = `/enclaves/fleet?${new URLSearchParams({ workspace })}`;

  await openAt(page, app, enclavePage);
  await leaveLock();
  await button(page, enclave('lostButton')).click();
  await button(dialog, enclave('lostButton')).click();
  await expect(dialog).toBeHidden();
  await expect(reported).toBeVisible();
  await check(page, { name: 'lock taken over' });

  const [complete] = await receivedSets(join(workspace, 'transfers', 'fleet-0001'));
  await openAt(page, app, enclavePage);
  await expect(reported).toBeHidden();
  await leaveLock();
  await button(page, enclave('enterCodeButton')).click();
  await dialog.getByRole('textbox', { name: enclave('codeLabel') }).fill(complete!.code);
  await button(dialog, enclave('readCodeButton')).click();
  await button(dialog, enclave('acceptCodeButton')).click();
  await expect(dialog).toBeHidden();
  await expect(reported).toBeVisible();

  await openAt(page, app, `/storage?${new URLSearchParams({ workspace })}`);
  await leaveLock();
  await button(page, matching(storage('freeButton', { size: ANY }))).click();
  await button(dialog, matching(storage('removeButton', { sets: 1, size: ANY }))).click();
  await expect(dialog).toBeHidden();
  await expect(reported).toBeVisible();
});
