import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of Receive and of the readiness of transfers. */
export const t = translator({
  topic: 'Receive',
  destinationNote: 'destination: {folder}',
  failedTitle: "The transfer couldn't be received",
  stoppedTitle: 'The import stopped',
  rejectedTitle: 'Rejected content',
  drivesTitle: 'Source drives and directories (read-only)',
  sourceLabel: 'Source directory',
  busyText: "Airlock is reading this drive. Don't remove it.",
  verifiedText: 'Verified. Safe to remove.',
  damagedDriveText: 'Verified. Some volumes are damaged.',
  nothingReceivedText: 'Nothing was received from this drive.',

  // Title of an import
  chooseTitle: 'Choose drives to receive from',
  readyToReceiveTitle: 'Ready to receive from {drives}',
  pausingTitle: 'Pausing the import',
  endedTitle: 'Import {status, select, paused {paused} other {stopped}}',
  nothingTitle: 'Nothing has been received yet. Choose other drives.',
  nothingEndedTitle:
    'Import {status, select, paused {paused} other {stopped}}. Nothing has been received yet.',
  partEndedTitle:
    '{ended}. {received} of {total, plural, one {# volume} other {# volumes}} received and saved{partial, plural, =0 {} other {, # in part}}.',
  arrivedEndedTitle: 'Import stopped. {arrival}',
  watchingTitle: 'Waiting for files in {folder}',
  readingTitle: 'Reading from {drive}',
  readingVolumeTitle: 'Reading volume {volume} from {drive}',
  comparingTitle: 'Comparing received content with the index',
  searchingTitle: 'Looking for volumes on the drives',
  completeTitle: '{transfer} is complete: {images, plural, one {# image} other {# images}}',
  uncheckedTitle: '{transfer} has arrived. A push verifies its content.',
  partTitle: '{arrived} of {total, plural, one {# volume} other {# volumes}} arrived. {problems}',
  readyTitle: '{transfer} is complete and ready to push',
  notReadyTitle: "{transfer} isn't ready to push. {problems}",
  readyPartTitle: '{ready} of {total} releases and operators in {transfer} are complete. {problems}',
  damagedText: '{count, plural, one {Volume {volumes} is damaged.} other {Volumes {volumes} are damaged.}}',
  partialText:
    '{count, plural, one {Volume {volumes} is incomplete.} other {Volumes {volumes} are incomplete.}}',
  missingText: '{count, plural, one {Volume {volumes} is missing.} other {Volumes {volumes} are missing.}}',

  // Actions
  pauseButton: 'Pause import',
  receiveButton: 'Receive from drives',
  receiveFromButton: 'Receive from {drives}',
  rewriteButton: 'Write {count, plural, one {volume} other {volumes}} {volumes} again',
  senderCodeButton: 'Copy code for the sender',
  receiveAgainButton: 'Receive from {drives} again',
  watchButton: 'Watch {folder}',
  pushButton: 'Push {transfer}',
  pushCompleteButton: 'Push {images, plural, one {# complete image} other {# complete images}}',

  // Options
  directoryLabel: 'Destination directory',
  directoryHelp: 'Received transfers are saved here. Airlock never writes to the drives.',
  watchLabel: 'Watch the source directory for new files',
  watchHelp:
    'For example, use this option if files arrive through a diode. Until you pause the import, files can arrive in any order, in parts or more than once.',
  keyLabel: 'Required signing keys',
  keyHelp:
    "A file that contains OpenPGP public keys. Airlock rejects a transfer if its index isn't signed with one of these keys.",
  checkHelp: "The command runs on each image's unpacked files before the image can be used.",
  requireLabel: "Reject images that can't be checked",

  // Volumes
  volumesTitle: 'Volumes',
  volumesNote: '{progress} verified',
  presentNote: '{progress} present, not verified',
  volumeTip: '{name}, {size}',
  partialTip: '{name}, {received} of {size} received',
  arrivedState: 'Arrived',
  damagedState: 'Damaged',
  partialState: 'Partial',
  missingState: 'Missing',
  progressLabel: 'Bytes read',
  progressText: '{progress} read',

  // Problems
  problemsTitle: 'Problems and next steps',
  damagedVolumeTitle: 'Volume {volume} is damaged',
  damagedRemedy:
    'Read the volume again or receive a second copy of it. Airlock replaces only the damaged parts.',
  unknownImagesText: "The affected images can't be determined until the missing volumes arrive.",
  missingVolumesTitle: '{count, plural, one {Volume {volumes} is} other {Volumes {volumes} are}} missing',
  missingRemedy:
    '{count, plural, one {Receive this volume} other {Receive these volumes}} from another drive, or send the acknowledgment code. The next transfer then includes the missing content.',
  missingFilesTitle:
    '{count, plural, one {# additional file is missing} other {# additional files are missing}}',
  affectedImages: 'Affects {images, plural, one {# image} other {# images}} in {content}',
  affectedAttachments: 'Affects {attachments, plural, one {# attachment} other {# attachments}} in {content}',
  affectedBoth:
    'Affects {images, plural, one {# image} other {# images}} and {attachments, plural, one {# attachment} other {# attachments}} in {content}',

  // Content
  contentTitle: 'Transfer contents',
  contentColumn: 'Release, operator or chart',
  statusColumn: 'Status',
  imagesColumn: 'Images',
  pushColumn: 'Push',
  pushLink: 'Push',
  pushContentLabel: 'Push {content}',
  complete: 'Complete',
  waitingImages:
    '{missing, number} of {images, plural, one {# image} other {# images}} waiting for {count, plural, one {volume {volumes}} other {volumes {volumes}}}',
  missingImages: '{missing, number} of {images, plural, one {# image} other {# images}} missing',

  // Acknowledgment code
  codeTitle: 'Acknowledgment code',
  codeText: 'Read the code to the sender or write it down. The code reports that <strong>{summary}</strong>.',
  codeMeaning: 'The code reports that <strong>{summary}</strong>.',
  copyCodeButton: 'Copy code',
  savePageButton: 'Save printable page',
  pageFailedTitle: "The page couldn't be created",
  contentsLabel: 'Contents',
  contentsText: 'Transfer number, volume numbers and check characters. No host names, user names or paths.',
  effectLabel: 'Effect',
  effectText: 'Airlock treats missing content as unsent and includes it in the next transfer.',
  fingerprintNote: "Compare with the sender's transfer record",
  copiedText:
    "{last, select, changed {The files of this transfer changed after their verification.} damaged {The last verification of this transfer found damage.} other {This transfer hasn't been verified on this host yet.}} <link>Verify every byte</link> to get its acknowledgment code.",

  // Verification of a copied transfer
  verifyText:
    "{last, select, changed {The files of this transfer changed after their verification.} damaged {The last verification of this transfer found damage.} other {This transfer hasn't been verified on this host yet.}} Verify every byte to get its acknowledgment code.",
  verifyButton: 'Verify every byte',
  stopVerifyButton: 'Stop verification',
  verifyProgressLabel: 'Verification progress',
  openingSet: 'Opening the archive set',
  intactText: 'Every byte of the archive set ({size}) is intact.',
  damagedFilesText:
    '{count, plural, one {# file is missing, truncated or modified: {files}} other {# files are missing, truncated or modified: {files}}}',
  verifyFailedTitle: "The archive set couldn't be verified",

  // Readiness
  readyTopic: 'Readiness',
  readyDirectory: 'in {folder}',
  readyLoadingTitle: 'Checking readiness',
  readyEmptyTitle: 'No transfer has arrived yet',
  readyFailedTitle: "The transfers couldn't be read",
  readyCardTitle: 'No transfers yet',
  readyCardText: 'Receive a transfer to see which releases and operators are complete, and what is missing.',
  receiveLink: 'Receive from drives',
  receiveRestButton: 'Receive missing volumes',
  reachedLabel: 'Stage reached',
  importedStage: 'Imported',
  pushedStage: 'Pushed to the mirror registry',
  appliedStage: 'Applied to the cluster',
  commandTitle: 'Next command',
  commandNote: 'pushes only complete images',
  commandCopyTip: 'Copy the push command',
  attachmentsTitle: 'Attached files',
  attachmentsNote: 'extracted files are never run and never replace existing files',
  attachmentsFailedTitle: "The attached files couldn't be listed",
  attachmentColumn: 'File',
  attachmentSizeColumn: 'Size',
  attachmentNoteColumn: 'Note',
  attachmentAbsent: 'content not in this transfer',
  attachmentsToLabel: 'Target directory',
  extractAttachmentsButton: 'Extract files',
  stopExtractButton: 'Stop',
  extractProgressLabel: 'Extracting files',
  extractFailedTitle: "The files couldn't be extracted",
  attachmentsExtracted: '{count, plural, one {# file} other {# files}} in {folder}',
  rereadFailedTitle: "The transfers couldn't be reloaded",
  serveButton: 'Serve as a registry',

  // Request for missing content
  requestTopic: 'request',
  requestLink: 'Request missing content',
  requestTitle: 'Request the content that this side is missing',
  requestMissingTitle:
    'Missing: {images, plural, =0 {} one {# image, } other {# images, }}{deliverables, plural, one {# deliverable} other {# deliverables}}',
  requestUnknownTitle: 'The connected side determines what is missing',
  requestNothingTitle: 'Nothing is missing',
  requestFormTitle: 'Needed content',
  requestFormNote:
    'Airlock compares the configuration with the transfers on this side. No network access is required.',
  requestDirectoryLabel: 'Directory with transfers',
  requestDirectoryHelp: 'Complete and incomplete transfers on this side.',
  requestConfigLabel: 'Configuration',
  requestConfigHelp: 'An ImageSetConfiguration with the needed content. Paths of this host are rejected.',
  requestEnclaveLabel: 'Enclave',
  requestEnclavePlaceholder: 'Default: the enclave of the transfers',
  showMissingButton: 'Show missing content',
  requestFailedTitle: "The request couldn't be created",
  missingTitle: 'Missing content',
  nothingMissing: 'All content that the configuration names has arrived.',
  allMissing: 'Entirely missing',
  imagesMissing: '{images, plural, one {# image} other {# images}} missing',
  foundByOther: 'Determined by the connected side',
  arrivedTitle: 'Transfers on this side',
  requestTextSummary: 'Content of the request file',
  saveRequestTitle: 'Save the request',
  requestFileLabel: 'Request file',
  requestFileHelp: 'Contains the configuration and acknowledgment codes. No host, user or path of this side.',
  saveRequestButton: 'Save request',
  copyRequestButton: 'Copy request',
  requestSaved: 'Request {id} saved to {file}',
  requestNextText:
    'Take the file to the connected side, and open it there in Fetch. To create the request in a terminal:',
  copyRequestCommandButton: 'Copy request command',
});
