import { translator } from '../../base/messages/translator.ts';

/** Texts of answers about releases, images, operators and upgrade paths. */
export const t = translator({
  dismissedRisk: "Known risk {risk} of the update {from} → {to} doesn't affect the clusters: {reason}",
  releaseInvalid: '"{release}" is neither a version nor a payload reference',
  releaseInvalidRemedy: 'Use a version such as 4.18.1, or a reference with a tag or digest.',
  releaseNotFound: "release {release} isn't in {repository}",
  releaseNotFoundRemedy: 'Run `airlock list releases`, or use the reference of the release payload.',
  releaseNotInSets: "{folder} doesn't contain release {release}",
  releaseNotInSetsRemedy: 'Choose one of the available releases: {releases}.',
  setsWithoutReleases: 'Use a directory whose archive sets contain releases.',
  graphEmpty: 'the update graph contains no releases',
  releaseUnknown: "the update graph doesn't contain release {release}",
  channelUnknown: "the update graph doesn't contain channel {channel}",
  releaseNotInChannel: "the update graph doesn't contain release {release} in channel {channel}",
  nearest: '{error}. Closest matches: {names}',
  releaseUnknownRemedy:
    'To list all releases, run `airlock list releases`. To list all channels, add --channels.',
  newerUnreachable: 'no upgrade path leads from {from} to the newer version {version}',
  suggestedUpdates:
    'the upgrade path contains updates from build suggestions. Query an update service before you rely on these updates.',
  packageUnknown: 'no catalog contains package "{package}"',
  nearestRemedy: 'Check the name. Closest matches: {names}.',
  referenceNote: "replace {catalog} with the catalog's image reference",
  releasesNotMirrored:
    "the configuration contains no releases, because the update graph doesn't contain a complete channel for each release",
});
