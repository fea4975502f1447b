import { translator } from '../../../core/base/messages/translator.ts';

/** Texts of `media`. */
export const t = translator({
  media: 'export transfers to drives, and import them from drives',
  transferOption: 'transfer name, such as fleet-0007',
  // media export
  export:
    'write a transfer to drives or discs as volumes\nVolumes are written to one drive after another. To resume after an interruption, run the same command again.',
  exportRequestOption: 'export the transfer that `mirror --request` created for this request',
  toOption: 'directory where a drive is mounted; can be repeated to fill several drives',
  volumeSizeOption: 'maximum size of a volume, such as 650MiB (default: 4GB)',
  volumesOption: 'write only these volumes, such as 3,5-7, even if they were written before',
  noReadBackOption: "don't read back and verify the written volumes",
  withAppOption: 'copy Airlock, a bundle archive or a directory, to the first drive',
  withAppHint:
    "No transfer to this enclave has been acknowledged yet. If the receiving side doesn't have Airlock, add --with-app BUNDLE.",
  forCodeOption: 'write only the volumes that are missing according to this acknowledgment code',
  profileOption: 'diode: use one directory, short file names, and the index in every volume',
  formatOption: "file format: Airlock's volumes, or files for another tool",
  supportedFormatOption:
    "newest format version that Airlock on the other side can read, as shown by `media request` on that side (default: this Airlock's version)",
  exportStopping: 'Stopping. The next run of this command writes the current volume again.',
  noneMissing: 'According to this code, no volume of {transfer} is missing.',
  volumesWithCode: "--volumes and --for-code can't be used together, because both select volumes",
  volumesLeft: '{message}. {count, plural, one {# volume} other {# volumes}} ({size}) left to write.',
  nextDriveQuestion: 'Insert the next drive and press Enter to use {folder}, or type a different directory: ',
  driveColumn: 'DRIVE',
  volumesColumn: 'VOLUMES',
  nextDrive:
    "Insert the next drive, and run the command again with --to for that drive. Volumes that are already written aren't written again.",
  exported:
    '{transfer}: wrote all volumes ({count, plural, one {# volume} other {# volumes}}, {size}, ID {shortId})',
  exportedRequested:
    '{transfer}: wrote the requested volumes (entire transfer: {count, plural, one {# volume} other {# volumes}}, {size}, ID {shortId})',
  appCopied: 'Airlock is on the drive, in {directory}.',
  bundleCopied:
    'Airlock is on the drive, in {directory}. To verify it at the site, change to that directory and run: sha256sum -c {list} --ignore-missing',
  alreadyWritten:
    '{transfer}: nothing to write (ID {shortId}). All volumes were written{readBack, select, true { and read back} other {}} on {date} (drives: {drives}). To write them again, add --volumes {count, plural, one {1} other {1-{count}}}.',
  sizesChecked:
    "Checked only that the volumes exist on {path} and have the right size. They weren't read again. To check the drive, run: airlock verify file://{path}",
  notChecked: "The drives weren't checked. To check a drive, run: airlock verify file://DRIVE",
  record: 'Record fingerprint {fingerprint} (transfer record: {file})',
  signed: 'Signed by {signer}.',
  notSigned: 'Not signed. To sign all future exports, run: airlock keys create file://DIR',
  sizeInvalid: 'Use a size such as 4GB, 650MiB or 1000000.',
  volumesInvalid: 'Use volume numbers such as 3,5-7.',
  rangeInvalid: "{range} isn't a valid range.",
  // formats of other tools
  notInFormat: "--{option} can't be used with --format {format}",
  notInFormatRemedy: "Remove the option, or use Airlock's own format.",
  volumeSizeInFormat: "--volume-size can't be used with --format oc, which has no volumes",
  transferMissing: 'media export requires --transfer or --request',
  transferMissingRemedy: 'Run `airlock transfers list` to see the transfer names.',
  file: '{path}  {size}',
  fileAlreadyPresent: '{path}  {size}  already present',
  ocMirrorFiles:
    '{transfer}: wrote {count, plural, one {# file} other {# files}} ({size}) in oc-mirror format.',
  ocMirrorNext:
    'On the receiving side, copy all files into one directory. oc-mirror --from file://DIR needs all files at once.',
  ocImages: '{directory}: {images}',
  ocRepositories:
    '  and similar commands for {count, plural, one {# more repository} other {# more repositories}}',
  ocConfigMap: 'ConfigMap {path} created',
  ocFilesOmitted:
    "Attached files weren't exported because the oc format doesn't support them: {files}. Extract them with `airlock transfers attachments`.",
  ocIncomplete:
    "{image} wasn't exported: {count, plural, one {# blob is} other {# blobs are}} missing from the local archive sets.",
  // media import
  import:
    'receive transfers from drives, discs or directories\nOpens drives read-only. Drives can be imported in any order, more than once, or with missing volumes. Shows missing content and the affected images.',
  importFromOption: 'directory where a drive is mounted, or a copy of one; can be repeated',
  watchOption: 'import files as they arrive in this directory, for example from a diode, until stopped',
  untilCompleteOption: 'with --watch: exit once every transfer that has started arriving is complete',
  importForOption:
    'enclave for archive sets from oc-mirror and oc (default: an enclave named after the tool)',
  verifyKeyOption:
    'accept only archive sets with a signed index, and verify the signature with this key file or command (placeholders: {index}, {signature})',
  importPageOption: 'write the acknowledgment as a printable HTML page, and show its content',
  importStopping: 'Stopping. Received content is saved. To resume, run the same command again.',
  fromWithWatch: "--from and --watch can't be used together",
  untilCompleteWithoutWatch: '--until-complete requires --watch',
  watching: 'Waiting for volumes in {folder}. Press Ctrl-C to stop. Received content is retained.',
  noArrivals: 'no transfer is being received in {directory}',
  noArrivalsRemedy: 'Add --from with the directory of a drive, or --watch with a directory.',
  rejected: '{message}. {remedy}',
  fileFound: '{file}: {found} {remedy}',
  damage: 'bytes {start} to {end} of {file} are {damage}',
  damageRepaired: 'bytes {start} to {end} of {file} were {damage}, and have been repaired from another copy',
  filesMissing: 'missing {files}',
  noImagesAffected: 'no images are affected',
  withoutIndex:
    "{file} belongs to {transfer}, but its index.json hasn't been received yet. Import another drive of this transfer.",
  notReady: "  The transfer can't be pushed until all of its content is received and checked",
  fingerprintSame: "  record fingerprint {fingerprint} matches the sender's record (transfer record: {file})",
  fingerprintDifferent:
    "  record fingerprint {fingerprint} DOESN'T MATCH the record on the drive, which describes different content (transfer record: {file})",
  fingerprintUnknown:
    "  record fingerprint {fingerprint}: compare it with the sender's record (transfer record: {file})",
  arrived: '{transfer}: complete, {size}, {images, plural, one {# image} other {# images}}, in {directory}',
  arriving:
    '{transfer}: received {received} of {size}. {complete} of {images, plural, one {# image} other {# images}} can already be pushed.',
  missingVolumes: '  missing: {volumes}',
  damagedVolumes: '  damaged: {volumes}',
  missingFiles: '  not received yet: {files}',
  acknowledge: '  On the connected side: airlock transfers ack CODE file://DIR',
  sendMissing:
    '  To send the missing volumes again: airlock media export --transfer {transfer} --for-code CODE --to DRIVE file://DIR',
  imagesMissing: '{deliverable}: {images} missing: {names}',
  images: '{count, plural, one {# image} other {# images}}',
  attachments: '{count, plural, one {# attachment} other {# attachments}}',
  imagesAndAttachments:
    '{images, plural, one {# image} other {# images}} and {attachments, plural, one {# attachment} other {# attachments}}',
  enclaveInvalid: 'Use lowercase letters, digits, dots, underscores and hyphens.',
  // events of export and import
  volumeWritten: 'Wrote volume {number} of {all} ({size})',
  volumeWrittenTo: 'Wrote volume {number} of {all} ({size}) to {drive}',
  volumePresent: 'Volume {number} of {all} ({size}) is already present',
  volumePresentOn: 'Volume {number} of {all} ({size}) is already present on {drive}',
  volumeReceived: 'Received volume {number} of {all} ({size})',
  volumeReceivedFrom: 'Received volume {number} of {all} ({size}) from {drive}',
  volumeMissing: 'Volume {number} of {all} ({size}) is missing',
  volumeMissingOn: 'Volume {number} of {all} ({size}) is missing from {drive}',
  volumeDamaged: 'Volume {number} of {all} ({size}) is damaged',
  volumeDamagedOn: 'Volume {number} of {all} ({size}) is damaged on {drive}',
  volumeAltered: 'Volume {number} of {all} ({size}) was changed after it was exported',
  volumeAlteredOn: 'Volume {number} of {all} ({size}) was changed on {drive} after it was exported',
  safeToRemove: '{drive}: safe to remove',
  safeToRemoveVolumes: '{drive}: safe to remove ({count, plural, one {# volume} other {# volumes}})',
  // media record
  recordHelp: 'show the transfer record, or write it as HTML, CSV or JSON',
  outputOption: 'write the record to this .html, .csv or .json file; can be repeated',
  markingOption: 'marking, such as RESTRICTED, for the top and bottom of every page of the transfer record',
  withoutNamesOption:
    'omit the names of people, drive labels and local directories, as in the record on drives',
  outputInvalid: 'Use a file name that ends with .html, .csv or .json.',
  markingInvalid: 'Use one line of 1 to {most} characters.',
  // checks and signatures
  checkOption:
    'command that checks every image ({files}: the unpacked image) or every archive file ({volume}); a non-zero exit code rejects the content',
  requireCheckOption: "also reject content that the check can't read",
  signOption: "sign the {subject} with this OpenPGP private key (default: the workspace's signing key)",
  noSignOption: "don't sign, even if the workspace has a signing key",
  passphraseFileOption: 'file that contains the passphrase of the private key',
  signCommandOption:
    'command that signs {file}, for example with a smart card, and writes the detached signature to standard output or {signature}',
  requireCheckWithoutCheck: '--require-check requires --check',
  requireCheckWithoutCheckRemedy:
    "Specify the check command with --check. Content that was already checked isn't checked again.",
  signWithSignCommand: "--sign and --sign-command can't be used together",
  // media status
  status: 'show which drive contains which volumes of a transfer',
  noExports: 'No transfer has been exported yet.',
  allWritten: '{transfer}: all {count, plural, one {# volume} other {# volumes}} ({size}) written',
  partlyWritten:
    '{transfer}: {written} of {count, plural, one {# volume} other {# volumes}} ({done} of {size}) written',
  volumeColumn: 'VOLUME',
  sizeColumn: 'SIZE',
  stateColumn: 'STATE',
  writtenColumn: 'WRITTEN',
  readBackColumn: 'READ BACK',
  readFromDrive: 'from the drive',
  readFromMemory: 'possibly from the page cache',
  notReadBack: 'no',
  // media request
  request:
    'request missing content from the connected side\nRun this command on the disconnected side. The request is a small file that lists which content of a configuration is missing on this side.',
  configOption: 'ImageSetConfiguration',
  requestForOption: 'enclave of this side (default: enclave of the received transfers)',
  requestOutputOption: 'file to write the request to (default: only show the request)',
  available: 'Received {transfer}: {state}',
  requestWritten: 'Wrote request {id} ({size}) to {file}',
  requestNext:
    'On the connected side: airlock mirror --request FILE file://DIR, then airlock media export --request FILE',
  allOf: 'all of {names}',
  missingAmounts: 'Missing: {amounts}',
  nothingMissing: 'Missing: no content that this side can detect',
  foundByOther: 'The connected side determines which content of {names} is missing',
  // media drives
  drives: 'list removable drives, or eject one',
  ejectOption: 'flush and eject the drive with this label, device or mount point',
  drivesFlushed: '{drive}: flushed {files, plural, one {# file} other {# files}}, safe to remove.',
  drivesFlushedPowered:
    '{drive}: flushed {files, plural, one {# file} other {# files}}, safe to remove (unmounted, but still powered on).',
  drivesEjected: '{drive}: safe to remove.',
  drivesEjectedPowered: '{drive}: safe to remove (unmounted, but still powered on).',
  noDrives: 'No removable drives found.',
  deviceColumn: 'DEVICE',
  freeColumn: 'FREE',
  fileSystemColumn: 'FILE SYSTEM',
  mountColumn: 'MOUNTED AT',
  noteColumn: 'NOTE',
  fileLimit: 'files up to {size}',
  driveUnusable: "can't be used: {reason}",
  driveAmbiguous: '{count} drives match {wanted}',
  driveUnknown: 'no removable drive matches {wanted}',
  drivesAvailableRemedy: 'Use one of the available drives: {drives}.',
  drivesListRemedy: 'Run `airlock media drives` to list the removable drives.',
});
