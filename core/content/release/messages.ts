import { translator } from '../../base/messages/translator.ts';

/** Texts of releases: update graphs, selections and payloads. */
export const t = translator({
  // update service
  serviceResponse:
    'the update service at {origin} responded with status {status} to a request for channel {channel} ({architecture})',
  graphMissing:
    "the transferred content doesn't contain the update graph of channel {channel} ({architecture}): {file} is missing",
  graphMissingRemedy:
    'Mirror this channel to disk on the connected side and transfer it, or correct the name of the channel.',
  nameInvalid: `"{name}" isn't the name of a channel or an architecture`,
  serviceUrlInvalid: "UPDATE_URL_OVERRIDE isn't a URL",
  serviceUrlInvalidRemedy: 'Use a complete URL, such as https://osus.example.com/api/upgrades_info/v1/graph.',
  graphUnreadable: "the update graph from {origin} can't be read: {error}",
  graphInvalid: 'the update graph from {origin} is invalid: {fault}',
  fieldInvalid: '{path}: {fault}',
  response: 'the response',
  notAVersion: '"{version}" is not a version',
  versionTwice: 'version {version} occurs twice',
  edgeInvalid:
    'edges[{index}] is [{from}, {to}], but there are {count, plural, one {# node} other {# nodes}}',
  payloadInvalid: 'the update graph contains the invalid payload "{payload}" for {version}',
  notInRegistry: "{reference} isn't an image in a registry",

  // selections
  boundsReversed: 'channel {channel}: minVersion {min} is above maxVersion {max}',
  boundInvalid: 'channel {channel}: {field} "{version}" is not a version',
  boundInvalidRemedy: 'Use a version in the format MAJOR.MINOR.PATCH, such as 4.18.1.',
  range: '{min} to {max}',
  channelReason: 'channel {channel}, {range}',
  shortestPathReason: 'channel {channel}, {range}, shortest path',
  pathReason: 'update path from {min} in {first} to {max} in {last}',
  rangeEmpty: 'channel {channel} has no version {range}',
  nearestRemedy: 'Select a version that the channel has. Nearest: {versions}.',
  boundUnknown: 'version {version} is not in channel {channel}, so {lowest} to {highest} are selected',
  boundUnknownRemedy: 'Correct minVersion or maxVersion if you need another version.',
  minorsBetween:
    'channel {channel}: an update from {min} to {max} needs versions of the minors in between. Check that they are selected.',
  noPathInChannel: 'channel {channel} has no update path from {from} to {to}',
  noUpdateFrom: 'channel {channel} has no update from {version}',
  channelNameInvalid: "invalid channel name {channel}: it doesn't end in -MAJOR.MINOR",
  versionUnknown: 'version {version} is not in channel {channel}',
  versionOf: 'a version of {channel}',
  channelUnknown: 'the update service has no versions in channel {channel}',
  channelUnknownRemedy:
    'Check the name of the channel: candidate-, fast-, stable- or eus-, and the minor version, such as stable-4.18.',

  // payloads
  payloadProblem: '{payload}: {fault}',
  notARelease: "it has no release-manifests/image-references, so it isn't a release",
  listEmpty: 'its manifest list is empty',
  listNested: 'its manifest list contains a manifest list',
  layerInvalid: 'layer {digest} {fault}',
  manifestTooLarge: 'release-manifests/{name} has {size} bytes, which exceeds the limit for releases',
  releaseInvalid: 'release {release}: {fault}',
  componentNotATag: "component {name} can't be used as a tag",
  componentTwice: 'component {name} occurs twice',
  componentWithoutDigest: "component {name} is {reference}, which isn't an image by digest",
  partUnreadable: "{part} can't be parsed: {error}",
  bootImages: 'the boot images',
  kubevirtOf: 'kubevirt of {architecture}',
  kubevirtMissing: 'release {release} contains no KubeVirt image for the selected architectures',
  kubevirtMissingRemedy:
    'Set kubeVirtContainer to false, or select a release and an architecture (amd64, s390x) with a KubeVirt image.',

  // signatures of releases
  releaseNotTransferred: "the transferred content doesn't contain release {release}",
  misnamed: 'release {version} is signed with another name: {name}',
  misnamedRemedy:
    'Check that the update service is the right one. The release is mirrored with the signed name.',
  overridden: 'release {release} is accepted because of {option}: {error}',
  overriddenRemedy: 'Remove {option} to verify its signature.',
  okdUnsigned:
    "OKD release {release} ({digest}) has no signature, because OKD releases aren't signed with Red Hat's keys",
  okdUnsignedRemedy: 'If your rules allow it, mirror the release without a signature with {option}.',
});
