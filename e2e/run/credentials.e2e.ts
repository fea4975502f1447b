import { join } from 'node:path';
import { t as live } from '../../renderer/run/live/messages.ts';
import { t as credentials } from '../../renderer/settings/registries/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { filesWith, guardedRegistry, setPassword, traces, USER } from '../fixtures/guarded-registry.ts';
import { ANY, containing, either, matching, numbered, plain } from '../fixtures/messages.ts';
import { button, openPractice, progress, reaches, sentence } from '../fixtures/steps.ts';

const FIRST = 'planted-First-71be90';
const SECOND = 'planted-Second-4c02d8';
/** The heading of failed images. */
const FAILED = either(
  containing(live('imagesFailed', { images: 1 })),
  containing(numbered((images) => live('imagesFailed', { images }))),
);

test('credentials that a registry rejects during a run are reported and entered again, and the run resumes', async ({
  page,
  app,
}) => {
  const world = await openPractice(page, app);
  await using registry = await guardedRegistry(app.directory, FIRST);
  const { host } = registry;
  await app.ask('credentials.set', { registry: host, username: USER, password: FIRST, keep: 'session' });
  const root = join(app.directory, 'across');
  const { run } = await app.ask('runs.start', {
    settings: {
      workflow: 'mirrorToMirror',
      directory: root,
      destination: `${host}/mirror`,
      configFile: world.configFile!,
      destinationTlsVerify: false,
      rate: 3 * 1024 ** 2,
    },
  });
  await page.goto(app.at(`/run/${run.sequence}?root=${encodeURIComponent(root)}`));
  await reaches(page, 25);
  await setPassword(app.directory, SECOND);

  await expect(sentence(page)).toHaveText(
    matching(live('pausedCredentialsAtTitle', { progress: ANY, registry: host, time: ANY })),
  );
  // The percentage doesn't include postponed images.
  expect(await progress(page)).toBeLessThan(95);
  const card = page.getByRole('region', { name: live('credentialsLabel') });
  await expect(card).toContainText(
    containing(live.parts('credentialsRejected', { registry: host, since: ANY, time: plain }).join('')),
  );
  await expect(card).toContainText(
    either(containing(live('credentialsText')), containing(live('credentialsFromText', { source: ANY }))),
  );
  await expect(page.getByRole('heading', { name: FAILED })).toHaveCount(0);
  const described = await app.ask('runs.describe', { run });
  expect(described.live).toMatchObject({
    status: 'paused',
    login: { registry: host },
    images: { failed: 0 },
  });

  // Invalid credentials aren't saved. With valid ones, the run resumes automatically.
  await card.getByRole('textbox', { name: credentials('userField') }).fill(USER);
  await card.getByLabel(credentials('passwordField')).fill(FIRST);
  await button(card, credentials('testCredentialsButton')).click();
  await expect(card.getByRole('alert')).toContainText(credentials('credentialsRejectedText', { reason: '' }));
  await card.getByLabel(credentials('passwordField')).fill(SECOND);
  await button(card, credentials('testCredentialsButton')).click();
  await expect(card.getByRole('alert')).toContainText(credentials('credentialsAcceptedText'));
  await button(card, credentials('saveCredentialsButton')).click();
  await expect(page).toHaveURL(new RegExp(`#/run/${run.sequence + 1}\\?`));
  await expect(sentence(page)).toHaveText(
    matching(live('pushedTitle', { images: 49, registry: ANY, size: ANY, duration: ANY })),
    { timeout: 40_000 },
  );
  const planted = [...traces(FIRST), ...traces(SECOND)];
  expect(await filesWith(app.directory, planted)).toEqual([]);
  for (const secret of planted) expect(app.log()).not.toContain(secret);
});
