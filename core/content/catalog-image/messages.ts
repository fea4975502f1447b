import { translator } from '../../base/messages/translator.ts';

/** Texts of reading and rebuilding catalog images. */
export const t = translator({
  catalogInvalid: '{catalog}: {fault}',
  nestedTooDeeply: 'its indexes are nested more than {limit} levels deep',
  tooManyImages: 'it has more than {limit} images',
  noImages: 'its index contains no images',
  configurationTooLarge: 'its configuration has {size} bytes, and the limit is {limit}',
  configurationNotJson: "its configuration isn't JSON",
  database: 'it contains a SQLite database instead of a file-based catalog',
  databaseRemedy: 'Use a newer tag of the catalog, or convert it with `opm migrate`.',
  labelMissing: 'it has no label {label}',
  labelMissingRemedy: 'Check that the reference is an operator catalog, and not an operator or its bundle.',
  labelInvalid: 'its label {label} contains no valid folder: {value}',
  layerInvalid: 'its layer {digest} {fault}',
  fileTooLarge: 'its file {path} has {size} bytes, and the limit is {limit}',
  folderEmpty: 'it has no files below /{folder}, the folder in its label',
  entryOutside: 'the entry {path} of a layer is outside of its folder',
  entryTwice: 'the entry {path} occurs twice in a layer',
  fileNameInvalid: "{path} isn't a valid name for a file of a catalog",
  folderNameInvalid:
    "the folder of oci://{reference} can't be used as the name of a repository at the destination: {name}",
  folderNameInvalidRemedy:
    'Set targetCatalog for the catalog (lowercase letters, digits, and the characters ._-/).',
  platformRemedy: 'Change `platforms` of the catalog in the configuration.',
  layersMismatch:
    "the configuration of {digest} doesn't match its {count, plural, one {# layer} other {# layers}}",
});
