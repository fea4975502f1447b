import { join } from 'node:path';
import { rejectionOf } from '../core/contract/access.ts';
import { t as appState } from '../renderer/app-state/messages.ts';
import { t as recordTexts } from '../renderer/history/record/messages.ts';
import { t as home } from '../renderer/home/messages.ts';
import { t as hosts } from '../renderer/hosts/messages.ts';
import { t as installConfig } from '../renderer/install-config/messages.ts';
import { t as ended } from '../renderer/run/live/ended/messages.ts';
import { t as live } from '../renderer/run/live/messages.ts';
import { t as plan } from '../renderer/run/plan/messages.ts';
import { t as request } from '../renderer/run/request/messages.ts';
import { t as setup } from '../renderer/run/setup/messages.ts';
import { t as settings } from '../renderer/settings/messages.ts';
import { t as shell } from '../renderer/shell/messages.ts';
import { t as operators } from '../renderer/upgrades/operators/messages.ts';
import { t as shared } from '../renderer/upgrades/question/messages.ts';
import { expect, type Locator, type Page, test } from './fixtures/app.ts';
import { ANY, beginning, containing, matching } from './fixtures/messages.ts';
import { check } from './fixtures/screen-check.ts';
import { button, openPractice, prepareFetch, sentence } from './fixtures/steps.ts';

const APPROVED = matching(plan('approvedBy', { name: 'Kim Jensen', role: 'approver', time: ANY }));

test.describe('read-only', () => {
  test.use({ serveOptions: ['--read-only'] });

  test('a read-only session is labeled and starts nothing', async ({ page, app }) => {
    // Answered when the engine is ready: on a busy host that takes longer than a locator waits.
    expect((await app.ask('host.describe', {})).session.role).toBe('reader');
    await page.goto(app.url);
    // The first question of an empty Home changes a setting: it isn't asked here.
    await expect(sentence(page)).toHaveText(home('createTitle'));
    await expect(page.getByText(shell('readerLabel'))).toBeVisible();
    const readOnly = rejectionOf('reader');
    await page.goto(app.at('/fetch'));
    for (const name of [setup('planButton'), setup('startUnplannedButton')]) {
      await expect(button(page, name)).toBeDisabled();
      await expect(button(page, name)).toHaveAttribute('title', readOnly);
    }
    await button(page, shell('noSide')).click();
    const side = page.getByRole('menuitem', { name: beginning(appState('connectedLabel')) });
    await expect(side).toBeDisabled();
    await expect(side).toContainText(readOnly);
    await check(page, { name: 'Read-only, menu of the side' });
    await page.keyboard.press('Escape');
    await button(page, beginning(appState('workspaceLabel'))).click();
    await expect(page.getByRole('menuitem', { name: appState('createButton') })).toBeDisabled();
    await page.keyboard.press('Escape');
    await button(page, matching(shell('themeTip', { theme: ANY }))).click();
    await expect(page.getByRole('menuitem', { name: shell('darkTheme') })).toBeDisabled();
    await page.keyboard.press('Escape');
    const screens: [address: string, control: Locator][] = [
      ['/settings/appearance', page.getByRole('radio', { name: settings('connectedLabel'), exact: true })],
      ['/settings/defaults', page.getByRole('combobox', { name: settings('authFileLabel') })],
      ['/upgrades', page.getByRole('combobox', { name: shared('toLabel') })],
      ['/upgrades/operators', page.getByRole('combobox', { name: operators('packageLabel') })],
      ['/install-config', page.getByRole('textbox', { name: installConfig('versionLabel') })],
      ['/hosts', button(page, hosts('createTableButton'))],
    ];
    for (const [address, control] of screens) {
      await page.goto(app.at(address));
      await expect(control, address).toBeDisabled();
      if (!address.includes('hosts')) await expect(page.getByText(readOnly, { exact: true })).toBeVisible();
      await check(page, { name: `Read-only, ${address}` });
    }
    await expect(app.ask('practice.start', {})).rejects.toThrow('not-permitted');
    await expect(app.ask('settings.write', { side: 'both' })).rejects.toThrow('not-permitted');
  });
});

test.describe('with an approver', () => {
  test.use({ serveOptions: ['--approver', 'Kim Jensen'] });

  test('an approver approves a plan, and the record names both sessions', async ({ page, app, browser }) => {
    const world = await openPractice(page, app);
    await prepareFetch(page);
    await button(page, setup('planButton')).click();
    await expect(sentence(page)).toHaveText(
      matching(request('fetchPlanTitle', { images: 49, size: ANY, workspace: ANY })),
    );
    await button(page, plan('approvalButton')).click();
    const sending = page.getByRole('region', { name: plan('approvalButton') });
    await button(sending, plan('saveForApprovalButton')).click();
    const file = join(world.workspace!, 'plan.json');
    await expect(sending).toContainText(`gpg --detach-sign --armor ${file}`);

    // A cookie of its own: another person, another browser.
    const context = await browser.newContext();
    try {
      const approving = await context.newPage();
      await approving.goto(app.approvers[0]!.url);
      await approving.goto(app.at('/fetch'));
      await expect(approving.getByText(shell('approverLabel', { name: 'Kim Jensen' }))).toBeVisible();
      await openPlan(approving, file);
      await expect(button(approving, setup('startFetchButton'))).toBeDisabled();
      await button(approving, plan('approveButton')).click();
      await expect(approving.getByText(APPROVED)).toBeVisible();
    } finally {
      await context.close();
    }

    await openPlan(page, file);
    await expect(page.getByText(APPROVED)).toBeVisible();
    await button(page, setup('startFetchButton')).click();
    await expect(sentence(page)).toHaveText(
      matching(live('transferTitle', { transfer: ANY, images: 49, size: ANY, duration: ANY })),
      { timeout: 30_000 },
    );
    await page.getByRole('link', { name: ended('auditRecordButton') }).click();
    const record = page.getByRole('main');
    await expect(record).toContainText(
      containing(recordTexts('approver', { name: 'Kim Jensen', role: 'approver', time: ANY })),
    );
    await expect(record).toContainText(containing(recordTexts('session', { name: ANY, role: 'operator' })));
  });
});

async function openPlan(page: Page, file: string): Promise<void> {
  await page.getByRole('combobox', { name: setup('configurationLabel') }).selectOption(setup('openApproved'));
  await page.getByRole('combobox', { name: setup('approvedPlanLabel') }).fill(file);
  await button(page, setup('openPlanButton')).click();
}
