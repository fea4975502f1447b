import { translator } from '../../base/messages/translator.ts';

/** Texts about requests to registries: authentication, redirects, connections and transfer windows. */
export const t = translator({
  // authentication
  tokenServiceInvalid: '{origin} names a token service with an invalid address',
  tokenServiceWithoutTls:
    '{host} names a token service without TLS ({realm}). The password is not sent to it',
  tokenServiceWithoutTlsRemedy:
    'Fix the realm of the registry, or allow the host as insecure in registries.conf.',
  loginExpired: '{host} no longer accepts the login that it accepted earlier: {reason}',
  loginExpiredFrom: '{host} no longer accepts the login from {origin} that it accepted earlier: {reason}',
  loginExpiredRemedy:
    'Log in again (`podman login {host}`), then run the command again. Copied content is retained.',
  withCredentialsFrom: '(with the credentials from {origin})',
  withCredentials: '(with credentials)',
  withoutCredentials: '(without credentials)',
  withAside: '{message} {aside}',
  loginRemedy:
    'Log in (`podman login {host}`), or check the name. Registries report missing and protected repositories alike.',
  token: 'token of {service} for {host}',
  tokenMissing: '{token}: the response contains no token',

  // requests
  addressInvalid: '{origin} refers to an invalid address',
  tooManyRedirects: '{request}: redirected more than {count} times',
  redirectToHttp: '{request}: redirected from TLS to plain HTTP at {host}',
  stalled: '{origin} stopped responding',
  connectionFailed: 'the connection to {origin} failed: {reason}',
  answered: 'answered {status}{details}',
  answeredElsewhere: 'answered {status} at {origin}, to which the registry redirects{details}',
  notAllowedRemedy: 'Allow this in the configuration of the registry. Deletion is disabled by default.',
  withMirrors: '{message} (earlier mirrors: {errors})',

  // interruptions
  stopped: 'stopped on request',
  windowClosed: 'the transfer window closed',
});
