import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of the frame of a step of Choose: head, bar, YAML, running total and summary. */
export const t = translator({
  // Head and bar
  headTitle: 'Choose<unseen>: step {number} of {steps}, {step}</unseen>',
  stepsLabel: 'Steps',
  stepDoneLabel: '{step}<unseen>, done</unseen>',
  stepErrorLabel: '{step}<unseen>, has errors</unseen>',
  stepWarningLabel: '{step}<unseen>, has warnings</unseen>',
  yamlButton: 'YAML',
  nextButton: 'Next: {step}',
  backButton: 'Back',
  closeButton: 'Save and close',
  reviewErrorsLink: '{errors, plural, one {Show # error in Review} other {Show # errors in Review}}',
  reviewButton: '{problems, plural, one {Show # problem in Review} other {Show # problems in Review}}',
  nextKeyLabel: 'Next step',
  backKeyLabel: 'Previous step',
  yamlKeyLabel: 'Show or hide the YAML',
  yamlLabel: 'Configuration {file}',
  yamlNote:
    'The form and the YAML editor edit the same configuration. Comments and the order of items are preserved.',

  nothingNote: 'Nothing selected',
  stepProblemsLabel: 'Errors in this step',

  // Credentials that the engine lost
  credentialsMissingTitle: 'Credentials are missing on {count, plural, one {line} other {lines}} {lines}',
  credentialsMissingText:
    "The engine restarted, and drafts don't store credentials. Enter the credentials again on the listed lines. Until then, you can't save or run the configuration.",
  lineButton: 'Go to line {line}',
  withoutButton: 'Continue without credentials',

  // Running total
  totalTitle: 'Running total',
  totalWaitingText: 'The total size of the selected content appears here.',
  totalStaleText: '<strong>The running total is out of date.</strong> {reason}',
  totalRetryButton: 'Try again',
  imagesLabel: 'Images',
  sizeLabel: 'Total size',
  presentText: 'Already in {place, select, default {the enclave} other {{place}}}',
  localLabel: 'Stored in the workspace',
  downloadLabel: 'To download',
  releasesLabel: '{count, plural, one {# release} other {# releases}}',
  operatorsLabel: '{count, plural, one {# operator} other {# operators}}',
  contentLabel: '{count, plural, one {# image or chart} other {# images and charts}}',
  catalogsLabel: '{count, plural, one {Catalog} other {Catalogs}}',
  graphLabel: 'Update graph',
  catalogsGraphLabel: '{count, plural, one {Catalog} other {Catalogs}}, update graph',
  durationLabel: 'Duration',
  durationRateLabel: 'Duration at {rate}',
  durationUnknown: 'Unknown (no rate limit set)',
  durationNone: 'No download',
  windowsLabel: 'Transfer windows',
  windowsValue: '{windows} needed (download ends {when})',
  drivesLabel: 'Drives',
  drivesValue:
    '{drives, plural, =0 {No drives needed} one {# × {capacity} GB drive} other {# × {capacity} GB drives}}',
  freeLabel: 'Free disk space',
  shortText: 'The workspace needs {size} more disk space.',
  measuredText: 'The rate is based on recent runs on this host.',
  exactLabel: 'Exact',
  incompleteLabel: 'Incomplete',
  atLeastValue: 'at least {value}',
  unknownValue: 'Unknown',
  unknownSizesText:
    '{count, plural, one {The size of # item is} other {The sizes of # items are}} unknown until the manifests are read.',
  estimateLabel: 'Estimate',
  estimateErrorLabel: 'Estimate (± {percent}%)',
  totalLine: '<strong>Running total</strong> {facts}',

  // Summary of the selection: what it is, then its facts
  nothingTitle: 'Nothing selected yet',
  upgradeSummary:
    'Upgrade {from} → {to}{operators, plural, =0 {} one { with # operator} other { with # operators}}',
  rangeSummary:
    'Releases {from} to {to}{operators, plural, =0 {} one { with # operator} other { with # operators}}',
  currentSummary:
    'Current version {version}{operators, plural, =0 {} one { with # operator} other { with # operators}}',
  newSummary:
    'New cluster on {version}{operators, plural, =0 {} one { with # operator} other { with # operators}}',
  operatorsSummary: '{operators, plural, one {# operator} other {# operators}}',
  imagesSummary: '{images, plural, one {# image} other {# images}}',
  unknownSizeFact: 'size unknown',
  sizeFact: '{size} in total',
  thereFact: '{size} already in {place, select, default {the enclave} other {{place}}}',
  localFact: '{size} stored in the workspace',
  downloadFact: '{size} to download',
  unknownDownloadFact: 'download size unknown',
  noDownloadFact: 'nothing to download',
  aboutDuration: 'about {duration}',
  shortDuration: 'less than a minute',
  windowsFact: '{windows, plural, one {# transfer window} other {# transfer windows}}',
  drivesFact: '{drives, plural, one {# drive} other {# drives}}',
  pushFact: 'to be pushed to {registry}',
});
