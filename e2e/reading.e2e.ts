import { expect, test } from './fixtures/app.ts';
import { countReading } from './fixtures/reading.ts';

/** A button that something covers for a moment when the pointer arrives, as on a screen that is still loading. */
const PAGE = `<main><button onclick="this.textContent = 'Clicked once'">Open</button></main><script>
const cover = document.createElement('div');
cover.style = 'position: fixed; inset: 0';
addEventListener('mousemove', () => {
  document.body.append(cover);
  setTimeout(() => cover.remove(), 200);
}, { once: true });
</script>`;

test('counts only clicks that reach the page', async ({ page }) => {
  const reader = await countReading(page);
  await page.goto(`data:text/html,${encodeURIComponent(PAGE)}`);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('button', { name: 'Clicked once' })).toBeVisible();
  expect(await reader.read()).toEqual({ clicks: 1, words: 3 });
});
