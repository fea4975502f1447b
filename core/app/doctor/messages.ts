import { translator } from '../../base/messages/translator.ts';

/** Texts of `airlock doctor`: what it checks, why, and what it finds. */
export const t = translator({
  // why a check matters
  filesWhy:
    'Configuration files determine how Airlock connects to each host. If a file is invalid, no run can start.',
  routeWhy:
    "Airlock reaches a host either directly or through a proxy. Without a valid route, it can't reach the host.",
  nameWhy: "A host can't be reached if its name can't be resolved.",
  connectionWhy: "A host that rejects connections can't be used.",
  plainHttpWhy: 'Anyone on the network can read or change the content and credentials that are sent.',
  tlsWhy: "Airlock doesn't exchange data with a server whose certificate it doesn't trust.",
  clockWhy:
    'Certificates, tokens and signatures are valid for a limited time. If the clock is wrong, they are rejected, and audit records contain incorrect times.',
  registryWhy: 'Images can be pulled and pushed only if the host is a container registry.',
  loginWhy: 'The installer logs in to each vCenter before it creates anything.',
  inventoryWhy: 'The installation fails if an object of a failure domain is missing in vCenter.',
  pathWhy: 'If a repository denies access, its images fail in every run.',
  contentWhy:
    'Manifests and layers can come from different hosts. Airlock must be able to reach all of them.',
  destinationWhy: "Content that exceeds a limit of the destination registry can't be pushed.",
  serviceWhy: "A run can't determine what to mirror if a service that it queries is unavailable.",
  networkSpeedWhy: 'An OpenShift release is about 20 GiB. A catalog with its operators is often larger.',
  directoryWhy:
    'A run stores its state, audit records and downloaded content in directories, which must be writable.',
  spaceWhy: 'A run stops when the disk is full.',
  fileSystemWhy:
    "Archives are large, and some file systems don't support files of that size or the names that archives use.",
  diskSpeedWhy: 'Downloaded content is written to disk once and read again for each push and verification.',
  lockWhy:
    'Only one process can write to a workspace at a time. New runs are rejected while the workspace is locked.',
  umaskWhy:
    "The umask determines who can read a run's files. Other users may need to transfer, verify or push these files.",
  noexecWhy: "Self-extracting programs can't start from a directory that is mounted noexec.",
  fipsWhy: 'Where FIPS is required, cryptography must come from a validated module.',
  versionsWhy: 'Airlock is tested with the Node.js version that is installed with it.',

  // what a destination doesn't support
  capabilityMissing: "the registry doesn't support {capability}",

  // what is in progress
  hostProgress: 'this host',
  diskProgress: 'disk with {folder}',
  servicesProgress: 'update service, signatures, charts',
  pushProgress: 'push access to {host}',
  imagesProgress: 'images in {registry}',

  // what hosts and repositories are needed for
  releaseNeed: 'the release in the configuration',
  graphsNeed: 'update graphs for {product}',
  signaturesNeed: 'release signatures',
  destinationNeed: 'the destination',
  graphDataNeed: 'update graph data',
  graphBaseNeed: 'base image for update graph data',
  catalogNeed: 'an operator catalog',
  imageNeed: 'an additional image',
  chartsNeed: 'charts from {repository}',
  chartNeed: 'chart {chart}',
  chartOfNeed: 'chart {chart} from {repository}',
  chartRepository: 'chart repository {repository}',
  componentsNeed: 'component images of OpenShift releases',
  operatorsNeed: 'operators from {catalog}',
  redirectNeed: 'redirect target of a service',
  contentNeed: 'image content from {registry}',
  credentialsNeed: 'credentials for {registry}',
  contentNetworkNeed: 'possible content host for quay.io and Red Hat registries',
  proxyNeed: 'proxy set in {variable}',
  catalogUnread:
    'The operators in {catalog} may require access to additional hosts. Run `airlock plan` to read the catalog.',
  chartImagesUnread:
    'Images in Helm charts may require access to additional hosts. Run `airlock plan` to list all images.',
  repositoriesSampled: '{checked} of {all} repositories in {registry} were checked.',

  // clock
  clockEvidence: 'the clock on this host is {skew} {host}, which shows {time}',
  clockFine: 'the clock is within {seconds} s of the servers',
  clockOff: 'the clock on this host is {skew} {host}',
  clockOffAll: 'the clock on this host is {skew} the servers',
  clockOther: 'the clock on {host} is {skew} the other servers',
  clockOtherRemedy:
    'Ask the administrator of {host} to correct its clock. The clock on this host matches the other servers.',

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
  leftover: "the check couldn't remove {name} from the registry",
  leftoverRemedy: 'Remove this test content manually.',
  referenceMissing: "{repository} doesn't contain {reference}",
  referenceMissingRemedy:
    "Check the name in the configuration ({need}). Some registries also give this response if the credentials don't allow access.",
  moreNames: 'and {count} more',
  moreFailures: '{message} (and {count} more)',
  pullAllowed: 'the credentials allow pulls from {repository}',
  pullsAllowed: 'the credentials allow pulls from {count} repositories',
  neededAs: 'needed for: {need}',
  sample: 'downloaded {bytes} of a layer in {seconds} s',
  sampleFast: '{sample} ({rate}/s)',
  sampleShort: 'layers can be pulled, but the sample is too small to measure the speed ({sample})',
  networkSlow: '{host} delivers only {rate}/s, so a 20 GiB release takes about {hours} h',
  registryFound:
    "{credentials, select, required {the registry requires credentials} other {the registry doesn't require credentials}}",
  notRegistry: "{host} returns HTTP {status} for /v2/, so it probably isn't a registry",
  registryFailed: '{host} returns HTTP {status} for /v2/',
  registryFailedRemedy: 'Try again later, or contact the registry administrator.',

  // network
  routeDirect: 'direct connection: {reason}',
  routeProxy: 'connection through the proxy {proxy}: {reason}',
  proxyHost: 'the proxy {host} ({variable})',
  resolversSilent: '{host}: no name server responds',
  nameUnknown: "{host}: the name doesn't exist",
  lookupFailed: '{host}: name lookup failed ({code})',
  proxyRemedy: 'Check the address in {variable}.',
  nameRemedy:
    'Check the spelling and the name servers configured on this host. If only a proxy has internet access, set HTTPS_PROXY.',
  proxyConnects: 'connected through the proxy {proxy}',
  connected: '{address} accepts connections on port {port}',
  connectedFrom: 'connected from {address}',
  thisHost: 'this host',
  passedBefore: 'Passed before: {checks}',
  isAddress: '{host} is an IP address, so no name lookup is needed',
  resolved: '{host} resolves to {addresses}',
  resolvedSlowly: '{host} resolves to {addresses}, but only after {seconds} s',
  resolversRemedy: 'Check the name servers configured on this host (/etc/resolv.conf).',
  resolversSilentRemedy:
    "Check the name servers configured on this host (/etc/resolv.conf): {servers} {count, plural, one {doesn't} other {don't}} respond.",
  resolverAnswer: 'name server {server} returns {addresses}',
  resolverNoName: "name server {server} reports that the name doesn't exist",
  resolverNoAddress: 'name server {server} has no address for the name',
  resolverSilent: "name server {server} doesn't respond",
  resolverClosed: 'name server {server} rejected the connection',
  resolverFailed: 'name server {server} failed to resolve the name',
  resolverRejected: 'name server {server} rejected the query',
  resolverCode: 'name server {server} returns {code}',
  noResponse: '{subject}: no response within {seconds} s',
  noResponseRemedy:
    'Check the firewalls and proxies between this host and the server. Some drop packets silently.',
  stopped: 'the check was stopped on request',
  stoppedRemedy: 'Run the check again.',

  // services
  releasesFound: 'the update graphs contain {count, plural, one {# release} other {# releases}} to mirror',
  signatureMissing: '{service} has no signature for {release}',
  signaturesFound: 'release signatures are available',
  graphDataFound: 'update graph data is available',
  chartsFound: 'the index of the chart repository {repository} can be read',

  // TLS
  usedAnyway: '{message}. Airlock connects anyway, because {reason}.',
  plainHttp: '{host} uses plain HTTP. Airlock connects anyway, because {reason}.',
  plainHttpRemedy: 'Enable TLS on the registry.',
  handshakeAnonymous: '{protocol}, no server certificate',
  handshake: '{protocol}, certificate valid until {date}, issued by "{issuer}"',
  certificateExpires:
    'the certificate for {host} expires in {days, plural, one {# day} other {# days}} ({date})',
  certificateExpiresRemedy: 'Renew the certificate before it expires.',
  proxyIntercepts: 'the connection goes through the proxy {proxy}, which may present its own certificate',
  insecureByOption: '--{side}-tls-verify=false is set',
  insecureByConfig: 'registries.conf allows insecure connections',
  serverCertificate:
    'server certificate: "{subject}", issued by "{issuer}", valid from {from} to {until}, SHA-256 fingerprint {fingerprint}',
  rootCertificate:
    'root certificate: "{subject}", issued by "{issuer}", valid from {from} to {until}, SHA-256 fingerprint {fingerprint}',
  intermediateCertificate:
    'intermediate certificate: "{subject}", issued by "{issuer}", valid from {from} to {until}, SHA-256 fingerprint {fingerprint}',
  trustShownRemedy:
    'Confirm the certificate fingerprint with the administrator of {host}. {forHost} {forAll}',
  trustUnshownRemedy:
    "Get the certificate of {issuer} from the administrator of {host}. The server doesn't send this certificate. {forHost} {forAll}",
  unknownIssuer: 'the issuer',
  trustHostRemedy: 'To trust the certificate for this server only, save it in PEM format as {file}.',
  trustFileRemedy:
    'To trust the certificate in all programs, append it to {file}, the file set in SSL_CERT_FILE.',
  trustRedHatRemedy:
    'To make the certificate trusted system-wide, copy it to /etc/pki/ca-trust/source/anchors/ and run update-ca-trust.',
  trustDebianRemedy:
    'To make the certificate trusted system-wide, copy it to /usr/local/share/ca-certificates/ as NAME.crt and run update-ca-certificates.',
  trustSystemRemedy:
    "To trust the certificate in all programs, add it to this system's trusted CAs, or set SSL_CERT_FILE to a file that contains it.",

  // this host
  workspaceRole: 'workspace',
  stateRole: 'state folder',
  temporaryRole: 'directory for temporary files',
  ownFiles: 'configuration files on this host',
  directoryIsFile: "{folder} can't be used as a directory, because {path} is a file",
  directoryIsFileRemedy: 'Choose another directory.',
  directoryUnwritable: "the {role} {folder} isn't writable ({code})",
  directoryUnwritableRemedy: 'Give this user write permission, or choose another {role}.',
  directoryWritable: 'the {role} is writable',
  directoryCreatable: 'the {role} can be created in {parent}',
  directoryWithRole: '{folder} ({role})',
  mounted: 'mounted at {point} ({options})',
  fileSystemFeatures:
    'names with colons: {colons, select, true {yes} other {no}}; case-sensitive names: {caseSensitive, select, true {yes} other {no}}; hard links: {links, select, true {yes} other {no}}',
  fileSystemUnknown: 'an unknown file system (type {type})',
  fileTooLarge: '{folder} is on {fileSystem}, which limits files to 4 GiB. Layers can be larger.',
  fileTooLargeRemedy:
    'Use xfs, ext4 or exFAT. If all layers are smaller than 4 GiB, archives of at most 3 GiB also work (--archive-size 3).',
  inMemory:
    '{folder} is on {fileSystem}, an in-memory file system. Its content is lost when the host restarts.',
  inMemoryRemedy: 'Use a directory on a disk.',
  noColons:
    '{fileSystem} doesn\'t support colons in file names, so Airlock writes "-" instead of ":" in some names. oc-mirror can\'t find these files.',
  noColonsRemedy: 'Use xfs or ext4 if you want to continue with oc-mirror in the same directory.',
  ignoresCase: "{fileSystem} isn't case-sensitive",
  ignoresCaseRemedy:
    'Use a case-sensitive file system, or make sure that no catalog contains files whose names differ only in case.',
  unlimitedSpace: 'unlimited space',
  notLocked: 'not in use',
  locked: '{folder} is in use by {holder}',
  lockedRemedy:
    'Wait for the process that is using the workspace to finish, or stop it. If the process has already ended, remove {lock}.',
  diskFull: '{folder} has only {free} of {total} free',
  inodesFull: '{folder} has space for only {free, number} more files ({total, number} inodes in total)',
  inodesFullRemedy: 'Remove small files, or use a file system with more inodes.',
  diskSmall: '{folder} has only {free} free. A single release is about 20 GiB.',
  diskSmallRemedy:
    'Run `airlock plan` to get the size of your configuration. Free space, or use another disk.',
  diskFine: '{free} free',
  diskFineFiles: '{free} and {files, number} inodes free',
  diskWritten: 'write: {written}',
  diskWrittenAndRead: 'write: {written}, read: {read}',
  diskRate: '{size} MiB at {rate} MiB/s',
  diskReadUnmeasured:
    "the read speed wasn't measured, because this file system allows reads only through the page cache",
  diskSlow: 'the disk with {folder} is slow: {speed}',
  diskSlowRemedy: 'Use another disk or directory. On a network share, the network may limit the speed.',
  system: '{system}, kernel {kernel}, {architecture}',
  nodeFine: 'Node.js {version}, {system}',
  nodeOld: 'Node.js {version} is older than the required version',
  nodeOldRemedy:
    'Use Node.js {version}, or the Node.js that is installed with Airlock (node_modules/.bin/node).',
  umaskFine: 'the umask is {umask}',
  umaskOpen: "the umask is {umask}, so everyone on this host can change a run's files",
  umaskOpenRemedy: 'Run `umask 022` before you start Airlock.',
  umaskClosed: "the umask is {umask}, so no other user can read a run's files",
  umaskClosedRemedy:
    'If another user transfers, verifies or pushes the files, run `umask 022` before you start Airlock.',
  fipsFine:
    'FIPS mode: kernel {kernel, select, true {on} other {off}}, Node.js {node, select, true {on} other {off}}',
  fipsUnvalidated:
    "FIPS mode: kernel on, Node.js off. Node.js includes its own OpenSSL, which isn't a validated module.",
  fipsUnvalidatedRemedy:
    "If a validated module is required, run Airlock with --enable-fips on the distribution's Node.js, which uses the distribution's OpenSSL.",
  noexecFine: 'programs can be run from this directory',
  noexec:
    "{point} is mounted noexec. Airlock itself isn't affected, but self-extracting programs such as the AppImage of the desktop app can't start from this directory.",
  noexecRemedy: "For these programs, set TMPDIR to a directory that isn't mounted noexec.",
});
