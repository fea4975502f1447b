import { translator } from '../../base/messages/translator.ts';

/** Texts of reading and rebuilding catalog images. */
export const t = translator({
  catalogInvalid: '{catalog}: {fault}',
  nestedTooDeeply: 'the image indexes are nested more than {limit} levels deep',
  tooManyImages: 'the catalog has more than {limit} images',
  noImages: 'the image index contains no images',
  configurationTooLarge: 'the image configuration is {size} bytes, which exceeds the limit of {limit} bytes',
  configurationNotJson: "the image configuration isn't JSON",
  database: 'the catalog image contains a SQLite database instead of a file-based catalog',
  databaseRemedy: 'Use a newer tag of the catalog image, or convert the catalog with `opm migrate`.',
  labelMissing: 'the image has no {label} label',
  labelMissingRemedy:
    'Check that the reference points to a catalog image, not to an operator image or a bundle image.',
  labelInvalid: "the {label} label doesn't contain a valid directory: {value}",
  layerInvalid: 'layer {digest} is invalid: {fault}',
  fileTooLarge: 'the file {path} is {size} bytes, which exceeds the limit of {limit} bytes',
  directoryEmpty: 'the image has no files in /{folder}, the directory that the image label specifies',
  entryOutside:
    'the path {path} in a layer leads outside the catalog directory or contains invalid characters',
  entryTwice: 'a layer contains the entry {path} twice',
  fileNameInvalid: "{path} isn't a valid file name in a catalog",
  directoryNameInvalid:
    "the directory name in oci://{reference} can't be used as a repository name at the destination: {name}",
  directoryNameInvalidRemedy:
    'Set targetCatalog for the catalog (allowed characters: lowercase letters, digits, and ._-/).',
  platformRemedy: 'Change the `platforms` field of the catalog in the configuration.',
  layersMismatch:
    "the configuration of image {digest} doesn't match its {count, plural, one {# layer} other {# layers}}",
});
