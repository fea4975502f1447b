import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of the step Operators of Choose. */
export const t = translator({
  // Catalogs
  noCatalogTitle: 'No catalog selected',
  noCatalogText: 'Choose a target version to see the available catalogs, or enter a catalog reference.',
  catalogMenu: '<label>Catalog</label> <strong>{catalog}</strong>',
  unknownVersionTitle: "OpenShift {version} isn't in the update graphs",
  unknownVersionText:
    'Catalogs are available only for existing versions. Choose another version, or enter a catalog reference.',
  changeVersionButton: 'Choose another version',
  noCatalogMenu: '<label>Catalog</label> <strong>none</strong>',
  catalogsLabel: 'Catalogs',
  inTextOption: '{catalog}<note> (in the configuration)</note>',
  otherCatalogButton: 'Enter catalog reference…',
  otherCatalogLabel: 'Custom catalog',
  referenceLabel: 'Catalog reference',
  useCatalogButton: 'Use catalog',
  cancelButton: 'Cancel',
  referenceMissingError: 'Enter the catalog reference.',
  referenceSpacesError: 'Remove the spaces from the reference.',
  referenceRegistryError:
    'Include the registry in the reference, for example registry.redhat.io/redhat/redhat-operator-index:v4.18.',
  referenceTagError: 'Add a tag or digest to the reference, for example :v4.18.',
  unreadLabel: 'Catalog',
  unreadTitle: "The {catalog} catalog hasn't been loaded yet",
  unreadText:
    'The catalog lists packages with their channels, versions and dependencies. Airlock stores the catalog index in the workspace, so you can browse it offline.',
  loadButton: 'Load catalog ({size})',
  loadingTitle: 'Loading the {catalog} catalog',
  loadFailedTitle: "The {catalog} catalog couldn't be loaded",
  loadedText: 'Catalog loaded <when></when>.',
  refreshText: 'Refreshing the catalog downloads {size}.',
  refreshButton: 'Refresh catalog',
  refreshingText: 'Refreshing the catalog.',

  // Packages
  packagesLabel: 'Packages',
  packagesOfLabel: 'Packages in {catalog}',
  packagesFailedTitle: "The packages couldn't be loaded",
  retryButton: 'Try again',
  allText:
    "The configuration doesn't list any packages from this catalog, so the head of every channel is mirrored. To mirror only specific packages, select them.",
  searchLabel: 'Search packages of all loaded catalogs',
  searchPlaceholder: 'Search',
  searchCountPlaceholder: 'Search {count, plural, one {# package} other {# packages}}',
  searchKeyLabel: 'Search packages',
  selectedFilter: 'Selected <number>{count, number}</number>',
  installedFilter: 'Installed <number>{count, number}</number>',
  loadingText: 'Loading packages',
  noMatchText: 'No matching packages',
  noneSelectedText: 'No operators from this catalog are selected',
  noneInstalledText: 'No operators from this catalog are installed',
  noPackagesText: 'The catalog has no packages',
  selectedColumn: 'Selected',
  packageColumn: 'Package',
  channelColumn: 'Channel, version',
  addsColumn: 'Added size',
  addsUnknown: 'Unknown',
  estimatedTip: "The size is an estimate because the manifests haven't been loaded yet",
  selectLabel: 'Select {name}',
  installedTip: '{package} {version} is installed',

  // Matches in other catalogs
  othersTitle: 'In other catalogs',
  othersNote:
    '{matching, plural, one {# match} other {# matches}} in {catalogs, plural, one {# loaded catalog} other {# loaded catalogs}}',
  othersShownNote:
    'First {shown} of {matching, number} matches in {catalogs, plural, one {# loaded catalog} other {# loaded catalogs}}. Add words to narrow the search.',
  selectInLabel: 'Select {name} in {catalog}',
  showInButton: 'Show in {catalog}',

  // Channel menu
  channelMenu: 'Channel and version for {package}: {channel}{more, plural, =0 {} other { +#}} {version}',
  channelLabel: 'Channel',
  selectTotalButton: '{label} ({size} in total)',
  onlyChannelNote: 'only channel selected',
  defaultNote: 'default',
  deprecatedText: 'Deprecated: {reason}',
  versionsLabel: 'Versions in {channel}',
  headOption: 'Head only ({version})',
  fromOption: '{version} and later',
  fromInstalledOption: '{version} and later<note> (installed)</note>',
  detailsButton: 'All channels and versions…',

  // Details of a package
  detailLabel: 'Details for {package}',
  detailBodyLabel: 'Channels and versions',
  backKeyLabel: 'Return to package list',
  backButton: 'Packages',
  addsText: 'Adds <strong>{size}</strong>',
  wouldAddText: 'Would add <strong>{size}</strong>',
  removeButton: 'Remove operator',
  selectButton: 'Select operator',
  installedText: '{version} is installed',
  someInstalledText: 'A version of this operator is installed',
  notForVersionText: 'Not available for the target version: {reason}',
  needsTitle: 'Requires',
  needSelectedText: '<strong>{package}</strong> (selected): {reason}',
  needOpenText: '<strong>{package}</strong> (not selected): {reason}',
  channelsTitle: '{channels, plural, one {# channel} other {# channels}}',
  channelsOpenTitle:
    '{channels, plural, one {# channel} other {# channels}}<note> (select the operator to choose channels)</note>',
  mirrorChannelLabel: 'Mirror channel {channel}',
  channelHead: 'Head {version}',
  versionsCaption: 'Versions in {channel}, newest first',
  versionColumn: 'Version',
  fromColumn: 'From',
  toColumn: 'To',
  headVersion: '{version}<note> (head)</note>',
  installedVersion: '{version}<note> (installed)</note>',
  headInstalledVersion: '{version}<note> (head, installed)</note>',
  fromLabel: 'Start at {version}',
  toLabel: 'End at {version}',
  onlyHeadButton: 'Mirror only the head',
  headRange: 'Mirrors only the head ({version})',
  singleRange: 'Mirrors only {version}',
  openRange: 'Mirrors {version} and later',
  upToRange: 'Mirrors {version} and earlier',
  fullRange: 'Mirrors {from} to {to}',

  // Hints of a package
  targetHint:
    '<strong>Not available for {version, select, none {the target version} other {{version}}}.</strong> {reason}',
  deprecatedTargetHint:
    '<strong>Deprecated, and not available for {version, select, none {the target version} other {{version}}}.</strong> {reason} The catalog reports: "{message}"',
  deprecatedHint: '<strong>Deprecated.</strong> The catalog reports: "{message}"',
  addsHint:
    '<strong>Adds {packages}</strong> as {count, plural, one {a required package} other {required packages}}.',
  addsReasonHint: '<strong>Adds {packages}.</strong> {reason}',
  requiresHint:
    '<strong>Requires {packages}</strong>, which {count, plural, one {is} other {are}} not selected.',
  requiresSelectedHint: '<strong>Requires {packages}</strong> (also selected). {reason}',
  requiresUnknownHint: '<strong>Requires an API that no package in this catalog provides.</strong> {reason}',
  addButton: 'Add {package}',
  addAllButton: 'Add all {count, number} packages',
  selectBothButton: 'Select both packages',
  selectAllButton: 'Select all {count, number} packages',
  installedHint:
    "<strong>{operators} {count, plural, one {is} other {are}} installed but not selected.</strong> {count, plural, one {The operator} other {The operators}} won't receive updates.",
  selectOneButton: 'Select {package}',
  selectInstalledButton: 'Select installed operators',
});
