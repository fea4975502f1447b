import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { t as history } from '../../renderer/history/messages.ts';
import { t as live } from '../../renderer/run/live/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { recordManyImages } from '../fixtures/many-images.ts';
import { button, go, sentence } from '../fixtures/steps.ts';

const IMAGES = 20_000;
/** Rows that may exist at once, whatever the length of the table. */
const MOST_ROWS = 80;
/** ms; the strict figures are those of `npm run bench:screens`. */
const GENEROUS = 3000;

test('20,000 images: scrolled, filtered and searched, with few rows in the page', async ({ page, app }) => {
  const workspace = join(app.directory, 'many');
  await mkdir(workspace);
  await recordManyImages(workspace, IMAGES);
  await app.side('connected');
  await app.ask('workspaces.open', { directory: workspace });
  await page.goto(app.url);
  await go(page, 'history');
  await page
    .getByRole('grid', { name: history('runsLabel') })
    .getByRole('link')
    .first()
    .click();
  await expect(sentence(page)).toHaveText(
    live('fetchedPartlyTitle', { fetched: 19_980, images: IMAGES, failed: 20 }),
  );

  const grid = page.getByRole('grid', { name: live('imagesLabel') });
  const rows = grid.getByRole('row');
  const row = (name: string) => grid.getByRole('row', { name: new RegExp(name) });
  const quick = async (act: () => Promise<void>, shown: string) => {
    const began = performance.now();
    await act();
    await expect(row(shown).first()).toBeVisible();
    expect(performance.now() - began).toBeLessThan(GENEROUS);
    expect(await rows.count()).toBeLessThan(MOST_ROWS);
  };
  await expect(grid).toHaveAttribute('aria-rowcount', `${IMAGES + 1}`);
  await quick(() => grid.focus(), 'many/image-00000');
  await quick(() => page.keyboard.press('End'), 'many/image-19999');
  await quick(() => page.keyboard.press('Home'), 'many/image-00000');
  await quick(
    () =>
      grid.evaluate((element) => {
        element.scrollTop = element.scrollHeight / 2;
      }),
    'many/image-1000[0-9]',
  );
  await quick(() => button(page, live('failedChip', { images: 20 })).click(), 'many/image-00999');
  await expect(grid).toHaveAttribute('aria-rowcount', '21');
  await quick(() => button(page, live('allChip', { images: IMAGES })).click(), 'many/image-00000');

  const search = page.getByRole('textbox', { name: live('searchImagesLabel') });
  await quick(() => search.fill('image-12345'), 'many/image-12345');
  await expect(rows).toHaveCount(2);
  await row('many/image-12345').click();
  await expect(page.getByRole('complementary', { name: live('detailsLabel') })).toContainText(
    'registry.example/many/image-12345:v1',
  );
});
