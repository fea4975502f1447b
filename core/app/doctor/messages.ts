import { translator } from '../../base/messages/translator.ts';

/** Texts of `airlock doctor`: what it checks, why, and what it finds. */
export const t = translator({
  // why a check matters
  filesWhy: 'These files decide how every host is reached. If one of them is broken, no run can start.',
  routeWhy: 'A host can be reached only by this route.',
  nameWhy: "A host can't be reached if its name can't be resolved.",
  connectionWhy: "Airlock can't pull from or push to a host that rejects connections.",
  tlsWhy: "Airlock exchanges no data with a server whose certificate isn't trusted.",
  clockWhy:
    'Certificates, tokens and signatures have validity periods. With a wrong clock, they are rejected and audit records contain wrong times.',
  registryWhy: 'Images can be pulled from and pushed to a registry only.',
  pathWhy: 'An image fails in every run if its repository denies access.',
  contentWhy: 'Manifests and layers can come from different hosts. Airlock needs both.',
  destinationWhy: 'The limits of the destination should be known before a push, not in the middle of it.',
  serviceWhy: "Without this service, a run can't determine what to mirror.",
  networkSpeedWhy: 'A release has about 20 GB. A catalog with its operators often has more.',
  folderWhy: 'A run stores its state, audit records and downloaded content in folders.',
  spaceWhy: 'A run stops when the disk is full.',
  fileSystemWhy: "Archives are large files, and some file systems don't support their sizes or names.",
  diskSpeedWhy: 'All downloaded content is written once, and read again when it is pushed or verified.',
  lockWhy: 'Only one process at a time can write to a workspace. Another run is rejected.',
  umaskWhy: 'It decides who can read the files of a run. Others may need to transfer, verify or push them.',
  noexecWhy: "Programs that unpack themselves there can't start.",
  fipsWhy: 'Where FIPS is required, cryptography must come from a validated module.',
  versionsWhy: 'Airlock is tested with the version of Node that it is installed with.',

  // what is in progress
  hostProgress: 'this host',
  diskProgress: 'the disk of {folder}',
  servicesProgress: 'update service, signatures, charts',
  pushProgress: 'push access to {host}',
  imagesProgress: 'images of {registry}',

  // what hosts and repositories are needed for
  releaseNeed: 'the release in the configuration',
  graphsNeed: 'update graphs of {product}',
  signaturesNeed: 'release signatures',
  graphDataNeed: 'update graph data',
  graphBaseNeed: 'base of the graph-data image',
  catalogNeed: 'an operator catalog',
  imageNeed: 'an additional image',
  chartsNeed: 'charts of {repository}',
  chartNeed: 'chart {chart}',
  chartOfNeed: 'chart {chart} of {repository}',
  chartRepository: 'chart repository {repository}',
  componentsNeed: 'components of OpenShift releases',
  operatorsNeed: 'operators of {catalog}',
  redirectNeed: 'a service redirects there',
  contentNeed: 'content of {registry}',
  loginsNeed: 'logins of {registry}',
  contentNetworkNeed: 'quay.io and Red Hat registries serve content from any of these hosts',
  proxyNeed: 'the proxy in {variable}',
  catalogUnread:
    'More hosts may be needed for the operators of {catalog}. To determine them, read this catalog with `airlock plan`.',
  chartImagesUnread: 'More hosts may be needed for images of Helm charts. `airlock plan` lists them all.',
  repositoriesSampled: 'Of {all} repositories of {registry}, {checked} were checked.',

  // clock
  clockEvidence: 'the clock of this host is {skew} that of {host}, which shows {time}',
  clockFine: 'within {seconds} s of the servers',
  clockOff: 'the clock of this host is {skew} that of {host}',
  clockOffAll: 'the clock of this host is {skew} those of the servers',
  clockOther: 'the clock of {host} is {skew} that of the other servers',
  clockOtherRemedy:
    "Ask the administrator of {host} to set its clock. This host's clock matches the other servers.",

  // access to registries
  loginAgainRemedy: 'Log in again (`podman login {host}`). The credentials from {where} were rejected.',
  loginOrSecretRemedy:
    'Log in again (`podman login {host}`), or download a new pull secret. The credentials from {where} were rejected.',
  credentials: 'credentials: {where}',
  credentialsMissing: 'credentials: none found',
  projectMissing:
    "{host} doesn't create projects or organizations automatically. {project} doesn't exist, or the account can't push to it.",
  pushAllowed: '{destination} accepts pushes. The registry is {product}.',
  pushAllowedUnknown: "{destination} accepts pushes. The registry doesn't report its product.",
  leftover: 'the check could not remove {name}',
  leftoverRemedy: 'Remove it manually.',
  referenceMissing: '{repository} has no {reference}',
  referenceMissingRemedy:
    "Check the name in the configuration ({need}). Some registries give the same response if the credentials don't allow access.",
  moreNames: 'and {count} more',
  moreFailures: '{message} (and {count} more)',
  pullAllowed: '{repository} can be pulled from',
  pullsAllowed: '{count} repositories can be pulled from',
  neededAs: 'needed as {need}',
  sample: '{bytes} of a layer in {seconds} s',
  sampleFast: '{sample}: {rate}/s',
  sampleShort: 'layers can be pulled ({sample}, which is too little to measure the speed)',
  networkSlow: '{host} delivers {rate}/s, so a release of 20 GB takes about {hours} h',
  registryFound: 'a registry that {login, select, required {requires a login} other {requires no login}}',
  notRegistry: "{host} responds with {status} at /v2/, so it doesn't look like a registry",
  registryFailed: '{host} responds with {status} at /v2/',
  registryFailedRemedy: 'Try again later, or contact the administrator of the registry.',

  // network
  routeDirect: 'directly: {reason}',
  routeProxy: 'through the proxy {proxy}: {reason}',
  proxyHost: 'the proxy {host} ({variable})',
  resolversSilent: '{host}: no name server responds',
  nameUnknown: "{host}: the name doesn't exist",
  lookupFailed: '{host}: {code}',
  proxyRemedy: 'Check the address in {variable}.',
  nameRemedy:
    'Check the spelling, and the name servers of this host. If only a proxy has internet access, set HTTPS_PROXY.',
  proxyConnects: 'the proxy {proxy} connects',
  connected: '{address} accepts connections on port {port}',
  connectedFrom: 'from {address}',
  thisHost: 'this host',
  passedBefore: 'passed before: {checks}',
  isAddress: '{host} is an IP address, so no name is resolved',
  resolved: '{host} resolves to {addresses}',
  resolvedSlowly: '{host} resolves to {addresses}, but only after {seconds} s',
  resolversRemedy: 'Check the name servers of this host (/etc/resolv.conf).',
  resolversSilentRemedy:
    "Check the name servers of this host (/etc/resolv.conf): {servers} {count, plural, one {doesn't} other {don't}} respond.",
  resolverAnswer: 'name server {server} responds with {addresses}',
  resolverNoName: "name server {server} doesn't know the name",
  resolverNoAddress: 'name server {server} has no address for the name',
  resolverSilent: "name server {server} doesn't respond",
  resolverClosed: 'name server {server} rejects connections',
  resolverFailed: 'name server {server} failed to resolve the name',
  resolverRejected: 'name server {server} rejects the query',
  resolverCode: 'name server {server} responds with {code}',
  noResponse: '{subject}: no response within {seconds} s',
  noResponseRemedy:
    'Check the firewalls and proxies between both hosts. Some drop packets without a response.',
  stopped: 'stopped on request',
  stoppedRemedy: 'Run the same command again.',

  // services
  releasesFound: 'the update graphs select {count, plural, one {# release} other {# releases}} to mirror',
  signatureMissing: '{service} has no signature of {release}',
  signaturesFound: 'it has signatures of the releases',
  graphDataFound: 'it has the update graph data',
  chartsFound: 'the index of {repository} can be read',

  // TLS
  usedAnyway: '{message}. Airlock uses it anyway: {reason}',
  plainHttp:
    '{host} uses plain HTTP, so its traffic can be read on the network. Airlock uses it anyway: {reason}',
  plainHttpRemedy: 'Configure TLS in the registry.',
  handshakeAnonymous: '{protocol} without a certificate',
  handshake: '{protocol}, valid until {date}, issued by "{issuer}"',
  certificateExpires:
    'the certificate of {host} expires in {days, plural, one {# day} other {# days}}, on {date}',
  certificateExpiresRemedy: 'Renew it before that date.',
  proxyIntercepts: 'the connection goes through the proxy {proxy}, which may present its own certificate',
  insecureByOption: '--{side}-tls-verify=false allows it',
  insecureByConfig: 'registries.conf allows it',
  serverCertificate:
    'the server presents "{subject}", issued by "{issuer}", {from} to {until}, SHA-256 {fingerprint}',
  rootCertificate: 'its root is "{subject}", issued by "{issuer}", {from} to {until}, SHA-256 {fingerprint}',
  intermediateCertificate:
    'an intermediate is "{subject}", issued by "{issuer}", {from} to {until}, SHA-256 {fingerprint}',
  trustShownRemedy: 'Confirm the fingerprint with the administrator of {host}. {forHost} {forAll}',
  trustUnshownRemedy:
    "Get the certificate of {issuer} from the administrator of {host}, because the server doesn't send it. {forHost} {forAll}",
  unknownIssuer: 'the issuer',
  trustHostRemedy: 'To trust it for this host only, save it in PEM format as {file}.',
  trustFileRemedy: 'To trust it for all programs, append it to {file}, which SSL_CERT_FILE names.',
  trustRedHatRemedy:
    'To trust it for all programs, copy it to /etc/pki/ca-trust/source/anchors/ and run update-ca-trust.',
  trustDebianRemedy:
    'To trust it for all programs, copy it to /usr/local/share/ca-certificates/ as NAME.crt and run update-ca-certificates.',
  trustSystemRemedy:
    'To trust it for all programs, add it to the trusted CAs of this system, or to a file that SSL_CERT_FILE names.',

  // this host
  workspaceRole: 'workspace',
  stateRole: 'state folder',
  temporaryRole: 'folder for temporary files',
  ownFiles: 'files of this host',
  folderIsFile: "{folder} can't be a folder, because {path} is a file",
  folderIsFileRemedy: 'Choose another folder.',
  folderUnwritable: "the {role} {folder} isn't writable ({code})",
  folderUnwritableRemedy: 'Give this user write permission, or choose another {role}.',
  folderWritable: 'the {role} is writable',
  folderCreatable: 'the {role} can be created in {parent}',
  folderWithRole: '{folder} ({role})',
  mounted: 'mounted at {point} ({options})',
  fileSystemFeatures:
    'names with colons: {colons, select, true {yes} other {no}}; case-sensitive names: {caseSensitive, select, true {yes} other {no}}; hard links: {links, select, true {yes} other {no}}',
  fileSystemUnknown: 'a file system of type {type}',
  fileTooLarge: '{folder} is on {fileSystem}, which limits files to 4 GiB. Layers can be larger.',
  fileTooLargeRemedy:
    'Use xfs, ext4 or exFAT. If no layer is larger, archives of at most 3 GiB also work (--archive-size 3).',
  inMemory: '{folder} is on {fileSystem}, which is in memory. Its content is lost after a restart.',
  inMemoryRemedy: 'Use a folder on a disk.',
  noColons:
    '{fileSystem} doesn\'t support colons in names, so some names are written with "-" instead. oc-mirror doesn\'t find these files.',
  noColonsRemedy: 'Use xfs or ext4 if you want to continue with oc-mirror in the same folder.',
  ignoresCase: '{fileSystem} ignores case in names',
  ignoresCaseRemedy:
    'Use a case-sensitive file system, or make sure that no catalog files have names that differ only in case.',
  notLocked: 'not in use',
  locked: '{folder} is in use by {holder}',
  lockedRemedy: 'Wait for it to finish, or stop it. If it has already ended, remove {lock}.',
  diskFull: '{folder} has {free} of {total} free',
  inodesFull: '{folder} has space for {free} more files (of {total} inodes)',
  inodesFullRemedy: 'Remove small files, or use a file system with more inodes.',
  diskSmall: '{folder} has {free} free. A single release has about 20 GB.',
  diskSmallRemedy:
    'Run `airlock plan` to get the size of your configuration. Free space, or use another disk.',
  diskFine: '{free} free',
  diskFineFiles: '{free} free, space for {files} files',
  diskWritten: 'written {written}',
  diskWrittenAndRead: 'written {written}, read {read}',
  diskRate: '{size} MiB at {rate} MiB/s',
  diskReadUnmeasured: "read speed isn't measured, because this file system reads only through the page cache",
  diskSlow: 'the disk of {folder} is slow: {speed}',
  diskSlowRemedy: 'Use another disk or folder. The speed of a network share may be limited by its network.',
  system: '{system}, kernel {kernel}, {architecture}',
  nodeFine: 'Node {version}, {system}',
  nodeOld: 'Node {version} is older than the required version',
  nodeOldRemedy: 'Use Node {version}, or the Node that is installed with Airlock (node_modules/.bin/node).',
  umaskFine: 'the umask is {umask}',
  umaskOpen: 'the umask is {umask}, so everyone on this host can change the files of a run',
  umaskOpenRemedy: 'Run `umask 022` before you start Airlock.',
  umaskClosed: 'the umask is {umask}, so no other user can read the files of a run',
  umaskClosedRemedy:
    'If another user transfers, verifies or pushes the files, run `umask 022` before you start Airlock.',
  fipsFine:
    'FIPS mode: kernel {kernel, select, true {on} other {off}}, Node {node, select, true {on} other {off}}',
  fipsUnvalidated:
    'FIPS mode: kernel on, Node off. Node contains its own OpenSSL, which is not a validated module.',
  fipsUnvalidatedRemedy:
    "If a validated module is required, run Airlock with --enable-fips and the distribution's Node, which uses its OpenSSL.",
  noexecFine: 'programs can be started from it',
  noexec:
    '{point} is mounted noexec. Airlock starts nothing there, but programs that unpack themselves do, such as the AppImage of the desktop app.',
  noexecRemedy: 'Set TMPDIR to another folder for these programs.',
});
