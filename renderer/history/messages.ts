import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of History: the list of runs, their comparison, and the dialogs of a record. */
export const t = translator({
  topic: 'History',
  cancelButton: 'Cancel',
  closeButton: 'Close',

  // The list
  noneTitle: 'No runs yet',
  loadingTitle: 'History',
  summary:
    '{runs, plural, one {# run} other {# runs}}. The latest, {run}, {status, select, running {is in progress} pausing {is pausing} stopping {is stopping} paused {is paused} complete {is complete} partial {is partial} failed {failed} interrupted {was interrupted} other {has a damaged record}}.',
  summaryFailed:
    '{runs, plural, one {# run} other {# runs}}. The latest, {run}, is partial: {failed, plural, one {# image} other {# images}} failed.',
  emptyTitle: 'Audit records for your runs appear here',
  emptyText:
    'The record of each <run>run</run> lists its images with their digests, the user, the overrides, and the configuration. You can compare two records, or export a record to a file. To create sample records in a minute, open <practice>Practice</practice>.',
  homeButton: 'Go to Home',
  readFailedTitle: "The history couldn't be read",
  retryButton: 'Read history again',
  runsLabel: 'Runs',
  searchLabel: 'Search runs',
  searchPlaceholder: 'Transfer, user, host',
  searchTip: 'Search runs',
  noMatchText: 'No matching runs.',
  showAllButton: 'Show all {runs, plural, one {# run} other {# runs}}',
  unreadText: "The records couldn't be read.",
  loadingText: 'Reading records',
  stateLabel: 'Run state',
  allStatesButton: 'All: {runs}',
  statusButton: '{status}: {runs}',
  directoryLabel: 'Records directory',
  allDirectories: 'All directories',

  // Verification of the records
  verifyButton: 'Verify records',
  verifyTitle: 'Verify audit records',
  verifyText:
    'Each record contains the digest of the previous one. Airlock detects records that were changed, added or removed.',
  verifyingText: 'Verifying records',
  verifyAgainButton: 'Verify again',
  verifyFailedTitle: "The records couldn't be verified",
  noRecordsText: 'There are no records.',
  recordsIntact: '{records, plural, one {# record is} other {# records are}} unchanged.',
  recordsAltered: '{records, plural, one {# record} other {# records}}: some were changed, added or removed.',
  recordsRemoved:
    '{records, plural, one {# record was} other {# records were}} exported and pruned. Their digests are still part of the chain.',

  // Columns
  selectTip: 'Select {run} (run {sequence}) for comparison',
  runTip: 'Run {sequence} in {folder}',
  runColumn: 'Run',
  workflowColumn: 'Type',
  destinationColumn: 'Destination',
  stateColumn: 'State',
  failedState: '{status}, {failed} failed',
  startedColumn: 'Started',
  durationColumn: 'Duration',
  imagesColumn: 'Images',
  someImages: '{complete} of {total}',
  trafficColumn: 'Traffic',
  userColumn: 'User',
  userOnHost: '{user} on {host}',
  directoryColumn: 'Directory',

  // Selecting runs for a comparison
  compareTip: 'Compare the two selected runs',
  compareButton: 'Compare two runs',
  selectTwoNote: 'Select two runs to compare',
  selectOneNote: 'Select one more run to compare',
  twoSelectedNote: 'Two runs selected',
  tooManyNote: '{selected} runs selected. You can compare only two.',

  // The comparison
  comparisonTopic: 'Comparison',
  addressTitle: "The page address doesn't specify two runs",
  selectLabel: 'Select two runs in History',
  comparingTitle: 'Comparing two runs',
  compareFailedTitle: "The runs couldn't be compared",
  noImagesTitle: 'Neither {later} nor {earlier} contains images',
  sameTitle: '{later} has the same images as {earlier}',
  movedTitle:
    '{later} has the same images as {earlier}, but {tags, plural, one {# tag has} other {# tags have}} moved',
  addedTitle:
    '{later} has {images, plural, one {# more unique image} other {# more unique images}} than {earlier}',
  removedTitle:
    '{later} has {images, plural, one {# fewer unique image} other {# fewer unique images}} than {earlier}',
  changed:
    'From {earlier} to {later}: {added, plural, =0 {no images} one {# image} other {# images}} added, {removed} removed, {moved, plural, =0 {no tags} one {# tag} other {# tags}} moved',
  numberedRun: '{run} (run {sequence})',
  runLabel: 'Run {run}',
  earlierNote: 'Earlier run',
  laterNote: 'Later run',
  imagesNote: '{total, plural, one {# image} other {# images}}',
  someImagesNote: '{complete} of {total, plural, one {# image} other {# images}}',
  imageColumn: 'Image',
  digestColumn: 'Digest',
  sizeColumn: 'Size',
  earlierColumn: 'Earlier digest',
  laterColumn: 'Later digest',
  addedListTitle: '{images, plural, one {# image} other {# images}} added',
  removedListTitle: '{images, plural, one {# image} other {# images}} removed',
  movedListTitle: '{tags, plural, one {# tag} other {# tags}} moved',
  addedLabel: 'Added images',
  removedLabel: 'Removed images',
  movedLabel: 'Moved tags',
  onlyNote: 'Only in {run}',
  onlyFirstNote: 'Only in {run} (first {listed} listed)',
  movedNote: 'Same name, different digest',
  movedFirstNote: 'Same name, different digest (first {listed} listed)',
  bothText:
    '{images, plural, =0 {No images are} one {# image is} other {# images are}} in both runs. Images shared by several releases are counted once.',
  configurationTitle: 'Configuration',
  differenceNote: '-: earlier run, +: later run',
  sameConfigurationText: 'Both runs used the same configuration.',

  // Exporting a record
  exportTitle: 'Export record',
  exportText:
    'The tar file contains the record with its image list and events, the configuration, and the cluster resources.',
  exportButton: 'Export record',
  exportFailedTitle: "The record couldn't be exported",
  saveAsLabel: 'Save as',
  saveAsHelp: 'Path on the host that runs Airlock',
  writtenText: '{size} written',
  fileLabel: 'File',
  copyPathTip: 'Copy path',
  digestLabel: 'Digest',
  copyDigestTip: 'Copy digest',
  digestText:
    'Send the digest separately. On the other side, <code>sha256sum</code> must print the same digest.',

  // Rolling back
  rollbackTitle: 'Roll back {run}?',
  nothingTitle: 'Nothing to roll back in {run}',
  rollbackText:
    'The tags in this push will point to their previous digests again. No content is transferred or deleted. The rollback is recorded as a run, which you can also roll back.',
  rollbackButton: 'Roll back tags',
  rollbackTagsButton: 'Roll back {tags, plural, one {# tag} other {# tags}}',
  previewFailedTitle: "The tags couldn't be read",
  rollbackFailedTitle: "The rollback couldn't be started",
  queryingText: 'Querying the registry for each tag',
  tagsLabel: 'Tags in this push',
  forceLabel: 'Include tags moved after this push',
  forceHelp:
    'Content that was later pushed to these tags loses its tags. The audit record shows this option as an override.',
  tagActionColumn: 'Action',
  tagColumn: 'Tag',
  tagDigestsColumn: 'Current → previous digest',
  noDigest: 'No digest',
  moveState: 'Roll back',
  presentState: 'Already rolled back',
  newState: 'New tag, not removed',
  movedSinceState: 'Moved after this push',
  rollbackImpossibleState: "Can't be rolled back",
  moveText:
    '{tags, plural, =0 {No tags will be rolled back.} one {# tag will be rolled back.} other {# tags will be rolled back.}}',
  presentText:
    '{tags, plural, one {# tag already points to its previous digest.} other {# tags already point to their previous digests.}}',
  newText:
    "{tags, plural, one {# tag was created by this run and won't be removed.} other {# tags were created by this run and won't be removed.}}",
  movedSinceText:
    '{tags, plural, one {# tag was moved after this run.} other {# tags were moved after this run.}}',
  rollbackImpossibleText:
    "{tags, plural, one {# tag can't be rolled back: its previous image isn't in the registry.} other {# tags can't be rolled back: their previous images aren't in the registry.}}",

  // Overrides of a run
  ignoreSignatureOverride: 'Releases without a valid signature were accepted.',
  removeSignaturesOverride: "Image signatures weren't mirrored.",
  trustLedgerOverride: "Tags in the ledger weren't checked at the destination.",
  allowRemovalOverride: 'Removing operators and versions from catalogs at the destination was allowed.',
  resendOverride: 'Content that had already been sent was sent again.',
  planOverride: 'The plan in this file was run instead of the configuration.',
  policyOverride: "The trust policy in this file was used instead of the host's policy.",
  registriesOverride: "Signature locations were read from this directory instead of the host's registries.d.",
  noProbeOverride: "The destination wasn't probed before the push.",
  skipUnknownOverride: "Operators and versions that aren't in the catalog were skipped.",
  emptyChartsOverride: 'Helm charts without any detected images were accepted.',
  forceOverride: 'Tags that had been moved after the push were also rolled back.',
  graphImageOverride: 'The graph image was built from this base image.',
  updateUrlOverride: 'The update graph came from this address.',
  signatureUrlOverride: 'Release signatures came from this address.',
  signatureKeyOverride: 'Release signatures were verified with this key.',
  certificateFileOverride: 'The certificates in this file were trusted for all hosts.',
  certificateFolderOverride: 'The certificates in this directory were trusted for all hosts.',
  registriesConfOverride:
    "Mirrors and insecure registries came from this file instead of the host's registries.conf.",
  sourceTlsOverride: "Source TLS certificates weren't verified.",
  destinationTlsOverride: "Destination TLS certificates weren't verified.",
});
