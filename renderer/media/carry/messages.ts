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
  messagesTitle: 'Messages of the export',
  drivesTitle: 'Drives and folders',

  // Actions
  pauseButton: 'Pause export',
  continueButton: 'Continue export',
  continueWithButton: 'Continue with {drive}',
  followButton: 'Follow {transfer}',
  writeButton: 'Write {count, plural, one {# volume} other {# volumes}}',
  writeRestButton: 'Write {count, plural, one {# remaining volume} other {# remaining volumes}}',
  writeNumbersButton: 'Write {count, plural, one {volume {volumes}} other {volumes {volumes}}}',
  writeFormatButton: 'Write in {format} format',

  // Volumes
  volumesTitle: 'Volumes',
  volumesNote: '{written} of {total, plural, one {# volume} other {# volumes}} written, {size}',
  writtenLegend: 'Written',
  waitingLegend: 'Waiting for a drive',
  progressLabel: 'Bytes written and read back',
  progressText: '{progress}, including reading back',

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
  insertText: 'Insert a drive of any size and file system, select it below, then continue.',

  // Contents of drives
  ocTitle: 'Directory for oc image mirror',
  ocText:
    'Airlock writes images for oc image mirror --from-dir, and the manifests for the cluster. It lists images that it leaves out. Airlock can import this directory too.',
  ocMirrorTitle: 'Archives for oc-mirror',
  ocMirrorText:
    'Airlock writes archives for oc-mirror --from, which needs all of them in one folder. Airlock can import these archives too.',
  fileTitle: 'Contents of each file',
  fileText:
    'Every file has a short name and contains the index. Files can arrive in any order, twice, or not at all. The digests in the index cover every byte, so no checksum list is needed. A signed export adds one file, the signature.',
  driveTitle: 'Contents of each drive',
  guideFile: 'Explains the drive and how to import it, without scripts',
  indexFile: 'All content with digests and sizes',
  exportFile: 'All volumes, including those on other drives',
  recordFolder: 'Transfer record as HTML, CSV and JSON',
  checksumFile: 'Checksums of all files on the drive, for sha256sum --check',
  withAppLabel: 'Include Airlock for the other side',
  appLabel: 'Airlock folder',
  appHelp: 'The unpacked Airlock for the other side. It is copied to the first drive.',

  // Transfer record
  recordTitle: 'Transfer record',
  saveRecordButton: 'Save record to print',
  recordFailedTitle: "Couldn't create the transfer record",
  fingerprintNote: 'Must match the record on the receiving side',
  markingLabel: 'Marking',
  markingHelp: 'Appears at the top and bottom of every page of the record.',
  markingPlaceholder: 'RESTRICTED',

  // More options
  formatLabel: 'Transport and format',
  foldersFormat: 'Drives',
  diodeFormat: 'Diode, with short file names',
  'oc-mirrorFormat': 'Drives, with archives for oc-mirror',
  ocFormat: 'Drives, with a directory for oc image mirror',
  onlyLabel: 'Volumes to write',
  onlyHelp: 'For example, volumes that the other side is missing. Written volumes are written again.',
  onlyPlaceholder: '3, 5-7',
  sizeLabel: 'Largest file size',
  sizeHelp: 'Default: 4 GB, which FAT32 and most virus scanners accept.',
  newSizeHelp: "Written volumes don't change. Airlock divides the remaining content again.",
  sizePlaceholder: '4 GB',
  signLabel: 'Signing key',
  signHelp: 'An OpenPGP private key. Each drive gets a signature of the index.',
  checkHelp: 'Runs for every image with its unpacked files, before Airlock writes to a drive.',
  requireLabel: "Reject images that can't be checked",
  readBackLabel: 'Read back written volumes',
  readBackHelp: 'Bypasses the page cache where the system allows it.',
});
