import { translator } from '../../../core/base/messages/translator.ts';

/** Texts of `airlock schedule`. */
export const t = translator({
  schedule: 'schedule mirroring and comparisons, and send notifications',

  add: 'create a schedule, or replace one with --replace',
  configOption: 'image set configuration to mirror',
  toOption: 'mirror to this registry instead of to disk: docker://HOST[/PATH]',
  compareOption: 'compare the registry given with --to with its push records instead of mirroring',
  windowOption:
    'start when this transfer window opens and pause when it closes, for example "Mon-Fri 00:00-04:00" (repeatable)',
  atOption: 'start at this time, for example "daily 06:00 Europe/Oslo"',
  enclaveOption: 'enclave to create transfers for, when mirroring to disk',
  alwaysOption: 'start a run even if the plan contains no new content',
  stateOption: 'directory with the push records (default: your state folder)',
  replaceOption: 'name of the schedule to replace',
  added: 'Schedule {name} starts at {when}.',
  unplanned: "Schedule {name} doesn't start within the next year.",
  addedNext: 'To run the schedules: airlock schedule run file://{workspace}',
  conflictToDisk: '--compare requires a registry in --to',
  conflictConfig: "--compare doesn't use a configuration. Omit --config.",

  list: 'list the schedules in queue order',
  directoryMissingRemedy: 'Specify the workspace that contains the schedules.',
  none: 'This workspace has no schedules. Create one with `airlock schedule add`.',
  holder: 'The schedules are run by {holder}.',
  noHolder: 'No process is running the schedules. Run `airlock schedule run`, or open the app.',
  nameColumn: 'NAME',
  jobColumn: 'JOB',
  stateColumn: 'STATE',
  nextColumn: 'NEXT START',
  lastColumn: 'LAST RESULT',
  job: '{job, select, mirrorToDisk {to disk} mirrorToMirror {to registry} other {compare}}',
  result:
    '{result, select, complete {complete} partial {failed images} failed {failed} paused {paused} interrupted {interrupted} same {no differences} different {differences} missed {missed} other {no new content}}',
  lastResult: '{result} {time}',

  remove: 'remove a schedule',
  removed: 'Removed schedule {name}.',
  pause: "pause a schedule so that it doesn't start",
  paused: 'Paused schedule {name}.',
  resume: 'resume a paused schedule from its next start time',
  resumed: 'Schedule {name} starts at {when}.',
  move: 'move a schedule to a position in the queue',
  moved: 'Moved schedule {name} to position {position}.',
  positionInvalid: 'the position must be a whole number greater than 0, not "{position}"',

  run: 'run the schedules of one or more workspaces until stopped',
  onceOption: 'run the schedules that are due, then exit',
  nowOption: 'run this schedule immediately, then exit',
  running:
    'Running the schedules of {count, plural, one {# workspace} other {# workspaces}}. Press Ctrl-C to stop.',
  busy: 'Another process is already running the schedules for {workspace}: {holder}',
  requested: 'Another process will start {name}: {holder}',
  started: '{name} started',
  ended: '{name}: {result}{detail, select, none {} other {. {detail}}}',
  unconfirmed:
    "{name} doesn't run here because another user or host created it. To run it, use `airlock schedule add --replace {name}`.",
  deliveryFailed: "A notification wasn't delivered to the webhook: {detail}",

  notify: 'set up the notification webhook or send a test notification',
  webhookOption: 'send notifications to this URL, or to the URL in this file',
  headerOption: 'name of the header for credentials, such as Authorization',
  headerFileOption: 'file that contains the header value',
  allowHttpOption: 'allow plain HTTP to other hosts',
  noWebhookOption: 'remove the webhook',
  testOption: 'send a test notification',
  headerIncomplete: '--header and --header-file must be used together',
  webhookOptions:
    '--header, --header-file and --allow-http require --webhook, or a webhook that is already set up',
  webhookSet: 'Notifications are sent to {origin}.',
  webhookNone: 'No webhook is set up.',
  testWithoutWebhook: "A test notification can't be sent because no webhook is set up",
});
