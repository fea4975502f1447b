// npm start: the desktop app where there is an Electron or where it can be downloaded, else the app in the browser; without
// a display, its address.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { main } from '../cli/program.ts';
import { commandHost, onHost } from '../cli/terminal/host.ts';
import { defaultConfigDirectory } from '../core/app/service/state/config-directory.ts';
import { findElectron, hasDisplay } from './desktop/find-electron.ts';
import { t } from './desktop/messages.ts';
import { offerElectron } from './desktop/offer-electron.ts';
import { ROOT } from './run.ts';

const given = process.argv.slice(2);
const { env, home, stdin, stderr } = commandHost();
const display = hasDisplay(env);
const electron = display
  ? (findElectron(ROOT, env) ??
    (await offerElectron({
      root: ROOT,
      configDirectory: defaultConfigDirectory({ env, home }),
      env,
      input: stdin,
      output: stderr,
    })))
  : undefined;
if (electron) await startDesktop(electron);
else {
  stderr.write(`${display ? t('inBrowser') : t('noDisplay')}\n`);
  // The desktop app accepts a plain path.
  const [path, ...others] = given;
  const isPath = path !== undefined && !path.startsWith('-') && !path.includes('://');
  const argv = ['serve', ...(display ? ['--open'] : []), ...(isPath ? [`file://${path}`, ...others] : given)];
  process.exitCode = await onHost({ ...commandHost(), argv }, main);
}

async function startDesktop(binary: string): Promise<void> {
  const [{ buildRenderer }, { buildDesktop, DESKTOP_DIRECTORY }] = await Promise.all([
    import('./build-renderer.ts'),
    import('./packages/build-desktop.ts'),
  ]);
  await buildRenderer();
  await buildDesktop();
  const app = spawn(binary, [join(DESKTOP_DIRECTORY, 'main.js'), ...given], { stdio: 'inherit' });
  // Ctrl-C reaches the app too: it pauses its runs and ends; this process only waits for it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.exitCode = await new Promise<number>((resolve, reject) => {
    app.once('error', reject);
    app.once('exit', (code) => resolve(code ?? 1));
  });
}
