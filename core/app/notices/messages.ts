import { translator } from '../../base/messages/translator.ts';

/** Texts about notifications. */
export const t = translator({
  addressInvalid: "The webhook address isn't a valid http:// or https:// address",
  addressInvalidRemedy: 'Use an address such as https://hooks.example.com/airlock.',
  addressLogin: 'The webhook address contains a user name or password',
  addressLoginRemedy:
    'Remove the credentials before the @ sign from the URL, and send them in a header instead.',
  addressInsecure: 'The webhook address uses plain HTTP for another host',
  addressInsecureRemedy: 'Use https://, or allow plain HTTP.',

  delivered: '{origin} accepted the notification with status {status}.',
  redirected: "{origin} responded with a redirect. Airlock doesn't follow webhook redirects.",
  rejected: '{origin} responded with status {status}.',
  busy: 'Too many notifications are waiting for delivery.',

  runEnded:
    '{workflow, select, mirrorToDisk {Fetch} diskToMirror {Push} mirrorToMirror {Mirror run} replay {Replay} rollback {Rollback} other {Deletion}} {status, select, complete {completed} partial {completed with failed images} other {failed}}',
  runEndedText: '{copied, plural, one {# image} other {# images}} copied, {failed} failed',
  deletionEndedText: '{deleted, plural, one {# image} other {# images}} deleted, {failed} failed',
  waitingTitle: 'A run is waiting for credentials for {registry}',
  waitingText: 'The registry no longer accepts the login. Log in again to continue the run.',
  windowTitle: 'A run is waiting for its transfer window',
  windowText: 'The next window opens at {time}.',
  jobWaiting:
    '{work, select, export {An export needs a drive} import {An import needs your input} other {A cluster job needs your answer}}',
  jobWaitingText:
    '{work, select, cluster {Nodes may restart. Answer on Apply to continue.} other {Open the job to continue.}}',
  jobEnded:
    '{work, select, export {Export} import {Import} other {Cluster job}} {status, select, complete {completed} partial {completed with problems} other {failed}}',

  testTitle: 'Test notification from Airlock',
  testText: 'Notifications from {host} are delivered here.',
  expiringTitle: '{count, plural, one {# item expires} other {# items expire}} soon',
  expiringItem: '{subject}: {date}',
});
