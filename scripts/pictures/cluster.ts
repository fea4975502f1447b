import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { checkRig } from '../../core/cluster/check/check.fixture.ts';
import { authority, catalogSource, mirrorSet } from '../../core/cluster/client/apply.fixture.ts';
import { startPracticeCluster } from '../../core/cluster/client/cluster.fixture.ts';
import { resourceYaml } from '../../core/content/resources/resource-yaml.ts';
import type { App } from '../../e2e/fixtures/app.ts';
import { ANY, matching } from '../../e2e/fixtures/messages.ts';
import { t } from '../../renderer/cluster/messages.ts';
import { t as parts } from '../../renderer/parts/messages.ts';
import type { Camera } from './choose.ts';

/** The comparison with a test cluster, the confirmation before nodes restart, the result, and an upgrade check. */
export async function shootCluster(page: Page, app: App, { open, shoot }: Camera): Promise<void> {
  await using cluster = await startPracticeCluster({ paused: ['worker'] });
  const directory = join(app.directory, 'fleet', 'config');
  await mkdir(directory, { recursive: true });
  const gitops = {
    'registry.redhat.io/openshift-gitops-1': ['registry.fleet.example:8443/openshift-gitops-1'],
  };
  const resources = [
    mirrorSet({
      ...gitops,
      'registry.redhat.io/rhacm2': ['registry.fleet.example:8443/rhacm2'],
      'registry.redhat.io/multicluster-engine': ['registry.fleet.example:8443/multicluster-engine'],
    }),
    catalogSource('registry.fleet.example:8443/redhat/redhat-operator-index:v4.18'),
    authority({ 'registry.fleet.example..8443': '-----BEGIN CERTIFICATE-----' }),
  ];
  const kubeconfig = join(app.directory, 'fleet', 'kubeconfig');
  await copyFile(await cluster.kubeconfig(), kubeconfig);
  const mirrors = join(directory, '0-mirrors.yaml');
  // The manifests of an earlier transfer are already applied.
  await writeFile(mirrors, resourceYaml(mirrorSet(gitops)));
  const { objects } = await app.ask('clusters.compare', { kubeconfig, directory });
  const [{ apiVersion, kind, name }] = objects as [(typeof objects)[number]];
  const chosen = { kubeconfig, directory, objects: [{ apiVersion, kind, name }], allowRestart: true };
  const { id } = await app.ask('clusters.apply', chosen);
  for (;;) {
    const { jobs } = await app.ask('jobs.list', {});
    if (jobs.some((each) => each.id === id && each.endedAt !== undefined)) break;
    await page.waitForTimeout(200);
  }
  for (const [index, resource] of resources.entries())
    await writeFile(
      index === 0 ? mirrors : join(directory, `${index}-${resource.kind}.yaml`),
      resourceYaml(resource),
    );
  await open(page, `/cluster?${new URLSearchParams({ directory, kubeconfig })}`);
  await page
    .getByText(matching(parts('contextOption', { context: 'lab', server: ANY })))
    .waitFor({ state: 'attached' });
  await shoot(page, 'cluster');
  await page.getByRole('button', { name: t('compareButton') }).click();
  await page.getByRole('button', { name: t('applyButton', { objects: 3 }) }).waitFor();
  await page.getByRole('button', { name: 'ImageDigestMirrorSet' }).click();
  await shoot(page, 'cluster-compared');
  await page.getByRole('button', { name: t('applyButton', { objects: 3 }) }).click();
  await page.getByRole('button', { name: t('restartButton') }).waitFor();
  await shoot(page, 'cluster-asking');
  await page.getByRole('button', { name: t('restartButton') }).click();
  await page.getByRole('button', { name: t('compareAgainButton') }).waitFor({ timeout: 60_000 });
  await shoot(page, 'cluster-applied');

  await using rig = await checkRig({ paused: ['worker'] });
  await open(page, `/cluster?${new URLSearchParams({ kubeconfig: rig.kubeconfig, to: '4.16.5' })}`);
  await page
    .getByText(matching(parts('contextOption', { context: 'lab', server: ANY })))
    .waitFor({ state: 'attached' });
  await page.getByRole('button', { name: t('checkButton') }).click();
  await page.getByRole('button', { name: t('printReportButton') }).waitFor({ timeout: 40_000 });
  await shoot(page, 'cluster-check');
}
