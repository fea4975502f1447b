import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { t as doctor } from '../core/app/doctor/messages.ts';
import { capitalized } from '../core/contract/documents/words.ts';
import { t as capabilities } from '../core/registry/capabilities/messages.ts';
import { t as common } from '../renderer/parts/messages.ts';
import { t } from '../renderer/settings/doctor/messages.ts';
import { t as parts } from '../renderer/settings/parts/messages.ts';
import { t as registries } from '../renderer/settings/registries/messages.ts';
import { expect, type Page, test } from './fixtures/app.ts';
import { ANY, anyNumber, beginning, containing, numbered } from './fixtures/messages.ts';
import { button, go, openPractice, sentence } from './fixtures/steps.ts';

async function openDoctor(page: Page): Promise<void> {
  await go(page, 'settings');
  await page
    .getByRole('navigation', { name: parts('topic') })
    .getByRole('link', { name: parts('doctorSection') })
    .click();
  await expect(sentence(page)).toHaveText(t('openTitle'));
}

test('a configuration and a destination without problems: hosts for a firewall, and capabilities', async ({
  page,
  app,
}) => {
  const world = await openPractice(page, app);
  await openDoctor(page);
  await expect(page.getByRole('combobox', { name: t('workspaceLabel') })).toHaveValue(world.workspace!);
  await page.getByRole('combobox', { name: t('configurationLabel') }).fill(world.configFile!);
  await page.getByLabel(t('destinationLabel')).fill(world.destination!);
  await button(page, t('checkButton')).click();
  await expect(sentence(page)).toHaveText(containing(parts('reportTitle', { errors: 0, warnings: 0 })), {
    timeout: 30_000,
  });

  const hosts = page.getByRole('region', { name: t('hostsTitle') });
  const port = world.upstream!.split(':')[1]!;
  await expect(hosts.getByRole('row').filter({ hasText: port })).toContainText(t('reached'));
  await button(hosts, t('saveCsvButton')).click();
  const file = join(app.directory, 'hosts.csv');
  await hosts.getByRole('combobox', { name: t('csvFileLabel') }).fill(file);
  await button(hosts, t('saveHostsButton')).click();
  await expect(hosts).toContainText(containing(t('hostsSavedTitle', { file })));
  expect(await readFile(file, 'utf8')).toContain(`,${port},`);

  await expect(
    page.getByText(containing(parts('limitedProfile', { product: ANY, limits: 1, unknown: 0 }))),
  ).toBeVisible();
  await expect(page.getByRole('grid', { name: t('passedLabel') })).toContainText(
    containing(capitalized(numbered((count) => doctor('releasesFound', { count })))),
  );
  // The next push and the list of registries use the result.
  await app.ask('registries.add', { name: world.destination! });
  await page.goto(app.at(`/settings/registries?registry=${world.destination}`));
  const registry = page.getByRole('region', {
    name: registries('registryLabel', { registry: world.destination! }),
  });
  await expect(registry).toContainText(
    containing(parts('limitedProfile', { product: ANY, limits: 1, unknown: 0 })),
  );
  await button(registry, registries('probeAgainButton')).click();
  await expect(
    button(registry, registries('cancelProbeButton')).or(button(registry, registries('probeAgainButton'))),
  ).toBeVisible();
  await expect(button(registry, registries('probeAgainButton'))).toBeVisible({ timeout: 20_000 });
  await registry.getByText(anyNumber((count) => parts('capabilitiesTitle', { count }))).click();
  await expect(
    registry.getByRole('row', { name: beginning(capitalized(capabilities('deletesLabel'))) }),
  ).toBeVisible();
});

test('a problem that stops a run is shown with its remedy, and a check can be canceled', async ({
  page,
  app,
}) => {
  await app.side('connected');
  await page.goto(app.url);
  await openDoctor(page);
  const destination = page.getByLabel(t('destinationLabel'));
  await destination.fill('user:word@reg');
  await expect(page.getByText(parts('userError'))).toBeVisible();
  await expect(button(page, t('checkButton'))).toBeDisabled();
  await destination.fill('127.0.0.1:1');
  await button(page, t('checkButton')).click();
  await expect(sentence(page)).toHaveText(containing(parts('reportTitle', { errors: 1, warnings: 0 })));
  const found = page.getByRole('region', { name: parts('errorsTitle') });
  await expect(found.getByRole('listitem').first()).toContainText('127.0.0.1:1');
  await expect(found).toContainText(new RegExp(`${common('remedyLabel')}.+[a-z]`, 's'));
  await page.reload();
  await expect(destination).toHaveValue('127.0.0.1:1');

  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as { port: number };
    await destination.fill(`127.0.0.1:${port}`);
    await button(page, t('checkButton')).click();
    await expect(sentence(page)).toHaveText(
      containing(
        t('checkingTitle', { progress: numbered((total) => parts('progressText', { done: ANY, total })) }),
      ),
    );
    await button(page, t('cancelButton')).click();
    await expect(sentence(page)).toHaveText(t('openTitle'));
  } finally {
    silent.close();
  }
});
