import { translator } from '../../base/messages/translator.ts';

/** Texts of the sources of update graphs. */
export const t = translator({
  updatesMissing:
    '{origins}: the graph contains {count, plural, one {# release} other {# releases}}, but no updates between them',
  updatesMissingRemedy:
    'Use complete graph-data (with build-suggestions), a response of an update service, or a workspace with these releases.',
  pathMissing: "{path} doesn't exist",
  pathMissingRemedy: 'Check the path.',
  neitherPathNorImage: '{error}. Read as an image: {reason}',
  neitherPathNorImageRemedy:
    'Specify an existing file or folder, or a graph-data image as REGISTRY/PATH:TAG.',
  registryNotAllowed: '{image} is in a registry, but registries are not used here',
  imageMissing: "{image} doesn't exist",
  imageWithoutGraph: '{image} contains no graph-data: {reason}',
  imageWithoutGraphRemedy: 'Use an image with graph-data, such as one that `graph: true` built.',
  layersMissing: 'it has no layers',
  manifestListEmpty: '{repository}: the manifest list contains no image',

  // update services
  responseNotSaved: "the response of the update service can't be saved: {reason}",
  responseNotSavedRemedy:
    'Make the cache folder writable. Otherwise the response is unavailable without a network.',
  noResponse: 'there was no response within {seconds} s',
  savedResponseUsed:
    "the update service can't be queried: {reason}. Its saved response is used instead (from {age})",
  savedResponseUsedRemedy:
    'Query the service again when it is reachable. Newer releases and withdrawn updates are missing until then.',
  channelGraph: 'the graph of channel {channel} ({architecture})',
  graphData: 'graph-data',
  unavailable: '{content} is unavailable: {reason}',
  unavailableRemedy: '{remedy} Without a network, use a file, folder or workspace that contains the graph.',
  notSaved: '{content} was never downloaded from {service}',
  notSavedRemedy:
    'Query the service once when it is reachable, or use a file, folder or workspace that contains the graph.',

  // where a graph comes from
  channelsOf: '{channels} of {origin}',
  channelCount: '{count} channels',
  queriedNow: '{source}, queried now',
  queried: '{source}, queried {age}',
  written: '{source}, written {age}',
  daysAgo: '{count} days ago',
  hoursAgo: '{count} hours ago',
  minutesAgo: '{count} minutes ago',
  justNow: 'just now',
});
