import { translator } from '../../core/base/messages/translator.ts';

/** Texts of the commands completion, doctor, keys, notices, practice, self-check, serve and verify. */
export const t = translator({
  // doctor
  doctor: 'find problems on this host, and show how to fix them',
  doctorConfigOption: 'image set configuration; every host that it requires is checked',
  doctorWorkspaceOption: 'directory of an existing or new workspace',
  profileNotSaved: "The destination profile can't be saved for use in plans: {reason}",
  doctorDestinationInvalid: 'the destination must be docker://HOST[/PATH], not "{destination}"',
  doctorDestinationInvalidRemedy: 'To check a directory, use --workspace file://DIR.',
  doctorProgress: 'Checking {doing} ({done} of {total})',
  doctorHosts: 'Hosts to allow in firewalls:',
  hostColumn: 'HOST',
  portColumn: 'PORT',
  protocolColumn: 'PROTOCOL',
  whyColumn: 'REASON',
  reached: 'reached',
  throughProxy: 'through {proxy}',
  doctorPassed:
    '{warnings, plural, =0 {Found nothing that would stop a run.} one {Found nothing that would stop a run, but there is # warning.} other {Found nothing that would stop a run, but there are # warnings.}}',
  doctorFailed:
    '{errors, plural, one {# problem would stop a run} other {# problems would stop a run}}{warnings, plural, =0 {.} one {, and there is # warning.} other {, and there are # warnings.}}',

  // completion
  completion:
    'print a completion script for a shell\nTo use it, add the line "source <(airlock completion bash)" to ~/.bashrc, the same with zsh to ~/.zshrc, or "airlock completion fish | source" to ~/.config/fish/config.fish.',
  shellArgument: 'shell to complete commands in',

  // diagnostics
  diagnostics:
    'save a diagnostics bundle, or list its content\nThe bundle contains versions, settings, workspaces, checks of this host, and the end of logs and of the last runs. It contains no passwords, tokens or content of images. Without FILE, the command lists the content and writes nothing. A name that ends in .tar.gz is compressed.',
  sizeColumn: 'SIZE',
  fileColumn: 'FILE',
  diagnosticsSaved: 'Saved {file} ({size}). Only you can read it, and nothing was sent.',
  diagnosticsListed: 'Nothing was written. To save these files, run `airlock diagnostics FILE.tar.gz`.',

  // self-check
  selfCheck: 'compare the installed files with the SBOM and the checksums of the bundle',
  missingFile: 'missing: {file}',
  alteredFile: 'altered: {file}',
  additionalFile: 'not part of Airlock: {file}',
  selfCheckPassed: 'All {files, number} files in {directory} are unaltered.',
  selfCheckFailed: 'The files in {directory} differ from the bundle. {remedy}',

  // notices
  notices: 'list, mark and remove the notifications of this host',
  noticesList: 'list the last 200 notifications, latest first',
  unreadOption: 'only unread notifications',
  noticesRead: 'mark notifications as read (default: all)',
  noticesClear: 'remove notifications (default: all)',
  noticeColumn: 'ID',
  timeColumn: 'TIME',
  levelColumn: 'LEVEL',
  messageColumn: 'MESSAGE',
  noticeLevel: '{level, select, info {info} warning {warning} other {error}}',
  unread: 'unread',
  noticeLine: '{title}: {text}',
  noNotices: 'No notifications.',
  noUnreadNotices: 'No unread notifications.',
  markedRead: 'Marked {count, plural, one {# notification} other {# notifications}} as read.',
  cleared: 'Removed {count, plural, one {# notification} other {# notifications}}.',
  noticeUnknown:
    '{count, plural, =0 {no notification has the ID {id}} other {# notifications have IDs that start with {id}}}',
  noticeUnknownRemedy: 'Run `airlock notices list` to see the IDs.',

  // keys
  keys: 'manage the keys that sign and verify transfers',
  keysCreate: 'create a key pair to sign exports from a workspace',
  keyNameOption: 'name stored in the key, such as a team name',
  passphraseFileOption: 'encrypt the private key with the passphrase in this file',
  keyFingerprint: 'Fingerprint  {fingerprint}',
  publicKey: 'Public key   {file}',
  privateKey: 'Private key  {file} (readable only by you)',
  keyName: 'Name         {name}',
  exportsSigned: 'All future exports from this workspace will be signed.',
  keyTrustNext:
    'Take the public key to the receiving side. To trust the key, run this command on that side: airlock keys trust FILE file://DIR',
  keysTrust: 'trust a public key and require signed transfers',
  fingerprintOption: 'reject the file unless its key has this fingerprint',
  signaturesRequired: 'From now on, all content that you receive must be signed with a trusted key.',
  signaturesRequiredIn: 'From now on, all content received in {directory} must be signed with a trusted key.',
  fingerprintCompare:
    "Check the fingerprint with the sender, for example by phone. If the fingerprint doesn't match, run: {command}",
  unsignedEarlier:
    '{count, plural, one {# unsigned transfer} other {# unsigned transfers}} received earlier can still be used: {transfers}',
  keysList: 'list signing keys, trusted keys and removed keys',
  signing: 'signing',
  trusted: 'trusted',
  removed: 'removed',
  everything: 'everything',
  stateColumn: 'STATE',
  fingerprintColumn: 'FINGERPRINT',
  nameColumn: 'NAME',
  forColumn: 'FOR',
  byColumn: 'BY',
  sinceColumn: 'SINCE',
  noKeys: 'No keys found. Create one with `airlock keys create`, or trust one with `airlock keys trust`.',
  keysRemove: 'stop using a key for signing or verification',
  keyUnused: "key {fingerprint} isn't in use",
  keyUnusedFor: "key {fingerprint} isn't in use for {directory}",
  keyUnusedRemedy: 'Run `airlock keys list file://DIR` to see the keys in use.',
  keyRemoved: 'Removed trusted key {fingerprint} (scope: everything you receive).',
  keyRemovedFor: 'Removed trusted key {fingerprint} (scope: {directory}).',
  exportsUnsigned:
    "Exports from {directory} will no longer be signed with key {fingerprint}. The private key wasn't deleted.",

  // practice
  practice: 'practice the complete workflow with sample content',
  upArgument: 'only start the practice environment, and leave it running until you stop it',
  keepOption: "use this directory, and don't remove it at the end; it must be empty or not exist yet",
  practiceStarted:
    'An upstream registry with signed releases, an update service and an empty mirror registry are running on the loopback address.',
  practiceDirectorySaved: 'The files of the practice environment are in {directory}.',
  practiceDirectoryTemporary:
    'The files of the practice environment are in {directory}, which is removed at the end.',
  practiceDoneSaved: 'Done in {duration}. The files remain in {directory}.',
  practiceDone: 'Done in {duration}. The temporary directory was removed.',
  practiceUpNext:
    'To try the commands yourself, run `airlock practice up` (in a checkout, `npm run -s airlock -- practice up`). The practice environment then runs until you stop it.',
  keepNotEmpty: "--keep {directory}: the directory isn't empty",
  keepNotEmptyRemedy: "Use an empty directory, or a directory that doesn't exist yet.",
  stepTitle: '{number}/{steps} {name}: {about}',
  stepPlan:
    '{images, plural, one {# image} other {# images}}, {size} of unique content, {toMove} to copy ({duration}):',
  imageCount: '{images, plural, one {# image} other {# images}}',
  stepFetched:
    '{images, plural, one {# image} other {# images}}, {fetched} downloaded, {written} written ({duration}). Transfer {transfer}:',
  stepVerified: '{blobs, plural, one {# blob} other {# blobs}}, {size}: all digests match ({duration}).',
  stepExported:
    '{volumes, plural, one {# volume} other {# volumes}}, {size}, written and read back ({duration}). Record fingerprint: {fingerprint}',
  stepImported:
    '{images, plural, one {# image} other {# images}}, {size}, all digests match ({duration}). The {files, plural, one {# file} other {# files}} on the drives {files, plural, one {is} other {are}} unchanged.',
  stepDamaged: 'Airlock damaged {drive} for this exercise: bytes {from} to {to} of {file}.',
  stepFoundDamage: 'Found: bytes {from} to {to} of {file} are corrupt.',
  stepRepaired:
    '{count, plural, one {Volume {volumes} was} other {Volumes {volumes} were}} written again and imported.',
  stepApplied:
    '{objects, plural, one {# object} other {# objects}} applied to the simulated cluster {version} ({duration}):',
  stepUpgraded:
    'Path {path}. {transfer}: {fetched} fetched, {images, plural, one {# image} other {# images}} and {sent} pushed ({duration}).',
  stepDeleted:
    'Release {version}: {images, plural, one {# image} other {# images}} deleted, garbage collection frees {size} ({duration}).',
  stepAcknowledged:
    'Local record fingerprint: {fingerprint}. Report to the connected side: "{summary}", code {code}',
  stepPushed:
    '{images, plural, one {# image} other {# images}}, {size} pushed ({duration}). The {files, plural, one {# file} other {# files}} of the transfer {files, plural, one {is} other {are}} unchanged.',
  stepState: 'The state of this side is stored in {directory}',
  stepExcerpt: 'The beginning of {file}:',
  stepProved:
    'Verified: {tags, plural, one {# tag in the mirror registry has the same digest as in the upstream registry} other {# tags in the mirror registry have the same digests as in the upstream registry}} ({duration}).',
  worldUp: 'The practice environment is running. Press Ctrl-C to stop it.',
  worldUpTemporary: 'The practice environment is running. Press Ctrl-C to stop it and remove {directory}.',
  worldEnvironment: 'In another terminal, set these variables first (or run `. {file}`)',
  worldAddresses: 'Addresses',
  upstreamRegistry: 'upstream registry',
  mirrorRegistry: 'mirror registry',
  emptyRegistry: '{url} (empty)',
  updateService: 'update service',
  releaseSignatures: 'release signatures',
  worldFiles: 'Image set files',
  worldCommands: 'Commands to try (in a checkout, use `npm run -s airlock --` instead of `airlock`)',
  commandPurpose: '# {about}',

  // serve
  serve: 'serve the app to a browser, locally or through an SSH tunnel',
  serveListenOption:
    'loopback address to listen on; port 0 is any free port (default: 127.0.0.1:0, or [::1]:0 without IPv4)',
  openOption: 'open the app in the browser on this host',
  readOnlyOption: 'serve a read-only app: nothing can be started or changed',
  approverOption:
    'create an additional address where this person can only view and approve plans; can be repeated',
  notLoopback: "{host} isn't a loopback address: the app can only be served on this host",
  notLoopbackRemedy: 'From another host, use an SSH tunnel: ssh -L 8080:127.0.0.1:PORT HOST.',
  approverInvalid: "{name} isn't a valid name for --approver",
  pagesNotBuilt: '{reason}. Using the pages from an earlier build.',
  noKeyStore: "A browser can't access this host's key store.",
  appServed: 'Airlock is running at {url}',
  served: 'Serving the app',
  appServedReadOnly: 'Airlock is running at {url} (read-only)',
  approverAddress: 'Approver {name}: {url}',
  browserFailed: "Couldn't open a browser ({reason}). Open the address manually.",

  // verify
  verify: 'verify digests in a workspace, transfer, archive or drive',
  verifyKeyOption:
    "require a signed index, and verify the signature with this key file or command (placeholders: '{index}', '{signature}')",
  damagedKind: 'damaged',
  verifyNeededBy: '    needed by {images}',
  volumesOnDrive:
    '{transfer}: this drive contains {count, plural, one {volume {here}} other {volumes {here}}} of {all}. Volumes on other drives: {elsewhere}.',
  volumesElsewhere:
    '{transfer}: this drive contains none of the {all} volumes. Volumes on other drives: {elsewhere}.',
  verifyIntact: 'Intact: {blobs, plural, one {# blob} other {# blobs}}, {size}, all digests match.',
  verifyComplete: 'Complete: {blobs, plural, one {# blob} other {# blobs}}, {size}, all digests match.',
  verifyRejected:
    "Rejected: all digests match, but the origin of at least one transfer couldn't be verified.",
  verifyDamaged:
    'Damaged: found {problems, plural, one {# problem} other {# problems}} in {blobs, plural, one {# blob} other {# blobs}} ({size}).',
  repairSet: 'To repair the archive set, run `airlock runs replay` on the connected side.',
  repairVolumes:
    'Export {count, plural, one {volume {volumes}} other {volumes {volumes}}} of {transfer} again on the connected side: airlock media export --transfer {transfer} --volumes {numbers} --to DRIVE file://DIR',
});
