import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of lists of drives. */
export const t = translator({
  ejectButton: 'Eject {drive}',
  ejectFailedTitle: "{drive} couldn't be ejected",
  showOthersButton: 'Show {count, plural, one {# other drive} other {# other drives}}',
  hideOthersButton: 'Hide other drives',
  directory: 'Directory',
  noDrivesText: 'No removable drives found. Insert a drive or add a directory.',
  listFailedText:
    "The drives couldn't be listed: {reason}. Add the directory where a drive is mounted instead.",
  directoryLabel: 'Directory',
  addDirectoryButton: 'Add directory',
  unavailable: 'Drive unavailable: {reason}',
  notMounted: 'Drive not mounted',
});
