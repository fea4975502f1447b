import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkRig } from '../../core/cluster/check/check.fixture.ts';
import { t as report } from '../../core/cluster/check/messages.ts';
import { authority, catalogSource, mirrorSet } from '../../core/cluster/client/apply.fixture.ts';
import { startPracticeCluster } from '../../core/cluster/client/cluster.fixture.ts';
import { type Resource, resourceYaml } from '../../core/content/resources/resource-yaml.ts';
import type { JsonObject } from '../../core/test-world/cluster/field-sets.ts';
import { t } from '../../renderer/cluster/messages.ts';
import { t as parts } from '../../renderer/parts/messages.ts';
import { type App, expect, type Page, test } from '../fixtures/app.ts';
import { ANY, anyNumber, beginning, containing, either, matching, shown } from '../fixtures/messages.ts';
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
  await go(page, 'apply');
  await page.getByRole('combobox', { name: t('directoryLabel') }).fill(directory);
  await page.getByRole('combobox', { name: parts('kubeconfigLabel') }).fill(kubeconfig);
  await expect(page.getByRole('combobox', { name: parts('contextLabel') })).toHaveValue('lab');
  return directory;
}

const RESOURCES = () => [
  mirrorSet({ 'registry.redhat.io/rhacm2': ['reg.lan:5000/rhacm2'] }),
  catalogSource('reg.lan:5000/redhat/redhat-operator-index:v4.18'),
  authority({ 'reg.lan..5000': 'PEM' }),
];

test('compared, tried, applied with a stop before nodes restart, and rolled back', async ({ page, app }) => {
  const changes = t('restartTitle', { objects: 3, nodes: 5 });
  await using cluster = await startPracticeCluster();
  await prepare(page, app, cluster, RESOURCES());
  await check(page, { name: 'apply, form', fold: [button(page, t('compareButton'))] });
  await button(page, t('compareButton')).click();
  await expect(sentence(page)).toHaveText(changes);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(row('ConfigMap')).toContainText(t('restartNone'));
  await expect(row('ImageDigestMirrorSet')).toContainText(t('restartNodes'));
  await expect(page.getByText(t('permitted'))).toBeVisible();
  await row('ImageDigestMirrorSet').getByRole('button', { name: 'ImageDigestMirrorSet' }).click();
  await expect(page.getByText('reg.lan:5000/rhacm2').first()).toBeVisible();
  await check(page, {
    name: 'apply, compared',
    says: matching(changes),
    fold: [button(page, t('applyButton', { objects: 3 })), row('CatalogSource')],
  });

  await button(page, t('dryRunButton')).click();
  await expect(sentence(page)).toHaveText(t('wouldApplyTitle', { count: 3 }));
  await button(page, t('compareAgainButton')).click();
  await expect(sentence(page)).toHaveText(changes);

  await button(page, t('applyButton', { objects: 3 })).click();
  await expect(sentence(page)).toHaveText(
    t('restartQuestionTitle', { action: 'apply', objects: 1, nodes: 5 }),
  );
  // The second click of a double click doesn't answer the question that appeared below the pointer.
  await button(page, t('restartButton')).hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.waitForTimeout(300);
  await expect(button(page, t('restartButton'))).toBeVisible();
  await expect(row('ConfigMap')).toContainText(t('resultCreated'));
  await check(page, { name: 'apply, node restart', fold: [button(page, t('restartButton'))] });
  await button(page, t('restartButton')).click();
  await expect(sentence(page)).toHaveText(t('appliedTitle', { count: 3 }), { timeout: 40_000 });
  await check(page, { name: 'apply, done', fold: [row('CatalogSource'), button(page, t('rollBackButton'))] });

  await button(page, t('compareAgainButton')).click();
  await expect(sentence(page)).toHaveText(t('sameTitle'));
  await button(page, t('otherClusterButton')).click();
  await page
    .getByRole('row', { name: /lab/ })
    .getByRole('button', { name: t('rollBackButton') })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByRole('heading', { name: t('rollbackTitle', { objects: 3, context: 'lab' }) }),
  ).toBeVisible();
  await check(page, { name: 'roll back', fold: [dialog] });
  await button(dialog, t('rollBackButton')).click();
  await button(page, t('restartButton')).click();
  await expect(sentence(page)).toHaveText(t('rolledBackTitle', { count: 3 }), { timeout: 40_000 });
});

