import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { t as home } from '../../renderer/home/messages.ts';
import { t as notices } from '../../renderer/notices/messages.ts';
import { t as schedules } from '../../renderer/schedules/messages.ts';
import { t as settings } from '../../renderer/settings/messages.ts';
import { t as parts } from '../../renderer/settings/parts/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, go, openPractice } from '../fixtures/steps.ts';

test.describe.configure({ timeout: 90_000 });

test('a schedule is created, mirrors once, skips a night without new content, and a webhook hears of it', async ({
  page,
  app,
}) => {
  const received: { kind: string; authorization: string | undefined }[] = [];
  const hook = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const { authorization } = request.headers;
      received.push({ kind: (JSON.parse(body) as { kind: string }).kind, authorization });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  try {
    const world = await openPractice(page, app);
    await go(page, 'settings');
    await page
      .getByRole('navigation', { name: parts('topic') })
      .getByRole('link', { name: parts('notificationsSection'), exact: true })
      .click();
    await button(page, settings('setWebhookButton')).click();
    const { port } = hook.address() as AddressInfo;
    await page
      .getByRole('textbox', { name: settings('webhookAddressLabel') })
      .fill(`http://127.0.0.1:${port}/path-secret`);
    await page.getByRole('textbox', { name: settings('webhookHeaderLabel') }).fill('Authorization');
    await page.getByLabel(settings('webhookValueLabel')).fill('Bearer planted-secret');
    await button(page, settings('saveWebhookButton')).click();
    await button(page, settings('sendTestButton')).click();
    await expect.poll(() => received).toEqual([{ kind: 'test', authorization: 'Bearer planted-secret' }]);
    await expect(page.getByText(settings('recentTitle'))).toBeVisible();
    expect(await page.content()).not.toMatch(/planted-secret|path-secret/);
    await check(page, { name: 'notifications' });

    await go(page, 'schedules');
    await button(page, schedules('createButton')).click();
    await page.getByRole('textbox', { name: schedules('nameLabel') }).fill('Nightly!');
    await expect(page.getByText(schedules('nameInvalid'))).toBeVisible();
    await page.getByRole('textbox', { name: schedules('nameLabel') }).fill('nightly');
    await page.getByRole('combobox', { name: schedules('configLabel') }).fill(world.configFile!);
    await check(page, { name: 'new schedule', fold: [button(page, schedules('saveButton'))] });
    await button(page, schedules('saveButton')).click();
    await expect(page.getByRole('row', { name: /^nightly/ })).toBeVisible();
    await button(page, schedules('runTip', { name: 'nightly' })).click();
    await expect(page.getByText(schedules('completeResult')).first()).toBeVisible({ timeout: 30_000 });
    await expect.poll(() => received.at(-1)?.kind).toBe('run-ended');
    await button(page, schedules('runTip', { name: 'nightly' })).click();
    await expect(page.getByText(schedules('nothingNewResult')).first()).toBeVisible({ timeout: 30_000 });
    await check(page, { name: 'schedules', fold: [button(page, schedules('runTip', { name: 'nightly' }))] });

    await go(page, 'home');
    await expect(page.getByRole('heading', { name: home('tonightTitle') })).toBeVisible();
    await button(page, home('checkNowButton')).click();
    await expect(page.getByText(home('checkedNote', { ago: 'just now' })).first()).toBeVisible();
    await check(page, { name: 'home' });
    await page.locator('#al-bell').click();
    await expect(page.getByRole('list', { name: notices('listLabel') })).toBeVisible();
    await check(page, { name: 'notifications drawer' });
    await page.keyboard.press('Escape');
    await expect(page.locator('#al-bell')).toBeFocused();
  } finally {
    hook.closeAllConnections();
    hook.close();
  }
});
