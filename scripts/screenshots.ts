// npm run screenshots [GROUP…]: every screen, or those of some groups (first-start, runs, choose, install-config, hosts, upgrades, delete,
// windows, transfers, cluster, sessions), light and dark, at 1440x900 and 1024x700, from the practice world, to dist/screenshots/.
// Those that docs show are copied to docs/screenshots/. dist/screenshots/differences.html compares them with the previous run.

import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMessage, generateKey, sign } from 'openpgp';
import { chromium, type Page } from 'playwright-core';
import type { PracticeState } from '../core/contract/topics/practice.ts';
import type { RunRef } from '../core/contract/topics/vocabulary.ts';
import { type App, openApp } from '../e2e/fixtures/app.ts';
import { ANY, beginning, matching } from '../e2e/fixtures/messages.ts';
import { stepLabel } from '../renderer/choose/draft/steps.ts';
import { t as start } from '../renderer/choose/start/messages.ts';
import { t as where } from '../renderer/choose/where/messages.ts';
import { t as drafts } from '../renderer/editor/messages.ts';
import { t as history } from '../renderer/history/messages.ts';
import { t as plan } from '../renderer/run/plan/messages.ts';
import { t as setup } from '../renderer/run/setup/messages.ts';
import { t as doctor } from '../renderer/settings/doctor/messages.ts';
import { t as upgrades } from '../renderer/upgrades/messages.ts';
import { t as operators } from '../renderer/upgrades/operators/messages.ts';
import { t as rail } from '../renderer/upgrades/operators/rail/messages.ts';
import { t as shared } from '../renderer/upgrades/question/messages.ts';
import { buildRenderer } from './build-renderer.ts';
import { ensureDebianTools } from './debian-tools.ts';
import { screenshotsInDocs } from './documents.ts';
import { shootOperatorsAndReview } from './pictures/choose.ts';
import { shootCluster } from './pictures/cluster.ts';
import { shootDelete } from './pictures/delete.ts';
import { compareFolders, writeReport } from './pictures/differences.ts';
import { shootHosts } from './pictures/hosts.ts';
import { shootInstallConfig } from './pictures/install-config.ts';
import { shootReadOnly, shootWaiting } from './pictures/sessions.ts';
import { shootTransfers } from './pictures/transfers.ts';
import { shootWindows } from './pictures/windows.ts';

const FOLDER = fileURLToPath(new URL('../dist/screenshots', import.meta.url));
const PREVIOUS_FOLDER = `${FOLDER}-previous`;
const SHOWN_FOLDER = fileURLToPath(new URL('../docs/screenshots', import.meta.url));
const shown = screenshotsInDocs();
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
];

const GROUPS = [
  'first-start',
  'runs',
  'choose',
  'install-config',
  'hosts',
  'upgrades',
  'delete',
  'windows',
  'transfers',
  'cluster',
  'sessions',
] as const;
type Group = (typeof GROUPS)[number];
const requested = process.argv.slice(2);
const unknown = requested.find((name) => !GROUPS.some((group) => group === name));
if (unknown !== undefined) throw new Error(`there is no group ${unknown}: ${GROUPS.join(', ')}`);
const wanted = (group: Group): boolean => requested.length === 0 || requested.includes(group);

await ensureDebianTools();
await buildRenderer();
await rm(PREVIOUS_FOLDER, { recursive: true, force: true });
await cp(FOLDER, PREVIOUS_FOLDER, { recursive: true }).catch(() => mkdir(PREVIOUS_FOLDER));
// Pictures of other groups stay.
if (requested.length === 0) await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.AIRLOCK_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
});
const app = await openApp();
try {
  const page = await browser.newPage();
  await page.goto(app.url);
  if (wanted('first-start')) await shoot(page, 'first-start', '/');
  await app.side('both');
  if (wanted('runs')) {
    await shoot(page, 'home-empty', '/');
    await shoot(page, 'practice', '/practice');
  }
  const world = await app.practice();
  if (wanted('runs')) await shootRuns(page, world);
  if (wanted('choose')) {
    await shootChoose(page);
    await shootOperatorsAndReview(page, app, world, { open, shoot });
  }
  if (wanted('install-config')) await shootInstallConfig(page, app, { open, shoot });
  if (wanted('hosts')) await shootHosts(page, app, { open, shoot });
  if (wanted('upgrades')) {
    await shootUpgrades(page, world.workspace!);
    await shootOperators(page, world);
  }
  if (wanted('cluster')) await shootCluster(page, app, { open, shoot });
  if (wanted('delete')) await shootDelete(page, app, world, { open, shoot, ended });
  if (wanted('windows')) await shootWindows(page, app, world, { open, shoot, ended });
  if (wanted('transfers')) await shootTransfers(page, app, world, { open, shoot });
  if (wanted('sessions')) {
    await shootWaiting(page, app, world.workspace!, { open, shoot });
    await shootReadOnly(page, app, { open, shoot });
  }
  await app.ask('practice.stop', {});
  const differences = await compareFolders(await browser.newPage(), PREVIOUS_FOLDER, FOLDER);
  const report = join(FOLDER, 'differences.html');
  await writeReport(report, differences, '../screenshots-previous');
  process.stdout.write(`Pictures that differ from the previous run: ${differences.length}. See ${report}\n`);
} finally {
  await browser.close();
  await app.close();
}

