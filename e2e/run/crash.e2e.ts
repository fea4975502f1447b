import { expect, test } from '../fixtures/app.ts';
import { button, openPractice, reaches, runNumber, sentence, startFetch } from '../fixtures/steps.ts';

test('the engine is killed in mid-run: said, started again, the run resumed and whole', async ({
  page,
  app,
}) => {
  const world = await openPractice(page, app);
  const first = await startFetch(page, { rate: '1.5' });
  await reaches(page, 25);
  const killed = await app.enginePid();
  process.kill(killed, 'SIGKILL');

  const notices = page.getByRole('main').getByRole('status').first();
  await expect(notices).toContainText('The engine ended unexpectedly');
  await expect(notices).toContainText(
    /was started again at \d\d:\d\d\. .* goes on; nothing whole is moved again\./,
  );
  expect(await app.enginePid()).not.toBe(killed);
  // The screen goes on with the new record by itself.
  await expect.poll(() => runNumber(page)).toBe(first + 1);
  await expect(button(page, 'Pause')).toBeVisible();
  await expect(sentence(page)).toHaveText(/^default-0001 is whole: 49 images/, { timeout: 20_000 });

  const { runs } = await app.ask('runs.list', { root: world.workspace! });
  expect(runs.map(({ status }) => status)).toEqual(['complete', 'interrupted']);
  const { ok } = await app.ask('transfers.verify', { directory: world.workspace!, ticket: 'e2e' });
  expect(ok).toBe(true);
  await button(notices, /^Close/).click();
  await expect(notices).not.toContainText('The engine ended');
});
