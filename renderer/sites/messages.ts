import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of Sites. */
export const t = translator({
  topic: 'Sites',
  subtitle: 'who supplies whom',
  failedTitle: "The chain of sites couldn't be read",
  retryButton: 'Read sites again',

  // The heading
  noneTitle: 'No sites yet',
  noneText:
    'Each enclave that this host creates transfers for is a site. Downstream sites appear when you record their site reports.',
  calmTitle: '{sites, plural, one {# site} other {# sites}}, everything is acknowledged',
  movingTitle:
    '{sites, plural, one {# site} other {# sites}}, {transfers, plural, one {# transfer} other {# transfers}} in transit',
  waitingTitle:
    '{sites, plural, one {# site} other {# sites}}, {transfers, plural, one {# transfer} other {# transfers}} waiting',

  // Names
  senderName: 'Sending site',
  hereName: 'This site',
  hereNamed: 'This site ({name})',

  // Picture
  pictureTitle: 'Chain of sites',
  pictureName:
    'Chain of {sites, plural, one {# site} other {# sites}}. Use the arrow keys to move. The table shows the same data.',
  siteTip: '{site}: {content}. {state}',
  legendArrived: 'Acknowledged',
  legendMoving: 'In transit or waiting',
  legendReported: 'Known from a site report',

  // State of a site
  releaseWords: '{releases, plural, one {# release} other {# releases}}',
  operatorWords: '{operators, plural, one {# operator} other {# operators}}',
  otherWords: '{others, plural, one {# other item} other {# other items}}',
  emptyWords: 'No content yet',
  unknownWords: 'Content unknown',
  movingWords: '{transfers, plural, one {# transfer} other {# transfers}} in transit, {age}',
  waitingWords: '{transfers, plural, one {# transfer} other {# transfers}} waiting, {age}',
  movingShort: '{transfers} in transit, {age}',
  waitingShort: '{transfers} waiting, {age}',
  lostWords: '{transfer} arrived incomplete',
  lostShort: 'Arrived incomplete',
  acknowledgedWords: 'Acknowledged {time}',
  pushedWords: 'Pushed {time}',
  noTransferWords: 'No transfer yet',
  hereWords: '{received, plural, one {# transfer received} other {# transfers received}}',

  // Table
  tableTitle: 'All sites',
  siteColumn: 'Site',
  supplierColumn: 'Supplied by',
  contentColumn: 'Content',
  sizeColumn: 'Size',
  transitColumn: 'In transit',
  waitingColumn: 'Waiting',
  acknowledgedColumn: 'Acknowledged',
  amount: '{transfers, plural, one {# transfer} other {# transfers}}, {size}',
  none: 'none',

  // Details
  supplierLabel: 'Supplied by',
  workspaceLabel: 'Workspace',
  sourceLabel: 'Source of its content',
  reportedLabel: 'Site report',
  acknowledgedLabel: 'Last acknowledgment',
  releasesLabel: 'Releases',
  operatorsLabel: 'Operators',
  otherLabel: 'Other',
  sizeLabel: 'Size',
  arrivedTitle: 'Content at this site',
  hereTitle: 'Content of this site',
  transitTitle: 'In transit',
  waitingTransfersTitle: 'Waiting',
  otherTransfersTitle: 'Other transfers',
  transferText: '{images, plural, one {# image} other {# images}}, {size}',
  createdText: 'created {time}',
  exportedText: 'written to media {time}',
  arrivedText: 'arrived in full',
  incompleteText: 'arrived incomplete',
  lostText: "didn't arrive",
  chooseForButton: 'Choose content for {site}',
  newSiteButton: 'Choose content for a new site',
  transfersLink: 'Transfers to {site}',
  remoteText: '{supplier} supplies this site. Choose its content there.',

  // Site reports
  recordReportButton: 'Record site report',
  recordReportTitle: 'Record a site report',
  recordReportText:
    'A site report acknowledges transfers and lists the downstream sites. Airlock checks it before you record it.',
  reportWorkspaceLabel: 'Workspace of the acknowledged transfers',
  reportFileLabel: 'Site report file',
  readReportButton: 'Check report',
  acceptReportButton: 'Record report',
  reportContent: '{enclave}: {acknowledged, plural, one {# transfer} other {# transfers}} acknowledged',
  reportSites: 'Sites in the report: {sites}',
  reportUnknown:
    '{transfers, plural, one {# transfer} other {# transfers}} in the report belong to another workspace',
  reportFailedTitle: "The site report can't be used",
  saveReportButton: 'Save site report',
  saveReportTitle: 'Save a site report',
  saveReportText:
    'The report acknowledges the received transfers and lists the sites that this host supplies. Airlock reads every byte of the transfers first.',
  receivedLabel: 'Directory with the received transfers',
  newFileHelp: 'A new file, for example on the drive that goes back.',
  readingText: 'Reading the received transfers: {done} of {total}',
  savedText: 'Saved {file} ({size}). Sites in the report: {sites}',
  saveFailedTitle: "The site report couldn't be saved",
  cancelButton: 'Cancel',
  closeButton: 'Close',

  // Content for a site
  chooseTopic: 'Content for a site',
  chooseTitle: 'Choose content for {site}',
  chooseNewTitle: 'Choose content for a new site',
  sourceField: 'Content of this site',
  sourceHelp: 'Only content of this source is available. The original registries are not contacted.',
  setsOption: 'Transfers in {directory}',
  registryOption: 'Mirror registry {registry}',
  siteField: 'Site',
  workspaceField: 'Workspace for its transfers',
  workspaceHelp:
    "Airlock creates the directory if it doesn't exist. Each site needs its own workspace or enclave.",
  enclaveField: 'Enclave',
  enclaveHelp: 'The name of the site. Content that was already sent to it is skipped.',
  enclaveError:
    'Use only lowercase letters, digits, periods, hyphens and underscores. Start with a letter or digit.',
  workspaceError: 'Enter the full path of the workspace, starting with a slash.',
  sameDirectoryError: 'Enter a directory other than the source.',
  nothingTitle: 'No content to pass on',
  nothingText:
    'Receive transfers, or push to a mirror registry from this host. Their content then becomes available for other sites.',
  receiveButton: 'Receive transfers',
  availableFailedTitle: "The content of this source couldn't be read",
  availableTitle: 'Available content',
  filterLabel: 'Filter operators, images and charts',
  channelsTitle: 'OpenShift releases',
  fromLabel: 'First version of {channel}',
  toLabel: 'Last version of {channel}',
  graphLabel: 'Update graph data',
  entireCatalog: 'All packages of {catalog}',
  allPackagesButton: 'Select all packages',
  noPackagesButton: 'Clear packages',
  imagesTitle: 'Additional images',
  chartsTitle: 'Charts',
  selectedText: '{items, plural, =0 {Nothing selected} one {# item selected} other {# items selected}}',
  presentNote: 'already there',
  configureButton: 'Create configuration',
  configureHelp: 'The next screen shows the plan and the command, and starts the run.',
  configureFailedTitle: "The configuration couldn't be created",
});
