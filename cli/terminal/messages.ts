import { translator } from '../../core/base/messages/translator.ts';

/** Texts that all commands share: help, common options, progress of runs. */
export const t = translator({
  // findings
  findingWhy: 'Why it matters: {why}',
  findingRemedy: 'What to do: {remedy}',
  program: 'Mirror OpenShift releases and images across an air gap',
  seeHelp: 'See `{command} --help`.',
  // options of several commands
  jsonOption: 'print newline-delimited JSON events, with the result as the last line',
  logLevelOption: 'minimum severity of messages to show',
  logFileOption: 'append the log to this file (default: airlock/log/airlock.log in the state directory)',
  logFormatOption: 'log format for --log-file (default: json)',
  commandEnded: 'Ended with exit code {code}',
  logFormatWithoutFile: '--log-format requires --log-file',
  authfileOption: 'registry credentials file (default: REGISTRY_AUTH_FILE, then the standard locations)',
  sourceTlsOption: 'verify TLS certificates of the sources (false: accept any certificate and plain HTTP)',
  destinationTlsOption:
    'verify TLS certificates of the destination (false: accept any certificate and plain HTTP)',
  registryTlsOption: 'verify TLS certificates of registries (false: accept any certificate and plain HTTP)',
  retryTimesOption: 'number of retries of a failed request',
  // invalid values of options, after: option '--rate <rate>' argument 'x' is invalid.
  booleanInvalid: 'Use true or false.',
  rateInvalid: 'Use a rate of at least 1KiB/s, such as 20MiB/s or 500kB/s.',
  listenInvalid: '--listen must be ADDR:PORT, such as 127.0.0.1:8080, not {address}',
  notADirectory: "{directory} isn't a directory",
  // stopping
  stopping:
    'Stopping. Requests in progress finish or save their position. Press Ctrl-C again to stop immediately.',
  stoppingNow: 'Stopping immediately.',
  damagedRecords: '{file}: ignored damaged records. The affected content will be downloaded again.',
  // errors
  error: 'airlock: {message}',
  outputLost: 'the output is incomplete: {message}',
  errorOnSource: 'source: {message}',
  errorOnDestination: 'destination registry: {message}',
  expected: 'expected {value}',
  found: 'found    {value}',
  // progress of runs
  run: 'Run {run} ({workflow}) in {directory}',
  phase: '{phase}: {detail}',
  collectPhase: 'Collecting the selected images',
  probePhase: 'Probing the destination',
  copyPhase: 'Copying',
  finishPhase: 'Completing the archive set',
  resourcesPhase: 'Writing cluster resources',
  verifyPhase: 'Verifying',
  replayPhase: 'Repairing',
  planned:
    'Plan: {images, plural, one {# image} other {# images}}, {size} in total, {present} already present',
  imageFailed: 'failed  {origin} -> {destination}: {message}',
  imageCopied: 'copied  {origin} -> {destination} ({size})',
  imagePresent: 'present {origin} -> {destination} ({size})',
  deliverableComplete: 'complete: {name}',
  deliverableIncomplete: 'incomplete: {name}',
  retry: 'Retrying in {wait} (attempt {attempt}): {message}',
  controlRequest: 'Request from {requester}: {request}',
  amount: '{done} of {total}',
  amountAtLeast: '{done} of at least {total}',
  rate: '{rate}/s',
  remaining: 'about {duration} left',
  imageCount: '{done}/{total} images',
  failedCount: '{count} failed',
  deliverableCount: '{complete}/{total} complete',
  windowOpens: 'transfer window opens {time}',
  waiting: 'waiting for {host} until {time}',
});
