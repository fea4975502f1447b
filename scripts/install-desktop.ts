// npm run install-desktop: downloads Electron for the desktop window, without a question.
import { commandHost } from '../cli/terminal/host.ts';
import { defaultConfigDirectory } from '../core/app/service/state/config-directory.ts';
import { installDesktop } from './desktop/offer-electron.ts';
import { ROOT } from './run.ts';

const { env, home, stdin, stderr } = commandHost();
const installed = await installDesktop({
  root: ROOT,
  configDirectory: defaultConfigDirectory({ env, home }),
  env,
  input: stdin,
  output: stderr,
});
process.exitCode = installed ? 0 : 1;
