import { translator } from '../../base/messages/translator.ts';

/** Texts about requests to registries: authentication, redirects, connections and transfer windows. */
export const t = translator({
  // authentication
  tokenServiceInvalid: '{origin} specifies a token service with an invalid address',
  tokenServiceWithoutTls: "the token service of {host} doesn't use TLS ({realm}), so the password isn't sent",
  tokenServiceWithoutTlsRemedy:
    'Fix the realm in the registry configuration, or mark the host as insecure in registries.conf.',
  loginExpired: '{host} no longer accepts the credentials that worked earlier: {reason}',
  loginExpiredFrom: '{host} no longer accepts the credentials from {origin} that worked earlier: {reason}',
  loginExpiredRemedy:
    'Log in again (`podman login {host}`), then run the command again. Copied content is retained.',
  withCredentialsFrom: '(with the credentials from {origin})',
  withCredentials: '(with credentials)',
  withoutCredentials: '(without credentials)',
  withNote: '{message} {note}',
  loginRemedy:
    'Log in (`podman login {host}`), or check the repository name. Registries return the same error for missing and protected repositories.',
  token: 'token from {service} for {host}',
  tokenMissing: '{token}: the response contains no token',

  // requests
  addressInvalid: '{origin} refers to an invalid address',
  tooManyRedirects: '{request}: redirected more than {count} times',
  redirectToHttp: '{request}: redirected from TLS to plain HTTP at {host}',
  stalled: '{origin} stopped responding',
  connectionFailed: 'the connection to {origin} failed: {reason}',
  answered: 'the server returned {status}{details}',
  answeredElsewhere: 'the redirect target {origin} returned {status}{details}',
  quotaRemedy: 'Raise the quota in the registry, or delete content that you no longer need.',
  notAllowedRemedy: 'Allow the operation in the registry configuration. Deletion is disabled by default.',
  withMirrors: '{message} (earlier mirrors: {errors})',

  // interruptions
  stopped: 'stopped on request',
  windowClosed: 'the transfer window closed',
  rateLimitSet: 'a rate limit was set',
});
