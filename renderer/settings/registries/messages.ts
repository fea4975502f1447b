import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of the registries of Settings and their credentials. */
export const t = translator({
  // Heading
  loadingTitle: 'Registries',
  emptyTitle: 'No registries yet',
  untestedTitle:
    '{registries, plural, one {# registry, not tested yet} other {# registries, none of them tested yet}}',
  testingTitle:
    'Testing {testing, plural, one {# registry} other {# registries}}: {passed} of {total} passed so far',
  allPassedTitle:
    '{registries, plural, one {The registry passed the test} other {All # registries passed the test}}',
  somePassedText:
    '{passed, plural, =0 {None of {total} registries passed the test.} other {# of {total} registries passed the test.}}',
  otherFailuresText:
    '{registries, plural, one {# more registry failed the test.} other {# more registries failed the test.}}',
  untestedText:
    "{registries, plural, one {# registry hasn't been tested.} other {# registries haven't been tested.}}",

  // List
  readFailedTitle: "The registries couldn't be loaded",
  readAgainButton: 'Reload registries',
  noRegistriesTitle: 'No registries in your auth files',
  noRegistriesText:
    'Registries and their credentials appear here. Import the pull secret of your Red Hat account, or add a registry.',
  registriesTitle: 'Registries',
  addButton: 'Add registry',
  importButton: 'Import pull secret',
  testAllButton: 'Test all registries',
  cancelTestsButton: 'Cancel tests',
  testNote: "A test logs in and reads from the registry, but doesn't write to it.",
  testProxyNote: "{proxy}. A test logs in and reads from the registry, but doesn't write to it.",
  hostColumn: 'Host',
  credentialsColumn: 'Credentials',
  testColumn: 'Test',

  // One registry
  registryLabel: 'Registry {registry}',
  testedText: 'tested <timeAgo></timeAgo>',
  testButton: 'Test registry',
  testingButton: 'Testing',
  stagesLabel: 'Test stages',
  stageDuration: '{duration} ms',
  testFailedTitle: "The registry couldn't be tested",
  proxyLink: 'View proxy settings',
  credentialsFact: 'Credentials',
  addressFact: 'Address',
  mirrorsFact: 'Mirrors',
  certificateFact: 'Certificate verification',
  certificateVerified: 'On',
  certificateNotVerified: 'Off',
  logInButton: 'Log in',
  changeCredentialsButton: 'Use different credentials',
  forgetCredentialsButton: 'Forget these credentials',
  testPushButton: 'Test push access',
  skipCertificateButton: 'Skip certificate verification',
  verifyCertificateButton: 'Verify certificate',
  removeButton: 'Remove registry',
  changeFailedTitle: "The registry couldn't be changed",

  // Capabilities
  capabilitiesTitle: 'Capabilities',
  noProfileText:
    'Not probed yet. A probe pushes small test content to a scratch repository and then deletes it.',
  probeButton: 'Probe capabilities',
  probeAgainButton: 'Probe capabilities again',
  cancelProbeButton: 'Cancel probe',
  profileFailedTitle: "The saved capabilities couldn't be loaded",
  probeFailedTitle: "The registry couldn't be probed",

  // Dialog that adds a registry
  addTitle: 'Add registry',
  registryField: 'Registry',
  registryHelp: 'Enter the host and port. Add a path if the path has its own credentials or permissions.',
  verifyLabel: 'Verify the certificate',
  verifyHelp: "If this option isn't selected, registry tests accept any certificate and plain HTTP.",
  addAndTestButton: 'Add and test registry',
  addFailedTitle: "The registry couldn't be added",
  cancelButton: 'Cancel',

  // Dialog that imports a pull secret
  importTitle: 'Import pull secret',
  importText: 'Use the file from console.redhat.com or any auth.json file.',
  importFromLabel: 'Pull secret source',
  pasteButton: 'Paste text',
  fileButton: 'Open file',
  pullSecretField: 'Pull secret',
  fileField: 'File',
  fileHelp: "The path on the host where Airlock runs. The import doesn't change the file.",
  importFailedTitle: "The pull secret couldn't be imported",
  importedSessionTitle:
    'Credentials for {count, plural, one {# registry} other {# registries}} are stored in memory until Airlock exits: {registries}',
  importedKeyStoreTitle:
    'Credentials for {count, plural, one {# registry} other {# registries}} saved in the system key store: {registries}',
  importedFileTitle:
    'Credentials for {count, plural, one {# registry} other {# registries}} saved in {file}: {registries}',
  pullSecretHelp:
    'A pull secret starts with {start}. Airlock shows only the registry names in the pull secret, not the text.',
  jsonError: "The text isn't valid JSON. Copy the complete pull secret, from {open} to {close}.",
  authsError: 'The text has no "auths" field, so it isn\'t a pull secret.',
  emptyAuthsError: 'The "auths" field in the pull secret is empty.',
  pullSecretNote:
    'Credentials for {count, plural, one {# registry} other {# registries}} found: {registries}',

  // Credentials of a registry
  userField: 'User',
  passwordField: 'Password or token',
  testCredentialsButton: 'Test credentials',
  testingCredentialsButton: 'Testing credentials',
  saveCredentialsButton: 'Save credentials',
  savingCredentialsButton: 'Saving credentials',
  discardCredentialsButton: 'Discard credentials',
  credentialsTestFailedTitle: "The credentials couldn't be tested",
  credentialsSaveFailedTitle: "The credentials couldn't be saved",
  credentialsAcceptedText: 'The registry accepts these credentials.',
  credentialsRejectedText: 'The registry also rejects the new credentials: {reason}',
  credentialsPathDeniedText: 'The registry accepts the credentials but denies access to the path: {reason}',
  credentialsUntestedText: "The credentials couldn't be tested: {reason}",
  placeLabel: 'Save credentials in',
  keyStorePlace: 'System key store',
  keyStorePlaceHelp: "The system encrypts the credentials. Auth files aren't changed.",
  sessionPlace: 'Memory only',
  sessionPlaceHelp: 'The credentials are available until Airlock exits. They are never written to disk.',
  authFilePlaceHelp:
    'podman, skopeo and oc-mirror also use this file. The credentials are encoded but not encrypted.',

  // Certificate of a CA
  caHostField: 'Registry',
  caHostHelp: 'The CA is trusted only for the specified registry.',
  caCertificateField: 'CA certificate (PEM)',
  caFileButton: 'Open file',
  caFileLabel: 'CA certificate file',
  trustButton: 'Trust CA',
  trustForButton: 'Trust CA for {registry} and test',
  trustFailedTitle: "The CA couldn't be added",

  // Registries that this host serves
  servedTitle: 'Registries served by this host',
  serveButton: 'Serve transfers',
  noneServedText:
    'This host can serve transfers as a read-only registry, directly from their archives. Clusters and podman can pull from it.',
  servedOpenNote:
    'read-only, without login, {requests, plural, =0 {no requests yet} one {# request} other {# requests}}',
  servedLoginNote:
    'read-only, with login, {requests, plural, =0 {no requests yet} one {# request} other {# requests}}',
  copyAddressTip: 'Copy address',
  stopServingButton: 'Stop registry',
  stopFailedTitle: "The registry couldn't be stopped",
  servedContentLabel: 'Content',
  servedManifestsLabel: 'Cluster manifests',
  serveTitle: 'Serve transfers as a registry',
  serveText: 'The registry is read-only and runs until you stop it or Airlock exits.',
  serveFailedTitle: "The registry couldn't be served",
  serveDirectoryLabel: 'Content',
  serveDirectoryHelp: 'A workspace, a transfer, or a directory that contains archives',
  serveHostLabel: 'Address',
  serveHostHelp: 'Any address other than 127.0.0.1 requires a certificate.',
  servePortLabel: 'Port',
  servePortHelp: '0 selects a free port.',
  serveCertLabel: 'Certificate (PEM)',
  serveCertHelp: 'Clusters must trust its CA. Add the CA to their image configuration.',
  serveKeyLabel: 'Private key (PEM)',
  serveNonePlaceholder: 'none',
  serveUsersLabel: 'Users',
  serveUsersPlaceholder: 'everyone can pull',
  serveUsersHelp: 'An htpasswd file with bcrypt hashes',
  serveManifestsLabel: 'Directory for cluster manifests',
  serveManifestsHelp: 'IDMS and ITMS that point to this address. Clusters must be able to reach it.',
  startServingButton: 'Start registry',
});
