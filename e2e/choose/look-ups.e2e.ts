import { t as looked } from '../../core/mirror/live-plan/messages.ts';
import { t as draftTexts } from '../../renderer/choose/draft/messages.ts';
import { stepLabel } from '../../renderer/choose/draft/steps.ts';
import { t as frame } from '../../renderer/choose/frame/messages.ts';
import { t as releases } from '../../renderer/choose/releases/messages.ts';
import { t as review } from '../../renderer/choose/review/messages.ts';
import { t as start } from '../../renderer/choose/start/messages.ts';
import { t as where } from '../../renderer/choose/where/messages.ts';
import { t as parts } from '../../renderer/parts/messages.ts';
import { t as requestTexts } from '../../renderer/run/request/messages.ts';
import { t as setup } from '../../renderer/run/setup/messages.ts';
import { t as credentials } from '../../renderer/settings/registries/messages.ts';
import { t as upgrades } from '../../renderer/upgrades/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { countedWorld } from '../fixtures/counted-world.ts';
import { guardedRegistry, USER } from '../fixtures/guarded-registry.ts';
import { ANY, beginning, containing, matching } from '../fixtures/messages.ts';
import { button, go, openPractice, sentence } from '../fixtures/steps.ts';
import {
  begin,
  door,
  editor,
  field,
  keepDraft,
  LOAD,
  openStep,
  packages,
  range,
  retained,
  row,
} from './choose.fixture.ts';

const GRAPH = containing(looked('graphItem', { channel: 'stable-4.16', architecture: ANY }));

test('images are checked and pinned, and missing credentials can be entered', async ({ page, app }) => {
  await openPractice(page, app);
  await using registry = await guardedRegistry(app.directory, 'right-0ne');
  await begin(page, '4.16.1', '4.16.2');
  await page.getByRole('link', { name: stepLabel('where') }).click();
  await page.getByRole('radio', { name: where('registryLabel'), exact: true }).check();
  await field(page, setup('destinationLabel')).fill(`${registry.host}/ocp`);
  await page.getByRole('button', { name: where('moreTitle') }).click();
  await page.getByRole('checkbox', { name: where('destinationTlsLabel') }).uncheck();
  await button(page, setup('testButton')).first().click();
  await page.getByRole('textbox', { name: credentials('userField') }).fill(USER);
  await page.getByRole('textbox', { name: credentials('passwordField') }).fill('right-0ne');
  await button(page, credentials('testCredentialsButton')).click();
  await button(page, credentials('saveCredentialsButton')).click();
  await expect(page.getByText(requestTexts('tlsWarningTitle'))).toBeVisible();

  await button(page, where('imagesTitle', { count: 0 })).click();
  const image = page.getByRole('textbox', { name: where('imageLabel'), exact: true });
  await image.fill('registry.redhat.io/ubi9/ubi:latest');
  await image.press('Enter');
  const images = page.getByRole('list', { name: where('imagesLabel') });
  await expect(images).toContainText(/[\d.]+ KiB/);
  await button(images, where('pinButton')).click();
  await expect(editor(page)).toContainText('registry.redhat.io/ubi9/ubi:latest@sha256:');
  await image.fill('quay.io/nobody/nothing:1');
  await image.press('Enter');
  await expect(images).toContainText(where('unavailableText'));
  await button(images, where('removeLabel', { name: 'quay.io/nobody/nothing:1' })).click();
  await expect(editor(page)).not.toContainText('nobody');

  await button(page, where('blockedTitle', { count: 0 })).click();
  await page.getByRole('textbox', { name: where('expressionLabel') }).fill('ubi9/');
  await expect(
    page.getByText(
      matching(where('excludedSizeExampleText', { images: 1, size: ANY, example: ANY, others: 0 })),
    ),
  ).toBeVisible();
  await button(page, where('blockButton')).click();
  await expect(editor(page)).toContainText('blockedImages');
  const draft = await retained(page, app);
  expect(JSON.stringify(draft)).not.toContain('right-0ne');
});

test('on a metered connection the graph is loaded by a click, and the button shows its size', async ({
  page,
  app,
}) => {
  await openPractice(page, app);
  await go(page, 'choose');
  await page.getByText(start('meteredText')).click();
  await door(page, start('versionsTitle')).click();
  await field(page, start('fromLabel')).fill('4.16.1');
  await field(page, start('toLabel')).fill('4.16.5');
  await button(page, start('pathButton')).click();
  // Versions without a known graph are written as entered.
  await expect(sentence(page)).toHaveText(range('4.16.1', '4.16.5'));
  await expect(page.getByRole('switch', { name: releases('meteredText') })).toBeChecked();
  const path = page.getByRole('list', { name: upgrades('stepsLabel') });
  const load = page
    .getByRole('listitem')
    .filter({ hasText: GRAPH })
    .getByRole('button', { name: matching(draftTexts('loadButton', { size: ANY })) });
  await expect(load).toBeEnabled();
  await expect(path).toHaveCount(0);
  await load.click();
  await expect(path).toContainText(upgrades('risksButton', { risks: 1 }));
  await expect(
    page.getByText(
      containing(
        draftTexts
          .parts('knownText', {
            name: looked('graphItem', { channel: 'stable-4.16', architecture: ANY }),
            when: () => parts('timeNow'),
          })
          .join(''),
      ),
    ),
  ).toBeVisible();
});

test('metered: neither the registry nor the update service gets a request before a click', async ({
  page,
  app,
}) => {
  const world = await countedWorld(app);
  try {
    const draft = await keepDraft(app, world.workspace, { metered: true });
    await page.goto(app.url);
    const before = world.requested();
    for (const step of ['cluster', 'operators', 'where', 'review'] as const) {
      await openStep(page, draft, step);
      await expect(button(page, frame('yamlButton'))).toBeVisible();
      await page.waitForTimeout(500);
    }
    await openStep(page, draft, 'operators');
    await expect(button(page, LOAD)).toBeVisible();
    expect(world.requested()).toEqual(before);
    await button(page, LOAD).click();
    await expect(row(page, 'anvil-operator')).toBeVisible();
    const read = world.requested();
    expect(read.registry).toBeGreaterThan(before.registry);
    expect(read.services).toBe(before.services);
    await packages(page)
      .getByRole('checkbox', { name: /anvil-operator/ })
      .check();
    await openStep(page, draft, 'review');
    const rest = button(page, matching(draftTexts('exactButton', { size: ANY })));
    await expect(rest).toBeVisible();
    expect(world.requested()).toEqual(read);
    await rest.click();
    await expect(page.getByText(beginning(review('exactText'))).first()).toBeVisible({
      timeout: 20_000,
    });
    const all = world.requested();
    expect(all.registry).toBeGreaterThan(read.registry);
    expect(all.services).toBeGreaterThan(read.services);
  } finally {
    await world.close();
  }
});
