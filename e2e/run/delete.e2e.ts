import { copyFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { t as clusters } from '../../core/app/service/clusters/messages.ts';
import { startPracticeCluster } from '../../core/cluster/client/cluster.fixture.ts';
import { t as deletion } from '../../core/mirror/delete/plan/messages.ts';
import { startRegistryServer } from '../../core/registry/server/start.ts';
import { memoryStorage } from '../../core/registry/server/storage/memory-storage.ts';
import { t as remove } from '../../renderer/delete/messages.ts';
import { t as enclave } from '../../renderer/enclave/messages.ts';
import { t as history } from '../../renderer/history/messages.ts';
import { t as parts } from '../../renderer/parts/messages.ts';
import { t as runTexts } from '../../renderer/run/live/messages.ts';
import { type App, expect, type Page, test } from '../fixtures/app.ts';
import {
  ANY,
  anyNumber,
  beginning,
  containing,
  either,
  matching,
  NUMBER,
  numbered,
  plain,
} from '../fixtures/messages.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, endedRun, fetchedForFleet, go, openAt, sentence, tabTo } from '../fixtures/steps.ts';

/** The title of a preview that retains some, or none, of the selected images. */
const FREES = anyNumber((selected) =>
  remove('freesRetainsTitle', { size: ANY, deleted: NUMBER, selected, retained: NUMBER }),
);
const FREES_ALL = anyNumber((selected) => remove('freesTitle', { size: ANY, deleted: NUMBER, selected }));
const DELETE = either(
  matching(remove('deleteButton', { images: 1 })),
  anyNumber((images) => remove('deleteButton', { images })),
);
const READ = anyNumber((images) => remove.parts('imagesReadNote', { images, time: () => ANY }).join(''));
const PROGRESS = beginning(
  numbered((total) => remove.parts('progressText', { done: NUMBER, total, strong: plain }).join('')),
);
const VERIFIED = anyNumber((number) =>
  remove
    .parts('verifiedResult', { images: number, manifests: number, blobs: number, strong: plain })
    .join(''),
);

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
  await page.getByText(remove('moreTitle')).click();
  await page.getByRole('checkbox', { name: remove('verifyTlsLabel') }).uncheck();
  return registry;
}

