import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of the step Cluster of Choose: versions, upgrade path, releases. */
export const t = translator({
  // Title and versions
  openTitle: 'Enter the target version',
  noPathTitle: 'No upgrade path from {from} to {to}',
  releaseTitle: 'Release {version}',
  rangeTitle: 'Releases {from} to {to} in {channel}',
  fromTitle: 'Releases {from} and later in {channel}',
  newestTitle: 'Latest release in {channel}',
  newestUpToTitle: 'Latest release in {channel} up to {to}',
  channelsTitle: 'Releases in {channels}',
  fromLabel: 'Current version',
  fromPlaceholder: 'New cluster',
  toLabel: 'Target version',
  fullPlaceholder: '4.16.20',
  toPlaceholder: '4.18.9 or 4.18',
  newestOption: 'Latest release of {minor}',
  channelLabel: 'Channel',
  architecturesLabel: 'Architectures',
  meteredText: 'Metered connection: show the size of every download and ask before it starts',

  // End of life
  livesLabel: 'Release life cycle dates',

  // Upgrade path
  pathLabel: 'Upgrade path',
  pathLoadingText: 'Finding the upgrade path from {from} to {to}',
  pathUnknownText:
    "The available update graphs don't contain a path from {from} to {to}. Load the update graph to find a path.",
  graphFailedTitle: "The update graph couldn't be loaded",
  retryButton: 'Try again',
  plainButton: 'Continue without an upgrade path',
  diagramButton: 'Show update graph',
  aroundText:
    '<strong>Alternative path without known risks:</strong> {path} ({updates, plural, one {# update} other {# updates}})',
  aroundButton: 'Use alternative path',
  avoidedText: 'The path avoids all known risks.',
  shortestButton: 'Use shortest path',
  differsTitle: "The configuration doesn't match the versions you entered",
  writeButton: 'Use entered versions',

  // Releases of a range
  rangeLabel: 'Releases to mirror',
  shortestOption: 'Shortest path without known risks (<code>shortestPath: true</code>)',
  everyOption: 'All releases of the range (no <code>shortestPath</code>)',
  unchangedText: 'The configuration is unchanged and still selects the releases listed below.',
  pathOnlySentence: 'The mirror contains exactly the releases of this path.',
  shortestExtraSentence:
    'The mirror also contains {versions}, because shortestPath uses only updates without known risks.',
  rangeExtraSentence: 'The mirror also contains {versions}, because it contains all releases of the range.',
  extraSentence:
    "The mirror also contains {versions}, which {count, plural, one {isn't} other {aren't}} on this path.",
  missingSentence:
    "The mirror doesn't contain {versions}, which {count, plural, one {is} other {are}} on this path. Use the entered versions.",
  shortestMissingSentence:
    "The mirror doesn't contain {versions}, which {count, plural, one {is} other {are}} on this path. Use the entered versions, or mirror all releases of the range.",

  // Releases
  releasesTitle: 'Releases',
  releasesNote: 'shared content is downloaded only once',
  releaseColumn: 'Release',
  imagesColumn: 'Images',
  sizeColumn: 'Size',
  uniqueColumn: 'Unique size',
  reasonColumn: 'Reason',
  unknownValue: 'Unknown',
  aboutSize: 'about {size}',
  unknownNote: "The running total excludes releases that haven't been loaded yet.",

  // All fields
  allFieldsTitle: 'All fields',
  payloadText:
    'The configuration selects the release payload <code>{payload}</code>. The channels in the configuration are ignored.',
  channelTitle: 'Channel {name}',
  nonePlaceholder: 'None',
  addChannelLabel: 'Additional channel',
  removeButton: 'Remove',
  removeChannelLabel: 'Remove channel {name}',
  graphLabel: 'Update graph',
  graphHelp: 'Required to run an update service on the disconnected side',
  graphBaseLabel: 'Base image of the update graph',
  kubeVirtLabel: 'KubeVirt images',
  kubeVirtHelp: 'CoreOS images for hosted clusters on OpenShift Virtualization (kubeVirtContainer)',
});
