import { translator } from '../../base/messages/translator.ts';

/** Texts about schedules and their results. */
export const t = translator({
  fileDamaged: "{file} isn't a valid list of schedules: {fault}",
  fileDamagedRemedy: 'Restore the file from a backup, or remove it and create the schedules again.',
  nameTaken: 'The workspace already has a schedule named {name}',
  nameTakenRemedy: 'Use another name, or change the existing schedule.',
  unknown: 'The workspace has no schedule named {name}',
  unknownRemedy: 'Run `airlock schedule list` to see the names.',
  configurationMissing: 'Schedule {name} requires a configuration',
  configurationMissingRemedy: 'Add the path of an ImageSetConfiguration.',
  destinationMissing: 'Schedule {name} requires a destination registry',
  destinationMissingRemedy: 'Add a registry, such as registry.lab:5000/mirror.',
  timeMissing: 'Schedule {name} requires either transfer windows or a start time',
  configurationUnknown: "Schedule {name}: the configuration {file} doesn't exist",
  alwaysOpen: 'Schedule {name} never starts, because its windows are always open',
  alwaysOpenRemedy: 'Use a time such as "daily 06:00" instead, or a window that closes.',
  neverStarts: 'Schedule {name} never starts: no window opens within the next year',
  neverStartsRemedy: 'Use days, dates and exceptions that leave at least one opening in the future.',
  workspaceMissing: "The workspace {workspace} doesn't exist",
  workspaceMissingRemedy: 'Connect its drive, or create or open a workspace on Home.',
  configurationDeleted: "The configuration {file} doesn't exist, so the next start fails",
  timeMissingRemedy: 'Add a window such as "Mon-Fri 00:00-04:00", or a time such as "daily 06:00".',
  atOption: 'time',
  tooMany: 'A workspace can have at most {count} schedules',
  tooManyRemedy: 'Remove a schedule first.',

  missedWindow: 'No process ran the schedules during this window, or another schedule used the window.',
  nothingNew: 'The plan contains no new content.',
  closed: 'The window closed. The run resumes when the next window opens.',
  interrupted: 'The process ended during the run.',
  stopped: 'The process was stopped during the run.',
  failedImages: '{count, plural, one {# image} other {# images}} failed',
  drift: '{count, plural, one {# image differs} other {# images differ}} from the push records: {images}',
  noDrift: 'All images match the push records.',

  runEnded:
    '{schedule} {status, select, complete {completed} partial {completed with failed images} paused {was paused} other {failed}}',
  runEndedText:
    '{copied, plural, one {# image} other {# images}} copied, {failed} failed{transfer, select, none {} other {, transfer {transfer}}}.',
  attemptsText: '{detail} Attempts: {attempts}.',
  waitingTitle: '{schedule} is waiting for credentials for {registry}',
  waitingText: 'The registry no longer accepts the login. Log in again to continue the run.',
  driftTitle: '{registry} differs from the push records',
  startedTitle: '{schedule} started',
  missedTitle: '{schedule} missed its window',
  nothingNewTitle: '{schedule} found no new content',
});
