import { translator } from '../../../base/messages/translator.ts';

/** Texts of registries, their credentials and authorities, and the test of a registry. */
export const t = translator({
  // certificate authorities
  authorityPath:
    "host: a certificate is trusted for {registry} and all its repositories, so a path can't be added",
  authorityPathRemedy: 'Enter {registry}.',
  authorityFolderHidden:
    '{folder} contains the certificates of this host, and a folder in your home directory would hide them',
  authorityFolderHiddenRemedy: 'Ask an administrator to save the certificate as {file}.',
  certificateDamaged: 'a certificate in this text is damaged',
  certificateDamagedRemedy: 'Copy it again, from BEGIN to END.',
  certificateMissing: 'this text contains no certificate',
  certificateMissingRemedy: 'Paste the part from BEGIN CERTIFICATE to END CERTIFICATE.',
  certificateOfServer: 'this is the certificate of a server, not of its certificate authority',
  certificateOfServerRemedy: 'Paste the certificate of "{issuer}".',

  // credentials
  userHasColon: "username: a username can't contain a colon",
  userHasColonRemedy: 'Enter the username and the password in separate fields.',
  pullSecretAmbiguous: 'a pull secret must be either a text or a file',
  pullSecretAmbiguousRemedy: 'Paste the pull secret, or choose its file.',
  pullSecret: 'the pull secret',
  pullSecretRemedy:
    'Download it again from console.redhat.com/openshift/install/pull-secret and use all of it.',
  pullSecretEmpty: 'it has no "auths"',
  pullSecretName: `a key in "auths" isn't the name of a registry`,
  pullSecretEntry: 'the entry {name} contains no username and password',
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
  notARegistry: `{field}: "{name}" isn't a registry`,
  notARegistryHidden: "{field}: the entered text isn't a registry",
  notARegistryRemedy: 'Enter HOST, HOST:PORT or HOST:PORT/PATH, without username and password.',
  blocked: '{file} blocks it.',
  redirected: '{file} redirects it to {location}.',
  insecure: '{file} allows it without verified TLS.',
  ownCertificates: 'Its certificates are in {folder}.',

  // stages of a test
  nameStage: 'name lookup',
  connectionStage: 'connection',
  tlsStage: 'TLS',
  loginStage: 'login',
  pathStage: 'path',
  stageSkipped: 'Not tested, because this stage failed: {stage}.',
  stageSkippedAfter: 'Not tested, because this stage failed: {stage}. Passed: {passed}.',
  noAnswer: 'no response within {seconds} s',
  noAnswerRemedy: 'Check the firewalls and proxies between this host and the registry.',
  typedCredentials: 'entered for this test',
  pullAllowed: 'The credentials allow pulls from {registry}.',
  pushAllowed: 'The credentials allow pulls from {registry} and pushes to it.',
  insecureByConfig: 'registries.conf allows it',
  insecureByRequest: 'TLS verification is off',
  proxyResolves: 'The proxy {proxy} resolves the name ({variable}).',
  isAddress: '{host} is an IP address.',
  resolved: '{host} resolves to {addresses}.',
  proxyConnects: 'The proxy {proxy} connects to {host}:{port}.',
  connected: '{address} accepts connections on port {port}.',
  pushNeedsPath: 'To test a push, add a path: {host}/PATH.',
  pullNeedsPath: 'To test a pull, add a path: {host}/PATH.',
  tlsUntrusted: "the certificate isn't trusted",
  tlsUntrustedUsed: '{statement}. Airlock uses it anyway: {reason}.',
  plainHttp:
    '{host} uses plain HTTP, so its traffic can be read on the network. Airlock uses it anyway: {reason}.',
  issuerUnknownRemedy:
    'Add the certificate of this issuer as a CA for {host} in Settings, or to the trusted CAs of this host.',
  tlsUnavailableRemedy: 'Configure TLS in the registry, or turn off TLS verification for {host} in Settings.',
  handshakeAnonymous: '{protocol} without a certificate.',
  handshake: '{protocol}, valid until {date}, issued by "{issuer}".',
  notRegistryApi: "{host} responds with {status} at /v2/, so it doesn't look like a registry",
  loginUnneeded: 'It requires no login.',
  loginUnneededUser: 'It requires no login. The password of the user {user} ({where}) was not checked.',
  loginUnneededToken: 'It requires no login. The token ({where}) was not checked.',
  loginCheckRemedy: 'Check the username and password from {where}.',
  loginMissingRemedy: 'Add a username and password for this registry, or import a pull secret.',
  loginUser: 'It accepts the user {user} ({where}).',
  loginToken: 'It accepts the token ({where}).',
  loginAnonymous: 'It allows anonymous access. No credentials are configured for it.',
});
