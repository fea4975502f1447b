import { translator } from '../../base/messages/translator.ts';

/** Texts about reading, verifying and repairing archive sets and other sources of images. */
export const t = translator({
  // sources
  directoryMissing: "{directory} doesn't exist",
  notDirectory: "{directory} isn't a directory",
  setIncomplete: '{directory} contains a transfer that is still being built',
  setIncompleteRemedy: 'Run the same mirror-to-disk command again. The command resumes where it stopped.',
  nothingToRead: '{directory} contains no transfers and no mirror_*.tar files',
  quarantined: "The transfer in {directory} hasn't passed its check",
  quarantinedRemedy: 'To see which content the check rejects, import the transfer again with --check.',
  indexMissing: '{directory} has no index.json, so its content is unknown',

  // OCI layouts
  notLayout: "{directory} isn't an OCI layout: index.json is missing",
  layoutEmpty: "{path} doesn't list any images",
  notJson: "{path} isn't JSON",
  layoutIndexInvalid: "{path} isn't the index of an OCI layout",

  // directories that `oc image mirror` writes
  ocRepositoryInvalid: "The name of {path} isn't a valid repository name",
  ocTagInvalid: "The name of {path} isn't a valid tag",
  ocNameInvalid: '{path} has an unsafe name',
  ocNotFile: "{path} isn't a regular file",
  ocLinkInvalid: "{path} is a link that doesn't point to a manifest in the same directory",

  // archives
  archiveEmpty: '{path} is empty',
  linkInvalid: "{name} in {path} doesn't contain a digest",
  truncated: '{file} is truncated: it ends at byte {size}, before the end-of-archive marker',
  contentBeyondEnd: '{file} is incomplete: it ends before the content of the entry at {place}',
  extensionTooLarge: '{file} has an extended header of {size, number} bytes at {place}',
  extensionWithoutEntry: '{file} has an extended header without an entry at {place}',
  headerAfterEnd: '{file} has a header after the end-of-archive marker at {place}',
  directoryWithContent: '{file} has a directory with content at {place}',
  nameTwice: '{file} has an entry at {place} with a name that already occurred in the set',
  linkTarget: '{file} has an extended header for a link at {place}',
  paxKeyUnsupported: '{file} has an unsupported PAX record {key} at {place}',
  globalPaxHeader: '{file} has a global PAX header at {place} that renames or resizes entries',
  paxSizeInvalid: '{file} has a PAX record with an invalid size at {place}',
  entryUnsupported:
    '{file} has {type, select, hardLink {a hard link} symbolicLink {a symbolic link} characterDevice {a character device} blockDevice {a block device} pipe {a named pipe} sparse {a sparse file} continued {a file that continues in another archive} other {an entry of an unsupported type}} at {place}',
  nameUnsafe:
    '{file} has an entry {fault, select, empty {with an empty name} tooLong {with a name longer than 4,096 characters} absolute {with an absolute path} backslash {with a backslash in its name} control {with control characters in its name} parent {with ".." in its path} other {with an empty or "." component in its path}} at {place}',

  // content of earlier sets
  archivedAt: "{digest} isn't in {place}. The archive created at {time} contains it.",
  archivedAtRemedy:
    'First push the archive created at {time}, or put both archives in one directory. If the archive no longer exists, mirror to disk again without the history.',
  archivedEarlier: "{digest} isn't in {place}. An earlier archive of oc-mirror contains it.",
  archivedEarlierRemedy:
    'Push the earlier mirror_*.tar of oc-mirror first, or mirror to disk again with --resend.',
  sentBefore: "{digest} isn't in {place}. A transfer before {transfer} contains it.",
  sentBeforeRemedy: 'Push the transfers before {transfer} first, or mirror to disk again with --resend.',

  // verification
  nameAltered:
    "The transfer name {transfer} doesn't match number {number} and enclave {enclave}. The index was altered.",
  timeAltered: "The creation time {created} isn't in Airlock's format. The index was altered.",
  imageUnlinked: 'No archive in the set contains a link to {image}. The index was altered.',
  checksumDiffers:
    "All entries match, but the file's SHA-256 differs from the one in {index}. Either the file or the index was altered.",
  entriesDiffer:
    "The SHA-256 of {name} matches the one in the index, but the entries that the index lists don't match the file. The index was altered.",
  volumeSize:
    'The file has {found, number} {found, plural, one {byte} other {bytes}} instead of {expected, number}.',
  copyAgainRemedy: 'Copy the transfer again from its original source.',

  // repair
  fileUnavailable: "The repair sources don't contain {name}",
  contentWrong: "The content received for {name} doesn't match the transfer's index",
});
