import { translator } from '../../base/messages/translator.ts';

/** Texts of the check of installed files. */
export const t = translator({
  notABundle: "{directory} has no SHA256SUMS, so its files can't be checked",
  notABundleRemedy:
    'Only an unpacked bundle can check itself. In a checkout, use git status and npm ci. For a desktop package, use rpm --verify, dpkg --verify, or the checksum of the package.',
  listDamaged: "line {line} of {file} isn't a SHA-256 checksum and a file name",
  listNotRegular: "{file} isn't a regular file, so the files of {directory} can't be checked",
  listTooLarge: '{file} is larger than {size} MiB',
  reinstallRemedy:
    'Compare the archive with the SHA256SUMS file of the release, or with its .sha256 file if you built it yourself. Then unpack it to a new directory.',
});
