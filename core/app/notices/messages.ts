import { translator } from '../../base/messages/translator.ts';

/** Texts about notifications. */
export const t = translator({
  addressInvalid: "The webhook address isn't a valid http:// or https:// address",
  addressInvalidRemedy: 'Use an address such as https://hooks.example.com/airlock.',
  addressLogin: 'The webhook address contains a user name or password',
  addressLoginRemedy: 'Remove the part before @, and use the header for credentials.',
  addressInsecure: 'The webhook address uses plain HTTP to another host',
  addressInsecureRemedy: 'Use https://, or allow plain HTTP.',

  delivered: '{origin} accepted it with status {status}.',
  redirected: "{origin} answered with a redirect. Airlock doesn't follow redirects of webhooks.",
  rejected: '{origin} answered with status {status}.',
  busy: 'Too many notifications are waiting for delivery.',

  runEnded:
    '{workflow, select, mirrorToDisk {Fetch} diskToMirror {Push} mirrorToMirror {Mirror run} replay {Replay} rollback {Rollback} other {Deletion}} {status, select, complete {is complete} partial {ended with failed images} other {failed}}',
  runEndedText: '{copied, plural, one {# image} other {# images}} copied, {failed} failed',
  waitingTitle: 'A run waits for credentials of {registry}',
  waitingText: 'The registry rejects a login that it accepted before. Log in again to continue the run.',

  testTitle: 'Test notification from Airlock',
  testText: 'Notifications of {host} arrive here.',
  expiringTitle: '{count, plural, one {# item expires} other {# items expire}} soon',
  expiringItem: '{subject}: {date}',
});
