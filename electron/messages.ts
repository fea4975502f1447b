import { translator } from '../core/base/messages/translator.ts';

/** Texts of the desktop app outside its pages: menu, dialogs, notifications and errors. */
export const t = translator({
  // menu
  fileMenu: '&File',
  editMenu: '&Edit',
  viewMenu: '&View',
  goMenu: '&Go',
  helpMenu: '&Help',
  openWorkspaceEntry: 'Open Workspace…',
  reloadEntry: 'Reload',
  systemThemeEntry: 'System Theme',
  lightThemeEntry: 'Light Theme',
  darkThemeEntry: 'Dark Theme',
  homeEntry: 'Home',
  fetchEntry: 'Fetch',
  pushEntry: 'Push',
  mirrorEntry: 'Mirror',
  historyEntry: 'History',
  settingsEntry: 'Settings',
  practiceEntry: 'Practice',
  findEntry: 'Search Everything…',
  shortcutsEntry: 'Keyboard Shortcuts',
  diagnosticsEntry: 'Diagnostics',

  // dialogs
  openWorkspaceTitle: 'Open a workspace',
  linkTitle: 'This link leads outside Airlock',
  copyLinkButton: 'Copy address',
  openLinkButton: 'Open in browser',
  cancelButton: 'Cancel',
  quitTitle: '{runs, plural, one {A run is} other {# runs are}} in progress',
  quitText:
    'If you quit, {runs, plural, one {the run is paused} other {the runs are paused}}. Completed content is retained. You can resume {runs, plural, one {the run} other {the runs}} in Airlock or in a terminal.',
  quitButton: 'Pause and Quit',

  // stopped page
  stoppedTitle: 'This page has stopped working',
  stoppedText: "The page crashed three times within a minute, so Airlock doesn't reload it automatically.",
  stoppedBecauseText:
    "The page crashed three times within a minute ({reason}), so Airlock doesn't reload it automatically.",
  stoppedRunsText:
    'Active runs continue in a different process. To see them, run {list} or {attach} in a terminal.',
  stoppedMenu: 'View > Reload',
  stoppedReloadText: 'To try again, choose {menu}.',

  // errors
  foreignPage: "only Airlock's own pages can send requests",
  requestTooLarge: 'the request is larger than the limit of {bytes} bytes',
  notARequest: "the message isn't a request",
  idInUse: 'the request ID is already in use',
  pullSecret: 'the pull secret',
  keyStoreMissing: 'this system has no key store',
  keyringMissing: 'this desktop session has no key store (GNOME Keyring or KWallet)',
  notDecrypted: "{file} can't be decrypted at the moment. Enter the registry passwords again.",
  engineEnded: 'exited with code {code}',
  engineEndedBecause: 'exited with code {code} ({fault})',
});
