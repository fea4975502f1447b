import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of Enclave. */
export const t = translator({
  topic: 'Enclave',
  practiceName: 'Practice',
  workspaceLabel: 'Workspace {workspace}',
  failedTitle: 'Transfers to {enclave} are unavailable',
  readFailedTitle: "The transfers couldn't be read",
  refreshFailedTitle: "The transfers couldn't be refreshed",
  retryButton: 'Read transfers again',
  emptyTitle: 'No transfers yet',
  emptyText:
    'Each fetch for {enclave} creates a numbered transfer. This page shows the progress of each transfer and the content that has arrived.',
  cancelButton: 'Cancel',

  // The heading
  noneTitle: 'No transfers to {enclave} yet',
  unfinishedTitle: '{transfer} is unfinished',
  arrivedTitle: '{transfer} arrived in full',
  missingTitle:
    '{enclave} is missing {volumes, plural, one {# volume} other {# volumes}} of {transfer}. The next transfer includes this content.',
  lostTitle: "{transfer} didn't arrive in {enclave}. The next transfer includes its content.",
  onMediaTitle: '{transfer} written to media{ago, select, unknown {} other { {ago}}}, not acknowledged',
  importedTitle: '{transfer} imported{ago, select, unknown {} other { {ago}}}, not acknowledged',
  pushedTitle: '{transfer} pushed{ago, select, unknown {} other { {ago}}}, not acknowledged',
  appliedTitle: '{transfer} applied{ago, select, unknown {} other { {ago}}}, not acknowledged',
  fetchedTitle: '{transfer} fetched{ago, select, unknown {} other { {ago}}}, not written to media',

  // Steps and states
  plannedStep: 'Planned',
  approvedStep: 'Approved',
  fetchedStep: 'Fetched',
  onMediaStep: 'On media',
  importedStep: 'Imported',
  pushedStep: 'Pushed',
  appliedStep: 'Applied',
  acknowledgedStep: 'Acknowledged',
  unfinishedState: 'Unfinished',
  arrivedState: 'Arrived in full',
  missingState: '{volumes, plural, one {# volume} other {# volumes}} missing',
  lostState: 'Lost',
  unacknowledgedState: '{step}, not acknowledged',
  movedState: 'Not in this workspace',
  partialState: 'Fetched, incomplete',
  fetchedState: 'Fetched',
  arrivedNote: '{transfers} arrived in full',
  missingNote: '{transfers} arrived in part',
  lostNote: '{transfers} lost',
  unacknowledgedNote: '{transfers} not acknowledged',

  // Actions
  enterCodeTip: 'Enter acknowledgment code',
  enterCodeButton: 'Enter acknowledgment code',
  fetchButton: 'Fetch first transfer',
  fetchNextButton: 'Fetch next transfer',
  readyButton: 'Check readiness',
  carryButton: 'Carry {transfer}',

  // The transfers
  transfersTitle: 'Transfers',
  storageLabel: 'Disk usage',
  deleteLabel: 'Delete images from registry',
  transferColumn: 'Transfer',
  stateColumn: 'State',
  sizeColumn: 'Size',
  lastStepColumn: 'Last step',
  protectedLabel: 'Protected',
  protectedNote: 'protected',

  // One transfer
  imagesNote: '{images, plural, one {# image} other {# images}}',
  archivesNote: '{archives, plural, one {# archive} other {# archives}}',
  failedNote: '{blobs, plural, one {# blob} other {# blobs}} failed',
  protectTip: 'Protected archive sets are excluded from cleanup',
  protectButton: 'Protect archive set',
  unprotectButton: 'Unprotect archive set',
  unfinishedText: '{transfer} is unfinished until its fetch completes.',
  stepsLabel: 'Steps for {transfer}',
  journalTitle: 'Journal',
  noEntriesText: 'No journal entries yet.',
  noteEntry: 'Note',
  filesText: 'Digests and sizes of {archives, plural, one {# archive} other {# archives}}',
  notReceived: 'Not received',
  noteLabel: 'Note',
  notePlaceholder: 'Courier and bag number',
  stepLabel: 'Step reached',
  onlyNote: 'Note only',
  addNoteButton: 'Add to journal',
  journalFailedTitle: "The journal entry couldn't be written",

  // A lost transfer
  lostButton: 'Mark as lost',
  lostDialogTitle: 'Mark {transfer} as lost?',
  lostText:
    'Mark the transfer as lost if the other side will never acknowledge it. The next transfer to {enclave} includes the lost content that is still selected. An acknowledgment code that you enter later takes precedence.',
  lostContentLabel: 'Lost content',
  allVolumesLabel: 'Complete transfer',
  someVolumesLabel: 'Some volumes ({volumes} in total)',
  volumesLabel: 'Lost volumes',
  volumesPlaceholder: '3, 5-7',
  volumesHelp: 'Volume numbers from 1 to {most}',
  volumeError: "{text} isn't a volume number.",
  volumeRangeError: 'The transfer has volumes 1 to {most}.',
  noVolumeError: 'Enter volume numbers, for example 3, 5-7.',
  lostFailedTitle: "The loss couldn't be recorded",

  // An acknowledgment code
  codeTitle: 'Enter acknowledgment code',
  codeText: 'The other side reads the code aloud or sends it on a printed page.',
  codeLabel: 'Acknowledgment code',
  codePlaceholder: '147K-2M42-0101-T7J1-Z',
  codeHelp: 'Case, spaces and dashes are ignored. O is read as 0, and I and L are read as 1.',
  codeContent: 'Reported for {enclave}: <strong>{status}</strong>',
  codeCompleteText:
    'If you accept this code, {transfer} is marked as having arrived in full. You can then remove its archive set to free space.',
  codeLostText: 'The next transfer to {enclave} includes the content of {transfer} that is still selected.',
  codeMissingText:
    'The next transfer to {enclave} includes the content of {volumes, plural, one {# missing volume} other {# missing volumes}} that is still selected.',
  codeFailedTitle: "The code couldn't be read",
  acceptFailedTitle: "The code couldn't be recorded",
  readCodeButton: 'Read code',
  acceptCodeButton: 'Accept code',
});