test('the oldest release is selected by keys, previewed, confirmed, deleted, verified and pushed again', async ({
  page,
  app,
}) => {
  const registry = await openPushed(page, app);
  await expect(page.getByRole('textbox', { name: remove('registryLabel') })).toHaveValue(registry);
  await check(page, { name: 'delete, asked', fold: [button(page, remove('readButton'))] });
  await button(page, remove('readButton')).click();
  await expect(sentence(page)).toHaveText(remove('nothingSelectedTitle'));

  const tree = page.getByRole('tree', { name: remove('treeTip') });
  const releases = tree.getByRole('treeitem', { name: beginning(remove('releaseKind')) });
  await tabTo(page, tree.getByRole('treeitem').first());
  await page.keyboard.press('ArrowDown');
  const oldest = releases.nth(1);
  await expect(oldest).toBeFocused();
  await page.keyboard.press('Space');
  await expect(oldest).toBeChecked();
  await expect(sentence(page)).toHaveText(FREES);
  const remains = page.locator('section', { hasText: remove('retainedTitle') });
  await expect(
    remains.getByText(matching(clusters('manifestShared', { image: `release ${ANY}` }))).first(),
  ).toBeVisible();
  const deleting = button(page, DELETE);
  await expect(deleting).toBeDisabled();
  await check(page, {
    name: 'delete, previewed',
    says: FREES,
    fold: [tree, page.getByRole('heading', { name: remove('deletedTitle') })],
  });

  const count = /\d+/.exec((await deleting.textContent())!)![0];
  const typed = page.getByRole('textbox', { name: remove('typeLabel') });
  await typed.fill(`${registry} ${Number(count) + 1}`);
  await expect(deleting).toBeDisabled();
  await typed.fill(`${registry} ${count}`);
  await deleting.click();
  await expect(sentence(page)).toHaveText(
    matching(`${remove('doneText', { deleted: Number(count) })} ${remove('freedText', { size: ANY })}`),
    { timeout: 20_000 },
  );
  await expect(page.getByText(VERIFIED)).toBeVisible();
  await check(page, {
    name: 'delete, ended',
    fold: [page.getByRole('heading', { name: remove('resultTitle') }), button(page, remove('pushButton'))],
  });
  const ended = new URL(page.url()).hash;

  // The record leads back to it.
  await go(page, 'history');
  const runs = page.getByRole('grid', { name: history('runsLabel') });
  await runs
    .getByRole('row', { name: containing(parts('deleteRun')) })
    .getByRole('link')
    .click();
  await page.getByRole('link', { name: runTexts('showDeletionButton') }).click();
  await expect(page.getByRole('heading', { name: remove('resultTitle') })).toBeVisible();
  expect(new URL(page.url()).hash.replace(/&root.*/, '')).toBe(ended.replace(/&root.*/, ''));
  await button(page, remove('pushButton')).click();
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

test('what a cluster runs is retained, a paused deletion resumes, and a moved tag is retained', async ({
  page,
  app,
}) => {
  const server = await startRegistryServer({ storage: memoryStorage() });
  await using cluster = await startPracticeCluster({ openShiftVersion: '4.16.1' });
  try {
    await openPushed(page, app, server.host);
    const kubeconfig = join(app.directory, 'kubeconfig');
    await copyFile(await cluster.kubeconfig(), kubeconfig);
    const live = page.getByRole('combobox', { name: remove('kubeconfigLabel') });
    await live.fill(kubeconfig);
    await button(page, remove('readButton')).click();
    const releases = page.getByRole('treeitem', { name: beginning(remove('releaseKind')) });
    await releases.filter({ hasText: '4.16.1-' }).click();
    await expect(sentence(page)).toHaveText(
      anyNumber((retained) => remove('allRetainedTitle', { retained })),
    );
    await expect(
      page.getByText(deletion('clusterRuns', { cluster: 'lab', version: '4.16.1' })).first(),
    ).toBeVisible();
    await expect(button(page, DELETE)).toHaveCount(0);
    await check(page, { name: 'delete, nothing goes' });

    await button(page, remove('startOverButton')).click();
    await live.fill('');
    await button(page, remove('readButton')).click();
    const all = page.getByRole('treeitem');
    await expect(all.first()).toBeVisible();
    for (let index = 0; index < (await all.count()); index++) await all.nth(index).click();
    const deleting = button(page, DELETE);
    const note = page.locator('section', { hasText: remove('contentTitle') }).getByText(READ);
    const count = /^\d+/.exec((await note.textContent())!)![0];
    await expect(sentence(page)).toHaveText(
      matching(remove('freesTitle', { size: ANY, deleted: count, selected: Number(count) })),
    );
    await expect(page.getByRole('heading', { name: remove('noneRetainedTitle') })).toBeVisible();
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
    await page.getByRole('textbox', { name: remove('typeLabel') }).fill(`${server.host} ${count}`);
    await deleting.click();
    await expect(page.getByRole('region', { name: remove('progressLabel') })).toContainText(PROGRESS);
    await button(page, remove('pauseButton')).click();
    await expect(button(page, remove('resumeButton'))).toBeVisible({ timeout: 20_000 });
    await check(page, {
      name: 'delete, paused',
      says: beginning(numbered((deleted) => remove('stoppedText', { deleted }))),
    });
    server.faults.clear();
    await button(page, remove('resumeButton')).click();
    await expect(sentence(page)).toHaveText(
      beginning(numbered((deleted) => remove('doneAbsentText', { deleted, absent: NUMBER }))),
      { timeout: 20_000 },
    );
    await expect(
      page.getByText(remove.parts('retainedResult', { images: 1, strong: plain }).join('')),
    ).toBeVisible();
    expect((await fetch(url, { headers: { accept: '*/*' } })).status).toBe(200);
  } finally {
    await server.close();
  }
});

test('a registry with deletion disabled shows the required setting, and nothing can be confirmed', async ({
  page,
  app,
}) => {
  const server = await startRegistryServer({ storage: memoryStorage(), allowDelete: false });
  try {
    await openPushed(page, app, server.host);
    await button(page, remove('readButton')).click();
    await page.getByRole('treeitem').first().click();
    await expect(sentence(page)).toHaveText(either(FREES, FREES_ALL));
    const rejected = containing(deletion('deletionRejected', { host: server.host, status: 405 }));
    await expect(page.getByRole('heading', { name: rejected })).toBeVisible();
    await expect(button(page, DELETE)).toHaveCount(0);
    await check(page, { name: 'delete, refused' });
    expect(server.stats.requests).toBeGreaterThan(0);
  } finally {
    await server.close();
  }
});

test('a configuration selects the images, and a wrong one shows the error', async ({ page, app }) => {
  await openPushed(page, app);
  await page.getByRole('radio', { name: remove('fileLabel') }).check();
  const file = page.getByRole('combobox', { name: remove('configurationLabel') });
  const world = await app.ask('practice.state', {});
  await file.fill(world.state === 'on' ? world.configFile! : '');
  await button(page, remove('readButton')).click();
  await expect(page.getByRole('heading', { name: remove('readFailedTitle') })).toBeVisible();
  const wanted = join(app.directory, 'disc.yaml');
  await writeFile(
    wanted,
    'apiVersion: mirror.openshift.io/v2alpha1\nkind: DeleteImageSetConfiguration\ndelete:\n  operators:\n    - catalog: nowhere.example/index:v1\n      packages: [{name: none}]\n',
  );
  await file.fill(wanted);
  await button(page, remove('readButton')).click();
  await expect(sentence(page)).toHaveText(
    either(matching(remove('nothingSelectedTitle')), matching(remove('allAbsentTitle'))),
  );
});
