import { translator } from '../../base/messages/translator.ts';

/** Texts of the sources of update graphs. */
export const t = translator({
  answersInvalid: "{file} isn't a valid list of answers to risks",
  answersInvalidRemedy: 'Restore the file from a backup, or remove it and answer the risks again.',
  workspaceMissing: "workspace {workspace} doesn't exist",
  workspaceMissingRemedy: 'Open a workspace first.',
  tooManyAnswers: 'the workspace already has {most} answers to risks',
  tooManyAnswersRemedy: 'Remove answers that are no longer needed.',
  updatesMissing:
    '{origins}: the graph contains {count, plural, one {# release} other {# releases}}, but no updates between them',
  updatesMissingRemedy:
    'Use complete graph-data (with build-suggestions), an update service response, or a workspace with the releases.',
  pathMissing: "{path} doesn't exist",
  pathMissingRemedy: 'Check the path.',
  neitherPathNorImage: "{error}. The argument isn't a graph-data image either: {reason}",
  neitherPathNorImageRemedy:
    'Specify an existing file or directory, or a graph-data image as REGISTRY/PATH:TAG.',
  registryNotAllowed: '{image} is in a registry, but only local sources are allowed',
  imageMissing: "{image} doesn't exist",
  imageWithoutGraph: '{image} contains no graph-data: {reason}',
  imageWithoutGraphRemedy: 'Use a graph-data image, such as one built with `graph: true`.',
  layersMissing: 'the image has no layers',
  manifestListEmpty: '{repository}: the manifest list contains no images',

  // update services
  responseNotSaved: "the update service response can't be saved: {reason}",
  responseNotSavedRemedy:
    "Make the cache directory writable. Otherwise, the response can't be saved for offline use.",
  noResponse: 'no response within {seconds} s',
  savedResponseUsed:
    "the update service can't be queried: {reason}. Airlock uses the response saved {age} instead.",
  savedResponseUsedRemedy:
    'Query the update service again when it is reachable. Until then, newer releases and withdrawn updates are missing.',
  channelGraph: 'the update graph for channel {channel} ({architecture})',
  graphData: 'graph-data',
  unavailable: '{content} is unavailable: {reason}',
  unavailableRemedy:
    '{remedy} Without a network, use a file, directory or workspace that contains the graph.',
  notSaved: "{content} hasn't been downloaded from {service} yet",
  notSavedRemedy:
    'Download the content once, without --offline, while the service is reachable. Alternatively, use a file, directory or workspace that contains the graph.',

  // where a graph comes from
  channelsOf: '{channels} ({origin})',
  channelCount: '{count} channels',
  queriedNow: '{source}, just queried',
  queried: '{source}, queried {age}',
  written: '{source}, written {age}',
  daysAgo: '{count} days ago',
  hoursAgo: '{count} hours ago',
  minutesAgo: '{count} minutes ago',
  justNow: 'just now',
});
