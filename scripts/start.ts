// npm start: the desktop app where there is an Electron, else the app in the browser; without a display, its address.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { main } from '../cli/program.ts';
import { commandHost, onHost } from '../cli/terminal/host.ts';
import { findElectron, hasDisplay } from './find-electron.ts';
import { ROOT } from './run.ts';

const given = process.argv.slice(2);
const display = hasDisplay(process.env);
const electron = display ? findElectron(ROOT, process.env) : undefined;
if (electron) await startDesktop(electron);
else {
  process.stderr.write(
    display
      ? 'There is no Electron on this host for the desktop app: opening the app in the browser.\n'
      : 'No display was found for the desktop app. Open the address below in a browser, on another host through an SSH tunnel.\n',
  );
  const argv = ['serve', ...(display ? ['--open'] : []), ...given];
  process.exitCode = await onHost({ ...commandHost(), argv }, main);
}

async function startDesktop(binary: string): Promise<void> {
  const [{ buildRenderer }, { buildDesktop, DESKTOP_DIRECTORY }] = await Promise.all([
    import('./build-renderer.ts'),
    import('./build-desktop.ts'),
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
