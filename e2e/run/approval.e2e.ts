import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMessage, generateKey, sign } from 'openpgp';
import { t as signatures } from '../../core/content/signature/messages.ts';
import { t as history } from '../../renderer/history/messages.ts';
import { t as ended } from '../../renderer/run/live/ended/messages.ts';
import { t as live } from '../../renderer/run/live/messages.ts';
import { t as plan } from '../../renderer/run/plan/messages.ts';
import { t as request } from '../../renderer/run/request/messages.ts';
import { t as setup } from '../../renderer/run/setup/messages.ts';
import { type App, expect, type Page, test } from '../fixtures/app.ts';
import { ANY, containing, either, matching, numbered } from '../fixtures/messages.ts';
import { button, endedRun, go, openPractice, prepareFetch, sentence } from '../fixtures/steps.ts';

/** An approver: a key pair, its public half in a file. */
async function approver(app: App, name: string) {
  const { privateKey, publicKey } = await generateKey({ userIDs: [{ name }], format: 'object' });
  const file = join(app.directory, `${name}.asc`);
  await writeFile(file, publicKey.armor());
  return {
    file,
    keyId: publicKey.getFingerprint().toUpperCase().slice(-16),
    async sign(plan: string) {
      const message = await createMessage({ binary: new Uint8Array(await readFile(plan)) });
      await writeFile(`${plan}.asc`, await sign({ message, signingKeys: privateKey, detached: true }));
    },
  };
}

async function openPlan(page: Page, plan: string, key: string): Promise<void> {
  await page.getByRole('combobox', { name: setup('approvedPlanLabel') }).fill(plan);
  await page.getByRole('combobox', { name: setup('requiredKeyLabel') }).fill(key);
  await button(
    page,
    either(matching(setup('openPlanButton')), matching(setup('openPlanAgainButton'))),
  ).click();
}

test('a plan goes to an approver and comes back signed; exactly it is moved', async ({ page, app }) => {
  const world = await openPractice(page, app);
  await prepareFetch(page);
  await button(page, setup('planButton')).click();
  await expect(sentence(page)).toHaveText(
    matching(request('fetchPlanTitle', { images: 49, size: ANY, workspace: ANY })),
  );
  await expect(page.getByRole('list', { name: plan('verdictsLabel') })).toContainText(
    containing(numbered((images) => plan('verifiedCount', { images }))),
  );

  await button(page, plan('approvalButton')).click();
  const sending = page.getByRole('region', { name: plan('approvalButton') });
  const file = join(world.workspace!, 'plan.json');
  await expect(sending.getByRole('combobox', { name: plan('fileLabel') })).toHaveValue(file);
  await button(sending, plan('saveForApprovalButton')).click();
  await expect(sending).toContainText(`gpg --detach-sign --armor ${file}`);
  const digest = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  await expect(sending).toContainText(digest);

  const [right, wrong] = [await approver(app, 'right'), await approver(app, 'wrong')];
  await wrong.sign(file);
  await page.getByRole('combobox', { name: setup('configurationLabel') }).selectOption(setup('openApproved'));
  await openPlan(page, file, right.file);
  await expect(sentence(page)).toHaveText(request('notApprovedTitle', { plan: 'plan.json' }));
  const pane = page.getByRole('region', { name: plan('approvedTitle') });
  await expect(pane).toContainText(containing(signatures('detachedInvalid', { file: ANY, faults: ANY })));
  await expect(button(page, setup('startFetchButton'))).toBeDisabled();

  await right.sign(file);
  await openPlan(page, file, right.file);
  await expect(pane).toContainText(plan('signatureValid'));
  await expect(pane).toContainText(right.keyId);
  await expect(pane).toContainText(digest);
  await expect(pane.getByRole('grid', { name: plan('imagesTitle') })).toContainText(plan('verified'));
  await expect(sentence(page)).toHaveText(
    matching(request('approvedFetchToTitle', { images: 49, plan: 'plan.json', size: ANY, workspace: ANY })),
  );
  await button(page, setup('startFetchButton')).click();
  await expect(sentence(page)).toHaveText(
    matching(live('transferTitle', { transfer: ANY, images: 49, size: ANY, duration: ANY })),
    { timeout: 20_000 },
  );
  await page.getByRole('link', { name: ended('auditRecordButton') }).click();
  const record = page.getByRole('main');
  await expect(record).toContainText(`--plan ${file} --require-signature ${right.file}`);
  await expect(record.getByText(right.keyId)).toBeVisible();
  await expect(record).toContainText(history('planOverride'));
});

const ACCEPT =
  'application/vnd.oci.image.index.v1+json, application/vnd.oci.image.manifest.v1+json, application/vnd.docker.distribution.manifest.list.v2+json, application/vnd.docker.distribution.manifest.v2+json';

async function digestAt(url: string): Promise<string | null> {
  return (await fetch(url, { method: 'HEAD', headers: { accept: ACCEPT } })).headers.get(
    'docker-content-digest',
  );
}

test('a push is rolled back after a preview, as a run of its own', async ({ page, app }) => {
  const world = await openPractice(page, app);
  const { configFile, destination, upstream } = world;
  const yaml = await readFile(configFile!, 'utf8');
  const [, repository, tag] = /name: quay\.io\/([^:@\s]+):([^@\s]+)/.exec(yaml)!;
  const directory = join(app.directory, 'mirrored');
  await mkdir(directory);
  const one = join(app.directory, 'one.yaml');
  await writeFile(
    one,
    `kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n  additionalImages:\n    - name: quay.io/${repository}:${tag}\n`,
  );
  await app.ask('workspaces.open', { directory });
  const settings = {
    workflow: 'mirrorToMirror',
    directory,
    destination: destination!,
    configFile: one,
  } as const;
  await endedRun(app, settings);
  const at = `http://${destination}/v2/${repository}/manifests/${tag}`;
  const before = await digestAt(at);
  const above = `http://${upstream}/v2/${repository}/manifests/${tag}`;
  const old = await fetch(above, { headers: { accept: ACCEPT } });
  const body = JSON.stringify({ ...((await old.json()) as object), annotations: { note: 'newer' } });
  const headers = { 'content-type': old.headers.get('content-type')! };
  expect((await fetch(above, { method: 'PUT', body, headers })).status).toBe(201);
  const second = await endedRun(app, settings);
  expect(await digestAt(at)).not.toBe(before);

  await go(page, 'history');
  await page.goto(app.at(`/history/${second.sequence}?root=${encodeURIComponent(directory)}`));
  await button(page, history('rollbackButton')).click();
  const dialog = page.getByRole('dialog', { name: matching(history('rollbackTitle', { run: ANY })) });
  await expect(dialog).toContainText(history('moveText', { tags: 1 }));
  await expect(dialog.getByRole('grid', { name: history('tagsLabel') })).toContainText(
    `${repository}:${tag}`,
  );
  await button(dialog, history('rollbackTagsButton', { tags: 1 })).click();
  await expect(sentence(page)).toHaveText(matching(live('rolledBackTitle', { tags: 1, duration: ANY })));
  expect(await digestAt(at)).toBe(before);
});
