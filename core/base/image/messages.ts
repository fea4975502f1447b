import { translator } from '../messages/translator.ts';

/** Texts about image names, manifests and stored content. */
export const t = translator({
  destinationCollision:
    '{first} ({firstReason}) and {second} ({secondReason}) have the same destination name {name}',
  originWithDigest: '{origin} ({digest})',
  nestedPathsRemedy:
    'Increase --max-nested-paths. The destination names became identical because path components were joined.',

  // layers; the caller prepends `… is invalid: `
  layerTrailingData: 'it contains data after the end of its compressed stream',
  layerNotUnpacked: "it can't be unpacked: {reason}",
  layerTooLarge: 'it unpacks to more data than an image of this kind can contain',
  layerAboveLimit: 'it unpacks to more than {limit} bytes, the limit for an image of this size',

  // manifests
  manifestNotJson: "the manifest isn't JSON",
  manifestTooLarge: "the manifest can't be copied: its size of {bytes} bytes exceeds the limit of {limit}",
  manifestNotObject: "the manifest can't be copied: it isn't a JSON object",
  manifestSchema: "the manifest can't be copied: schemaVersion is {version}, but only version 2 is supported",
  indexWithoutManifests: "the manifest can't be copied: the index has no `manifests`",
  manifestWithoutLayers: "the manifest can't be copied: it has no `layers`",
  descriptorMissing: "the manifest can't be copied: {field} is missing",
  descriptorDigest: "the manifest can't be copied: {field}.digest must be a sha256 digest, but it is {value}",
  descriptorSize: "the manifest can't be copied: {field}.size must be a number of bytes, but it is {value}",
  list: 'a list',
  object: 'an object',
  missing: 'missing',

  // references
  imageReference: 'an image reference',
  referenceTransport: 'the transport "{transport}" must be docker or oci',
  referenceName:
    '"{name}" isn\'t a valid repository name. Use lowercase letters, digits, periods, underscores, hyphens and slashes.',

  // stored content
  endsEarly: '{content} ends prematurely at byte {position}',
  byteCount: '{bytes} bytes',
  byteLimit: 'at most {bytes} bytes',
  damaged: "{content} is damaged: its digest doesn't match {digest}",
  damagedRemedy:
    'Run `airlock verify` on the file. Then copy the file again, or repair it with `airlock runs replay`.',
  tooLarge: '{content} has {bytes} bytes, which exceeds the limit for this type of content',
  contentMissing: "{digest} isn't in {place}",
});
