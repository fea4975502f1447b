import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { t as home } from '../../renderer/home/messages.ts';
import { t as parts } from '../../renderer/parts/messages.ts';
import { t as live } from '../../renderer/run/live/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { ANY, containing, either, matching } from '../fixtures/messages.ts';
import { button, go, openPractice, reaches, runNumber, sentence, startFetch } from '../fixtures/steps.ts';

test('a run of a terminal is seen in the app, paused there, and taken up there', async ({ page, app }) => {
  const world = await openPractice(page, app);
  const terminal = app.terminal(
    ['mirror', '-c', world.configFile!, `file://${world.workspace}`, '--rate', '1MiB/s', '--for', 'fleet'],
    await app.practiceEnvironment(),
  );
  const exited = exit(terminal);

  const running = either(
    containing(parts('numberedRunTitle', { workflow: parts('fetchRun'), run: 1 })),
    /fleet-0001/,
  );
  await page.getByRole('banner').getByRole('link', { name: running }).click();
  await expect(page.getByText(containing(live('startedInTerminal')))).toBeVisible();
  await reaches(page, 20);
  await button(page, live('pauseButton')).click();
  await expect(sentence(page)).toHaveText(matching(live('pausedFetchAtTitle', { progress: ANY })));
  expect(await exited).toBe(3);

  await go(page, 'home');
  await button(page, home('resumeAction', { workflow: 'mirrorToDisk' })).click();
  await expect(sentence(page)).toHaveText(
    matching(live('transferTitle', { transfer: 'fleet-0001', images: 49, size: ANY, duration: ANY })),
    { timeout: 20_000 },
  );
  expect(runNumber(page)).toBe(2);
});

test('a run of the app is followed in a terminal', async ({ page, app }) => {
  const world = await openPractice(page, app);
  const number = await startFetch(page, { rate: '1.5' });
  const terminal = app.terminal(['runs', 'attach', '--json', `${number}`, `file://${world.workspace}`]);
  const lines: { type: string; status?: string }[] = [];
  createInterface({ input: terminal.stdout! }).on('line', (line) => lines.push(JSON.parse(line)));
  const exited = exit(terminal);
  await expect.poll(() => lines.length, { timeout: 15_000 }).toBeGreaterThan(2);
  await expect(sentence(page)).not.toHaveText(live('collectingTitle'), { timeout: 15_000 });
  await button(page, live('pauseButton')).click();
  await expect(sentence(page)).toHaveText(matching(live('pausedFetchAtTitle', { progress: ANY })));
  expect(await exited).toBe(3);
  expect(lines.at(-1)).toMatchObject({ type: 'result', status: 'paused' });
});

function exit(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve));
}
