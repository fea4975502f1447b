import { translator } from '../../base/messages/translator.ts';

/** Texts of answers about releases, images, operators and upgrade paths. */
export const t = translator({
  releaseInvalid: '"{release}" is neither a version nor the reference of a payload',
  releaseInvalidRemedy: 'Use a version such as 4.18.1, or a reference with a tag or digest.',
  releaseNotFound: "release {release} isn't in {repository}",
  releaseNotFoundRemedy: 'Run `airlock list releases`, or use the reference of the payload.',
  releaseNotInSets: "{folder} doesn't contain release {release}",
  releaseNotInSetsRemedy: 'Choose one of its releases: {releases}.',
  setsWithoutReleases: 'Use a folder with releases. The archive sets in this one contain none.',
  graphEmpty: 'the update graph contains no releases',
  releaseUnknown: "the update graph doesn't contain release {release}",
  channelUnknown: "the update graph doesn't contain channel {channel}",
  releaseNotInChannel: "the update graph doesn't contain release {release} in channel {channel}",
  nearest: '{error}. Nearest: {names}',
  releaseUnknownRemedy: 'Run `airlock list releases` for all releases, or with --channels for all channels.',
  newerUnreachable: '{version} is newer, but no upgrade path leads there from {from}',
  suggestedUpdates:
    'this path contains updates from build suggestions. Query an update service before you rely on them',
  packageUnknown: 'no catalog contains package "{package}"',
  nearestRemedy: 'Check the name. Nearest: {names}.',
  referenceNote: 'replace {catalog} with the reference of the catalog image',
  releasesNotMirrored:
    "the configuration contains no releases, because the graph doesn't contain all of their channels",
});