/** From a running practice world: plans, approval, runs, pushes, records and settings. */
async function shootRuns(page: Page, world: PracticeState): Promise<void> {
  const workspace = world.workspace!;
  const configFile = world.configFile!;
  await shoot(page, 'practice-running', '/practice');
  const set = new URLSearchParams({ workspace, config: configFile });
  await shoot(page, 'fetch', `/fetch?${set}`);
  await page
    .getByRole('button', { name: setup('planButton'), exact: true })
    .first()
    .click();
  await page.getByRole('button', { name: setup('startFetchButton') }).waitFor();
  await shoot(page, 'fetch-plan');
  await page.getByRole('button', { name: plan('approvalButton') }).click();
  await page.getByRole('button', { name: plan('saveForApprovalButton') }).click();
  await page.getByRole('button', { name: plan('copySignCommandButton') }).waitFor();
  await shoot(page, 'fetch-approval');
  await page.getByRole('combobox', { name: setup('configurationLabel') }).selectOption(setup('openApproved'));
  const approver = await signer(app.directory, join(workspace, 'plan.json'));
  await page.getByRole('combobox', { name: setup('requiredKeyLabel') }).fill(approver);
  await page.getByRole('button', { name: setup('openPlanButton') }).click();
  await page.getByText(plan('signatureValid')).waitFor();
  await shoot(page, 'fetch-approved');

  const fetchSettings = { workflow: 'mirrorToDisk', directory: workspace, configFile } as const;
  const slow = await app.ask('runs.start', { settings: { ...fetchSettings, rate: 1024 * 1024 } });
  await until(app, slow.run, (done) => done > 3_000_000);
  await app.ask('runs.adjust', { run: slow.run, limits: { rate: 16 * 1024 } });
  await open(page, runAt(slow.run));
  // Airlock shows the remaining time after a few seconds.
  await page.locator('.al-run-numbers', { hasText: / left, / }).waitFor();
  await shoot(page, 'run');
  await app.ask('runs.pause', { run: slow.run });
  await ended(app, slow.run);
  await shoot(page, 'run-paused', runAt(slow.run));
  const fetched = await app.ask('runs.resume', { run: slow.run });
  await app.ask('runs.adjust', { run: fetched.run, limits: { rate: null } }).catch(() => undefined);
  await ended(app, fetched.run);
  await shoot(page, 'run-whole', runAt(fetched.run));
  const carried = new URLSearchParams({
    from: workspace,
    destination: world.destination!,
    state: world.stateDirectory!,
  });
  await shoot(page, 'push', `/push?${carried}`);
  const pushed = await app.ask('runs.start', {
    settings: {
      workflow: 'diskToMirror',
      directory: workspace,
      destination: world.destination!,
      stateDirectory: world.stateDirectory!,
    },
  });
  await ended(app, pushed.run);
  await shoot(page, 'run-pushed', runAt(pushed.run));
  await open(page, runAt(pushed.run).replace('/run/', '/history/'));
  await page.getByRole('button', { name: history('rollbackButton') }).click();
  await page.getByRole('grid', { name: history('tagsLabel') }).waitFor();
  await shoot(page, 'rollback');
  await shoot(page, 'mirror', '/mirror');
  await shoot(page, 'home', '/');
  await shoot(page, 'history', '/history');
  await shoot(page, 'record', runAt(fetched.run).replace('/run/', '/history/'));
  const both = new URLSearchParams({ a: placeOf(slow.run), b: placeOf(fetched.run) });
  await shoot(page, 'compare', `/history/compare?${both}`);
  await app.ask('registries.add', { name: world.destination! });
  await open(page, `/settings/doctor?${new URLSearchParams({ destination: '' })}`);
  await shoot(page, 'settings-doctor');
  const places = { config: configFile, workspace, destination: world.destination! };
  await open(page, `/settings/doctor?${new URLSearchParams(places)}`);
  await page.getByRole('button', { name: doctor('checkButton'), exact: true }).click();
  await page.getByRole('region', { name: doctor('hostsTitle') }).waitFor();
  await shoot(page, 'settings-doctor-report');
  for (const section of [
    'registries',
    'certificates',
    'proxy',
    'defaults',
    'appearance',
    'diagnostics',
    'about',
  ])
    await shoot(page, `settings-${section}`, `/settings/${section}`);
}

