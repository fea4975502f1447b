import { translator } from '../../../core/base/messages/translator.ts';

/** Texts of `airlock schedule`. */
export const t = translator({
  schedule: 'mirror and compare at planned times, and send notifications',

  add: 'create a schedule, or change it with --replace',
  configOption: 'image set configuration to mirror',
  toOption: 'mirror to this registry instead of to disk: docker://HOST[/PATH]',
  compareOption: 'compare the registry of --to with the records of pushes instead of mirroring',
  windowOption:
    'start when this window opens and pause when it closes, such as "Mon-Fri 00:00-04:00" (repeatable)',
  atOption: 'start at this time, such as "daily 06:00 Europe/Oslo"',
  enclaveOption: 'enclave of a mirror to disk',
  alwaysOption: 'start a run even if a plan finds nothing new',
  stateOption: 'directory with the records of pushes (default: the state directory of this user)',
  replaceOption: 'change the schedule with this name',
  added: 'Schedule {name} starts {when}.',
  unplanned: 'Schedule {name} has no start within a year.',
  addedNext: 'Run the schedules: airlock schedule run file://{workspace}',
  conflictConfig: '--compare uses no configuration. Omit --config.',
  conflictToDisk: '--compare needs the registry of --to',

  list: 'show the schedules in the order of their queue',
  none: 'This workspace has no schedules. Create one with `airlock schedule add`.',
  holder: 'The schedules are run by {holder}.',
  noHolder: 'No process runs the schedules. Start `airlock schedule run`, or open the app.',
  nameColumn: 'NAME',
  jobColumn: 'JOB',
  stateColumn: 'STATE',
  nextColumn: 'NEXT START',
  lastColumn: 'LAST RESULT',
  job: '{job, select, mirrorToDisk {to disk} mirrorToMirror {to registry} other {compare}}',
  result:
    '{result, select, complete {complete} partial {failed images} failed {failed} paused {paused} interrupted {interrupted} same {no differences} different {differences} missed {missed} other {nothing new}}',
  lastResult: '{result} {time}',

  remove: 'remove a schedule',
  removed: 'Removed schedule {name}.',
  pause: "pause a schedule, so that it doesn't start",
  paused: 'Paused schedule {name}.',
  resume: 'resume a paused schedule at its next start',
  resumed: 'Schedule {name} starts {when}.',
  move: 'move a schedule to a position in the queue',
  moved: 'Moved schedule {name} to position {position}.',
  positionInvalid: 'the position must be a number from 1, not "{position}"',

  run: 'run the schedules of workspaces until stopped',
  onceOption: 'run what is due, then exit',
  nowOption: 'start this schedule at once, then exit',
  running:
    'Running the schedules of {count, plural, one {# workspace} other {# workspaces}}. Press Ctrl-C to stop.',
  busy: 'Another process runs the schedules of {workspace}: {holder}',
  requested: 'Another process starts {name}: {holder}',
  started: '{name} started',
  ended: '{name}: {result}{detail, select, none {} other {. {detail}}}',
  unconfirmed:
    "{name} doesn't run here, because another user or host created it. To run it, use `airlock schedule add --replace {name}`.",
  deliveryFailed: "The webhook didn't accept a notification: {detail}",

  notify: 'set up the webhook for notifications, or send a test',
  webhookOption: 'send notifications to this address, or to the address in this file',
  headerOption: 'name of a header for credentials, such as Authorization',
  headerFileOption: 'file with the value of the header',
  allowHttpOption: 'allow plain HTTP to other hosts',
  noWebhookOption: 'remove the webhook',
  testOption: 'send a test notification',
  headerIncomplete: '--header and --header-file belong together',
  webhookSet: 'Notifications are sent to {origin}.',
  webhookNone: 'No webhook is set up.',
  testWithoutWebhook: 'No webhook is set up, so there is nothing to test',
});
