import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of the frame around all screens. */
export const t = translator({
  appName: 'Airlock',
  windowTitle: '{screen} · Airlock',

  // Screens in the navigation
  navigationLabel: 'Main',
  journeyTitle: 'Mirroring',
  toolsTitle: 'Tools',
  otherSideButton: 'More screens',
  home: 'Home',
  choose: 'Choose',
  mirror: 'Mirror',
  fetch: 'Fetch',
  carry: 'Carry',
  receive: 'Receive',
  push: 'Push',
  apply: 'Apply',
  sites: 'Sites',
  upgrades: 'Upgrades',
  installConfig: 'Install config',
  hosts: 'Hosts',
  registryContent: 'Registry content',
  schedules: 'Schedules',
  deleteImages: 'Delete images',
  history: 'History',
  settings: 'Settings',
  practice: 'Practice',
  practiceNote: '{step} of {steps}',
  practiceTip: 'Next practice step',

  // Masthead
  helpButton: 'Help for this screen',
  readerLabel: 'Read-only session',
  approverLabel: 'Approver session: {name}',
  sideTip: 'Change the side of the air gap (current: {side})',
  noSideTip: 'Choose the side of the air gap',
  noSide: 'No side selected',
  sidesLabel: 'Side of the air gap',
  themeTip: 'Change theme (current: {theme})',
  themesLabel: 'Theme',
  systemTheme: 'System theme',
  lightTheme: 'Light',
  darkTheme: 'Dark',

  // Notices above every screen
  engineStopped:
    "The engine stopped {times, plural, =1 {once} =2 {twice} other {# times}} and won't be restarted.",
  engineStoppedBecause:
    "The engine stopped {times, plural, =1 {once} =2 {twice} other {# times}} and won't be restarted: {reason}.",
  crashTitle: 'Airlock crashed on {time}',
  crashText: 'The crash report is on this host. Nothing was sent:',
  crashLink: 'Diagnostics',
  crashStoreTitle: "The crash notice is closed only in this window: the settings couldn't be saved",
  engineStoppedRemedy: 'Transferred content is saved. Start Airlock again, then resume the run.',
  engineRestarting: 'The engine stopped unexpectedly and is restarting.',
  engineRestarted: 'The engine stopped unexpectedly and was restarted at {time}.',
  engineResumed:
    'The engine stopped unexpectedly and was restarted at {time}. {count, plural, one {# run resumed} other {# runs resumed}} without repeating completed work: {runs}.',
  numberedRun: 'run {run}',
  hostSilentTitle: 'Connection to the Airlock host lost. Reconnecting.',
  hostDeniedTitle: 'The Airlock host no longer accepts requests from this page',
  hostSilentText: 'This page shows the last known state.',

  // Help and notifications drawer
  helpLabel: 'Help',
  noticesLabel: 'Notifications',
  closeHelpButton: 'Close help',
  commandsTitle: 'On the command line',
  copyCommandButton: 'Copy command: {about}',
  guideLink: 'Read the guide',
  documentationLink: 'Documentation',
  glossaryButton: 'Glossary',
  screenHelpButton: 'Show screen help',
  tourButton: 'Start tour',

  // Keyboard shortcuts
  keysTitle: 'Keyboard shortcuts',
  screenKeysTitle: 'Current screen',
  everywhereKeysTitle: 'All screens',
  goKeysTitle: 'Go to a screen',
  findKey: 'Search everything',
  findButton: 'Search everything (Ctrl+K)',
  keysKey: 'Show keyboard shortcuts',
  helpKey: 'Show or hide help for the current screen',
  closeHelpKey: 'Close help or notifications',
  searchKey: 'Search',
  skipButton: 'Skip to main content',

  // Screens that can't be shown
  crashedTitle: 'The screen stopped working. Runs continue.',
  showAgainButton: 'Reload screen',
  copyReportButton: 'Copy error report',
  noSettingsTitle: "Airlock couldn't read its settings",
  noSettingsFailedTitle: "The settings couldn't be loaded",
  readSettingsButton: 'Reload settings',
  noScreenTitle: 'No screen found at {address}',
  homeLink: 'Go to Home',

  // Workspace dialog
  createTitle: 'Create a workspace',
  createText:
    'A workspace is a directory for archive sets, configurations and the records of all runs. You can use one workspace for many configurations, and store it on a removable disk. The disk must have enough space for all mirrored content.',
  createHelp: "Airlock creates the directory if it doesn't exist.",
  createButton: 'Create workspace',
  createFailedTitle: "The workspace couldn't be created",
  openTitle: 'Open a workspace',
  openText:
    "Choose a directory that was used by Airlock or oc-mirror v2, or a directory that contains a received transfer. Opening a directory doesn't change its content.",
  openButton: 'Open workspace',
  openFailedTitle: "The workspace couldn't be opened",
  directoryLabel: 'Directory',
  cancelButton: 'Cancel',
});
