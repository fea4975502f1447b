import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of the upgrade paths of an operator. */
export const t = translator({
  topic: 'Operator',

  // Title
  startTitle: 'Find an operator upgrade path',
  failedTitle: 'The upgrade path for {operator} is unavailable',
  noPathTitle: 'No upgrade path for {operator} from {version}',
  noChannelTitle: 'No channel to show for {operator}',
  channelTitle: '{operator}: the head of channel {channel} is {version}',
  noHeadTitle: '{operator}: channel {channel} has no head',
  noUpdateTitle: 'No update needed: {operator} is already at the target version',
  pathTitle: 'Upgrade {operator} {path}: {updates, plural, one {# update} other {# updates}}',
  pathSwitchTitle:
    'Upgrade {operator} {path}: {updates, plural, one {# update} other {# updates}}, {switches, plural, one {# channel change} other {# channel changes}}',

  // Form
  formLabel: 'Operator',
  packageLabel: 'Package',
  listButton: 'List packages',
  listAgainButton: 'Refresh package list ({count})',
  fromLabel: 'Installed version',
  fromPlaceholder: '5.9.9',
  toLabel: 'Target version',
  toPlaceholder: 'Head',
  channelLabel: 'Target channel',
  defaultOption: 'Default',
  subscribedLabel: 'Current channel',
  unknownOption: 'Unknown',
  channelButton: 'Show channel',

  // Screen
  catalogsError: "The catalogs couldn't be read",
  pathError: "The operator upgrade path couldn't be determined",
  otherPackageButton: 'Choose another package',
  emptyTitle: 'The operator channel appears here',
  emptyText:
    'Enter the catalogs and a package to see the channel as a diagram, with the head at the top. For each channel entry, the diagram shows the skip range and the versions that the entry replaces or skips. Add the installed version to see the updates that OLM performs.',

  // Answer
  channelFault: "OLM can't use the channel: {fault}.",
  selectsOnly: 'Selects only the versions on the upgrade path',
  selectsMore: 'Also selects {versions}',
  selectsExactly: 'The configuration selects exactly the required versions.',
  selectsAdditional:
    'No configuration selects only the required versions. The configuration shown has the fewest additional versions: {versions}.',
  noPathReasonTitle: 'No upgrade path: reason and closest options',
  stagesText:
    'The upgrade is possible in stages: <strong>{stages}</strong>. For each version in turn, mirror a catalog that ends at that version, then install the version.',
  reachedLabel: 'Reachable version:',
  sourceLabel: 'Version with a path to the target:',
  allowsLabel: 'Allows the next OpenShift version:',
  similarLabel: 'Similar name:',
  inChannel: 'in channel {channel}',
  stepsLabel: 'Operator updates',
  installed: 'Installed version',
  hopNote: 'Channel {channel}, through the {field} field',
  changeChannel: 'Change the subscription to {channel}',
  fromCatalog: 'From {catalog}',

  // Channels
  channelsLabel: 'Channels',
  channelHeading: 'Channel {channel}',
  channelsHeading: 'Channels on the path',
  channelInCatalog: '{channel} <small>in {catalog}</small>',
  findLabel: 'Find operator version',
  findPlaceholder: 'Find version',
  setFromKeyLabel: 'Set selected version as installed',
  setToKeyLabel: 'Set selected version as target',
  closeKeyLabel: 'Close version details',
  saveSvgButton: 'Save SVG',
  keysHelp:
    '<key>↑ ↓</key> along the channel, <key>→</key> skipped version, <key>←</key> skip range, <key>Enter</key> details, <key>F</key> set as installed, <key>T</key> set as target',
});
