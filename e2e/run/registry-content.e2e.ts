import { dirname, join } from 'node:path';
import { ACCEPT_MANIFESTS } from '../../core/base/image/media-types.ts';
import { startRegistryServer } from '../../core/registry/server/start.ts';
import { memoryStorage } from '../../core/registry/server/storage/memory-storage.ts';
import { t as remove } from '../../renderer/delete/messages.ts';
import { t as content } from '../../renderer/registry-content/messages.ts';
import { t as shell } from '../../renderer/shell/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { ANY, beginning, matching } from '../fixtures/messages.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, endedRun, fetchedForFleet, openAt, sentence } from '../fixtures/steps.ts';

test('the content of a registry is listed, checked for drift, exported, and selected for deletion', async ({
  page,
  app,
}) => {
  const server = await startRegistryServer({ storage: memoryStorage() });
  const { workspace } = await fetchedForFleet(app, 'both');
  const state = join(dirname(workspace), 'state');
  await endedRun(app, {
    ...{ workflow: 'diskToMirror', directory: workspace, destination: server.host, enclave: 'fleet' },
    ...{ stateDirectory: state, destinationTlsVerify: false },
  });
  await openAt(page, app, '/');
  await page.getByRole('link', { name: shell('registryContent') }).click();
  await expect(page.getByRole('combobox', { name: beginning(content('registryLabel')) })).toHaveValue(
    server.host,
  );
  await page.getByText(content('connectionTitle')).click();
  await page.getByRole('combobox', { name: content('stateLabel') }).fill(state);
  await page.getByRole('checkbox', { name: content('verifyTlsLabel') }).uncheck();
  await check(page, { name: 'registry content, form', fold: [button(page, content('readButton'))] });
  await button(page, content('readButton')).click();
  const grid = page.getByRole('grid', { name: content('tableLabel') });
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
  await check(page, { name: 'registry content', fold: [grid] });

  // Someone deletes a tag of the registry.
  const release = `http://${server.host}/v2/openshift/release-images`;
  const { tags } = (await (await fetch(`${release}/tags/list`)).json()) as { tags: string[] };
  const tag = tags.find((each) => !each.startsWith('sha256-'))!;
  const { headers } = await fetch(`${release}/manifests/${tag}`, {
    ...{ method: 'HEAD', headers: { accept: ACCEPT_MANIFESTS.join(', ') } },
  });
  await fetch(`${release}/manifests/${headers.get('docker-content-digest')}`, { method: 'DELETE' });
  await button(page, content('driftButton')).click();
  const listed = page.getByRole('grid', { name: content('imagesLabel') });
  await expect(listed.getByText(content('drift', { drift: 'missing' }))).toBeVisible();

  await button(page, content('exportButton')).click();
  await page
    .getByRole('combobox', { name: content('fileLabel') })
    .fill(join(dirname(workspace), 'inventory.json'));
  await button(page, content('startExportButton')).click();
  await expect(page.getByText(content('exportedUnsignedText'))).toBeVisible();
  await page.keyboard.press('Escape');

  await button(page, content('contentView')).click();
  await grid.getByRole('checkbox').last().check();
  await button(page, content('deleteButton')).click();
  await expect(sentence(page)).toHaveText(
    matching(remove('freesTitle', { size: ANY, deleted: ANY, selected: 1 })),
    { timeout: 15_000 },
  );
  await server.close();
});
