import { translator } from '../base/messages/translator.ts';

/** Texts of audit records, and of following and controlling runs. */
export const t = translator({
  // records
  runMissing: "run {run} doesn't exist in {runs}",
  runMissingRemedy: 'Run `airlock runs list` to list the runs.',
  noEndedRun: 'no run in {runs} has ended yet',
  exportDamaged: 'the content read back from {file} differs from what was written',
  fileUnreadable: "{file} can't be read",
  bundleIncomplete:
    "{bundle} of operator {operator} is incomplete: {image}{more, plural, =0 {} one { and # more image} other { and # more images}} couldn't be copied",

  // verification of the run log
  runNumberRepeated: 'audit records {run} and {other} have the same run number',
  recordFileUnreadable: "{file} in audit record {run} can't be read",
  runNumberDiffers: 'audit record {run} contains the run number {number}',
  runUnvouched: 'no later audit record contains the digest of audit record {run}',
  recordFileMissing: '{file} is missing from audit record {run}',
  recordFileChanged: '{file} in audit record {run} was changed after the run',
  recordChangedBeforeNext: '{file} in audit record {run} was changed after run {next} started',
  runMissingBefore: 'audit record {run}, which precedes audit record {next}, is missing',
  removedRunDiffers:
    "the digest recorded for removed audit record {run} doesn't match the digest in audit record {next}",
  runMissingBeforeRemoved:
    'audit record {run}, which precedes the removed audit record {next}, is missing or was changed',

  // requests to a run
  limitsInvalid:
    'the numbers of parallel images and layers must be from 1 to {most}, and the rate must be at least {rate} bytes per second',
  runNotActive: "the run in {directory} doesn't accept requests because its status is {status}",
  requestsUnsupported:
    "the run in {directory} was started with {version}, which doesn't support requests to active runs",
  unknownVersion: 'an unknown version',
  requestsUnsupportedRemedy: 'To stop the run, press Ctrl-C in the terminal where it was started.',
  runDirectoryMissing: 'no run is recorded in {directory}',
  ignoreWindows: 'ignore the transfer windows until the next one opens',
  useOwnWindows: 'use the transfer windows again',
  useWindows: 'use transfer windows {windows}',
  removeWindows: 'run at any time',
  adjust: 'set limits: {changes}',
  parallelImages: '{count, plural, one {# parallel image} other {# parallel images}}',
  parallelLayers: '{count, plural, one {# parallel layer} other {# parallel layers}} per image',
  rate: 'a rate limit of {rate}',
  noRate: 'no rate limit',

  // windows
  windowOpen:
    'The transfer window is open{rate, select, none {} other { with a rate limit of {rate}}}{until, select, none {} other { until {until}}}',
  windowIgnored: 'Running outside the transfer windows{until, select, none {} other { until {until}}}',
  windowClosed: 'The transfer window is closed',
  windowClosedUntil: 'The transfer window is closed until {until}',

  // log
  runLine: 'run {run} ({workflow})',
  phaseLine: '{phase}: {detail}',
  planLine: 'the plan contains {images, plural, one {# image} other {# images}} ({bytes} bytes)',
  deliverableComplete: 'complete: {name}',
  deliverableIncomplete: 'incomplete: {name}',
  retryLine: 'retrying in {milliseconds} ms (attempt {attempt}): {reason}',
  concurrencyRestored:
    '{host}: restored to {parallel, plural, one {# concurrent transfer} other {# concurrent transfers}}',
  concurrencyReduced: '{host}: reduced to {parallel} of {allowed} concurrent transfers ({reason})',
  credentialsRejected:
    '{registry} no longer accepts the credentials{source, select, none {} other { from {source}}}',
  fileProblem: '{file}: {problem}',
  requestLine: 'Request from {requester}: {request}',
  imageFailed: 'failed {origin} -> {destination}: {reason}',
  sideFailed: '{side}: {reason}',
});
