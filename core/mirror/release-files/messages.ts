import { translator } from '../../base/messages/translator.ts';

/** Texts of `airlock release`: choosing a release, its files, its boot images. */
export const t = translator({
  // releases
  imageNotInSets: "{folder} doesn't contain the image {image}",
  noReleases: '{location} contains no release',
  noReleasesRemedy:
    'Use the transfer, the workspace or the mirror registry with the release. In a registry, also give the namespace: docker://REGISTRY/NAMESPACE.',
  releaseMissing: '{location} has no release {version}',
  releaseMissingRemedy: 'Use --version with one of these: {releases}.',
  downloadNotFile: "{file} isn't a regular file",
  downloadDiffers: '{file} has another SHA-256 than the boot image that the release lists',
  downloadDiffersRemedy: 'Choose the file of this boot image, or download it again.',
  severalReleases: '{location} contains {count} matching releases',
  severalReleasesRemedy: 'Select one with --version: {releases}.',
  payloadElsewhereRemedy:
    'An earlier transfer contains the release. As the source, use the workspace, that transfer, or the mirror registry (--from docker://REGISTRY/NAMESPACE).',
  otherVersion: 'the tag {tag} in {location} refers to release {version}',
  otherVersionRemedy: "Don't use this content. Find out who changed the tag, and mirror the release again.",
  configInvalid: "the configuration of {digest} can't be parsed",
  configTooLarge: 'the configuration of {digest} is larger than any release has',
  signatureRemedy:
    'Use --signatures file://DIR with the workspace or transfer that contains the signature. To accept the release without a signature, use {option}.',
  overridden: 'release {release} is accepted because of {option}: {error}',
  overriddenRemedy: 'To verify the signature of the release, remove {option}.',

  // files
  nothingSelected: 'no files selected: use --tools, --iso or both',
  componentMissing: "release {release} has no component {component}, so {file} can't be extracted",
  componentMissingRemedy: 'Use a release that contains the component.',
  fileNotForArchitecture: 'release {release} is for {built} and has no {file} for {architecture}',
  architectureRemedy: 'Mirror the release for {architecture}, or use a different --arch.',
  instanceMissing: 'the image {component} of release {release} has no {architecture} instance',
  instanceMissingRemedy:
    'Use --arch with an architecture of the release, or mirror the release for this one.',
  listNested: 'the manifest list {digest} contains a nested manifest list',
  imageMissing:
    '{location} has no complete image {component} of release {release} ({digest}), which contains {file}: {reason}',
  imageMissingInSetsRemedy:
    'An earlier transfer may contain it. Use the workspace or the mirror registry: --from docker://REGISTRY/NAMESPACE.',
  imageMissingAtRegistryRemedy:
    'Check the namespace in --from and --max-nested-paths. If they are correct, push the release again.',
  markerMissing:
    '{file} has no placeholder for its release, so it installs the release that it was built with, not {release}',
  isoDiffers:
    "{file} isn't the live ISO in the boot images of release {release}: its SHA-256 is {sha256}, expected {expected}",
  warningRemedy: 'The image belongs to the signed release. Report this to the publisher of the release.',

  // boot images
  bootImagesMissing: 'release {release} lists no boot images',
  bootImagesMissingRemedy: 'Use release 4.8 or later.',
  bootImagesFiltered: 'release {release} lists no boot images for this selection',
  bootImagesFilteredRemedy:
    'Use a supported architecture ({architectures}), platform ({platforms}) and format ({formats}).',
  bootImagesUnsigned:
    "the payload of release {release} isn't in {location}, so the list comes from files that aren't covered by a signature",
});
