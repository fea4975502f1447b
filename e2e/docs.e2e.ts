import { t } from '../renderer/docs/messages.ts';
import { t as shell } from '../renderer/shell/messages.ts';
import { expect, test } from './fixtures/app.ts';
import { still, violations } from './fixtures/screen-check.ts';
import { sentence } from './fixtures/steps.ts';

test('the documentation opens from the help, is searched, and scrolls to a heading, without other requests', async ({
  page,
  app,
}) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(app.url).origin)) outside.push(request.url());
  });
  await app.side('both');
  await page.goto(app.url);
  await expect(sentence(page)).toBeVisible();
  await page.keyboard.press('F1');
  await page.getByRole('link', { name: shell('guideLink') }).click();
  await expect(sentence(page)).toHaveText('Use the app');
  await page.keyboard.press('Escape');

  await page.getByRole('textbox', { name: t('searchLabel') }).fill('disk-full');
  const results = page.getByRole('region', { name: t('searchLabel') });
  await results.getByRole('link', { name: 'disk-full', exact: true }).click();
  await expect(sentence(page)).toHaveText('Error codes');
  const heading = page.getByRole('heading', { name: 'disk-full', exact: true });
  await expect(heading).toBeInViewport();
  await expect(heading).toBeFocused();

  await page
    .getByRole('navigation', { name: t('contentsTitle') })
    .getByRole('link', { name: 'Choose what to mirror' })
    .click();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('.al-doc-picture:visible').first()).toHaveAttribute(
      'src',
      new RegExp(colorScheme),
    );
    await still(page);
    expect(await violations(page)).toEqual([]);
    const directory = process.env['PICTURES'];
    if (directory) await page.screenshot({ path: `${directory}/docs-${colorScheme}.png` });
  }
  expect(outside).toEqual([]);
});
