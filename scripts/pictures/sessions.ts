import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type App, openApp } from '../../e2e/fixtures/app.ts';
import { t as shell } from '../../renderer/shell/messages.ts';
import type { Camera } from './choose.ts';

/** A session that can only read, in an app of its own. */
export async function shootReadOnly(page: Page, app: App, { open, shoot }: Camera): Promise<void> {
  const reading = await openApp(['--read-only']);
  try {
    await reading.ask('host.describe', {});
    await page.goto(reading.url);
    await open(page, '/fetch');
    await page.getByText(shell('readerLabel')).waitFor();
    await shoot(page, 'fetch-read-only');
  } finally {
    await page.goto(app.url);
    await reading.close();
  }
}

/** A run that waits for a registry which asks for patience. */
export async function shootWaiting(
  page: Page,
  app: App,
  workspace: string,
  { open, shoot }: Camera,
): Promise<void> {
  const registry = createServer((_request, response) => {
    response.writeHead(429, { 'retry-after': '300' }).end();
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
  const configFile = join(app.directory, 'patience.yaml');
  const image = `${host}/apps/web:1.0`;
  await writeFile(
    configFile,
    `kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n  additionalImages:\n    - name: ${image}\n`,
  );
  const { run } = await app.ask('runs.start', {
    settings: {
      workflow: 'mirrorToDisk',
      directory: workspace,
      configFile,
      enclave: 'patience',
      sourceTlsVerify: false,
    },
  });
  try {
    await open(page, `/run/${run.sequence}?root=${encodeURIComponent(run.root)}`);
    await page.getByText(`Waiting for ${host} until`).first().waitFor();
    await shoot(page, 'run-backs-off');
  } finally {
    await app.ask('runs.stop', { run });
    registry.closeAllConnections();
    registry.close();
  }
}
