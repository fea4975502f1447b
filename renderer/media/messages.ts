import { translator } from '../../core/contract/documents/messages.ts';

/** Texts that exports and imports have in common, and the titles of an export. */
export const t = translator({
  transferLabel: 'Transfer',
  moreButton: 'More options',
  resumeButton: 'Resume with {drives}',
  anyDrive: 'the drive',
  driveCount: '{drives, plural, one {# drive} other {# drives}}',
  freeSpace: '{size} free',
  remainingTime: '{time} left',
  fingerprintLabel: 'Record fingerprint',
  checkLabel: 'Check command',
  sizeError: 'Enter a size such as 4 GB or 650 MiB.',
  smallSizeError: 'Enter a size of at least 64 KiB.',

  // Volumes
  volumesLabel: 'Volumes in {transfer}',
  allVolumesLabel: 'All {count} volumes',
  volumeNumber: '<unseen>Volume </unseen>{number}',
  volumeRange: '{first} to {last}',
  volumeState: '{volume}: {state}',
  volumeTip: '{name}, {size}, {content}',
  volumeOnDriveTip: '{name}, {size}, {content}, on {drive}',
  writingState: 'Writing',
  readingState: 'Reading',
  writtenState: 'Written',
  onDriveState: 'On {drive}',
  nextState: 'Next',
  waitingState: 'Waiting',

  // Title of an export
  chooseTitle: 'Choose drives for {transfer}',
  planningTitle: 'Calculating the volumes for {transfer}',
  readyTitle: 'Ready to write {transfer} to {drives} in {volumes, plural, one {# volume} other {# volumes}}',
  restTitle:
    'Ready to write {volumes, plural, one {# remaining volume} other {# remaining volumes}} to {drives}',
  partlyFitsTitle:
    '{fits} of {volumes, plural, one {# volume} other {# volumes}} fit on {drives}. The rest needs another drive.',
  partTitle:
    '{written} of {total, plural, one {# volume} other {# volumes}} written. Choose a drive for the rest.',
  stoppedTitle: 'Export stopped: {written} of {total, plural, one {# volume} other {# volumes}} written',
  completeTitle: '{transfer} has been fully written to {drives}',
  completeSafeTitle: '{transfer} has been fully written to {drives}. {safe} is safe to remove.',
  formatTitle: '{transfer} has been fully written to {drives} in {format} format',
  insertTitle: 'Insert the next drive',
  insertSafeTitle: '{safe} is safe to remove. Insert the next drive.',
  continueTitle: '{isChosen, select, true {Continue with {drive}} other {Select the next drive}}',
  continueSafeTitle:
    '{safe} is safe to remove. {isChosen, select, true {Continue with {drive}} other {Select the next drive}}.',
  reinsertedTitle: '{drive} is inserted again. Continue the export.',
  driveRemovedTitle: '{drive} was removed. Reinsert it and continue, or choose another drive.',
  readOnlyTitle: '{drive} is read-only. Choose another drive.',
  tooSmallTitle: "{drive} doesn't have enough space for a volume. Insert another drive.",
  tooSmallContinueTitle:
    "{drive} doesn't have enough space for a volume. {isChosen, select, true {Continue with {next}} other {Select another drive}}.",
  pausingTitle: 'Pausing the export. Written volumes are saved.',
  writingTitle: 'Writing volume {volume} of {total} to {drive}',
  writingDriveTitle: 'Writing to {drive}',
  readingTitle: 'Reading back volume {volume} of {total} from {drive}',
  readingDriveTitle: 'Reading back from {drive}',
  timeLeftTitle: '{activity}, {time} left',
  flushingTitle: "Flushing {drive}. Don't remove the drive.",
  checkingTitle: 'Checking content before the export',
  dividingTitle: 'Dividing the transfer into volumes',
});
