import type { RunStatus } from '../core/contract/run.ts';
import type { MirrorSettingsInput, RunRef } from '../core/contract/vocabulary.ts';
import { type App, expect, type Locator, type Page } from './app.ts';

/** What a person does on the screens, by what they can see there: roles and names. */

/** The sentence of the screen. */
export function sentence(page: Page): Locator {
  return page.getByRole('heading', { level: 1 });
}

/** Opens the app as a user does who answered the first question and has a practice world. */
export async function openPractice(page: Page, app: App) {
  await app.side('both');
  const world = await app.practice();
  await page.goto(app.url);
  await expect(sentence(page)).toBeVisible();
  return world;
}

/** Opens the app, and in it the screen of an address. */
export async function openAt(page: Page, app: App, address: string): Promise<void> {
  await page.goto(app.url);
  await page.goto(app.at(address));
}

/** A run as the screens would ask for it, until it ended with this status. */
export async function endedRun(
  app: App,
  settings: MirrorSettingsInput,
  status: RunStatus = 'complete',
): Promise<RunRef> {
  const { run } = await app.ask('runs.start', { settings });
  const live = async () => {
    const { error, status } = await app.ask('runs.live', { run });
    return error?.message ?? status;
  };
  await expect.poll(live, { timeout: 40_000 }).toBe(status);
  return run;
}

/** A practice world whose workspace has fetched the first transfer for fleet, on a host of this side. */
export async function fetchedForFleet(app: App, side: 'connected' | 'both') {
  await app.side(side);
  const world = await app.practice();
  const workspace = world.workspace!;
  const configFile = world.configFile!;
  await endedRun(app, { workflow: 'mirrorToDisk', directory: workspace, configFile, enclave: 'fleet' });
  return { ...world, workspace };
}

/** A screen of the main navigation. */
export async function go(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: new RegExp(`^${name}\\b`) })
    .click();
}

export function button(page: Page | Locator, name: string | RegExp): Locator {
  return page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
}

/** On the Fetch screen: the configuration of the practice world, and no faster than this. */
export async function prepareFetch(page: Page, options: { rate?: string } = {}): Promise<void> {
  await go(page, 'Fetch');
  await page.getByRole('combobox', { name: 'Configuration' }).selectOption({ label: 'imageset.yaml' });
  await expect(page.getByRole('textbox', { name: 'Configuration imageset.yaml' })).toContainText('platform');
  if (options.rate === undefined) return;
  await button(page, 'More options').click();
  await page.getByRole('textbox', { name: 'At most, MiB/s' }).fill(options.rate);
}

/** Starts a fetch of the practice world and waits until bytes come. @returns its number */
export async function startFetch(page: Page, options: { rate?: string } = {}): Promise<number> {
  await prepareFetch(page, options);
  await button(page, 'Start without a plan').click();
  await expect(button(page, 'Pause')).toBeVisible();
  return runNumber(page);
}

/** The number of the run that is shown. */
export function runNumber(page: Page): number {
  return Number(/#\/run\/(\d+)/.exec(page.url())?.[1]);
}

/** Bytes done of the run that is shown, as a share: 0 to 100. */
export async function progress(page: Page): Promise<number> {
  const bar = page.getByRole('progressbar', { name: 'Bytes done' });
  return Number(await bar.getAttribute('aria-valuenow'));
}

/** Waits until so much of the bytes is there, in percent. */
export async function reaches(page: Page, percent: number): Promise<void> {
  await expect
    .poll(() => progress(page), { intervals: [50], timeout: 30_000 })
    .toBeGreaterThanOrEqual(percent);
}

/** Moves the focus by Tab until it is there, as who has no mouse. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}`);
}
