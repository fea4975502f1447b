import { translator } from '../../base/messages/translator.ts';

/** Texts of releases: update graphs, selections and payloads. */
export const t = translator({
  // update service
  serviceResponse:
    'the update service at {origin} responded with status {status} to a request for channel {channel} ({architecture})',
  graphMissing:
    "the transferred content doesn't contain the update graph for channel {channel} ({architecture}): {file} is missing",
  graphMissingRemedy:
    'Mirror the channel to disk on the connected side and transfer the archive set, or correct the channel name.',
  nameInvalid: `"{name}" isn't a valid channel or architecture name`,
  serviceUrlInvalid: "UPDATE_URL_OVERRIDE isn't a URL",
  serviceUrlInvalidRemedy: 'Use a complete URL, such as https://osus.example.com/api/upgrades_info/v1/graph.',
  graphUnreadable: "the update graph from {origin} can't be read: {error}",
  graphInvalid: 'the update graph from {origin} is invalid: {fault}',
  fieldInvalid: '{path}: {fault}',
  response: 'the response',
  notAVersion: `"{version}" isn't a version`,
  versionTwice: 'version {version} occurs twice',
  edgeInvalid:
    'edges[{index}] is [{from}, {to}], but there are {count, plural, one {# node} other {# nodes}}',
  payloadInvalid: 'the update graph contains the invalid payload "{payload}" for {version}',
  notInRegistry: "{reference} isn't an image in a registry",

  // selections
  boundsReversed: 'channel {channel}: minVersion {min} is higher than maxVersion {max}',
  boundInvalid: `channel {channel}: {field} "{version}" isn't a version`,
  boundInvalidRemedy: 'Use a version in the format MAJOR.MINOR.PATCH, such as 4.18.1.',
  range: '{min} to {max}',
  channelReason: 'channel {channel}, {range}',
  shortestPathReason: 'channel {channel}, {range}, shortest path',
  pathReason: 'upgrade path from {min} in {first} to {max} in {last}',
  rangeEmpty: 'no version in channel {channel} matches {range}',
  nearestRemedy: 'Select a version from the channel. Closest matches: {versions}.',
  boundUnknown:
    "version {version} isn't in channel {channel}, so versions {lowest} to {highest} are selected",
  boundUnknownRemedy: 'If you need a different range, correct minVersion or maxVersion.',
  minorsBetween:
    'channel {channel}: updating from {min} to {max} requires releases of the intermediate minor versions. Check that these releases are selected.',
  noPathInChannel: 'channel {channel} has no upgrade path from {from} to {to}',
  noUpdateFrom: 'channel {channel} has no update from {version}',
  channelNameInvalid: "invalid channel name {channel}: it doesn't end in -MAJOR.MINOR",
  versionUnknown: "version {version} isn't in channel {channel}",
  versionOf: 'a version in {channel}',
  channelUnknown: 'the update service has no versions in channel {channel}',
  channelUnknownRemedy:
    'Check the channel name. Channel names start with candidate-, fast-, stable- or eus- and end with the minor version, such as stable-4.18.',

  // payloads
  payloadProblem: '{payload}: {fault}',
  notARelease: "the image has no release-manifests/image-references, so it isn't a release payload",
  listEmpty: 'the manifest list is empty',
  listNested: 'the manifest list contains a nested manifest list',
  layerInvalid: 'layer {digest} is invalid: {fault}',
  manifestTooLarge: 'release-manifests/{name} is {size} bytes, which exceeds the limit for releases',
  releaseInvalid: 'release {release}: {fault}',
  componentNotATag: "the component name {name} can't be used as a tag",
  componentTwice: 'component {name} occurs twice',
  componentWithoutDigest: "the image of component {name} isn't referenced by digest: {reference}",
  partUnreadable: "{part} can't be parsed: {error}",
  bootImages: 'the boot images',
  kubevirtOf: 'kubevirt ({architecture})',
  kubevirtMissing: 'release {release} contains no KubeVirt image for {architectures}',
  kubevirtMissingRemedy:
    'Set kubeVirtContainer to false, or select a release and an architecture (amd64, s390x) with a KubeVirt image.',

  // signatures of releases
  releaseNotTransferred: "the transferred content doesn't contain release {release}",
  misnamed: 'release {version} is signed under a different name: {name}',
  misnamedRemedy:
    'Check that you use the correct update service. The release is mirrored under the signed name.',
  overridden: 'release {release} is accepted because of {option}: {error}',
  overriddenRemedy: 'To verify the signature of the release, remove {option}.',
  okdUnsigned:
    "OKD release {release} ({digest}) has no signature, because OKD releases aren't signed with Red Hat's keys",
  okdUnsignedRemedy: 'If your security policy allows unsigned releases, mirror the release with {option}.',
});
