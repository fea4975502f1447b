import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { PracticeState } from '../../core/contract/topics/practice.ts';
import type { RunRef } from '../../core/contract/topics/vocabulary.ts';
import type { App } from '../../e2e/fixtures/app.ts';
import { ANY, anyNumber, beginning, either, NUMBER } from '../../e2e/fixtures/messages.ts';
import { t } from '../../renderer/delete/messages.ts';
import type { Camera } from './choose.ts';

/** The title of a preview that retains some images, or none. */
const FREES = either(
  anyNumber((selected) => t('freesRetainsTitle', { size: ANY, deleted: NUMBER, selected, retained: NUMBER })),
  anyNumber((selected) => t('freesTitle', { size: ANY, deleted: NUMBER, selected })),
);

/** Takes pictures of a deletion from a registry, previewed and ended. */
export async function shootDelete(
  page: Page,
  app: App,
  { workspace, configFile, destination, stateDirectory }: PracticeState,
  { open, shoot, ended }: Camera & { ended: (app: App, run: RunRef) => Promise<void> },
): Promise<void> {
  const operators = join(workspace!, 'operators-fleet.yaml');
  const catalog = 'registry.redhat.io/redhat/redhat-operator-index:v4.16';
  await writeFile(
    operators,
    `kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n  operators:\n    - catalog: ${catalog}\n      packages:\n        - name: anvil-operator\n          channels:\n            - name: stable\n              minVersion: 1.0.0\n        - name: bellows-operator\n`,
  );
  const target = `${destination}/deleted`;
  for (const file of [configFile!, operators]) {
    const fetch = {
      workflow: 'mirrorToDisk',
      directory: workspace!,
      configFile: file,
      enclave: 'fleet',
    } as const;
    await ended(app, (await app.ask('runs.start', { settings: fetch })).run);
    const push = {
      workflow: 'diskToMirror',
      directory: workspace!,
      destination: target,
      enclave: 'fleet',
      configFile: file,
      stateDirectory: stateDirectory!,
    } as const;
    await ended(app, (await app.ask('runs.start', { settings: push })).run);
  }
  await open(page, `/enclaves/fleet/delete?${new URLSearchParams({ workspace: workspace! })}`);
  await page.getByRole('textbox', { name: t('registryLabel') }).fill(target);
  await page.getByRole('button', { name: t('readButton') }).click();
  const tree = page.getByRole('tree', { name: t('treeTip') });
  await tree
    .getByRole('treeitem', { name: beginning(t('releaseKind')) })
    .last()
    .click();
  await tree.getByRole('treeitem', { name: /bellows-operator/ }).click();
  const remove = page.getByRole('button', { name: anyNumber((images) => t('deleteButton', { images })) });
  await remove.waitFor();
  await page.getByRole('heading', { level: 1, name: FREES }).waitFor();
  await page.waitForTimeout(500);
  await shoot(page, 'delete');
  const count = /\d+/.exec((await remove.textContent())!)![0];
  await page.getByRole('textbox', { name: t('typeLabel') }).fill(`${destination} ${count}`);
  await remove.click();
  await page.getByRole('heading', { name: t('resultTitle') }).waitFor();
  await shoot(page, 'delete-ended');
}
