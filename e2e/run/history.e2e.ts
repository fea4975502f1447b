import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MirrorSettingsInput } from '../../core/contract/topics/vocabulary.ts';
import { t as history } from '../../renderer/history/messages.ts';
import { t as record } from '../../renderer/history/record/messages.ts';
import { t as parts } from '../../renderer/parts/messages.ts';
import { t as live } from '../../renderer/run/live/messages.ts';
import { expect, type Page, test } from '../fixtures/app.ts';
import { filesWith, guardedRegistry, traces, USER } from '../fixtures/guarded-registry.ts';
import { ANY, anyNumber, containing } from '../fixtures/messages.ts';
import { button, endedRun, go, openPractice, sentence } from '../fixtures/steps.ts';

const PASSWORD = 'planted-Push-71c2e9';
const IN_CONFIGURATION = 'planted-Comment-4be08d';

function fetching(directory: string, configFile: string): MirrorSettingsInput {
  return { workflow: 'mirrorToDisk', directory, configFile };
}

function runsOf(page: Page) {
  return page.getByRole('grid', { name: history('runsLabel') });
}

test('two runs are compared: images and configuration', async ({ page, app }) => {
  const { workspace = '', configFile = '' } = await openPractice(page, app);
  const configuration = await readFile(configFile, 'utf8');
  await writeFile(configFile, configuration.replace(/^.*practice\/(zstd|oci-index).*\n/gm, ''));
  await endedRun(app, fetching(workspace, configFile));
  await writeFile(configFile, configuration);
  await endedRun(app, fetching(workspace, configFile));

  await go(page, 'history');
  await expect(sentence(page)).toHaveText(
    history('summary', { runs: 2, run: 'default-0002', status: 'complete' }),
  );
  const runs = runsOf(page);
  await expect(runs.getByRole('row')).toHaveCount(3);
  await expect(runs.getByRole('row').nth(1)).toContainText('default-0002');
  await expect(button(page, history('compareButton'))).toBeDisabled();
  for (const select of await runs.getByRole('checkbox').all()) await select.check();
  await button(page, history('compareButton')).click();
  await expect(sentence(page)).toHaveText(
    history('addedTitle', { later: 'default-0002', earlier: 'default-0001', images: 2 }),
  );
  const address = new URLSearchParams(new URL(page.url()).hash.split('?')[1]);
  expect(Object.fromEntries(address)).toEqual({ a: `1@${workspace}`, b: `2@${workspace}` });
  // The address is sufficient: it can be saved, and sent to a colleague.
  await page.reload();
  await expect(page.getByRole('heading', { name: history('addedListTitle', { images: 2 }) })).toBeVisible();
  const added = page.getByRole('grid', { name: history('addedLabel') });
  await expect(added.getByRole('row', { name: /practice\/zstd:v1/ })).toBeVisible();
  await expect(added.getByRole('row', { name: /practice\/oci-index:v1/ })).toBeVisible();
  await expect(page.getByText(anyNumber((images) => history('bothText', { images })))).toBeVisible();
  const lines = page.locator('pre');
  await expect(lines).toContainText(/^\+ .*practice\/oci-index:v1$/m);
  await expect(lines).not.toContainText(/^- .*practice/m);
});

test('runs are found by their words and by their state', async ({ page, app }) => {
  const { workspace = '', configFile = '' } = await openPractice(page, app);
  await endedRun(app, fetching(workspace, configFile));
  await appendFile(configFile, '    - name: quay.io/practice/never-there:v1\n');
  await endedRun(app, fetching(workspace, configFile), 'partial');

  await go(page, 'history');
  const rows = runsOf(page).getByRole('row');
  await expect(rows).toHaveCount(3);
  await button(page, history('statusButton', { status: parts('runPartial'), runs: '1' })).click();
  await expect(rows).toHaveCount(2);
  await button(page, history('allStatesButton', { runs: '2' })).click();
  const search = page.getByRole('textbox', { name: history('searchLabel') });
  await search.fill('default-0001');
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(search).toHaveValue('default-0001');
  await expect(rows).toHaveCount(2);
  await search.fill('no such run');
  await expect(runsOf(page)).toContainText(history('noMatchText'));
  await button(page, history('showAllButton', { runs: 2 })).click();
  await expect(rows).toHaveCount(3);
});

