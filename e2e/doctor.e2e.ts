import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, type Page, test } from './fixtures/app.ts';
import { button, go, openPractice, sentence } from './fixtures/steps.ts';

async function openDoctor(page: Page): Promise<void> {
  await go(page, 'Settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Doctor' }).click();
  await expect(sentence(page)).toHaveText('A check tells what would stop a run here.');
}

test('a configuration and a destination are in order: hosts for a firewall, and what the registry takes', async ({
  page,
  app,
}) => {
  const world = await openPractice(page, app);
  await openDoctor(page);
  await expect(page.getByRole('combobox', { name: 'Workspace' })).toHaveValue(world.workspace!);
  await page.getByRole('combobox', { name: 'Configuration' }).fill(world.configFile!);
  await page.getByLabel('Destination registry').fill(world.destination!);
  await button(page, 'Check').click();
  await expect(sentence(page)).toHaveText(/^Nothing was found that would stop a run/, { timeout: 30_000 });

  const hosts = page.getByRole('region', { name: 'Hosts for a firewall' });
  const port = world.upstream!.split(':')[1]!;
  await expect(hosts.getByRole('row').filter({ hasText: port })).toContainText('Yes');
  await button(hosts, 'Save as CSV').click();
  const file = join(app.directory, 'hosts.csv');
  await hosts.getByRole('combobox', { name: 'Save as' }).fill(file);
  await button(hosts, 'Save hosts').click();
  await expect(hosts).toContainText(/hosts\.csv is written/);
  expect(await readFile(file, 'utf8')).toContain(`,${port},`);

  await expect(page.getByText(/: takes all that was tried/)).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Checks in order' })).toContainText('The update graphs tell');
  // The next push and the list of registries know it.
  await app.ask('registries.add', { name: world.destination! });
  await page.goto(app.at(`/settings/registries?registry=${world.destination}`));
  const registry = page.getByRole('region', { name: `Registry ${world.destination}` });
  await expect(registry).toContainText(/: takes all that was tried/);
  await button(registry, 'Check again').click();
  await expect(button(registry, 'Cancel check').or(button(registry, 'Check again'))).toBeVisible();
  await expect(button(registry, 'Check again')).toBeVisible({ timeout: 20_000 });
  await registry.getByText(/^All that was tried/).click();
  await expect(registry.getByRole('row', { name: /^Deletes/ })).toBeVisible();
});

test('what would stop a run is told with its remedy; a check can be cancelled', async ({ page, app }) => {
  await app.side('connected');
  await page.goto(app.url);
  await openDoctor(page);
  const destination = page.getByLabel('Destination registry');
  await destination.fill('user:word@reg');
  await expect(page.getByText(/Leave user and password out/)).toBeVisible();
  await expect(button(page, 'Check')).toBeDisabled();
  await destination.fill('127.0.0.1:1');
  await button(page, 'Check').click();
  await expect(sentence(page)).toHaveText(/^1 finding would stop a run/);
  const found = page.getByRole('region', { name: 'Would stop a run' });
  await expect(found.getByRole('listitem').first()).toContainText('127.0.0.1:1');
  await expect(found).toContainText(/What to do.+[a-z]/s);
  await page.reload();
  await expect(destination).toHaveValue('127.0.0.1:1');

  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as { port: number };
    await destination.fill(`127.0.0.1:${port}`);
    await button(page, 'Check').click();
    await expect(sentence(page)).toHaveText(/^Checking: \d+ of [2-9]\d* checks/);
    await button(page, 'Cancel check').click();
    await expect(sentence(page)).toHaveText('A check tells what would stop a run here.');
  } finally {
    silent.close();
  }
});
