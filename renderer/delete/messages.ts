import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of Delete. */
export const t = translator({
  topic: 'Delete',
  registryTopic: 'Delete from {registry}',
  previewTopic: 'Preview, nothing deleted yet',
  runTopic: 'Run {sequence}',

  // The form
  formTitle: 'Select images to delete from the registry',
  registryTitle: 'Registry and selection',
  formNote: 'Nothing is deleted until you confirm the deletion.',
  registryLabel: 'Registry',
  registryPlaceholder: 'registry.lab.example:5000/ocp',
  selectionLabel: 'Select images',
  treeLabel: 'From the mirrored content',
  fileLabel: 'From a configuration file',
  configurationLabel: 'Configuration',
  configurationHelp:
    'A DeleteImageSetConfiguration, or an ImageSetConfiguration that contains the prune field',
  readButton: 'Read registry',
  queryingText: 'Querying {registry}',
  readingText: 'Reading the configurations in the workspace',
  readFailedTitle: "The registry couldn't be read",
  moreTitle: 'Additional images to retain, and connection settings',
  protectLabel: 'File that lists images to retain',
  protectHelp:
    'One name per line: repository:tag, repository@digest, or a repository. An asterisk matches any text.',
  kubeconfigLabel: 'Kubeconfig of a cluster using the mirror',
  kubeconfigHelp: 'Retains the releases and operators that the cluster runs or needs for its upgrade.',
  contextLabel: 'Kubeconfig context',
  contextPlaceholder: 'current context',
  stateFolderLabel: 'State folder',
  stateFolderPlaceholder: 'default state folder',
  stateFolderHelp:
    'Airlock also reads the push records in the state folder to determine which images to retain.',
  verifyTlsLabel: "Verify the registry's certificate",

  // The preview
  startOverButton: 'Start over',
  confirmButton: 'Continue to confirmation',
  nothingSelectedTitle: 'No images selected',
  freesTitle: 'Frees {size}: {deleted} of {selected, plural, one {# image} other {# images}} will be deleted',
  freesRetainsTitle:
    'Frees {size}: {deleted} of {selected, plural, one {# image} other {# images}} will be deleted, {retained} retained',
  allRetainedTitle:
    'Nothing to delete: {retained, plural, one {# image is} other {# images are}} still needed',
  allAbsentTitle: "Nothing to delete: the registry doesn't contain any of the selected images",
  contentTitle: 'Mirrored content',
  imagesReadNote: '{images, plural, one {# image} other {# images}}, read <time></time>',
  emptyTitle: 'No mirrored content',
  emptyText: 'No configuration in the workspace selects any images in this registry.',
  retainedTitle: 'Retained images',
  allRetainedText: 'All images are retained until you select images to delete.',
  configurationsText: 'Images selected in {configurations} are retained.',
  noConfigurationsText: 'The workspace contains no configurations.',
  previewFailedTitle: "The preview couldn't be created",
  problemsTitle: 'Warnings and notes',

  // The tree
  searchLabel: 'Find mirrored content',
  searchPlaceholder: '4.16, odf, image name',
  noMatchText: 'No mirrored content matches the search.',
  treeTip: 'Mirrored content',
  moreRowsText:
    "{rows, plural, one {# more row isn't shown} other {# more rows aren't shown}}. Enter part of a name to narrow the list.",
  usedBy: 'used by {configurations}',
  imagesNote: '{images, plural, one {# image} other {# images}}',
  releaseKind: 'Release',
  graphKind: 'Update graph',
  catalogKind: 'Catalog',
  packageKind: 'Operator',
  channelKind: 'Channel',
  bundleKind: 'Version',
  imageKind: 'Image',
  chartKind: 'Helm chart',

  // What is deleted and retained
  deletedTitle: 'Images to delete',
  deletedNote: '{images, plural, one {# image} other {# images}}, {size}',
  contentColumn: 'Release, operator or image',
  imagesColumn: 'Images',
  freesColumn: 'Space freed',
  countOf: '{deleted} of {selected}',
  totalRow: 'Total',
  attachmentsText:
    '{attachments, plural, one {# signature or other attachment is} other {# signatures and other attachments are}} also deleted.',
  absentReason: 'Not in the registry',
  noneRetainedTitle: 'None of the selected images are retained',
  noneRetainedText: "The selected images aren't needed by any other release, operator or configuration.",
  tagsOnlyText:
    '{images, plural, one {# selected image loses its tag, but its manifest is retained.} other {# selected images lose their tags, but their manifests are retained.}} The registry must support deleting individual tags.',
  clusterTitle: 'Retained for the cluster',
  moreNames: 'and {names} more',

  // The confirmation
  confirmLabel: 'Confirm the deletion',
  confirmTitle: 'To restore deleted images, you must push them again',
  saveStep: '<strong>The list of images is saved</strong> to the workspace in oc-mirror format',
  compareStep:
    '<strong>Every digest is compared</strong> with the saved list, and images whose tags have moved are retained',
  deleteStep:
    '<strong>{images, plural, one {# image is} other {# images are}} deleted</strong>, including signatures and other attachments',
  verifyStep: '<strong>Remaining images are verified</strong>: every manifest and blob is checked',
  collectStep: '<strong>Garbage collection in the registry</strong> frees the space afterward',
  cacheLabel: 'Also delete cached image content',
  typeText: 'To confirm, type <code>{confirmation}</code>',
  typeLabel: 'Registry name and number of images',
  deleteButton: 'Delete {images, plural, one {# image} other {# images}}',
  saveButton: 'Save list only',
  savedText: 'Saved as <code>{file}</code>.',
  copyCommandButton: 'Copy command to delete listed images',
  deleteFailedTitle: 'No images were deleted',

  // The run
  runFailedTitle: "The deletion run can't be shown",
  loadingTitle: 'Loading deletion run',
  runReadFailedTitle: "The run couldn't be loaded",
  runReadButton: 'Reload run',
  pauseButton: 'Pause deletion',
  pauseFailedTitle: "The deletion couldn't be paused",
  moreButton: 'Delete more images',
  retryButton: 'Retry failed images',
  resumeButton: 'Resume deletion',
  resumeFailedTitle: "The deletion couldn't be resumed",
  laterRunLabel: 'Continued in run {sequence}',
  endedEarlyTitle: 'The deletion ended early',
  recordLabel: 'Audit record {sequence}',
  pausingTitle: 'Pausing after the current requests',
  verifyingTitle: 'Images deleted, verifying remaining content',
  deletingTitle: 'Deleting manifests one by one',
  comparingTitle: 'Comparing the registry with the saved list',
  noneDeletedTitle: 'The deletion ended before any image was deleted',
  progressLabel: 'Deletion progress',
  progressText: '<strong>{done}</strong> of {total, plural, one {# image} other {# images}}',
  failedNote: '{failed} failed',
  progressTip: 'Processed images',

  // The result
  stoppedText: 'Stopped: {deleted, plural, one {# image} other {# images}} deleted.',
  stoppedAbsentText:
    'Stopped: {deleted, plural, one {# image} other {# images}} deleted, {absent} already absent from the registry.',
  stoppedBeforeText: 'Stopped before any image was deleted.',
  doneText: '{deleted, plural, one {# image} other {# images}} deleted.',
  doneAbsentText:
    '{deleted, plural, one {# image} other {# images}} deleted, {absent} already absent from the registry.',
  allAbsentText: 'All images were already absent from the registry.',
  noneDeletedText: 'No images were deleted.',
  freedText: 'Garbage collection can free up to {size}.',
  failedText: "{images, plural, one {# image} other {# images}} couldn't be deleted.",
  brokenText: '{checks, plural, one {# check} other {# checks}} on the remaining images failed.',
  resultTitle: 'Result',
  deletedResult: '<strong>{images, plural, one {# image} other {# images}}</strong> deleted',
  deletedAbsentResult:
    '<strong>{images, plural, one {# image} other {# images}}</strong> deleted, {absent} already absent from the registry',
  retainedResult:
    '<strong>{images, plural, one {# image} other {# images}}</strong> retained because a tag has moved or the image is still needed',
  failedResult: "<strong>{images, plural, one {# image} other {# images}}</strong> couldn't be deleted",
  brokenResult:
    "<strong>{parts, plural, one {# manifest or blob} other {# manifests and blobs}}</strong> in the remaining images can't be pulled. {manifests, plural, one {# manifest} other {# manifests}} and {blobs, plural, one {# blob} other {# blobs}} were checked.",
  verifiedResult:
    '<strong>{images, plural, one {# remaining image} other {# remaining images}}</strong> can be pulled. {manifests, plural, one {# manifest} other {# manifests}} and {blobs, plural, one {# blob} other {# blobs}} were checked.',
  notVerifiedResult: "Remaining images haven't been verified yet",
  notVerifiedPausedResult: "Remaining images haven't been verified because the deletion is paused",
  restoreTitle: 'Restore the deleted images',
  pushButton: 'Push images again',
  pushFailedTitle: "The push couldn't be started",
  freeSizeTitle: 'Free up to {size}',
  freeTitle: 'Free disk space',
  garbageText: 'Garbage collection in the registry frees the space:',
});
