import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of lists of drives. */
export const t = translator({
  ejectButton: 'Eject {drive}',
  ejectFailedTitle: "{drive} couldn't be ejected",
  ejectedSimulatedText: '{drive} ejected (simulated)',
  showOthersButton: 'Show {count, plural, one {# other drive} other {# other drives}}',
  hideOthersButton: 'Hide other drives',
  directory: 'Directory',
  directoryFacts: 'Directory · {size} · {free} free',
  addFailedTitle: "The directory can't be added",

  // Content of a drive
  emptyText: 'Content: none.',
  noTransfersText:
    "Content: no transfers, {entries, plural, one {# other file or directory} other {# other files and directories}}.{unreadable, plural, =0 {} one { # directory can't be read.} other { # directories can't be read.}}",
  contentText: 'Content: {content}.',
  transferContent: '{transfer}',
  volumesContent:
    '{transfer} ({count, plural, one {volume {volumes}} other {volumes {volumes}}}{of, plural, =0 {} other { of #}})',
  otherTransfers: '{count, plural, one {# other transfer} other {# other transfers}}',
  foreignContent: '{format, select, oc {images for oc image mirror} other {archives for oc-mirror}}',
  projectedText: 'Next: {count, plural, one {volume {volumes}} other {volumes {volumes}}}, {size}',
  nothingFitsText: 'No volume fits on this drive.',
  notNeededText: 'Not needed for this transfer.',

  // Name and removal
  renameButton: 'Rename {drive}',
  removeButton: 'Remove {drive} from the list',
  nameLabel: 'Name of {drive}',
  nameHelp: 'Use up to 64 letters, digits, spaces, periods, underscores and hyphens.',
  saveNameButton: 'Save name',
  cancelButton: 'Cancel',
  noDrivesText: 'No removable drives found. Insert a drive or add a directory.',
  listFailedText:
    "The drives couldn't be listed: {reason}. Add the directory where a drive is mounted instead.",
  removedText: 'Removed: the drive or directory was not found.',
  removedRemedy: 'Reinsert the drive or restore the directory. Airlock then reads it again.',
  addDirectoryButton: 'Add directory',
  unavailable: 'Drive unavailable: {reason}',
  notMounted: 'Drive not mounted',
});
