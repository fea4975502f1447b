import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of Carry. */
export const t = translator({
  topic: 'Carry',
  loadingTitle: 'Carry',
  emptyTitle: 'No transfer to carry',
  emptyCardTitle: 'No transfers yet',
  emptyText:
    'Fetch a transfer, then write it to drives here. Airlock reads the content back and reports when each drive is safe to remove.',
  fetchLink: 'Fetch a transfer',
  workspacesFailedTitle: "Couldn't read the workspaces",
  summary: '{size} in {volumes, plural, one {# volume} other {# volumes}} of at most {max}',
  failedTitle: "Couldn't write {transfer}",
  stoppedTitle: 'The export stopped',
  messagesTitle: 'Export messages',
  drivesTitle: 'Drives and directories',

  // Actions
  pauseButton: 'Pause export',
  continueButton: 'Continue export',
  continueWithButton: 'Continue with {drive}',
  followButton: 'View {transfer}',
  writeButton: 'Write {count, plural, one {# volume} other {# volumes}}',
  writeRestButton: 'Write {count, plural, one {# remaining volume} other {# remaining volumes}}',
  writeNumbersButton: 'Write {count, plural, one {volume {volumes}} other {volumes {volumes}}}',
  writeFormatButton: 'Write in {format} format',

  // Volumes
  volumesTitle: 'Volumes',
  volumesNote: '{written} of {total, plural, one {# volume} other {# volumes}} written ({size})',
  writtenLegend: 'Written',
  waitingLegend: 'Waiting for a drive',
  progressLabel: 'Bytes written and read back',
  progressText: '{progress}, including read-back',

  // Drives
  busyText: "Airlock is writing to this drive. Don't remove it.",
  safeText:
    '{count, plural, one {Volume {volumes}} other {Volumes {volumes}}} written, read back and flushed. Safe to remove.',
  safeUnverifiedText:
    '{count, plural, one {Volume {volumes}} other {Volumes {volumes}}} written and flushed. Safe to remove.',
  nextDrive: 'Next drive',
  notInserted: 'Not inserted',
  remainingText:
    'Remaining: {count, plural, one {# volume} other {# volumes}}, {size}. Next: volume {volume}, {nextSize}.',
  insertText: 'Insert a drive with any size and file system, select the drive below, then continue.',

  // Contents of drives
  ocTitle: 'Directory for oc image mirror',
  ocText:
    'Airlock writes images in the layout that oc image mirror --from-dir reads, and the manifests for the cluster. Airlock lists the images that it omits. You can also import this directory with Airlock.',
  ocMirrorTitle: 'Archives for oc-mirror',
  ocMirrorText:
    'Airlock writes archives for oc-mirror --from, which needs all archives in one directory. You can also import these archives with Airlock.',
  fileTitle: 'Contents of each file',
  fileText:
    'Each file has a short name and contains the index. Files can arrive in any order, more than once, or not at all. The digests in the index cover every byte, so no checksum list is needed. A signed export has one more file: the signature.',
  driveTitle: 'Contents of each drive',
  guideFile: 'Description of the drive and import instructions, without scripts',
  indexFile: 'Lists all content with digests and sizes',
  exportFile: 'Lists all volumes, including those on other drives',
  recordFolder: 'Transfer record as HTML, CSV and JSON',
  checksumFile: 'Checksums of all files on the drive, for sha256sum --check',
  withAppLabel: 'Include Airlock for the other side',
  appLabel: 'Airlock directory',
  appHelp:
    'Directory with the unpacked Airlock for the other side. The directory is copied to the first drive.',

  // Transfer record
  recordTitle: 'Transfer record',
  saveRecordButton: 'Save printable record',
  recordFailedTitle: "Couldn't create the transfer record",
  fingerprintNote: 'Must match the transfer record on the receiving side',
  markingLabel: 'Marking',
  markingHelp: 'Appears at the top and bottom of every page of the record.',
  markingPlaceholder: 'RESTRICTED',

  // More options
  formatLabel: 'Transport and format',
  foldersFormat: 'Drives',
  diodeFormat: 'Diode with short file names',
  'oc-mirrorFormat': 'Drives with archives for oc-mirror',
  ocFormat: 'Drives with a directory for oc image mirror',
  onlyLabel: 'Volumes to write',
  onlyHelp:
    'For example, volumes that are missing on the other side. Volumes that were already written are written again.',
  onlyPlaceholder: '3, 5-7',
  sizeLabel: 'Largest file size',
  sizeHelp: 'Default: 4 GB, which FAT32 and most virus scanners support.',
  newSizeHelp:
    "Volumes that were already written don't change. Airlock divides the remaining content into volumes again.",
  sizePlaceholder: '4 GB',
  signLabel: 'Signing key',
  signHelp: 'A file with an OpenPGP private key. Airlock writes a signature of the index to each drive.',
  checkHelp: 'The command runs on the unpacked files of each image before Airlock writes to a drive.',
  requireLabel: "Reject images that can't be checked",
  readBackLabel: 'Read back written volumes',
  readBackHelp: 'Airlock bypasses the page cache if the system allows it.',
});