test('a damaged archive set is repaired from its record', async ({ page, app }) => {
  const { workspace = '', configFile = '' } = await openPractice(page, app);
  await endedRun(app, fetching(workspace, configFile));
  await damage(join(workspace, 'transfers', 'default-0001'));
  const verified = (ticket: string) => app.ask('transfers.verify', { directory: workspace, ticket });
  expect((await verified('before')).ok).toBe(false);

  await go(page, 'history');
  await runsOf(page).getByRole('link', { name: 'default-0001' }).click();
  await expect(sentence(page)).toHaveText(
    anyNumber((images) =>
      live('transferTitle', { transfer: 'default-0001', images, size: ANY, duration: ANY }),
    ),
  );
  await expect(page.getByText(history('signatureKeyOverride'))).toBeVisible();
  await page.getByRole('tab', { name: record('configurationLabel') }).click();
  await expect(
    page.getByRole('textbox', { name: record('configurationFileTip', { file: 'imageset.yaml' }) }),
  ).toContainText('stable-4.16');

  await button(page, record('replayButton')).click();
  await button(
    page.getByRole('dialog', { name: record('replayTitle', { run: 'default-0001' }) }),
    record('startReplayButton'),
  ).click();
  await expect(sentence(page)).toHaveText(live('repairedTitle', { archives: 'default-0001' }));
  expect((await verified('after')).ok).toBe(true);

  await go(page, 'history');
  await expect(runsOf(page).getByRole('row')).toHaveCount(3);
  const [replay, fetched] = (await app.ask('runs.list', { root: workspace })).runs;
  expect(replay).toMatchObject({ workflow: 'replay', status: 'complete' });
  // Intact content was not fetched again.
  expect(replay!.bytes!.fetched).toBeGreaterThan(0);
  expect(replay!.bytes!.fetched).toBeLessThan(fetched!.bytes!.fetched / 2);
});

test('a record is exported as one file, without the passwords of its run', async ({ page, app }) => {
  await using registry = await guardedRegistry(app.directory, PASSWORD);
  const { workspace = '', configFile = '' } = await openPractice(page, app);
  await appendFile(configFile, `# from https://someone:${IN_CONFIGURATION}@git.lab/imageset.yaml\n`);
  await endedRun(app, fetching(workspace, configFile));
  await app.ask('credentials.set', {
    registry: registry.host,
    username: USER,
    password: PASSWORD,
    keep: 'session',
  });
  await endedRun(app, {
    workflow: 'diskToMirror',
    directory: workspace,
    configFile,
    destination: `${registry.host}/mirror`,
    destinationTlsVerify: false,
  });

  await go(page, 'history');
  await runsOf(page)
    .getByRole('row', { name: containing(parts('pushRun')) })
    .getByRole('link')
    .click();
  await expect(sentence(page)).toHaveText(
    anyNumber((images) =>
      live('pushedTitle', { images, registry: `${registry.host}/mirror`, size: ANY, duration: ANY }),
    ),
  );
  const file = join(app.directory, 'record.tar');
  await button(page, history('exportButton')).click();
  const dialog = page.getByRole('dialog', { name: history('exportTitle') });
  await dialog.getByRole('combobox', { name: history('saveAsLabel') }).fill(file);
  await button(dialog, history('exportButton')).click();
  await expect(dialog.getByRole('status')).toContainText(containing(history('writtenText', { size: ANY })));
  const digest = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  await expect(dialog.getByRole('status')).toContainText(`sha256:${digest}`);
  await button(dialog.getByRole('contentinfo'), history('closeButton')).click();
  await expect(dialog).toBeHidden();

  const unpacked = join(app.directory, 'unpacked');
  await mkdir(unpacked);
  execFileSync('tar', ['-xf', file, '-C', unpacked]);
  const names = (await readdir(unpacked, { recursive: true })).map((name) => name.replace(/^[^/]*\//, ''));
  expect(names).toEqual(expect.arrayContaining(['run.json', 'images.jsonl', 'events.jsonl']));
  expect(await filesWith(unpacked, ['git.lab/imageset.yaml'])).not.toEqual([]);
  expect(await filesWith(unpacked, [...traces(PASSWORD), ...traces(IN_CONFIGURATION)])).toEqual([]);
  // No file below the folder contains the password either, except the configuration that a person wrote it into.
  expect(await filesWith(app.directory, traces(PASSWORD))).toEqual([]);
});

/** Alters bytes in the middle of the first archive of a set. */
async function damage(set: string): Promise<void> {
  const volume = (await readdir(set)).find((name) => name.endsWith('.tar'))!;
  await using handle = await open(join(set, volume), 'r+');
  const { size } = await handle.stat();
  await handle.write(Buffer.alloc(1000, 'damaged'), 0, 1000, Math.floor(size / 2));
}
