import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of the upgrade paths of an operator. */
export const t = translator({
  topic: 'Operator',

  // Title
  startTitle: 'Find an operator upgrade path',
  failedTitle: 'The upgrade path of {operator} is unavailable',
  noPathTitle: 'No upgrade path for {operator} from {version}',
  noChannelTitle: '{operator} has no channel to show',
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
  listAgainButton: 'List packages again ({count})',
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
  pathError: "The upgrade path of the operator couldn't be determined",
  otherPackageButton: 'Choose another package',
  emptyTitle: 'The channel of the operator appears here',
  emptyText:
    'Enter the catalogs and a package to see its channel as a diagram, with the head at the top. The diagram shows which versions each entry replaces or skips, and its skip range. Add the installed version to see the updates that OLM makes.',

  // Answer
  channelFault: "OLM can't use the channel: {fault}.",
  selectsOnly: 'Selects only versions on the path',
  selectsMore: 'Also selects {versions}',
  selectsExactly: 'The configuration selects exactly the required versions.',
  selectsAdditional:
    'No configuration selects only the required versions. This one has the fewest additional versions: {versions}.',
  noPathReasonTitle: 'No upgrade path: reason and closest options',
  stagesText:
    'The upgrade is possible in stages: <strong>{stages}</strong>. Mirror and install each version before the next one, with a catalog that ends at that version.',
  reachedLabel: 'Reachable version:',
  sourceLabel: 'Version with a path to the target:',
  allowsLabel: 'Allows the next OpenShift version:',
  similarLabel: 'Similar name:',
  inChannel: 'in channel {channel}',
  stepsLabel: 'Updates of the operator',
  installed: 'Installed version',
  hopNote: '{channel}, by the {field} field',
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
