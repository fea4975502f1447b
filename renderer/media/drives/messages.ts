import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of lists of drives. */
export const t = translator({
  ejectButton: 'Eject {drive}',
  ejectFailedTitle: "Couldn't eject {drive}",
  showOthersButton: 'Show {count, plural, one {# other drive} other {# other drives}}',
  hideOthersButton: 'Hide other drives',
  folder: 'Folder',
  noDrivesText: 'No removable drives found. Insert a drive or add a folder.',
  listFailedText: "Couldn't list drives: {reason}. Add the folder where a drive is mounted instead.",
  folderLabel: 'Folder',
  addFolderButton: 'Add folder',
  unavailable: 'Drive unavailable: {reason}',
  notMounted: 'Drive not mounted',
});
