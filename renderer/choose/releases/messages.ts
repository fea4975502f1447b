import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of the step Cluster of Choose: versions, upgrade path, releases. */
export const t = translator({
  // Title and versions
  openTitle: 'Enter the current and the target version',
  releaseTitle: 'Release {version}',
  rangeTitle: 'Releases {from} to {to} of {channel}',
  fromTitle: 'Releases of {channel} from {from}',
  newestTitle: 'Latest release of {channel}',
  newestUpToTitle: 'Latest release of {channel} up to {to}',
  channelsTitle: 'Releases of {channels}',
  fromLabel: 'Current version',
  fromPlaceholder: 'New cluster',
  toLabel: 'Target version',
  fullPlaceholder: '4.16.20',
  toPlaceholder: '4.18.9 or 4.18',
  newestOption: 'Latest release of {minor}',
  fullVersionError: 'Enter a version with its patch number, such as 4.16.20.',
  versionError: 'Enter a version such as 4.18.9 or 4.18.',
  channelLabel: 'Channel',
  architecturesLabel: 'Architectures',
  meteredText: 'Metered connection: ask before every download and show its size',

  // End of life
  livesLabel: 'End of life',
  maintainedText: '{minor} receives fixes until {end}.',
  maintainedExtendedText:
    '{minor} receives fixes until {end}, and with Extended Update Support until {extended}.',
  extendedText: 'Maintenance of {minor} ended in {end}. Extended Update Support continues until {extended}.',
  endedText: '{minor} has reached its end of life. Fixes ended in {end}.',

  // Upgrade path
  pathLabel: 'Upgrade path',
  pathLoadingText: 'Finding the upgrade path from {from} to {to}',
  pathUnknownText:
    'The update graphs on this host have no path from {from} to {to}. Load the graph to show the path.',
  graphFailedTitle: "The update graph couldn't be loaded",
  retryButton: 'Try again',
  plainButton: 'Use the versions without a path',
  diagramButton: 'Show the diagram',
  aroundText:
    '<strong>Alternative path without risks:</strong> {path}, {updates, plural, one {# update} other {# updates}}.',
  aroundButton: 'Use this path',
  avoidedText: 'The path avoids known risks.',
  shortestButton: 'Use the shortest path',
  differsTitle: 'The configuration selects other releases than these versions',
  writeButton: 'Select these versions',

  // Releases
  releasesTitle: 'Releases',
  releasesNote: 'shared content is downloaded once',
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
    'The configuration selects the release payload <code>{payload}</code>. Its channels are ignored.',
  channelTitle: 'Channel {name}',
  nonePlaceholder: 'None',
  addChannelLabel: 'Additional channel',
  removeButton: 'Remove',
  removeChannelLabel: 'Remove channel {name}',
  graphLabel: 'Update graph',
  graphHelp: 'For an update service on the disconnected side.',
  kubeVirtLabel: 'KubeVirt images',
  kubeVirtHelp: 'CoreOS images for hosted clusters on OpenShift Virtualization (kubeVirtContainer).',
});
