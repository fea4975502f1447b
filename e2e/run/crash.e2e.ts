import { t as live } from '../../renderer/run/live/messages.ts';
import { t as shell } from '../../renderer/shell/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { ANY, containing, matching } from '../fixtures/messages.ts';
import { button, openPractice, reaches, runNumber, sentence, startFetch } from '../fixtures/steps.ts';

test('a killed engine is reported and restarted, and its run resumes and completes', async ({
  page,
  app,
}) => {
  const world = await openPractice(page, app);
  const first = await startFetch(page, { rate: '1.5' });
  await reaches(page, 25);
  const killed = await app.enginePid();
  process.kill(killed, 'SIGKILL');

  const notices = page.getByRole('main').getByRole('status').first();
  const resumed = containing(shell('engineResumed', { time: ANY, count: 1, runs: ANY }));
  await expect(notices).toContainText(resumed);
  expect(await app.enginePid()).not.toBe(killed);
  // The screen shows the new record automatically.
  await expect.poll(() => runNumber(page)).toBe(first + 1);
  await expect(button(page, live('pauseButton'))).toBeVisible();
  await expect(sentence(page)).toHaveText(
    matching(live('transferTitle', { transfer: 'default-0001', images: 49, size: ANY, duration: ANY })),
    { timeout: 20_000 },
  );

  const { runs } = await app.ask('runs.list', { root: world.workspace! });
  expect(runs.map(({ status }) => status)).toEqual(['complete', 'interrupted']);
  const { ok } = await app.ask('transfers.verify', { directory: world.workspace!, ticket: 'e2e' });
  expect(ok).toBe(true);
  await notices.getByRole('button').click();
  await expect(page.getByText(resumed)).toHaveCount(0);
});
