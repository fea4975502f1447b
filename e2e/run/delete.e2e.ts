import { copyFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startPracticeCluster } from '../../core/cluster/client/cluster.fixture.ts';
import { startRegistryServer } from '../../core/registry/server/start.ts';
import { memoryStorage } from '../../core/registry/server/storage/memory-storage.ts';
import { t as enclave } from '../../renderer/enclave/messages.ts';
import { t as history } from '../../renderer/history/messages.ts';
import { type App, expect, type Page, test } from '../fixtures/app.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, endedRun, fetchedForFleet, go, openAt, sentence, tabTo } from '../fixtures/steps.ts';

/**
 * Fetches, pushes, and opens the screen that deletes.
 * @param own a registry of the test in place of the practice world's; nobody checks its certificate
 * @returns the registry
 */
async function openPushed(page: Page, app: App, own?: string): Promise<string> {
  const { workspace, destination } = await fetchedForFleet(app, 'both');
  const registry = own ?? destination!;
  await endedRun(app, {
    workflow: 'diskToMirror',
    directory: workspace,
    destination: registry,
    enclave: 'fleet',
    stateDirectory: join(dirname(workspace), 'state'),
    destinationTlsVerify: own === undefined,
  });
  await openAt(page, app, `/enclaves/fleet?${new URLSearchParams({ workspace })}`);
  await page.getByRole('link', { name: enclave('deleteLabel') }).click();
  if (own === undefined) return registry;
  await page.getByText('More that must stay, and how it is reached').click();
  await page.getByRole('checkbox', { name: "Check the registry's certificate" }).uncheck();
  return registry;
}

test('the oldest release is chosen by keys, previewed, confirmed, deleted, verified and pushed again', async ({
  page,
  app,
}) => {
  const registry = await openPushed(page, app);
  await expect(page.getByRole('textbox', { name: 'Registry' })).toHaveValue(registry);
  await check(page, { name: 'delete, asked', fold: [button(page, 'Look at the registry')] });
  await button(page, 'Look at the registry').click();
  await expect(sentence(page)).toHaveText('Nothing is chosen yet.');

  const tree = page.getByRole('tree', { name: 'What may go' });
  const releases = tree.getByRole('treeitem', { name: /^Release/ });
  await tabTo(page, tree.getByRole('treeitem').first());
  await page.keyboard.press('ArrowDown');
  const oldest = releases.nth(1);
  await expect(oldest).toBeFocused();
  await page.keyboard.press('Space');
  await expect(oldest).toBeChecked();
  await expect(sentence(page)).toHaveText(
    /^Frees [\d.]+ [KM]iB\. \d+ of \d+ images go, \d+ stays? because something needs (it|them)\.$/,
  );
  const remains = page.locator('section', { hasText: 'What stays, and why' });
  await expect(remains.getByText(/^release .* needs the same manifest$/).first()).toBeVisible();
  const remove = button(page, /^Delete \d+ images?$/);
  await expect(remove).toBeDisabled();
  await check(page, {
    name: 'delete, previewed',
    says: /^Frees/,
    fold: [tree, page.getByRole('heading', { name: 'What goes' })],
  });

  const count = /^Delete (\d+)/.exec((await remove.textContent())!)![1];
  const typed = page.getByRole('textbox', { name: 'The registry and the number of images' });
  await typed.fill(`${registry} ${Number(count) + 1}`);
  await expect(remove).toBeDisabled();
  await typed.fill(`${registry} ${count}`);
  await remove.click();
  await expect(sentence(page)).toHaveText(
    new RegExp(`^${count} images deleted\\. Up to .* are free after garbage collection\\.$`),
    { timeout: 20_000 },
  );
  await expect(page.getByText(/that stay can be pulled/)).toBeVisible();
  await check(page, {
    name: 'delete, ended',
    fold: [page.getByRole('heading', { name: 'What became of it' }), button(page, 'Push them again')],
  });
  const ended = new URL(page.url()).hash;

  // The record leads back to it.
  await go(page, 'History');
  const runs = page.getByRole('grid', { name: history('runsLabel') });
  await runs
    .getByRole('row', { name: /Delete/ })
    .getByRole('link')
    .click();
  await page.getByRole('link', { name: 'Show the deletion' }).click();
  await expect(page.getByRole('heading', { name: 'What became of it' })).toBeVisible();
  expect(new URL(page.url()).hash.replace(/&root.*/, '')).toBe(ended.replace(/&root.*/, ''));
  await button(page, 'Push them again').click();
  await expect(sentence(page)).toHaveText(/./);
  await expect
    .poll(
      async () => {
        const { runs } = await app.ask('runs.list', { offset: 0, limit: 1 });
        return `${runs[0]?.workflow} ${runs[0]?.status}`;
      },
      { timeout: 20_000 },
    )
    .toBe('diskToMirror complete');
});

