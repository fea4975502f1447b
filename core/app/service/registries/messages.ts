import { translator } from '../../../base/messages/translator.ts';

/** Texts of registries, their credentials and authorities, and the test of a registry. */
export const t = translator({
  // certificate authorities
  authorityPath: "host: a CA certificate applies to all of {registry}, so don't enter a path",
  authorityPathRemedy: 'Enter only {registry}.',
  authorityDirectoryHidden:
    '{folder} contains certificates for this host, and a certs.d directory in your home directory would override them',
  authorityDirectoryHiddenRemedy: 'Ask an administrator to save the certificate as {file}.',
  certificateDamaged: 'the text contains a damaged certificate',
  certificateDamagedRemedy: 'Copy the certificate again, from BEGIN CERTIFICATE to END CERTIFICATE.',
  certificateMissing: "the text doesn't contain a certificate",
  certificateMissingRemedy: 'Paste the certificate in PEM format, from BEGIN CERTIFICATE to END CERTIFICATE.',
  certificateOfServer: 'this is a server certificate, not the certificate of a certificate authority',
  certificateOfServerRemedy: 'Paste the certificate of the issuer "{issuer}".',

  // credentials
  userHasColon: "username: a username can't contain a colon",
  userHasColonRemedy: 'Enter the username and the password in separate fields.',
  pullSecretAmbiguous: 'a pull secret must be given either as text or as a file',
  pullSecretAmbiguousRemedy: 'Paste the pull secret, or choose its file.',
  pullSecret: 'the pull secret',
  pullSecretRemedy:
    'Download the pull secret again from console.redhat.com/openshift/install/pull-secret, and use its complete content.',
  pullSecretEmpty: 'the pull secret contains no entries in "auths"',
  pullSecretName: 'a key in "auths" isn\'t a registry name',
  pullSecretEntry: "the entry for {name} doesn't contain a username and password",
  pullSecretTooLarge: '{file} is too large for a pull secret',
  mostBytes: 'at most {bytes} bytes',
  fileMissing: "{file} doesn't exist",
  fileUnreadable: "{file} can't be read ({code})",
  keyStoreMissing: 'this host has no key store',
  keyStoreMissingBecause: 'this host has no key store: {reason}',
  keyStoreMissingRemedy: 'Store the credentials for this session only, or write them to your auth file.',
  credentialHelper: 'docker-credential-{helper}, configured in {file}',
  authFileEntry: '{file}, entry {entry}',

  // names and notes
  notARegistry: '{field}: "{name}" isn\'t a valid registry name',
  notARegistryHidden: "{field}: the entered text isn't a valid registry name",
  notARegistryRemedy: 'Enter HOST, HOST:PORT or HOST:PORT/PATH, without a username or password.',
  blocked: '{file} blocks this registry.',
  redirected: '{file} redirects this registry to {location}.',
  insecure: '{file} turns off TLS verification for this registry.',
  ownCertificates: 'Certificates for this registry are in {folder}.',

  // stages of a test
  nameStage: 'name lookup',
  connectionStage: 'connection',
  tlsStage: 'TLS',
  loginStage: 'login',
  pathStage: 'path',
  stageSkipped: 'Skipped because an earlier test failed: {stage}.',
  stageSkippedAfter: 'Skipped because an earlier test failed: {stage}. Tests passed: {passed}.',
  noAnswer: 'no response within {seconds} s',
  noAnswerRemedy: 'Check the firewalls and proxies between this host and the registry.',
  typedCredentials: 'this test form',
  pullAllowed: 'The credentials allow pulls from {registry}.',
  pushAllowed: 'The credentials allow pulls from {registry} and pushes to it.',
  insecureByConfig: 'registries.conf allows insecure connections',
  insecureByRequest: 'TLS verification is off',
  proxyResolves: 'The proxy {proxy} (set in {variable}) resolves the name.',
  isAddress: '{host} is an IP address.',
  resolved: '{host} resolves to {addresses}.',
  proxyConnects: 'The proxy {proxy} connected to {host}:{port}.',
  connected: '{address} accepts connections on port {port}.',
  pushNeedsPath: 'To test a push, add a path: {host}/PATH.',
  pullNeedsPath: 'To test a pull, add a path: {host}/PATH.',
  tlsUntrusted: "the certificate isn't trusted",
  tlsUntrustedUsed: '{statement}. Airlock connects anyway, because {reason}.',
  plainHttp:
    '{host} uses plain HTTP, so its traffic can be read on the network. Airlock connects anyway, because {reason}.',
  issuerUnknownRemedy:
    "Add the issuer's certificate as a CA for {host} in Settings, or to the trusted CAs of this system.",
  tlsUnavailableRemedy: 'Enable TLS on the registry, or turn off TLS verification for {host} in Settings.',
  handshakeAnonymous: '{protocol}, no server certificate.',
  handshake: '{protocol}, certificate valid until {date}, issued by "{issuer}".',
  notRegistryApi: "{host} returns HTTP {status} for /v2/, so it probably isn't a registry",
  loginUnneeded: "The registry doesn't require credentials.",
  loginUnneededUser:
    "The registry doesn't require credentials, so the password for user {user} (credentials from {where}) wasn't checked.",
  loginUnneededToken: "The registry doesn't require credentials, so the token (from {where}) wasn't checked.",
  loginCheckRemedy: 'Check the username and password from {where}.',
  loginMissingRemedy: 'Add a username and password for this registry, or import a pull secret.',
  loginUser: 'The registry accepts user {user} (credentials from {where}).',
  loginToken: 'The registry accepts the token (from {where}).',
  loginAnonymous: 'The registry allows anonymous access. No credentials are configured for it.',
});
