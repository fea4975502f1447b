import { translator } from '../../core/base/messages/translator.ts';

/** Texts of starting the app and installing its desktop window. */
export const t = translator({
  noDisplay:
    'No display was found for the desktop app. Open the address below in a browser, on another host through an SSH tunnel.',
  inBrowser: 'Opening the app in the browser. To get the desktop window, run `npm run install-desktop`.',
  browserInstead: 'Opening the app in the browser instead.',
  offer: 'The desktop window needs Electron {version}. Download {size} from {host} to {directory}? (y/n) ',
  sizeUnknown: 'the archive',
  progress: 'Downloading Electron {version} from {host}: {done}',
  progressTotal: 'Downloading Electron {version} from {host}: {done} of {total}, {rate}/s, {remaining} left',
  installed: 'Installed Electron {version} in {directory}. To open the app, run `npm start`.',
  alreadyInstalled: 'Electron is already installed: {path}',
  unreachable: "Electron {version} can't be downloaded from {host}: {reason}",
  unreachableRemedy:
    'Check the network and the proxy variables, or set ELECTRON_MIRROR to a reachable mirror. Without a network, unpack the archive of Electron to {directory}.',
  failed: "Electron {version} couldn't be installed: {reason}",
  failedRemedy: 'Run `npm run install-desktop` again. Until then, `npm start` opens the app in the browser.',
  noAnswer: 'no answer within {seconds} s',
  redirected: 'too many redirects',
  exitCode: 'the installer ended with exit code {status}',
  packageMissing: "The electron package isn't installed in {directory}",
  packageMissingRemedy: 'Run `npm ci`, then run the command again.',
});
