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
  notificationsSection: 'Notifications',
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
  untestableOutcome: "Test couldn't be run",
  passedOutcome: 'Passed, {time}',
  warningOutcome: 'Warning, {time}',
  helperOutcome: 'Credential helper failed',
  blockedOutcome: 'Blocked on this host',
  clockOutcome: 'Incorrect clock on this host',
  proxyOutcome: 'Rejected by proxy',
  nameOutcome: 'Name not resolved',
  connectionOutcome: 'Host unreachable',
  issuerOutcome: 'Certificate issuer not trusted',
  tlsOutcome: 'TLS connection failed',
  loginOutcome: 'Login failed',
  credentialsOutcome: 'Credentials required',
  passwordOutcome: 'Password rejected',
  deniedOutcome: 'Path access denied',
  pathOutcome: 'Path test failed',

  // Registries whose tests failed for the same reason
  untestableCount:
    "{registries, plural, one {# registry couldn't be tested.} other {# registries couldn't be tested.}}",
  helperCount:
    '{registries, plural, one {The credential helper for # registry failed.} other {The credential helpers for # registries failed.}}',
  blockedCount: 'registries.conf blocks {registries, plural, one {# registry.} other {# registries.}}',
  clockCount:
    'The clock on this host is wrong, so TLS connections to {registries, plural, one {# registry fail.} other {# registries fail.}}',
  proxyCount: 'The proxy rejects requests to {registries, plural, one {# registry.} other {# registries.}}',
  nameCount:
    "{registries, plural, one {The host name of # registry can't be resolved.} other {The host names of # registries can't be resolved.}}",
  connectionCount:
    "{registries, plural, one {# registry can't be reached.} other {# registries can't be reached.}}",
  issuerCount:
    "{registries, plural, one {The certificate of # registry isn't trusted.} other {The certificates of # registries aren't trusted.}}",
  tlsCount: 'TLS connections to {registries, plural, one {# registry fail.} other {# registries fail.}}',
  loginCount: 'Login fails for {registries, plural, one {# registry.} other {# registries.}}',
  credentialsCount:
    '{registries, plural, one {# registry requires credentials.} other {# registries require credentials.}}',
  passwordCount:
    '{registries, plural, one {# registry rejects the password.} other {# registries reject the password.}}',
  deniedCount:
    '{registries, plural, one {# registry denies access to its path.} other {# registries deny access to their paths.}}',
  pathCount:
    '{registries, plural, one {The path test failed for # registry.} other {The path test failed for # registries.}}',

  // The first failed stage: title, and what the stages before it prove
  helperTitle: 'The credential helper failed',
  helperText: "The registry's host name, connection and certificate passed the test.",
  blockedTitle: 'The registry is blocked in registries.conf',
  blockedText: "Airlock didn't send any requests to the registry.",
  clockTitle: 'The clock on this host is wrong',
  clockText: 'The registry responds, and its certificate is valid according to the clock on the server.',
  proxyTitle: 'The proxy rejects requests to the registry',
  proxyText: 'The proxy itself is reachable.',
  nameTitle: "The registry's host name can't be resolved on this host",
  nameText: "Airlock didn't send any requests to the registry.",
  connectionTitle: "The registry isn't responding at its address",
  connectionText:
    'The host name can be resolved. Check the port and the firewall, and whether this host needs a proxy to reach the registry.',
  issuerTitle: "This host doesn't trust the CA that issued the certificate",
  issuerText: "The server responds. Airlock didn't send any credentials.",
  tlsTitle: "A TLS connection couldn't be established",
  tlsText: "The server responds. Airlock didn't send any credentials.",
  loginTitle: 'The login failed',
  loginText: "The registry's host name, connection and certificate passed the test.",
  credentialsTitle: 'The registry requires credentials, but this host has none for it',
  credentialsText: "The registry's host name, connection and certificate passed the test.",
  sessionPasswordTitle: 'The registry rejects the password that you entered in the current session',
  keyStorePasswordTitle: 'The registry rejects the password from the key store',
  helperPasswordTitle: 'The registry rejects the password from the credential helper',
  filePasswordTitle: 'The registry rejects the password from {file}',
  passwordText: "The registry's host name, connection and certificate passed the test.",
  deniedTitle: 'The registry denies access to the path',
  deniedText:
    '{credentials, select, none {The registry is reachable without credentials.} other {The registry accepts the credentials.}}',
  pathTitle: 'The registry returned an unexpected response for the path',
  pathText:
    '{credentials, select, none {The registry is reachable without credentials.} other {The registry accepts the credentials.}}',

  // Source of credentials
  noSource: 'None',
  sessionSource: 'Current session',
  keyStoreSource: 'Key store',
  helperSource: 'Credential helper',
  fileSource: 'Auth file',
  noCredentials: 'None on this host',
  sessionCredentials: 'Entered in the current session',
  userSessionCredentials: '{user}, entered in the current session',
  keyStoreCredentials: 'Saved in the key store',
  userKeyStoreCredentials: '{user}, saved in the key store',
  userCredentials: '{user}, from {place}',

  // Problems of an entered registry
  hostMissingError: "Enter the host name of the registry. Add the port if it isn't 443.",
  userError:
    'Remove the user name and the password. If the registry requires credentials, you can enter them after the test.',
  hostError: "{host} isn't a valid host name.",
  pathError: 'Use only lowercase letters, digits, dots, dashes and underscores in the registry path.',
  hostOnlyError: 'Enter only the host name, without a path.',

  // CAs
  casTitle:
    'Trusted: {system, plural, one {# system CA} other {# system CAs}}{own, plural, =0 {} one {, # registry CA} other {, # registry CAs}}{expired, plural, =0 {} one {, # expired} other {, # expired}}{expiring, plural, =0 {} one {, # expires soon} other {, # expire soon}}',
  noExpiry: 'No expiration date',
  expired: 'Expired {date}',
  expiresSoon: '{date} (in {days, plural, one {# day} other {# days}})',
  certificateTooLargeError: 'The file is too large for a certificate.',
  certificateMissingError: 'Paste the CA certificate, or open a file that contains it.',
  certificateHelp:
    'Paste the CA certificate, not the server certificate. The registry administrator can provide the CA certificate.',
  certificatesNote: '{count, plural, one {# certificate found} other {# certificates found}}',
  privateKeyError:
    'The text contains a private key. Remove the key, because Airlock needs only the certificate.',
  noCertificateError:
    "The text doesn't contain a certificate. A PEM certificate starts with -----BEGIN CERTIFICATE-----.",

  // Doctor
  errorsTitle: 'Problems that would stop a run',
  warningsTitle: 'Problems that can disrupt or slow down a run',
  infoTitle: 'Information',
  reportTitle:
    '{errors, plural, =0 {No problems that would stop a run} one {# problem that would stop a run} other {# problems that would stop a run}}{warnings, plural, =0 {} one {, # warning} other {, # warnings}}',
  startingText: 'Starting the checks',
  progressText: '{done} of {total, plural, one {# check} other {# checks}} complete',
  progressSubjectText:
    '{done} of {total, plural, one {# check} other {# checks}} complete, checking {subject}',

  // Capabilities of a registry
  unknownProduct: 'Unknown product',
  unfitProfile: '{product}: not ready for pushes',
  limitedProfile:
    '{product}: {limits, plural, one {# limitation that affects some plans} other {# limitations that affect some plans}}{unknown, plural, =0 {} one {, # unknown capability} other {, # unknown capabilities}}',
  completeProfile:
    '{product}: no limitations found{unknown, plural, =0 {} one {, # unknown capability} other {, # unknown capabilities}}',
  probedLabel: 'Probed',
  probedText: '<registry>{host}</registry>, <timeAgo></timeAgo>',
  probedStaleText:
    '<registry>{host}</registry>, <timeAgo></timeAgo>. The registry is probed again before the next push.',
  productLabel: 'Product',
  productText: '{product} ({evidence})',
  productUnknownText: 'Unknown because no response identifies the product',
  missingProjectsLabel: 'Missing projects',
  leftoversLabel: 'Leftover test content',
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
  directTitle: 'Airlock connects to all registries directly, without a proxy',
  allDirectTitle: 'Airlock connects to all registries directly because NO_PROXY is set to *',
  proxiedTitle:
    'Airlock connects to registries through {proxy}{exceptions, plural, =0 {} one {, except for # NO_PROXY entry} other {, except for # NO_PROXY entries}}',
  plainProxiedTitle:
    'Only plain HTTP requests use {proxy}{exceptions, plural, =0 {} one {, except for # NO_PROXY entry} other {, except for # NO_PROXY entries}}',
  httpsRequests: 'HTTPS requests',
  httpRequests: 'Plain HTTP requests',
  directRoute: 'Direct',
  noVariable: 'No proxy variable',
  loopback: 'localhost, loopback',
});
