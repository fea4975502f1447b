import { translator } from '../../base/messages/translator.ts';

/** Texts of exports to drives, and of the files on drives. */
export const t = translator({
  // The next drive that an export needs
  nextDrive: 'another drive is needed{next, plural, =0 {} other {: volume # of {of} is next}}',
  driveTooSmall:
    "drive {drive} doesn't have enough space for a volume{next, plural, =0 {} other {: volume # of {of} is next}}",
  driveMissing: 'drive {drive} is unavailable{next, plural, =0 {} other {: volume # of {of} is next}}',
  mountPointMissing: "the directory {path} doesn't exist",
  mountPointMissingRemedy: 'Mount the drive at this path, or create the directory.',
  driveMissingRemedy:
    'Connect the drive again or use another drive, then run the same command. Written volumes remain valid.',
  driveUnwritable: "drive {drive} isn't writable{next, plural, =0 {} other {: volume # of {of} is next}}",
  driveUnwritableRemedy:
    "Check the drive's write-protect switch, mount options and permissions, or use another drive.",
  nextDriveRemedy: 'No action is needed. The export continues on the next drive.',

  // Requests
  destinationInWorkspace: '{path} is in {folder}, a workspace directory that is reserved for Airlock',
  destinationInWorkspaceRemedy: 'Use the directory where the drive is mounted.',
  volumeUnknown:
    '{transfer} has no volume {number}: the export has {count, plural, one {# volume} other {# volumes}}',
  volumeUnknownRemedy: 'Run `airlock media status` to see the volumes of this export.',
  setMissing: "{directory} doesn't contain a complete archive set for {transfer}",
  setMissingRemedy:
    'Check the name with `airlock transfers list`. To complete an unfinished archive set, rerun the `airlock mirror` command that created it.',
  setReplaced: 'the archive set of {transfer} has changed since the last export',
  setChanged: 'the archive set of {transfer} changed during the export',
  setChangedRemedy: 'Run the export again.',
  setReplacedRemedy:
    'If the archive set was replaced intentionally, remove {state} and export the complete transfer again.',
  exportEmpty: 'the saved export state for {transfer} contains no revisions',
  appEmpty: "{source} contains no files, so it can't be the Airlock directory",
  bundleNameInvalid: "{source} isn't named like a bundle: airlock-VERSION-linux-ARCH.tar.gz",
  bundleNameInvalidRemedy:
    'Enter a bundle archive from the release page, or the directory of an unpacked bundle.',
  bundleDiffers: "the content of {source} doesn't match the checksum list next to it",
  bundleDiffersRemedy: 'Copy or build the bundle and its checksum list (.sha256 or SHA256SUMS) again.',

  // Drives and volumes
  driveReadOnly: 'drive {drive} is read-only',
  driveNotMounted: 'nothing is mounted at {path}',
  driveReplaced: 'drive {drive} was removed during the export',
  driveOnWorkspaceDisk:
    'drive {drive} is on the same disk as the workspace, so the drive might not be mounted',
  driveOnWorkspaceDiskRemedy:
    'To export to a drive, mount it at {path} and export again. If you transfer {path} by other means, no action is needed.',
  driveFull:
    'drive {drive} ran out of space before {volume} was complete, so this volume was removed from the drive',
  fileTooLarge:
    "drive {drive} can't store a {bytes, number}-byte file, so {volume} was removed from the drive",
  volumeMovedRemedy:
    'No action is needed. Airlock writes the content to the next drive, or to smaller volumes on this drive.',
  volumeDiffers: '{volume} on {drive} differs from the data that was written',
  volumeDiffersRemedy:
    'Write this volume to another drive, because this drive is failing. Volumes that were already read back are valid.',
  volumeDiffersFound: 'different bytes',
  volumePresent: 'already on the drive',
  volumeDamaged: "{volume} on {drive} doesn't match the export: it is damaged or belongs to another export",
  volumeDamagedRemedy: 'To write the volume again, run the export to {drive} with --volumes {number}.',
  companionsLeftOut:
    "drive {drive} doesn't have enough space for the files that accompany the volumes, such as the transfer record",
  companionsLeftOutRemedy: 'The volumes on the drive are complete.',
  fileDiffers: '{path} differs from the data that was written',
  fileDiffersRemedy: 'Use another drive, because this drive is failing.',

  // Journal of the transfer. `airlock` finds the mark of the export in the second one.
  journalApp: 'Airlock ({name}) on {drive}',
  journalVolumes: 'volumes written: {volumes}',
  journalDriveVolumes: '{numbers} on {drive}',
  journalExport: 'export {shortId} on {drives}',
  checkProgress: '{done, number} of {total, number}: {name}',

  // Drives that are read
  directoryMissing: "{path} doesn't exist",
  directoryMissingRemedy:
    'Connect the drive and mount it at this path, or use the directory where the drive is mounted.',
  directoryUnreadable: "{path} can't be read: permission denied",
  directoryUnreadableRemedy:
    'Change the permissions of the directory or the mount options of the drive, or run Airlock as a user who can read it.',
  notDirectory: "{path} isn't a directory",
  notDirectoryRemedy: 'Use the directory where the drive is mounted.',
  exportDocumentAltered: "{path} was altered: its ID doesn't match its volumes",
  documentTooLarge: '{path} is too large for an export document: {bytes, number} bytes',
  formatWrittenBy: '{problem}. The file was written by {tool}.',
  formatWrittenByRemedy:
    'Install {tool} or a later version on this side, or have the sender export for this version with --supported-format.',
  formatUnknownRemedy: 'On this side, install the Airlock version that wrote the file, or a later version.',
  indexMismatch:
    "{path} doesn't match the index of {transfer} described in {document}: one of the two files was altered",
  indexMismatchRemedy: 'Import another drive of the transfer. Each drive contains both files.',

  // Checksum lists of drives
  copyFileRemedy:
    'Copy this file from another drive in the transfer, or ask the sender to export the transfer to this drive again.',
  listForeign: 'The checksum list belongs to a different transfer.',
  listAltered: "The checksum list was altered: its content doesn't match its own checksum.",
  listAlteredRemedy:
    'Ask the sender to export the transfer to this drive again. Volumes are still verified against the index.',
  listMissing: "The drive has no checksum list. Either the export didn't finish, or the list was removed.",
  listMissingRemedy: 'Ask the sender to export the transfer to this drive again.',
  fileUnlisted:
    "The file isn't in any checksum list on this drive. The file was added or renamed after the export.",
  fileUnlistedRemedy: "Remove the file if you don't know where it came from.",
  fileMissing: 'The file is missing. According to {list}, it should be {bytes, number} bytes.',
  fileIrregular: "This isn't a regular file.",
  volumeSize: 'The volume is {found, number} bytes instead of {expected, number}.',
  fileUnreadable: "The file can't be read: {problem}.",
  fileDigest: 'The SHA-256 digest is {found}, but {list} lists {expected}.',
});
