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
    'If you quit, {runs, plural, one {the run pauses} other {the runs pause}} in an orderly way. Completed content is retained, and you can resume here or in a terminal.',
  quitButton: 'Pause and Quit',

  // notifications
  runEnded:
    '{workflow, select, mirrorToDisk {Fetch} diskToMirror {Push} mirrorToMirror {Mirror} replay {Replay} rollback {Rollback} other {Delete}} {status, select, complete {is complete} partial {ended with failed images} other {failed}}',

  // stopped page
  stoppedTitle: 'This page of Airlock has stopped',
  stoppedText: "It crashed three times within a minute, so Airlock doesn't load it again automatically.",
  stoppedBecauseText:
    "It crashed three times within a minute ({reason}), so Airlock doesn't load it again automatically.",
  stoppedRunsText:
    'Runs continue, because they belong to a different process. To see them, run {list} or {attach} in a terminal.',
  stoppedMenu: 'View, Reload',
  stoppedReloadText: 'To try again, choose {menu}.',

  // errors
  foreignPage: 'only the pages of Airlock can send requests',
  requestTooLarge: 'a request can have at most {bytes} bytes',
  notARequest: "this message isn't a request",
  idInUse: 'another request has this id',
  pullSecret: 'the pull secret',
  keyStoreMissing: 'this system offers no key store',
  keyringMissing: 'this desktop session has no key store (GNOME Keyring or KWallet)',
  notDecrypted: "{file} can't be decrypted now. Enter the passwords of its registries again.",
  engineEnded: 'ended with exit code {code}',
  engineEndedBecause: 'ended with exit code {code} ({fault})',
});