test('what a cluster runs stays; paused in the middle, it goes on; a tag that was moved since stays', async ({
  page,
  app,
}) => {
  const server = await startRegistryServer({ storage: memoryStorage() });
  await using cluster = await startPracticeCluster({ openShiftVersion: '4.16.1' });
  try {
    await openPushed(page, app, server.host);
    const kubeconfig = join(app.directory, 'kubeconfig');
    await copyFile(await cluster.kubeconfig(), kubeconfig);
    const live = page.getByRole('combobox', { name: 'Kubeconfig of a cluster that uses the mirror' });
    await live.fill(kubeconfig);
    await button(page, 'Look at the registry').click();
    const releases = page.getByRole('treeitem', { name: /^Release/ });
    await releases.filter({ hasText: '4.16.1-' }).click();
    await expect(sentence(page)).toHaveText(/^Nothing goes: \d+ images stay/);
    await expect(page.getByText('lab runs 4.16.1').first()).toBeVisible();
    await expect(button(page, /^Delete \d+/)).toHaveCount(0);
    await check(page, { name: 'delete, nothing goes' });

    await button(page, 'Start over').click();
    await live.fill('');
    await button(page, 'Look at the registry').click();
    const all = page.getByRole('treeitem');
    await expect(all.first()).toBeVisible();
    for (let index = 0; index < (await all.count()); index++) await all.nth(index).click();
    const remove = button(page, /^Delete \d+ images?$/);
    const note = page.locator('section', { hasText: 'What may go' }).getByText(/^\d+ images, read/);
    const count = /^\d+/.exec((await note.textContent())!)![0];
    await expect(sentence(page)).toHaveText(new RegExp(`^Frees .* ${count} of ${count} images go\\.$`));
    await expect(page.getByRole('heading', { name: 'Nothing that was chosen stays' })).toBeVisible();
    // Between the preview and the deletion, somebody moves a tag.
    const url = `${server.url}/v2/practice/docker/manifests/v1`;
    const old = await fetch(url, { headers: { accept: '*/*' } });
    const body = JSON.stringify({ ...((await old.json()) as object), annotations: { note: 'moved' } });
    await fetch(url, {
      method: 'PUT',
      body,
      headers: { 'content-type': old.headers.get('content-type')! },
    });
    server.faults.set({ rules: [{ method: 'DELETE', after: 8, delayMs: 1500 }] });
    await page
      .getByRole('textbox', { name: 'The registry and the number of images' })
      .fill(`${server.host} ${count}`);
    await remove.click();
    await expect(page.getByRole('region', { name: 'Progress' })).toContainText(/^[1-9]\d* of /);
    await button(page, 'Pause').click();
    await expect(button(page, 'Go on')).toBeVisible({ timeout: 20_000 });
    await check(page, { name: 'delete, paused', says: /^Stopped: \d+ images deleted\./ });
    server.faults.clear();
    await button(page, 'Go on').click();
    await expect(sentence(page)).toHaveText(/^\d+ images deleted, \d+ gone before\./, { timeout: 20_000 });
    await expect(page.getByText(/^1 image kept:/)).toBeVisible();
    expect((await fetch(url, { headers: { accept: '*/*' } })).status).toBe(200);
  } finally {
    await server.close();
  }
});

test('a registry that forbids deleting says what to set, and nothing can be confirmed', async ({
  page,
  app,
}) => {
  const server = await startRegistryServer({ storage: memoryStorage(), allowDelete: false });
  try {
    await openPushed(page, app, server.host);
    await button(page, 'Look at the registry').click();
    await page.getByRole('treeitem').first().click();
    await expect(sentence(page)).toHaveText(/^Frees/);
    await expect(page.getByRole('heading', { name: /does not delete images/ })).toBeVisible();
    await expect(button(page, /^Delete \d+/)).toHaveCount(0);
    await check(page, { name: 'delete, refused' });
    expect(server.stats.requests).toBeGreaterThan(0);
  } finally {
    await server.close();
  }
});

test('a configuration says what goes; a wrong one names its line', async ({ page, app }) => {
  await openPushed(page, app);
  await page.getByRole('radio', { name: 'By a configuration' }).check();
  const file = page.getByRole('combobox', { name: 'Configuration' });
  const world = await app.ask('practice.state', {});
  await file.fill(world.state === 'on' ? world.configFile! : '');
  await button(page, 'Look at the registry').click();
  await expect(page.getByRole('heading', { name: 'The registry was not looked at' })).toBeVisible();
  const wanted = join(app.directory, 'disc.yaml');
  await writeFile(
    wanted,
    'apiVersion: mirror.openshift.io/v2alpha1\nkind: DeleteImageSetConfiguration\ndelete:\n  operators:\n    - catalog: nowhere.example/index:v1\n      packages: [{name: none}]\n',
  );
  await file.fill(wanted);
  await button(page, 'Look at the registry').click();
  await expect(sentence(page)).toHaveText(/^Nothing/);
});
