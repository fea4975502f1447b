import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of the parts that all screens share. */
export const t = translator({
  // Copy buttons
  copyButton: 'Copy text',
  copiedButton: 'Copied',
  copyDigestButton: 'Copy digest {digest}',

  // Failures and problems
  sourceLabel: 'Source:',
  destinationLabel: 'Destination:',
  localLabel: 'This host:',
  expectedText: 'Expected <code>{expected}</code> but found <code>{found}</code>.',
  expectedNothingFoundText: 'Expected <code>{expected}</code> but found nothing.',
  lineButton: 'Line {line}',
  goToLineButton: 'Go to line {line}',
  errorCodeLink: 'About the error {code}',
  copyDetailsButton: 'Copy details',
  problemsTitle: 'Warnings and notes',

  // Findings of checks
  tlsCheck: 'TLS',
  fipsCheck: 'FIPS',
  noexecCheck: 'noexec',
  umaskCheck: 'umask',
  networkSpeedCheck: 'Network speed',
  diskSpeedCheck: 'Disk speed',
  fileSystemCheck: 'File system',
  reasonLabel: 'Why it matters',
  remedyLabel: 'What to do',
  evidenceTitle: 'Evidence ({count, number})',

  // Sizes, durations and times
  sizeProgress: '{part} of {total}',
  durationSeconds: '{seconds} s',
  durationMinutes: '{minutes} min',
  durationHours: '{hours} h',
  durationHoursAndMinutes: '{hours} h {minutes} min',
  durationDays: '{days, plural, one {# day} other {# days}}',
  timeNow: 'just now',
  minutesAgo: '{minutes} min ago',
  minutesFromNow: 'in {minutes} min',
  hoursAgo: '{hours} h ago',
  hoursFromNow: 'in {hours} h',
  daysAgo: '{days, plural, one {# day ago} other {# days ago}}',
  daysFromNow: '{days, plural, one {in # day} other {in # days}}',

  // Runs
  fetchRun: 'Fetch',
  pushRun: 'Push',
  mirrorRun: 'Mirror',
  replayRun: 'Replay',
  rollbackRun: 'Rollback',
  deleteRun: 'Delete',
  numberedRunTitle: '{workflow} {run}',
  runRunning: 'Running',
  runPausing: 'Pausing',
  runStopping: 'Stopping',
  runPaused: 'Paused',
  runComplete: 'Complete',
  runPartial: 'Partial',
  runFailed: 'Failed',
  runInterrupted: 'Interrupted',
  runDamaged: 'Record damaged',

  // Steps
  stepDone: '{step}<state>, done</state>',
  stepNext: '{step}<state>, next</state>',
  stepLater: '{step}<state>, later</state>',
  stepIncomplete: '{step}<state>, incomplete</state>',

  // Screens, tables and pictures
  contentLabel: 'Main content',
  noRows: 'No entries',
  pictureError: "The browser couldn't render the image",

  // Fields of paths
  chooseDirectoryButton: 'Choose a directory for {field}',
  chooseFileButton: 'Choose a file for {field}',
  pathsLabel: 'Directories and files',
  parentDirectory: 'Parent directory: {folder}',
  morePathsNote: 'Keep typing to narrow the list.',

  // YAML editor
  fieldTip: '<code>{path}</code>, {type}. Example: <code>{example}</code>',
  fieldType:
    '{type, select, flag {true or false} integer {integer} object {mapping} textList {list of text values} objectList {list of mappings} other {text}}',
  newListItem: 'new item',

  // clusters
  kubeconfigLabel: 'Kubeconfig',
  kubeconfigFailedTitle: "The kubeconfig couldn't be read",
  contextLabel: 'Context',
  contextOption: '{context} ({server})',
  noContextOption: 'No contexts found',

  // Fields that messages of the engine name as options of the command line
  dependenciesField: 'Add operator dependencies',
  archiveSizeField: 'Archive size',
  authFileField: 'Auth file',
  checkField: 'Check command',
  destinationTlsOff: 'Verify the destination certificate: off',
  firstField: 'Content to mirror first',
  enclaveField: 'Enclave',
  graphBaseField: 'Base image of the update graph',
  icspField: 'Create ImageContentSourcePolicy resources',
  pathDepthField: 'Maximum path depth',
  minRateField: 'Minimum rate',
  restartField: 'Restart nodes and continue',
  overwriteField: 'Overwrite fields with a different owner',
  resendField: 'Resend content that was already sent',
  signField: 'Signing key',
  sourceTlsOff: 'Verify source certificates: off',
  strictArchiveField: 'Fail if a file exceeds the archive size',
  untilField: 'Pause at',
  verifyKeyField: 'Required signing keys',
});
