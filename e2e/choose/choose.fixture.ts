import type { Draft } from '../../core/contract/topics/drafts.ts';
import { stepLabel } from '../../renderer/choose/draft/steps.ts';
import { t as frame } from '../../renderer/choose/frame/messages.ts';
import { t as operators } from '../../renderer/choose/operators/messages.ts';
import { t as releases } from '../../renderer/choose/releases/messages.ts';
import { t as start } from '../../renderer/choose/start/messages.ts';
import { t as drafts } from '../../renderer/editor/messages.ts';
import { type App, expect, type Page } from '../fixtures/app.ts';
import { ANY, beginning, matching } from '../fixtures/messages.ts';
import { button, go, sentence } from '../fixtures/steps.ts';
import { CATALOG } from '../fixtures/upgrade-steps.ts';

export const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

export const editor = (page: Page) =>
  page.getByRole('textbox', { name: matching(frame('yamlLabel', { file: ANY })) });

export const total = (page: Page) => page.getByRole('region', { name: frame('totalTitle') });

/** The button of a starting point, by its title. */
export const door = (page: Page, title: string) => button(page, beginning(title));

/** The title of step 1 with releases of a channel. */
export const range = (from: string, to: string) =>
  releases('rangeTitle', { channel: 'stable-4.16', from, to });

/** Starts a draft with the upgrade path between two versions. */
export async function begin(page: Page, from: string, to: string): Promise<void> {
  await go(page, 'choose');
  await door(page, start('versionsTitle')).click();
  await field(page, start('fromLabel')).fill(from);
  await field(page, start('toLabel')).fill(to);
  await button(page, start('pathButton')).click();
  await expect(sentence(page)).toHaveText(range(from, to));
}

/** The draft that is shown, as the engine has kept it. */
export async function retained(page: Page, app: App) {
  const id = /#\/choose\/([^/?]+)/.exec(page.url())![1]!;
  return app.ask('drafts.read', { id });
}

/** Waits until the engine has saved the draft. */
export async function saved(page: Page): Promise<void> {
  await expect(page.getByText(matching(drafts('draftSavedAt', { time: ANY })))).toBeVisible();
}

/** The name of the button that loads a catalog. */
export const LOAD = matching(operators('loadButton', { size: ANY }));

export const HEAD = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n';

/** Saves a draft with two releases of the practice world. */
export async function keepDraft(app: App, workspace: string, changes: Partial<Draft> = {}): Promise<Draft> {
  const { draft } = await app.ask('drafts.start', { kind: 'new', workspace });
  const text = `${HEAD}  platform:
    channels:
      # agreed with the platform team
      - name: stable-4.16
        minVersion: 4.16.1
        maxVersion: 4.16.2
`;
  const started = { ...draft, text, from: '4.16.1', to: '4.16.2', ...changes };
  await app.ask('drafts.save', started);
  return started;
}

export async function openStep(page: Page, draft: Draft, step: Draft['step']): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/choose/${draft.id}/${step}`);
  await expect(
    page.getByRole('navigation', { name: frame('stepsLabel') }).locator('[aria-current]'),
  ).toContainText(stepLabel(step));
}

export function packages(page: Page) {
  return page.getByRole('grid', { name: operators('packagesOfLabel', { catalog: CATALOG }) });
}

export function row(page: Page, name: string) {
  return packages(page).getByRole('row', { name: beginning(operators('selectLabel', { name })) });
}
