import { translator } from '../../base/messages/translator.ts';

/** Texts about the index, the archives and the volumes of an archive set. */
export const t = translator({
  // index
  indexRemedy:
    'Copy the index from another drive or another copy of the transfer, or ask the sender to export the transfer again.',
  indexUnreadable: "{path} can't be read: {reason}",
  indexTooLarge: '{path} exceeds the limit of {limit, number} bytes for an index',
  indexRestTooLarge: '{path} contains more than {limit, number} bytes in addition to its entries',
  indexTooManyFiles: '{path} lists more than {limit, number} archives',
  indexTooManyEntries: '{path} lists more than {limit, number} entries',
  indexEntryTooLarge: '{path} has an entry larger than {limit, number} bytes',
  indexEntryUnnamed: '{path} has an entry without a name',
  indexEntryUnsafe:
    '{path} has an entry {fault, select, empty {with an empty name} tooLong {with a name longer than 4,096 characters} absolute {with an absolute path} backslash {with a backslash in its name} control {with control characters in its name} parent {with ".." in its path} other {with an empty or "." component in its path}}',
  indexEntryTwice: '{path} lists {name} twice',
  indexEntryInvalid: '{path} has an invalid entry for {name}',
  indexNotObject: "{path} isn't a JSON object",
  indexWithoutFormat: '{path} has no format version',
  indexFieldMissing: '{path} is missing the {field} field',
  indexFieldNotString: '{path} has an invalid {field} field: expected a string',
  indexFieldNotTime: '{path} has an invalid {field} field: expected a timestamp',
  indexFieldNotInteger: '{path} has an invalid {field} field: expected an integer',
  indexFieldNotStatus: '{path} has an invalid {field} field: expected complete or partial',
  indexFieldNotList: '{path} has an invalid {field} field: expected a list',
  indexDigestInvalid: '{path} contains an invalid digest',
  indexFileNameInvalid: '{path} contains an invalid archive name',
  indexFileSizeWrong:
    "{path} lists a size for {name} that differs from the total size of the archive's entries",
  indexRepositoryInvalid: '{path} contains an invalid repository name',
  indexImageFieldUnknown: '{path}: an image has the unknown field "{field}"',
  indexTagInvalid: '{path} contains an invalid tag',

  // volumes
  volumeMissing: '{name} from transfer {transfer} is missing from {directory}',
  volumeSizeDiffers: "The size of {name} from transfer {transfer} in {directory} doesn't match the index",
  volumeRemedy:
    'Copy the file from the source of the transfer, or repair the set with `airlock runs replay`.',
  volumeSizeTooSmall: 'An archive size of {size} leaves no space for content',
  fileTooLarge: '{name} requires a {size} file, but this file system allows only {limit}',
  fileTooLargeRemedy: 'Use a file system such as exFAT, ext4 or NTFS.',
  largerThanVolume: '{name} requires a {size} file, but the archive size is only {limit}',
  largerThanVolumeAlone:
    '{name} requires a {size} file, which exceeds the archive size, so that file gets its own archive',
  largerThanVolumeRemedy: 'Use an archive size of at least {size} GiB.',
  usedAfterClose: '{name} was used after it was closed',

  // tar headers
  bytePlace: 'byte {offset}',
  entryPlace: 'byte {offset} (entry {entry})',
  headerChecksum: '{file} has a header with an incorrect checksum at {place}',
  headerSize: '{file} has a header with an invalid size at {place}',
  nameNotUtf8: "{file} has a name at {place} that isn't UTF-8",
  paxLength: '{file} has a PAX record with an incorrect length at {place}',
  paxWithoutValue: '{file} has a PAX record without a value at {place}',

  // attached files
  attachedFile: 'attached file {name}',
  attachmentsInvalid: "{place}: the list of attached files can't be parsed",
  attachmentNameHostile: "{place}: {name} can't be the name of an attached file",
});
