import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts that sections of Settings share: frame, registry tests, CAs, Doctor, capabilities and proxies. */
export const t = translator({
  // Frame
  topic: 'Settings',
  registriesSection: 'Registries',
  doctorSection: 'Doctor',
  certificatesSection: 'Certificates',
  proxySection: 'Proxy',
  defaultsSection: 'Defaults',
  appearanceSection: 'Appearance',
  diagnosticsSection: 'Diagnostics',
  aboutSection: 'About',

  // Stages of a registry test
  nameStage: 'Name',
  connectionStage: 'Connection',
  tlsStage: 'TLS',
  loginStage: 'Login',
  pathStage: 'Path',
  passedStage: 'Passed',
  warningStage: 'Passed with a warning',
  failedStage: 'Failed',
  skippedStage: 'Skipped',
  testingStage: 'Testing',
  untestedStage: 'Not tested',

  // Result of a registry test, in a table
  untestedOutcome: 'Not tested',
  testingOutcome: 'Testing',
  untestableOutcome: "Test couldn't run",
  passedOutcome: 'Passed, {time}',
  warningOutcome: 'Warning, {time}',
  helperOutcome: 'Credential helper failed',
  blockedOutcome: 'Blocked on this host',
  clockOutcome: 'Wrong clock on this host',
  proxyOutcome: 'Rejected by proxy',
  nameOutcome: 'Name not resolved',
  connectionOutcome: 'Host unreachable',
  issuerOutcome: 'Issuer not trusted',
  tlsOutcome: 'TLS failed',
  loginOutcome: 'Login failed',
  credentialsOutcome: 'Login required',
  passwordOutcome: 'Password rejected',
  deniedOutcome: 'Path access denied',
  pathOutcome: 'Path failed',

  // Registries whose tests failed for the same reason
  untestableCount:
    "{registries, plural, one {# registry couldn't be tested.} other {# registries couldn't be tested.}}",
  helperCount:
    '{registries, plural, one {The credential helper of # registry failed.} other {The credential helpers of # registries failed.}}',
  blockedCount: 'registries.conf blocks {registries, plural, one {# registry.} other {# registries.}}',
  clockCount:
    'The clock of this host is wrong, so TLS fails for {registries, plural, one {# registry.} other {# registries.}}',
  proxyCount: 'The proxy rejects requests to {registries, plural, one {# registry.} other {# registries.}}',
  nameCount:
    "{registries, plural, one {The name of # registry can't be resolved.} other {The names of # registries can't be resolved.}}",
  connectionCount:
    "{registries, plural, one {# registry can't be reached.} other {# registries can't be reached.}}",
  issuerCount:
    "{registries, plural, one {The certificate of # registry isn't trusted.} other {The certificates of # registries aren't trusted.}}",
  tlsCount: 'TLS fails for {registries, plural, one {# registry.} other {# registries.}}',
  loginCount: 'The login fails for {registries, plural, one {# registry.} other {# registries.}}',
  credentialsCount:
    '{registries, plural, one {# registry requires a login.} other {# registries require a login.}}',
  passwordCount:
    '{registries, plural, one {# registry rejects the password.} other {# registries reject the password.}}',
  deniedCount:
    '{registries, plural, one {# registry denies access to its path.} other {# registries deny access to their paths.}}',
  pathCount:
    '{registries, plural, one {The path of # registry failed.} other {The paths of # registries failed.}}',

  // The first failed stage: title, and what the stages before it prove
  helperTitle: 'The credential helper failed',
  helperText: 'The name, the connection and the certificate of the registry are OK.',
  blockedTitle: 'registries.conf blocks this registry',
  blockedText: 'Airlock sent no request to the registry.',
  clockTitle: 'The clock of this host is wrong',
  clockText: "The registry responds, and its certificate is valid by the server's own clock.",
  proxyTitle: 'The proxy rejects requests to this registry',
  proxyText: 'The proxy itself responds.',
  nameTitle: "The name of the registry can't be resolved on this host",
  nameText: 'Airlock sent no request to the registry.',
  connectionTitle: 'No response from the address of the registry',
  connectionText:
    'The name is known. Check the port and the firewall, and whether this host needs a proxy to reach the registry.',
  issuerTitle: "This host doesn't trust the CA that issued the certificate",
  issuerText: 'The server responds. Airlock sent no credentials.',
  tlsTitle: "A TLS connection couldn't be established",
  tlsText: 'The server responds. Airlock sent no credentials.',
  loginTitle: 'The login failed',
  loginText: 'The name, the connection and the certificate of the registry are OK.',
  credentialsTitle: 'The registry requires a login, and this host has none for it',
  credentialsText: 'The name, the connection and the certificate of the registry are OK.',
  sessionPasswordTitle: 'The registry rejects the password that you entered in this session',
  keyStorePasswordTitle: 'The registry rejects the password from the key store',
  helperPasswordTitle: 'The registry rejects the password from the credential helper',
  filePasswordTitle: 'The registry rejects the password from {file}',
  passwordText: 'The name, the connection and the certificate of the registry are OK.',
  deniedTitle: 'The registry denies access to this path',
  deniedText:
    '{login, select, none {The registry responds without a login.} other {The registry accepts the login.}}',
  pathTitle: 'Unexpected response for the path of the registry',
  pathText:
    '{login, select, none {The registry responds without a login.} other {The registry accepts the login.}}',

  // Source of a login
  noSource: 'No login',
  sessionSource: 'This session',
  keyStoreSource: 'Key store',
  helperSource: 'Credential helper',
  fileSource: 'Auth file',
  noLogin: 'No login on this host',
  sessionLogin: 'Entered in this session',
  userSessionLogin: '{user}, entered in this session',
  keyStoreLogin: 'Saved in the key store',
  userKeyStoreLogin: '{user}, saved in the key store',
  userLogin: '{user}, from {place}',

  // Problems of an entered registry
  hostMissingError: 'Enter the host name of the registry, with its port unless the port is 443.',
  userError:
    'Remove the user name and the password. If the registry requires a login, you can enter it after the test.',
  hostError: "{host} isn't a valid host name.",
  pathError: 'Use lowercase letters, digits, dots, dashes and underscores in the path of the registry.',
  hostOnlyError: 'Enter only the host, without a path.',

  // CAs
  casTitle:
    'Trusted: {system, plural, one {# system CA} other {# system CAs}}{own, plural, =0 {} one {, # registry CA} other {, # registry CAs}}{expired, plural, =0 {} one {, # expired} other {, # expired}}{expiring, plural, =0 {} one {, # expires soon} other {, # expire soon}}',
  noExpiry: 'No expiration date',
  expired: 'Expired {date}',
  expiresSoon: '{date}, in {days, plural, one {# day} other {# days}}',
  certificateTooLargeError: 'The file is too large to be a certificate.',
  certificateMissingError: 'Paste the certificate of the CA, or open its file.',
  certificateHelp:
    "Paste the certificate of the CA, not the server's own certificate. The administrator of the registry can provide it.",
  certificatesNote: '{count, plural, one {# certificate found} other {# certificates found}}',
  privateKeyError: 'The text contains a private key. Remove the key: Airlock needs only the certificate.',
  noCertificateError:
    'No certificate found in the text. A PEM certificate starts with -----BEGIN CERTIFICATE-----.',

  // Doctor
  errorsTitle: 'Problems that stop a run',
  warningsTitle: 'Problems that can disturb or slow a run',
  infoTitle: 'For information',
  reportTitle:
    '{errors, plural, =0 {No problems that stop a run} one {# problem that stops a run} other {# problems that stop a run}}{warnings, plural, =0 {} one {, # warning} other {, # warnings}}',
  startingText: 'Starting the checks',
  progressText: '{done} of {total, plural, one {# check} other {# checks}} complete',
  progressSubjectText: '{done} of {total, plural, one {# check} other {# checks}} complete, now {subject}',
  tlsCheck: 'TLS',
  fipsCheck: 'FIPS',
  noexecCheck: 'noexec',
  umaskCheck: 'umask',
  networkSpeedCheck: 'Network speed',
  diskSpeedCheck: 'Disk speed',
  fileSystemCheck: 'File system',

  // Capabilities of a registry
  unknownProduct: 'Unknown product',
  unfitProfile: "{product}: content can't be pushed yet",
  limitedProfile:
    '{product}: {limits, plural, one {# limitation that affects some plans} other {# limitations that affect some plans}}{unknown, plural, =0 {} one {, # unknown capability} other {, # unknown capabilities}}',
  completeProfile:
    '{product}: no limitations found{unknown, plural, =0 {} one {, # unknown capability} other {, # unknown capabilities}}',
  probedLabel: 'Probed',
  probedText: '<registry>{host}</registry>, <timeAgo></timeAgo>',
  probedStaleText: '<registry>{host}</registry>, <timeAgo></timeAgo>. The next push probes it again.',
  productLabel: 'Product',
  productText: '{product} ({evidence})',
  productUnknownText: 'Unknown: no response identifies the product',
  missingProjectsLabel: 'Missing projects',
  leftoversLabel: 'Leftovers',
  limitationText: '{capability}: {result}',
  capabilitiesTitle: 'All probed capabilities ({count, number})',
  capabilityColumn: 'Capability',
  resultColumn: 'Result',
  evidenceColumn: 'Evidence',
  resultText: '<unseen>{state}: </unseen>{result}',
  supported: 'Supported',
  unsupported: 'Not supported',
  unfit: 'Prevents pushes',
  unknown: 'Unknown',

  // Proxies
  directTitle: 'No proxy: Airlock connects to all registries directly',
  allDirectTitle: 'NO_PROXY is *, so Airlock connects to all registries directly',
  proxiedTitle:
    'Airlock reaches registries through {proxy}{exceptions, plural, =0 {} one {, with # exception} other {, with # exceptions}}',
  plainProxiedTitle:
    'Only plain HTTP goes through {proxy}{exceptions, plural, =0 {} one {, with # exception} other {, with # exceptions}}',
  httpsRequests: 'HTTPS requests',
  httpRequests: 'Plain HTTP requests',
  directRoute: 'Direct',
  noVariable: 'No variable',
  loopback: 'localhost, loopback',
});
