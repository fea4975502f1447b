import { type App, expect, type Page } from './app.ts';
import { button, go, openPractice, sentence } from './steps.ts';

/** The catalog of the practice world. */
export const CATALOG = 'registry.redhat.io/redhat/redhat-operator-index:v4.16';

/** The Upgrades screen, beside a practice world. */
export async function openUpgrades(page: Page, app: App) {
  const world = await openPractice(page, app);
  await go(page, 'Upgrades');
  await expect(sentence(page)).toHaveText(/^Which version is it on/);
  return world;
}

/** Asks for the way between two versions of OpenShift. */
export async function ask(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('combobox', { name: 'I am on' }).fill(from);
  await page.getByRole('combobox', { name: 'I want' }).fill(to);
  await button(page, 'Find the way').click();
}
