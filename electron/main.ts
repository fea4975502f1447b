import { join } from 'node:path';
import { app, session } from 'electron';
import { startApplication } from './application.ts';
import { pathArgument } from './open-path.ts';
import { RENDERER_DIRECTORY } from './places.ts';
import { registerScheme, serveRenderer } from './protocol.ts';
import { hardenContents, hardenProcess, hardenSession } from './security.ts';

// The order is what matters here: the sandbox before anything else, the scheme before the app is ready, and the session
// and its pages hardened before there is a window.
hardenProcess();
registerScheme();
// Chromium's files do not belong between Airlock's settings.
app.setPath('userData', join(app.getPath('appData'), 'airlock', 'desktop'));

if (app.requestSingleInstanceLock()) {
  hardenContents(app);
  const application = app.whenReady().then(() => {
    hardenSession(session.defaultSession);
    serveRenderer(session.defaultSession.protocol, RENDERER_DIRECTORY);
    return startApplication();
  });
  const welcome = async (argv: readonly string[], workingDirectory: string) =>
    (await application).welcome(pathArgument(argv, workingDirectory, app.isPackaged));
  app.on('second-instance', (_event, argv, workingDirectory) => void welcome(argv, workingDirectory));
  const given = pathArgument(process.argv, process.cwd(), app.isPackaged);
  if (given !== undefined) void welcome(process.argv, process.cwd());
  application.catch((error: unknown) => {
    console.error(error);
    app.exit(1);
  });
} else {
  app.quit();
}
