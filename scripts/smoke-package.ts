// npm run smoke-package -- EXECUTABLE [ARGUMENT…]: opens a packaged app and reads its first page. Playwright's `_electron` can't:
// the fuses of a package reject its `--inspect`.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { runScript, UsageError } from './packages/run-script.ts';

/** For start and first page, ms. */
const LONGEST = 60_000;

await runScript(async () => {
  const { values, positionals } = parseArgs({
    options: { origin: { type: 'string', default: 'airlock://app' } },
    allowPositionals: true,
  });
  const [executable, ...given] = positionals;
  if (executable === undefined) throw new UsageError('Specify the executable of the packaged app.');
  const app = spawn(executable, [...given, '--remote-debugging-port=0'], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const ended = new Promise<never>((_, reject) => {
    app.once('error', (cause) => reject(new UsageError(`${executable} can't be started: ${cause.message}`)));
    app.once('exit', (code, signal) =>
      reject(new UsageError(`The app ended before it opened a page (${code ?? signal}).`)),
    );
  });
  ended.catch(() => {});
  const address = new Promise<string>((resolve) => {
    createInterface(app.stderr!).on('line', (line) => {
      process.stderr.write(`${line}\n`);
      const [, found] = /^DevTools listening on (ws:\/\/127\.0\.0\.1:\S+)$/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const late = AbortSignal.timeout(LONGEST);
  const tooLate = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () =>
      reject(new UsageError(`The app didn't open its first page within ${LONGEST / 1000} s.`)),
    );
  });
  let browser: Browser | undefined;
  try {
    browser = await Promise.race([address.then((at) => chromium.connectOverCDP(at)), ended, tooLate]);
    const [context] = browser.contexts();
    const page = context!.pages()[0] ?? (await Promise.race([context!.waitForEvent('page'), ended, tooLate]));
    await page.waitForURL((url) => url.href.startsWith(`${values.origin}/`), { timeout: LONGEST });
    await page.getByRole('heading', { name: /side of the air gap/ }).waitFor({ timeout: LONGEST });
    process.stdout.write(`The app opened ${page.url()}.\n`);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`The first page isn't as expected: ${(cause as Error).message}`);
  } finally {
    await browser?.close().catch(() => {});
    app.kill('SIGKILL');
  }
});
