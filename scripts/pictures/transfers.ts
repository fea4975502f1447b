import { cp, mkdir, open as openFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { MediaJob } from '../../core/contract/topics/media.ts';
import type { PracticeState } from '../../core/contract/topics/practice.ts';
import type { App } from '../../e2e/fixtures/app.ts';
import { ANY, matching } from '../../e2e/fixtures/messages.ts';
import { t as carryTexts } from '../../renderer/media/carry/messages.ts';
import { t as drives } from '../../renderer/media/drives/messages.ts';
import { t as signing } from '../../renderer/media/keys/messages.ts';
import { t as mediaTexts } from '../../renderer/media/messages.ts';
import { t as receive } from '../../renderer/media/receive/messages.ts';
import { t as storage } from '../../renderer/storage/messages.ts';
import type { Camera } from './choose.ts';

const TRANSFER = 'fleet-0001';

/** Takes pictures of a transfer: written to two drives, received with a damaged and a missing volume, acknowledged, removed. */
export async function shootTransfers(
  page: Page,
  app: App,
  { configFile }: PracticeState,
  { open, shoot }: Camera,
): Promise<void> {
  // A separate workspace, so that the ones of other groups don't change.
  const workspace = join(app.directory, 'north-mirror');
  const { run } = await app.ask('runs.start', {
    settings: { workflow: 'mirrorToDisk', directory: workspace, configFile: configFile!, enclave: 'fleet' },
  });
  while (['running', 'pausing'].includes((await app.ask('runs.live', { run })).status)) await soon();
  await app.side('connected');
  await app.ask('workspaces.open', { directory: workspace });
  const media = join(app.directory, 'media');
  const [first, second] = [join(media, 'FLEET-A'), join(media, 'FLEET-B')];
  for (const folder of [first, second]) await mkdir(folder, { recursive: true });
  const carry = `/carry?${new URLSearchParams({ workspace, transfer: TRANSFER })}`;
  await open(page, carry);
  await page.getByRole('combobox', { name: carryTexts('directoryLabel'), exact: true }).fill(first);
  await page.getByRole('button', { name: drives('addDirectoryButton') }).click();
  const ready = mediaTexts('readyTitle', { transfer: TRANSFER, drives: 'FLEET-A', volumes: 1 });
  await page.getByRole('heading', { level: 1, name: ready }).waitFor();
  await shoot(page, 'carry');
  await app.ask('keys.create', { workspace, name: 'Mirror team' });
  const requested = { workspace, transfer: TRANSFER, volumeSize: 1_000_000 };
  await settled(
    app,
    await app.ask('media.export', { ...requested, volumes: [1, 2, 3, 4, 5, 6, 7], to: [first] }),
  );
  await settled(app, await app.ask('media.export', { ...requested, volumes: [8, 9], to: [second] }));
  const waiting = await app.ask('media.export', { ...requested, to: [join(media, 'FLEET-C')] });
  await settled(app, waiting);
  await open(page, carry);
  await page
    .getByText(matching(carryTexts('remainingText', { count: 5, size: ANY, volume: 10, nextSize: ANY })))
    .waitFor();
  await shoot(page, 'carry-waits');
  await app.ask('jobs.answer', { kind: 'media', id: waiting.id, path: second });
  await settled(app, waiting);
  await app.ask('transfers.note', { workspace, transfer: TRANSFER, text: 'two USB drives, sealed bag 4711' });
  await open(page, `/enclaves/fleet?${new URLSearchParams({ workspace })}`);
  await page.getByText('sealed bag 4711').waitFor();
  await shoot(page, 'enclave');

  await app.side('disconnected');
  const directory = join(app.directory, 'fleet');
  await mkdir(directory, { recursive: true });
  await app.ask('workspaces.open', { directory });
  const worn = join(media, 'worn');
  await cp(first, worn, { recursive: true });
  await rm(join(worn, 'airlock', TRANSFER, `${TRANSFER}-v0003.tar`));
  await damage(join(worn, 'airlock', TRANSFER, `${TRANSFER}-v0005.tar`));
  await settled(app, await app.ask('media.import', { from: [worn, second], directory }));
  await open(page, `/receive?${new URLSearchParams({ directory })}`);
  await page.getByRole('heading', { name: receive('codeTitle') }).waitFor();
  await shoot(page, 'receive-part');
  await page.getByRole('button', { name: signing('trustKeyLabel', { name: 'Mirror team' }) }).click();
  await page.getByRole('checkbox', { name: signing('comparedLabel') }).check();
  await shoot(page, 'receive-trust');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: signing('trustButton') })
    .click();
  await settled(app, await app.ask('media.import', { from: [first], directory }));
  await open(page, `/ready?${new URLSearchParams({ directory })}`);
  await page.getByRole('heading', { name: receive('commandTitle') }).waitFor();
  await shoot(page, 'ready');

  const { arrivals } = await app.ask('media.arrivals', { directory });
  await app.side('connected');
  await app.ask('transfers.acknowledge', { workspace, code: arrivals[0]!.code });
  await open(page, `/storage?${new URLSearchParams({ workspace })}`);
  await page.getByRole('button', { name: matching(storage('freeButton', { size: ANY })) }).waitFor();
  await shoot(page, 'storage');
  await app.side('both');
  for (const one of [workspace, directory]) await app.ask('workspaces.forget', { directory: one });
}

/** Until a job waits or has ended. */
async function settled(app: App, { id }: MediaJob): Promise<void> {
  for (;;) {
    const { jobs } = await app.ask('jobs.list', {});
    const status = jobs.find((one) => one.id === id)?.status;
    if (status === 'failed') throw new Error(`a job failed: ${JSON.stringify(jobs[0]?.error)}`);
    if (status !== 'running') return;
    await soon();
  }
}

async function damage(path: string): Promise<void> {
  const file = await openFile(path, 'r+');
  try {
    await file.write(Buffer.from('worn'), 0, 4, 300_000);
  } finally {
    await file.close();
  }
}

function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 100));
}
