import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkRig } from '../../core/cluster/check/check.fixture.ts';
import type { JsonObject } from '../../core/cluster/client/api/field-sets.fixture.ts';
import { authority, catalogSource, mirrorSet } from '../../core/cluster/client/apply.fixture.ts';
import { startPracticeCluster } from '../../core/cluster/client/cluster.fixture.ts';
import { type Resource, resourceYaml } from '../../core/content/resources/resource-yaml.ts';
import { type App, expect, type Page, test } from '../fixtures/app.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, go, sentence } from '../fixtures/steps.ts';

type Cluster = Awaited<ReturnType<typeof startPracticeCluster>>;

/** Manifests in a folder, a cluster, and the Apply screen with both named. @returns the folder */
async function prepare(page: Page, app: App, cluster: Cluster, resources: Resource[]): Promise<string> {
  await app.side('disconnected');
  const directory = join(app.directory, 'manifests');
  await mkdir(directory, { recursive: true });
  for (const [index, resource] of resources.entries())
    await writeFile(join(directory, `${index}-${resource.kind}.yaml`), resourceYaml(resource));
  const kubeconfig = join(app.directory, 'kubeconfig');
  await copyFile(await cluster.kubeconfig(), kubeconfig);
  await page.goto(app.url);
  await go(page, 'Apply');
  await page.getByRole('combobox', { name: 'Folder with manifests' }).fill(directory);
  await page.getByRole('combobox', { name: 'Kubeconfig' }).fill(kubeconfig);
  await expect(page.getByRole('combobox', { name: 'Context' })).toHaveValue('lab');
  return directory;
}

const RESOURCES = () => [
  mirrorSet({ 'registry.redhat.io/rhacm2': ['reg.lan:5000/rhacm2'] }),
  catalogSource('reg.lan:5000/redhat/redhat-operator-index:v4.18'),
  authority({ 'reg.lan..5000': 'PEM' }),
];