/** The wizard: its start, the upgrade path between two versions, and the target. */
async function shootChoose(page: Page): Promise<void> {
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  await open(page, '/choose?from=versions');
  await page.getByRole('combobox', { name: start('fromLabel') }).fill('4.16.1');
  await page.getByRole('combobox', { name: start('toLabel') }).fill('4.16.5');
  await shoot(page, 'choose-start');
  await press(start('pathButton'));
  await page.getByRole('row', { name: /^4\.16\.5 / }).waitFor();
  // Narrow windows do not show it.
  await page.getByText(matching(drafts('draftSavedAt', { time: ANY }))).waitFor({ state: 'attached' });
  await shoot(page, 'choose-cluster');
  await page.getByRole('link', { name: stepLabel('where') }).click();
  await page.getByRole('combobox', { name: setup('enclaveLabel') }).fill('fleet');
  await page.getByRole('textbox', { name: where('rateLabel') }).fill('2');
  await press(where('imagesTitle', { count: 0 }));
  await page
    .getByRole('textbox', { name: where('imageLabel'), exact: true })
    .fill('registry.redhat.io/ubi9/ubi:latest');
  await press(where('addImageButton'));
  await page.getByText(matching(where('availableSizeText', { size: ANY }))).waitFor();
  await page.getByRole('heading', { level: 1 }).focus();
  await shoot(page, 'choose-where');
}

/** The path between two versions with its risk, the channel of an operator, and an upgrade plan. */
async function shootUpgrades(page: Page, workspace: string): Promise<void> {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const field = (name: string | RegExp) => page.getByRole('combobox', { name });
  const catalog = 'registry.redhat.io/redhat/redhat-operator-index:v4.16';
  const place = new URLSearchParams({ workspace });
  await open(page, `/upgrades?${place}`);
  await field(shared('fromLabel')).fill('4.16.1');
  await field(shared('toLabel')).fill('4.16.5');
  await press(shared('findPathButton'));
  await page
    .getByRole('group', {
      name: matching(upgrades('pathDiagramName', { from: '4.16.1', to: '4.16.5', path: ANY })),
    })
    .waitFor();
  await shoot(page, 'upgrades');
  await press(upgrades('browseAllButton'));
  await page.getByRole('button', { name: '4.16.2', exact: true }).hover();
  await shoot(page, 'upgrades-graph');
  await open(page, `/upgrades/operators?${place}`);
  await page.getByRole('textbox', { name: shared('catalogsLabel') }).fill(catalog);
  await press(operators('listButton'));
  await page.getByRole('button', { name: operators('listAgainButton', { count: '2' }) }).waitFor();
  await field(operators('packageLabel')).fill('anvil-operator');
  await press(operators('channelButton'));
  await field(operators('fromLabel')).fill('1.0.0');
  await press(shared('findPathButton'));
  await page.getByText('name: anvil-operator').waitFor();
  await page.getByRole('button', { name: beginning(`1.2.0 ${rail('headState')}`) }).click();
  await shoot(page, 'upgrades-operators');
  await open(page, `/upgrades/plan?${place}`);
  await field(shared('fromLabel')).fill('4.16.1');
  await field(shared('toLabel')).fill('4.16.5');
  await page.getByRole('textbox', { name: shared('catalogsLabel') }).fill(catalog);
  await page.getByRole('textbox', { name: upgrades('operatorsLabel') }).fill('anvil-operator=1.0.0');
  await press(upgrades('planButton'));
  await page.getByRole('heading', { level: 1, name: /^OpenShift 4\.16\.1 → 4\.16\.5/ }).waitFor();
  await shoot(page, 'upgrades-plan');
}

