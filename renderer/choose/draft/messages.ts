import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts that all steps of Choose share: the steps, the data to load, fixes. */
export const t = translator({
  nameTitle: 'Choose',
  openFailedTitle: "The draft couldn't be opened",

  // Steps
  clusterLabel: 'Cluster',
  operatorsLabel: 'Operators',
  targetLabel: 'Target',
  reviewLabel: 'Review',

  // Data that isn't stored on this host, or is old
  dataLabel: 'Data to load',
  unknownText: "{name} hasn't been loaded yet, so sizes are estimates",
  knownText: '{name}: loaded <when></when>',
  loadButton: 'Load data ({size})',
  refreshButton: 'Refresh data ({size})',
  exactButton: 'Get exact sizes ({size})',
  loadingText: 'Loading data',
  loadingSizeText: 'Loading data: {progress}',
  loadFailedTitle: "The data couldn't be loaded",
  cancelButton: 'Cancel',

  // Fixes of problems, with their effect on the total size
  fixButton: '{fix} ({size})',

  // Name of a draft
  versionsName: '{first} to {last}',
  draftName: '{content}, enclave {enclave}, {date}, {time}',
});