test('compared, tried, applied with a stop before nodes restart, and rolled back', async ({ page, app }) => {
  await using cluster = await startPracticeCluster();
  await prepare(page, app, cluster, RESOURCES());
  await check(page, { name: 'apply, asked', fold: [button(page, 'Compare with the cluster')] });
  await button(page, 'Compare with the cluster').click();
  await expect(sentence(page)).toHaveText('3 objects change. Up to 5 nodes restart, one after another.');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(row('ConfigMap')).toContainText('Nothing');
  await expect(row('ImageDigestMirrorSet')).toContainText('Nodes, one after another');
  await expect(page.getByText('The user may do all that is needed')).toBeVisible();
  await row('ImageDigestMirrorSet').getByRole('button', { name: 'ImageDigestMirrorSet' }).click();
  await expect(page.getByText('reg.lan:5000/rhacm2').first()).toBeVisible();
  await check(page, {
    name: 'apply, compared',
    says: /^3 objects change/,
    fold: [button(page, 'Apply 3 objects'), row('CatalogSource')],
  });

  await button(page, 'Dry run').click();
  await expect(sentence(page)).toHaveText('3 objects would be applied.');
  await button(page, 'Compare again').click();
  await expect(sentence(page)).toHaveText(/^3 objects change/);

  await button(page, 'Apply 3 objects').click();
  await expect(sentence(page)).toHaveText('5 nodes would be drained and restarted. Go on?');
  await expect(row('ConfigMap')).toContainText('Created');
  await check(page, { name: 'apply, asking', fold: [button(page, 'Restart nodes and continue')] });
  await button(page, 'Restart nodes and continue').click();
  await expect(sentence(page)).toHaveText('3 objects applied.', { timeout: 40_000 });
  await check(page, { name: 'apply, done', fold: [row('CatalogSource'), button(page, 'Roll back')] });

  await button(page, 'Compare again').click();
  await expect(sentence(page)).toHaveText('The cluster has all of it.');
  await button(page, 'Another cluster').click();
  await page.getByRole('row', { name: /lab/ }).getByRole('button', { name: 'Roll back' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Roll back 3 objects of lab?' })).toBeVisible();
  await check(page, { name: 'roll back', fold: [dialog] });
  await button(dialog, 'Roll back').click();
  await button(page, 'Restart nodes and continue').click();
  await expect(sentence(page)).toHaveText('3 objects taken back.', { timeout: 40_000 });
});

test('a conflict shows both values and its owner, and is taken over only when that is ticked', async ({
  page,
  app,
}) => {
  await using cluster = await startPracticeCluster();
  const theirs = catalogSource('other.lan/index:v4.18');
  cluster.put(theirs as unknown as JsonObject, 'kubectl-edit');
  cluster.rules.push({ on: { resource: 'imagedigestmirrorsets' }, answer: 'deny' });
  await prepare(page, app, cluster, RESOURCES());
  await button(page, 'Compare with the cluster').click();
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(row('ImageDigestMirrorSet')).toContainText('Not allowed');
  await expect(page.getByText(/permissions? (is|are) missing/)).toBeVisible();
  await row('CatalogSource').getByRole('button', { name: 'CatalogSource' }).click();
  const conflict = page.getByRole('region', { name: /^Conflict in/ });
  await expect(conflict).toContainText('kubectl-edit');
  await expect(conflict).toContainText('other.lan/index:v4.18');
  await expect(conflict).toContainText('reg.lan:5000/redhat/redhat-operator-index:v4.18');
  await check(page, { name: 'apply, conflict', fold: [row('CatalogSource')] });
  await row('CatalogSource').getByRole('checkbox').check();
  const apply = button(page, 'Apply 2 objects');
  await expect(apply).toBeDisabled();
  await page.getByRole('checkbox', { name: /^Take over fields/ }).check();
  const removal = page.getByRole('checkbox', { name: /^Let the cluster lose/ });
  if (await removal.isVisible()) await removal.check();
  await apply.click();
  await expect(sentence(page)).toHaveText(/^2 objects applied/, { timeout: 40_000 });
});

test('a cluster that is away says so', async ({ page, app }) => {
  const cluster = await startPracticeCluster();
  await prepare(page, app, cluster, RESOURCES());
  await cluster[Symbol.asyncDispose]();
  await button(page, 'Compare with the cluster').click();
  await expect(page.getByRole('heading', { name: 'The cluster was not compared' })).toBeVisible({
    timeout: 20_000,
  });
});

test('an upgrade is checked: what stops it is told with what to do, the rest is in order, and it prints', async ({
  page,
  app,
}) => {
  await using rig = await checkRig({ paused: ['worker'] });
  await app.side('disconnected');
  await page.goto(app.url);
  await go(page, 'Apply');
  await page.getByRole('combobox', { name: 'Kubeconfig' }).fill(rig.kubeconfig);
  await expect(page.getByRole('combobox', { name: 'Context' })).toHaveValue('lab');
  await page.getByRole('textbox', { name: 'Upgrade to' }).fill('4.16.5');
  await button(page, 'Check the upgrade').click();
  // The key that signed is none of those that Airlock comes with.
  await expect(sentence(page)).toHaveText('The upgrade to 4.16.5 will not go: 1 thing stops it.', {
    timeout: 40_000,
  });
  const signatures = page.getByRole('region', { name: 'Signatures' });
  await expect(signatures).toContainText('Stops it: Signature ConfigMap');
  await expect(signatures).toContainText('Do not force the update');
  const images = page.getByRole('region', { name: 'Images of the release' });
  await images
    .getByText(/in order$/)
    .last()
    .click();
  await expect(images).toContainText('mirror 1 of ImageDigestMirrorSet idms-release-0');
  await check(page, { name: 'upgrade, checked', fold: [button(page, 'Print page')] });
  await button(page, 'Print page').click();
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.frameLocator('iframe').getByRole('heading', { name: 'Will the upgrade to 4.16.5 go?' }),
  ).toBeVisible();
  await button(dialog, 'Close').first().click();
  await button(page, 'Another check').click();
  await expect(page.getByRole('textbox', { name: 'Upgrade to' })).toHaveValue('4.16.5');
});
