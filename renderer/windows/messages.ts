import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of transfer windows. */
export const t = translator({
  transferWindowsTitle: 'Transfer windows',
  setButton: 'Set transfer windows',
  changeButton: 'Change transfer windows',
  cancelButton: 'Cancel',

  // Windows and times in words
  anyTime: 'At any time',
  weeklyWindow: '{days} {from} to {to} {zone}',
  singleWindow: '{from} to {to}',
  limitedWindow: '{window}, at most {rate}',
  windowAndMore: '{window} and {count, plural, one {# more window} other {# more windows}}',
  windowError: 'Line {line}, column {column}: {reason}.',
  today: 'at {time}',
  tomorrow: 'tomorrow at {time}',
  onDate: 'on {date} at {time}',
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',

  // End of a run with windows
  doneTitle: 'Finishes {when}',
  doneInWindowTitle: 'Finishes {when}, {time} before the window closes',
  doneLaterTitle:
    'The window closes {closes}. The run needs {windows, plural, one {# window} other {# windows}} and finishes {done}.',
  pausesTitle: 'The run pauses when the window closes {closes}. Resume the run to finish it.',
  waitsTitle: 'Waiting for the transfer window, which opens {opens}',
  waitsForSeveralTitle:
    'Waiting for the transfer window, which opens {opens}. The run needs {windows, plural, one {# window} other {# windows}}.',
  allClosedTitle: 'All transfer windows have closed',

  // Window of a run
  runLabel: 'Transfer window',
  openLabel: 'Transfer window open',
  closedLabel: 'Transfer window closed',
  ignoredLabel: 'Running outside transfer windows',
  closesText: 'Window closes {when}, <timer>in {time}</timer>',
  opensText: 'Window opens {when}, <timer>in {time}</timer>',
  nextOpensText: 'Next window opens {when}, <timer>in {time}</timer>',
  rateText: 'Window rate limit: {rate}',
  windowsNeededText: 'Run needs {windows, plural, one {# window} other {# windows}}',
  pausesAtCloseText: 'Run pauses when the window closes',
  pausesAtText: 'Run pauses {when}',
  pausesAfterText: 'Run pauses after {size} ({left} left)',
  runOutsideButton: 'Run outside transfer windows',
  waitForWindowButton: 'Wait for the next window',
  runFailedTitle: "The run's transfer windows couldn't be changed",
  setForRunButton: 'Set windows for this run',
  removeFromRunButton: 'Remove windows from this run',
  railNow: 'Now {time}',
  railDone: 'Finishes {time}',
  railOpened: 'Opened {time}',
  railCloses: 'Closes {time}',

  // Week and text
  dialogText:
    'Airlock contacts registries only while a transfer window is open. Transfers pause when a window closes and resume from the same byte when the next one opens.',
  editorLabel: 'Transfer window editor',
  saveFailedTitle: "The transfer windows couldn't be saved",
  weekLabel: 'Hours of the week',
  toggleHourTip: 'Toggle {hour}:00 on all days',
  toggleDayTip: 'Toggle all hours on {day}',
  toggleDayLabel: '{short}: toggle all hours on {day}',
  closedHour: '{day} {from} to {to}, closed',
  openHour: '{day} {from} to {to}, open',
  limitedHour: '{day} {from} to {to}, open, at most {rate}',
  brushLabel: 'Rate limit for hours that you open',
  brushOpenLabel: 'Open without limit',
  brushLimitedLabel: 'Open, limited to',
  brushRateLabel: 'Rate limit in MiB/s',
  brushUnit: 'MiB/s',
  brushLinkUnit: 'MiB/s, {rate}',
  weekHelp: 'Drag across hours to open or close them. Hatched hours are open with a rate limit.',
  weekNote:
    '{hours, plural, =0 {The schedule has no open hours.} one {Open # hour per week.} other {Open # hours per week.}}',
  textOnlyNote:
    '{count, plural, one {# window is shown only as text.} other {# windows are shown only as text.}}',
  zoneLabel: 'Time zone',
  exceptLabel: 'Excluded dates',
  exceptHelp: 'No window opens on these dates.',
  exceptError: 'Enter dates such as 2026-12-24 or 2026-12-24..2026-12-26.',
  textLabel: 'Windows as text, one per line',
  textHelp: 'Same syntax as --window. Leave empty to run at any time.',

  // Windows in the options of a run
  pauseLabel: 'Pause the run when a window closes',
  pauseHelp: "The run stays paused until you resume it. It doesn't wait for the next window.",
  useButton: 'Use these windows',
  useNoneButton: 'Run at any time',
  workspaceNote: 'New runs in this workspace use these windows by default.',
  useWorkspaceButton: 'Use workspace windows: {windows}',
  saveForWorkspaceButton: 'Save windows as workspace default',
  removeFromWorkspaceButton: 'Remove workspace windows',
  workspaceFailedTitle: "The workspace windows couldn't be saved",
});