test('a conflict shows both values and its owner, and is overwritten only after confirmation', async ({
  page,
  app,
}) => {
  await using cluster = await startPracticeCluster();
  const theirs = catalogSource('other.lan/index:v4.18');
  cluster.put(theirs as unknown as JsonObject, 'kubectl-edit');
  cluster.rules.push({ on: { resource: 'imagedigestmirrorsets' }, answer: 'deny' });
  await prepare(page, app, cluster, RESOURCES());
  await button(page, t('compareButton')).click();
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(row('ImageDigestMirrorSet')).toContainText(t('differenceForbidden'));
  await expect(
    page.getByText(
      either(
        matching(t('notPermitted', { count: 1 })),
        anyNumber((count) => t('notPermitted', { count })),
      ),
    ),
  ).toBeVisible();
  await row('CatalogSource').getByRole('button', { name: 'CatalogSource' }).click();
  const conflict = page.getByRole('region', { name: matching(t('conflictLabel', { field: ANY })) });
  await expect(conflict).toContainText('kubectl-edit');
  await expect(conflict).toContainText('other.lan/index:v4.18');
  await expect(conflict).toContainText('reg.lan:5000/redhat/redhat-operator-index:v4.18');
  await check(page, { name: 'apply, conflict', fold: [row('CatalogSource')] });
  await row('CatalogSource').getByRole('checkbox').check();
  const apply = button(page, t('applyButton', { objects: 2 }));
  await expect(apply).toBeDisabled();
  await page.getByRole('checkbox', { name: t('overwriteLabel') }).check();
  const removal = page.getByRole('checkbox', { name: t('removalLabel') });
  if (await removal.isVisible()) await removal.check();
  await apply.click();
  await expect(sentence(page)).toHaveText(beginning(t('appliedTitle', { count: 2 })), { timeout: 40_000 });
});

test('an unreachable cluster is reported', async ({ page, app }) => {
  const cluster = await startPracticeCluster();
  await prepare(page, app, cluster, RESOURCES());
  await cluster[Symbol.asyncDispose]();
  await button(page, t('compareButton')).click();
  await expect(page.getByRole('heading', { name: t('compareFailedTitle') })).toBeVisible({
    timeout: 20_000,
  });
});

test('the upgrade readiness report shows what blocks the upgrade with its remedy, and prints', async ({
  page,
  app,
}) => {
  await using rig = await checkRig({ paused: ['worker'] });
  await app.side('disconnected');
  await page.goto(app.url);
  await go(page, 'apply');
  await page.getByRole('combobox', { name: parts('kubeconfigLabel') }).fill(rig.kubeconfig);
  await expect(page.getByRole('combobox', { name: parts('contextLabel') })).toHaveValue('lab');
  await page.getByRole('textbox', { name: t('checkVersionLabel') }).fill('4.16.5');
  await button(page, t('checkButton')).click();
  // The key that signed is none of those that Airlock comes with.
  await expect(sentence(page)).toHaveText(t('checkBlockedTitle', { version: '4.16.5', failed: 1 }), {
    timeout: 40_000,
  });
  const signatures = page.getByRole('region', { name: t('groupSignatures') });
  await expect(signatures).toContainText(`${t('checkFailedLabel')}: ${report('signatureConfigMapLabel')}`);
  await expect(signatures).toContainText(shown(report('signatureInvalidRemedy')));
  const images = page.getByRole('region', { name: t('groupPayload') });
  await images.locator('summary').last().click();
  await expect(images).toContainText(
    containing(report('mirrorPlace', { place: ANY, number: 1, set: 'ImageDigestMirrorSet idms-release-0' })),
  );
  await check(page, { name: 'upgrade, checked', fold: [button(page, t('printReportButton'))] });
  await button(page, t('printReportButton')).click();
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.frameLocator('iframe').getByRole('heading', { name: report('reportTitle', { to: '4.16.5' }) }),
  ).toBeVisible();
  await button(dialog, t('closeButton')).first().click();
  await button(page, t('checkAgainButton')).click();
  await expect(page.getByRole('textbox', { name: t('checkVersionLabel') })).toHaveValue('4.16.5');
});