/** A plan by which a catalog would lose an operator that another one needs, and a version that lacks an image. */
async function shootOperators(page: Page, { workspace, upstream, destination }: PracticeState) {
  const configuration = async (name: string, packages: string) => {
    const file = join(workspace!, name);
    const head = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n';
    const catalog = '  operators:\n    - catalog: registry.redhat.io/redhat/redhat-operator-index:v4.16\n';
    await writeFile(file, `${head}${catalog}      packages:\n${packages}`);
    return file;
  };
  const anvil =
    '        - name: anvil-operator\n          channels:\n            - name: stable\n              minVersion: 1.1.0\n';
  const bellows = '        - name: bellows-operator\n';
  const wide = await configuration('operators.yaml', anvil + bellows);
  const narrow = await configuration('operators-next.yaml', bellows);
  const settings = {
    workflow: 'mirrorToMirror',
    directory: workspace!,
    destination: `${destination}/fleet`,
  } as const;
  const complete = await app.ask('runs.start', { settings: { ...settings, configFile: wide } });
  await ended(app, complete.run);
  const places = { workspace: workspace!, config: narrow, destination: settings.destination };
  await open(page, `/mirror?${new URLSearchParams(places)}`);
  await page.getByRole('button', { name: setup('planButton'), exact: true }).click();
  await page.getByRole('button', { name: plan('allowRemovalButton') }).waitFor();
  await shoot(page, 'mirror-plan-operators');

  const operand = `http://${upstream}/v2/practice/anvil-operator-agent-rhel9/manifests`;
  const { headers } = await fetch(`${operand}/v1.2.0`, { method: 'HEAD', headers: { accept: '*/*' } });
  await fetch(`${operand}/${headers.get('docker-content-digest')}`, { method: 'DELETE' });
  const elsewhere = { workflow: 'mirrorToDisk', directory: `${workspace}-2`, configFile: wide } as const;
  const broken = await app.ask('runs.start', { settings: elsewhere });
  await ended(app, broken.run);
  await shoot(page, 'record-operators', runAt(broken.run).replace('/run/', '/history/'));
}

/** Signs a plan. @returns the file with the public key */
async function signer(folder: string, plan: string): Promise<string> {
  const { privateKey, publicKey } = await generateKey({ userIDs: [{ name: 'Security' }], format: 'object' });
  const file = join(folder, 'security-team.asc');
  await writeFile(file, publicKey.armor());
  const message = await createMessage({ binary: new Uint8Array(await readFile(plan)) });
  await writeFile(`${plan}.asc`, await sign({ message, signingKeys: privateKey, detached: true }));
  return file;
}

function runAt({ root, sequence }: RunRef): string {
  return `/run/${sequence}?root=${encodeURIComponent(root)}`;
}

function placeOf({ root, sequence }: RunRef): string {
  return `${sequence}@${root}`;
}

async function open(page: Page, address: string): Promise<void> {
  // Narrow windows keep some controls in menus.
  await page.setViewportSize(SIZES[0]!);
  await page.goto(`${new URL(page.url()).origin}/#${address}`);
  await page.reload();
}

/** Pictures of what is at an address, or of what is shown now. */
async function shoot(page: Page, name: string, address?: string): Promise<void> {
  if (address !== undefined) await open(page, address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Nothing is shown as under the pointer.
  await page.mouse.move(0, 0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      // Until fonts are there and PatternFly has faded from one theme to the other.
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(600);
      const file = `${name}-${colorScheme}-${size.width}.png`;
      await page.screenshot({ path: join(FOLDER, file) });
      if (shown.has(file)) await copyFile(join(FOLDER, file), join(SHOWN_FOLDER, file));
    }
  }
}

async function until(app: App, run: RunRef, enough: (done: number) => boolean): Promise<void> {
  for (;;) {
    const live = await app.ask('runs.live', { run });
    if (enough(live.progress?.done ?? 0) || live.endedAt) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function ended(app: App, run: RunRef): Promise<void> {
  for (;;) {
    const { status } = await app.ask('runs.live', { run });
    if (!['running', 'pausing', 'stopping'].includes(status)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
