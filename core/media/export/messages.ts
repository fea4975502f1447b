import { translator } from '../../base/messages/translator.ts';

/** Texts of exports to drives, and of the files on drives. */
export const t = translator({
  // The next drive that an export needs
  nextDrive: 'another drive is needed{next, plural, =0 {} other {: volume # of {of} is next}}',
  driveTooSmall:
    "{drive} doesn't have enough space for a volume{next, plural, =0 {} other {: volume # of {of} is next}}",
  driveGone: '{drive} is unavailable{next, plural, =0 {} other {: volume # of {of} is next}}',
  driveGoneRemedy:
    'Connect the drive again or use another one, then run the same command. Written volumes remain valid.',
  driveUnwritable: "{drive} can't be written{next, plural, =0 {} other {: volume # of {of} is next}}",
  driveUnwritableRemedy:
    "Check the drive's write-protect switch, mount options and permissions, or use another drive.",
  nextDriveRemedy: 'The export continues on the next drive.',

  // Requests
  destinationInWorkspace: '{path} is in the folder {folder} of the workspace, which is reserved for Airlock',
  destinationInWorkspaceRemedy: 'Use the folder where the drive is mounted.',
  volumeUnknown:
    '{transfer} has no volume {number}: the export has {count, plural, one {# volume} other {# volumes}}',
  volumeUnknownRemedy: 'Run `airlock media status` to see the volumes of this export.',
  setMissing: '{directory} has no complete archive set of {transfer}',
  setMissingRemedy:
    'Check the name with `airlock transfers list`. To complete an archive set under construction, run its `airlock mirror` command again.',
  setReplaced: "{transfer} was exported before, but its archive set isn't the same anymore",
  setReplacedRemedy:
    'If the archive set was replaced intentionally, remove {state} and export the complete transfer again.',
  exportEmpty: 'the export of {transfer} has no revision',
  appEmpty: "{source} contains no files, so it can't be the folder with Airlock",

  // Drives and volumes
  driveReadOnly: '{drive} is read-only',
  driveNotMounted: 'nothing is mounted at {path}',
  driveReplaced: '{drive} was removed during the export',
  driveOnWorkspaceDisk: '{drive} is on the same disk as the workspace, so the drive might not be mounted',
  driveOnWorkspaceDiskRemedy:
    'To export to a drive, mount it at {path} and run the same command again. No action is needed if you transfer this folder by other means.',
  driveFull: '{drive} was full before {volume} was complete, so this volume was removed from the drive',
  fileTooLarge: "{drive} can't store a file of {bytes, number} bytes, so {volume} was removed from the drive",
  volumeMovedRemedy: 'The content goes to the next drive, or to smaller volumes on this one.',
  volumeDiffers: '{volume} on {drive} differs from what was written',
  volumeDiffersRemedy:
    'Use another drive for this volume, because this drive is failing. Volumes that were read back before are valid.',
  volumeDiffersFound: 'other bytes',
  volumePresent: 'already on the drive',
  volumeDamaged: "{volume} on {drive} doesn't match the export: it is damaged or belongs to another export",
  volumeDamagedRemedy: 'To write it again, run the export to {drive} with --volumes {number}.',
  companionsLeftOut: "{drive} doesn't have enough space for the files that accompany its volumes",
  companionsLeftOutRemedy: 'The volumes on the drive are complete.',
  fileDiffers: '{path} differs from what was written',
  fileDiffersRemedy: 'Use another drive, because this drive is failing.',

  // Journal of the transfer. `airlock` finds the mark of the export in the second one.
  journalVolumes: 'volumes written: {volumes}',
  journalDriveVolumes: '{numbers} on {drive}',
  journalExport: 'export {shortId} on {drives}',
  checkProgress: '{done, number} of {total, number}: {name}',

  // Drives that are read
  folderMissing: "{path} doesn't exist",
  folderMissingRemedy: 'Connect the drive and mount it there, or use the folder where it is mounted.',
  notFolder: "{path} isn't a folder",
  notFolderRemedy: 'Use the folder where the drive is mounted.',
  exportDocumentAltered: "{path} was altered: its ID doesn't match its volumes",
  documentTooLarge: '{path} has {bytes, number} bytes, which is more than any export of Airlock',
  formatWrittenBy: '{problem}. {tool} wrote it.',
  formatWrittenByRemedy:
    'Install {tool} or a later version on this side, or have the sender export for this version with --reads-format.',
  formatUnknownRemedy: 'Install the version of Airlock that wrote it, or a later one, on this side.',
  indexMismatch:
    "{path} doesn't match the index of {transfer} described in {document}: one of the two files was altered",
  indexMismatchRemedy: 'Import another drive of the transfer. Each one contains both files.',

  // Checksum lists of drives
  copyFileRemedy:
    'Copy this file from another drive of the transfer, or ask the sender to export the transfer to this drive again.',
  listForeign: 'The checksum list belongs to another transfer.',
  listAltered: "The checksum list doesn't match its own checksum. It was altered.",
  listAlteredRemedy:
    'Ask the sender to export the transfer to this drive again. Volumes are still verified against the index.',
  listMissing: "The drive has no checksum list. Either the export didn't finish or the list was removed.",
  listMissingRemedy: 'Ask the sender to export the transfer to this drive again.',
  fileUnlisted: "The file isn't in any checksum list on this drive. It was added or renamed later.",
  fileUnlistedRemedy: "If you don't know where the file came from, remove it.",
  fileMissing: 'The file is missing. {list} lists it with {bytes, number} bytes.',
  fileIrregular: "It isn't a regular file.",
  volumeSize: 'The volume is {found, number} bytes; expected {expected, number}.',
  fileUnreadable: "The file can't be read: {problem}.",
  fileDigest: 'The SHA-256 is {found}, but {list} lists {expected}.',
});
