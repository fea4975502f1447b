import { join } from 'node:path';
import { expect, test } from '../fixtures/app.ts';
import { filesWith, guardedRegistry, setPassword, traces, USER } from '../fixtures/guarded-registry.ts';
import { button, openPractice, progress, reaches, sentence } from '../fixtures/steps.ts';

const FIRST = 'planted-First-71be90';
const SECOND = 'planted-Second-4c02d8';

test('a registry that refuses the login in mid-run is told, the login entered again, and the run goes on', async ({
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
    new RegExp(`^Paused at [\\d.]+ of [\\d.]+ MiB: ${host} refuses the login since \\d\\d:\\d\\d\\.$`),
  );
  // A share that is true: what was put off is not done.
  expect(await progress(page)).toBeLessThan(95);
  const card = page.getByRole('region', { name: 'Login', exact: true });
  await expect(card).toContainText('enter it again');
  await expect(card).toContainText('No image has failed');
  await expect(page.getByRole('region', { name: /failed/i })).toHaveCount(0);
  const { live } = await app.ask('runs.describe', { run });
  expect(live).toMatchObject({ status: 'paused', login: { registry: host }, images: { failed: 0 } });

  // A wrong one is not kept; the right one is, and the run goes on by itself.
  await card.getByRole('textbox', { name: 'User' }).fill(USER);
  await card.getByLabel('Password or token').fill(FIRST);
  await button(card, 'Test login').click();
  await expect(card.getByRole('alert')).toContainText('Refused as well');
  await card.getByLabel('Password or token').fill(SECOND);
  await button(card, 'Test login').click();
  await expect(card.getByRole('alert')).toContainText('The registry takes this login.');
  await button(card, 'Keep login').click();
  await expect(page).toHaveURL(new RegExp(`#/run/${run.sequence + 1}\\?`));
  await expect(sentence(page)).toHaveText(/ has all 49 images/, { timeout: 40_000 });
  const planted = [...traces(FIRST), ...traces(SECOND)];
  expect(await filesWith(app.directory, planted)).toEqual([]);
  for (const secret of planted) expect(app.log()).not.toContain(secret);
});
