import { translator } from '../base/messages/translator.ts';

/** Texts of audit records, and of following and controlling runs. */
export const t = translator({
  // records
  runMissing: '{runs} contains no run {run}',
  runMissingRemedy: 'Run `airlock runs list` to list the runs.',
  noEndedRun: '{runs} contains no run that has ended',
  exportDamaged: "{file} doesn't contain the bytes that were written to it",
  fileUnreadable: "{file} can't be read",
  bundleIncomplete:
    "{bundle} of operator {operator} is incomplete: {image}{more, plural, =0 {} one { and # more image} other { and # more images}} couldn't be copied",

  // verification of the run log
  runNumberRepeated: '{run} and {other} have the same number',
  recordFileUnreadable: "{file} of {run} can't be read",
  runNumberDiffers: '{run} contains the number {number}',
  runUnvouched: 'no later record contains the digest of {run}',
  recordFileMissing: '{file} of {run} is missing',
  recordFileChanged: '{file} of {run} was changed after the run',
  recordChangedBeforeNext: '{file} of {run} was changed after {next} started',
  runMissingBefore: 'run {run}, the predecessor of {next}, is missing',
  removedRunDiffers: "the note about the removed run {run} doesn't match the digest in {next}",
  runMissingBeforeRemoved: 'run {run}, the predecessor of the removed run {next}, is missing or was changed',

  // requests to a run
  limitsInvalid:
    'parallel images and layers must be from 1 to {most}, and the rate at least {rate} bytes per second',
  runNotActive: 'the run in {directory} is {status}, so it accepts no requests',
  requestsUnsupported: 'the run in {directory} was started by {version}, which accepts no requests',
  unknownVersion: 'an unknown version',
  requestsUnsupportedRemedy: 'Press Ctrl-C in the terminal of the run.',
  runFolderMissing: 'no run is recorded in {directory}',
  ignoreWindows: 'ignore its windows until the next one opens',
  useOwnWindows: 'wait for its windows again',
  useWindows: 'use the windows {windows}',
  removeWindows: 'run at any time',
  adjust: 'adjust: {changes}',
  parallelImages: 'parallel images {count}',
  parallelLayers: 'parallel layers {count}',
  rate: 'rate {rate}',
  noRate: 'no rate limit',

  // windows
  windowOpen:
    'the window is open{rate, select, none {} other { at {rate}}}{until, select, none {} other { until {until}}}',
  windowIgnored: 'running outside its windows{until, select, none {} other { until {until}}}',
  windowClosed: 'the window is closed',
  windowClosedUntil: 'the window is closed, and the next one opens at {until}',

  // log
  runLine: 'run {run} ({workflow})',
  phaseLine: '{phase}: {detail}',
  planLine: 'the plan contains {images, plural, one {# image} other {# images}}, {bytes} bytes',
  deliverableComplete: 'complete: {name}',
  deliverableIncomplete: 'incomplete: {name}',
  retryLine: 'attempt {attempt} in {milliseconds} ms: {reason}',
  concurrencyRestored:
    '{host}: again {parallel, plural, one {# concurrent transfer} other {# concurrent transfers}}',
  concurrencyReduced: '{host}: {parallel} of {allowed} concurrent transfers ({reason})',
  loginRejected:
    '{registry} rejects the login that it accepted before{source, select, none {} other { (from {source})}}',
  fileProblem: '{file}: {problem}',
  requestLine: 'Request from {requester}: {request}',
  imageFailed: 'failed {origin} -> {destination}: {reason}',
  sideFailed: '{side}: {reason}',
});
