import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of the frame around all screens. */
export const t = translator({
  appName: 'Airlock',
  windowTitle: '{screen} · Airlock',

  // Screens in the navigation
  navigationLabel: 'Main',
  journeyTitle: 'Mirroring',
  toolsTitle: 'Tools',
  otherSideButton: 'Other side',
  home: 'Home',
  choose: 'Choose',
  mirror: 'Mirror',
  fetch: 'Fetch',
  carry: 'Carry',
  receive: 'Receive',
  push: 'Push',
  apply: 'Apply',
  upgrades: 'Upgrades',
  installConfig: 'Install config',
  hosts: 'Hosts',
  history: 'History',
  settings: 'Settings',
  practice: 'Practice',
  practiceNote: '{step} of {steps}',
  practiceTip: 'Next practice step',

  // Masthead
  helpButton: 'Help for this screen',
  readerLabel: 'Read-only session',
  approverLabel: 'Approver session: {name}',
  sideTip: '{side}. Change the side.',
  noSideTip: 'Choose the side of the gap',
  noSide: 'Side not chosen',
  sidesLabel: 'Side of the gap',
  themeTip: 'Theme: {theme}',
  themesLabel: 'Theme',
  systemTheme: 'System theme',
  lightTheme: 'Light',
  darkTheme: 'Dark',

  // Notices above every screen
  engineGone:
    "The engine ended {times, plural, =1 {once} =2 {twice} other {# times}} and won't be restarted.",
  engineGoneBecause:
    "The engine ended {times, plural, =1 {once} =2 {twice} other {# times}} and won't be restarted: {reason}.",
  engineGoneRemedy: 'Transferred content is saved. Start Airlock again, then resume the run on its screen.',
  engineRestarting: 'The engine ended unexpectedly. Restarting it.',
  engineRestarted: 'The engine ended unexpectedly and was restarted at {time}.',
  engineResumed:
    'The engine ended unexpectedly and was restarted at {time}. {count, plural, one {# run resumed} other {# runs resumed}} without repeating completed work: {runs}.',
  numberedRun: 'run {run}',
  hostSilentTitle: 'No connection to the Airlock host. Retrying.',
  hostDeniedTitle: 'The Airlock host no longer accepts this page',
  hostSilentText: 'This page shows the last known state.',

  // Help drawer
  helpLabel: 'Help',
  closeHelpButton: 'Close help',
  commandsTitle: 'On the command line',
  copyCommandButton: 'Copy command: {about}',
  glossaryButton: 'Glossary',
  screenHelpButton: 'Show screen help',

  // Keyboard shortcuts
  keysTitle: 'Keyboard shortcuts',
  screenKeysTitle: 'This screen',
  everywhereKeysTitle: 'All screens',
  goKeysTitle: 'Go to a screen',
  keysKey: 'Show keyboard shortcuts',
  helpKey: 'Show or hide help for the screen',
  closeHelpKey: 'Close help',
  searchKey: 'Search',
  skipButton: 'Skip to main content',

  // Screens that can't be shown
  crashedTitle: 'This screen failed. Runs continue.',
  showAgainButton: 'Show the screen again',
  copyReportButton: 'Copy error report',
  noSettingsTitle: "Airlock can't read its settings",
  noSettingsFailedTitle: "The settings couldn't be read",
  readSettingsButton: 'Read the settings again',
  noScreenTitle: 'No screen at {address}',
  homeLink: 'Go to Home',

  // Workspace dialog
  createTitle: 'Create a workspace',
  createText:
    'A workspace is a folder for archive sets, configurations and the records of all runs. One workspace serves many configurations. It needs space for everything you mirror, and can be on a removable disk.',
  createHelp: "Airlock creates the folder if it doesn't exist.",
  createButton: 'Create workspace',
  createFailedTitle: "The workspace couldn't be created",
  openTitle: 'Open a workspace',
  openText:
    'Choose a folder that Airlock or oc-mirror v2 worked in, or a received transfer. Opening it changes nothing in the folder.',
  openButton: 'Open workspace',
  openFailedTitle: "The workspace couldn't be opened",
  folderLabel: 'Folder',
  cancelButton: 'Cancel',
});
