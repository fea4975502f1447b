import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of the step Target of Choose: destination, limits, registries and additional content. */
export const t = translator({
  // Destination
  openTitle: 'Choose the mirror destination',
  diskHeading: 'Mirror to disk in {workspace}{enclave, select, default {} other { for {enclave}}}',
  registryHeading:
    'Mirror to {registry, select, none {a registry} other {{registry}}}{enclave, select, default {} other { for {enclave}}}',
  bothHeading:
    'Mirror to disk in {workspace}, then to {registry, select, none {a registry} other {{registry}}}{enclave, select, default {} other { for {enclave}}}',
  practiceName: 'Practice',
  goalLabel: 'Destination',
  diskLabel: 'To disk',
  diskHelp: 'Creates archives that you carry across the air gap',
  registryLabel: 'To a registry',
  registryHelp: 'For hosts that can reach both sides of the air gap',
  bothLabel: 'To disk and a registry',
  bothHelp: 'Mirrors to disk first, then from disk to the registry',
  directoryMissingError: 'Choose a workspace directory.',
  directoryRelativeError: 'Enter the absolute path to the workspace directory.',
  enclaveError: 'Use only lowercase letters, digits, dots, dashes and underscores in the enclave name.',
  destinationMissingError: 'Enter the registry as HOST:PORT or HOST:PORT/PATH.',
  destinationError: 'Enter the registry as HOST:PORT or HOST:PORT/PATH, without a scheme or user name.',

  // Limits
  rateLabel: 'Rate limit, MiB/s',
  ratePlaceholder: 'No limit',
  rateHelp: 'You can change the rate limit during the run.',
  rateError: 'Enter the rate limit in MiB/s, or leave the field empty.',
  moreTitle: 'Archive size, parallelism and certificates',
  archiveLabel: 'Maximum archive size, GiB',
  archiveHelp: 'Overrides archiveSize in the configuration. A 29 GiB archive fits on a 32 GB drive.',
  strictArchiveLabel: 'Fail if a file is larger',
  strictArchiveHelp: 'Otherwise, a file that exceeds the maximum archive size gets its own archive.',
  parallelImagesLabel: 'Parallel images',
  parallelLayersLabel: 'Parallel layers',
  sourceTlsLabel: 'Verify source certificates',
  destinationTlsLabel: 'Verify the destination certificate',

  // Source registries
  sourcesTitle: 'Source registries',
  noCredentialsText: 'No credentials found',
  credentialsText: 'Credentials from {place}',
  userCredentialsText: 'Credentials for {user} from {place}',
  logInButton: 'Log in',
  logInLabel: 'Log in to {registry}',
  testButton: 'Test',
  testLabel: 'Test {registry}',

  // Lists of names
  removeButton: 'Remove',
  removeLabel: 'Remove {name}',

  // Additional images
  imagesTitle: 'Additional images{count, plural, =0 {} other { (#)}}',
  imagesLabel: 'Additional images',
  imageLabel: 'Image',
  addImageButton: 'Add image',
  checkButton: 'Check {images, plural, one {# image} other {# images}} ({size})',
  uncheckedText: 'Not checked',
  checkingText: 'Checking image',
  checkFailedText: 'Check failed',
  unavailableText: 'Image unavailable',
  availableText: 'Available',
  availableSizeText: 'Available ({size})',
  pinButton: 'Pin digest',
  checkFailedTitle: "The image couldn't be checked",

  // Helm charts
  chartsTitle: 'Helm charts{count, plural, =0 {} other { (#)}}',
  chartsLabel: 'Helm charts',
  chartText: '<strong>{chart}</strong> {version} <note>from {repository} ({url})</note>',
  chartVersionsText: '<strong>{chart}</strong> (all versions) <note>from {repository} ({url})</note>',
  repositoryText: '<strong>All charts</strong> <note>from {repository} ({url})</note>',
  repositoryLabel: 'Chart repository',
  chartLabel: 'Chart name',
  versionLabel: 'Chart version',
  versionPlaceholder: 'All versions',
  addChartButton: 'Add chart',
  fileLabel: 'Chart file on this host',
  addFileButton: 'Add chart file',

  // Blocked images
  blockedTitle: 'Blocked images{count, plural, =0 {} other { (#)}}',
  blockedLabel: 'Blocked images',
  blockedHelp:
    'A regular expression excludes every image whose name it matches, including release and operator images.',
  expressionLabel: 'Regular expression',
  blockButton: 'Block images',
  expressionError: 'Invalid regular expression',
  noMatchText: "Doesn't match any known image",
  noAdditionalMatchText: "Doesn't match any additional image",
  excludedText: 'Excludes {images, plural, one {# image} other {# images}}',
  excludedSizeText: 'Excludes {images, plural, one {# image} other {# images}} ({size})',
  excludedExampleText:
    'Excludes {images, plural, one {# image} other {# images}}: {example}{others, plural, =0 {} other {, …}}',
  excludedSizeExampleText:
    'Excludes {images, plural, one {# image} other {# images}} ({size}): {example}{others, plural, =0 {} other {, …}}',
});
