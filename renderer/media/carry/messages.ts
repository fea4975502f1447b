import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of Carry. */
export const t = translator({
  topic: 'Carry',
  loadingTitle: 'Carry',
  emptyTitle: 'No transfer to carry',
  emptyCardTitle: 'No transfers yet',
  emptyText:
    'Fetch a transfer, then write it to drives on this screen. Airlock reads the content back and reports when each drive is safe to remove.',
  fetchLink: 'Fetch a transfer',
  workspacesFailedTitle: "The workspaces couldn't be read",
  summary: '{size} in {volumes, plural, one {# volume} other {# volumes}} of at most {max}',
  failedTitle: "{transfer} couldn't be written",
  stoppedTitle: 'The export stopped',
  messagesTitle: 'Export messages',
  drivesTitle: 'Drives and directories',
  directoryLabel: 'Directory to write to',

  // Actions
  pauseButton: 'Pause export',
  continueButton: 'Continue export',
  continueWithButton: 'Continue with {drive}',
  followButton: 'View {transfer}',
  copyMessageButton: 'Copy message',
  writeButton: 'Write {count, plural, one {# volume} other {# volumes}}',
  writeRestButton: 'Write {count, plural, one {# remaining volume} other {# remaining volumes}}',
  writeNumbersButton: 'Write {count, plural, one {volume {volumes}} other {volumes {volumes}}}',
  writeFormatButton: 'Write in {format} format',

  // Volumes
  volumesTitle: 'Volumes',
  volumesOnlyNote: '{written} of {total, plural, one {# volume} other {# volumes}} written',
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
  selectText: 'Select the drive below and continue.',
  continueText: '{drive} is inserted. Continue the export.',
  insertText:
    'One drive with {size} of free space is enough, but smaller drives work too. Insert a drive, select it below and continue.',
  missingSpaceTitle: 'More space needed',
  missingSpaceText:
    '{count, plural, one {# volume ({size}) does} other {# volumes ({size}) do}} not fit on the selected drives. Select another drive with at least {size} of free space, or insert one when these are full.',

  // After the export
  handoffTitle: 'Message for the receiving side',
  handoffNote: 'Send this message by email or chat, or read it out over the phone.',
  handoffContent:
    'Transfer {transfer} is on {drives, plural, one {drive {names}} other {# drives: {names}}} ({volumes, plural, one {# volume} other {# volumes}}, {size}).',
  handoffReceive:
    'To receive it, open Receive in Airlock and select {drives, plural, one {the drive} other {the drives in any order}}. In a terminal:',
  handoffCheck: 'The record fingerprint must be {fingerprint}.',
  handoffReply: 'Then send back the acknowledgment code.',

  // Contents of drives
  ocTitle: 'Directory for oc image mirror',
  ocText:
    'Airlock writes the images in the layout that oc image mirror --from-dir reads. It also writes the manifests for the cluster and lists the images that it omits. You can also import this directory with Airlock.',
  ocMirrorTitle: 'Archives for oc-mirror',
  ocMirrorText:
    'Airlock writes archives for oc-mirror --from, which needs all archives in one directory. You can also import these archives with Airlock.',
  fileTitle: 'Contents of each file',
  fileText:
    "Each file has a short name and contains the index. Files can arrive in any order or more than once, and a lost file doesn't affect the others. The digests in the index cover every byte, so no checksum list is needed. A signed export has one additional file: the signature.",
  driveTitle: 'Contents of each drive',
  guideFile: 'Describes the drive and how to import its content. The page contains no scripts.',
  indexFile: 'Lists all content with digests and sizes',
  exportFile: 'Lists all volumes, including those on other drives',
  recordDirectory: 'Transfer record as HTML, CSV and JSON',
  checksumFile: 'Checksums of all files on the drive, for <command>sha256sum --check</command>',
  withAppLabel: 'Include Airlock for the receiving side',
  bundleFound:
    'The site has not acknowledged a transfer yet, so it may not have Airlock. Adds the bundle of this host ({size}) to the first drive.',
  bundleNotFound:
    'The site has not acknowledged a transfer yet, so it may not have Airlock. This host has no bundle archive. Download it from the release page of this version.',
  siteHasAirlock:
    'Airlock was already copied to a drive for this site, or the site acknowledged a transfer. Select this to send another version.',
  appMissing: 'Select a bundle archive, or clear the checkbox above.',
  appLabel: 'Bundle archive',
  appHelp:
    'A file such as airlock-VERSION-linux-x64.tar.gz, or the directory of an unpacked bundle. Airlock copies it to airlock-app/ on the first drive.',

  // Transfer record
  recordTitle: 'Transfer record',
  saveRecordButton: 'Save printable record',
  recordFailedTitle: "The transfer record couldn't be created",
  fingerprintNote: 'Must match the transfer record on the receiving side',
  markingLabel: 'Marking',
  markingHelp: 'Appears at the top and bottom of every page of the record.',
  markingPlaceholder: 'RESTRICTED',

  // More options
  formatLabel: 'Transport and format',
  driveFormat: 'Drives',
  diodeFormat: 'Data diode with short file names',
  'oc-mirrorFormat': 'Drives with oc-mirror archives',
  ocFormat: 'Drives with an oc image mirror directory',
  onlyLabel: 'Volumes to write',
  onlyHelp:
    'For example, enter the volumes that the receiving side is missing. Airlock rewrites volumes that were already written.',
  onlyPlaceholder: '3, 5-7',
  codeLabel: 'Acknowledgment code of the other side',
  codePlaceholder: '147K-2M42-0101-T7J1-Z',
  codeHelp: 'The code identifies the volumes that are missing or damaged at the site.',
  selectMissingButton: 'Select missing volumes',
  selectMissingFailedTitle: "The code can't be used for this transfer",
  missingSelected:
    '{count, plural, =0 {All volumes have arrived.} one {# volume selected: {volumes}} other {# volumes selected: {volumes}}}',
  sizeLabel: 'Largest file size',
  sizeHelp: 'Default: 4 GB, which FAT32 and most virus scanners support.',
  newSizeHelp:
    "Volumes that were already written don't change. Airlock divides the remaining content into new volumes.",
  sizePlaceholder: '4 GB',
  signLabel: 'Signing key',
  signHelp: 'A file that contains an OpenPGP private key. Airlock writes an index signature to each drive.',
  checkHelp: "The command runs on each image's unpacked files before Airlock writes to a drive.",
  requireLabel: "Reject images that can't be checked",
  readBackLabel: 'Read back written volumes',
  readBackHelp: 'Airlock bypasses the page cache if the operating system allows it.',

  // Restoring a ledger
  rebuildOpenButton: 'Restore a lost ledger…',
  rebuildTitle: 'Restore a lost ledger',
  rebuildText:
    'An inventory of the mirror registry lists what the enclave already has. With it, the next transfer contains only what is new.',
  inventoryLabel: 'Inventory file',
  inventoryHelp:
    'Exported on the disconnected side, on the screen Registry content. Put its signature next to it.',
  inventoryKeyLabel: 'Public key of the signer',
  inventoryKeyHelp: 'Required for a signed inventory, unless you already trust the key.',
  rebuildWorkspaceLabel: 'Workspace',
  rebuildWorkspaceHelp: "A directory that doesn't exist is created.",
  rebuildEnclaveLabel: 'Enclave',
  rebuildEnclavePlaceholder: 'the only one in the inventory',
  rebuildReplaceLabel: 'Back up and replace the ledger',
  rebuildButton: 'Restore ledger',
  rebuildCancelButton: 'Cancel',
  rebuildCloseButton: 'Close',
  rebuildFailedTitle: "The ledger couldn't be restored",
  rebuiltText:
    'Restored {transfers, plural, one {# transfer} other {# transfers}} for {enclave}, up to {last}',
  rebuiltSentText:
    '{blobs, plural, one {# blob is} other {# blobs are}} marked as sent, based on the content of the registry.',
  rebuiltLostText:
    '{count, plural, one {# blob is} other {# blobs are}} no longer in the registry. The next transfer includes the ones that the configuration requires.',
  rebuiltSignedText: 'The inventory was signed by {signer}.',
  rebuiltUnsignedText: "The inventory isn't signed, so its origin is unknown.",
});
