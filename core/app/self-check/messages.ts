import { translator } from '../../base/messages/translator.ts';

/** Texts of the check of installed files. */
export const t = translator({
  notABundle: "{directory} has no SHA256SUMS, so its files can't be checked",
  notABundleRemedy:
    'Only an unpacked bundle can check itself. In a checkout, use git status and npm ci. For a desktop package, use rpm --verify, dpkg --verify, or the checksum of the package.',
  listDamaged: "line {line} of {file} isn't a SHA-256 checksum and a file name",
  reinstallRemedy: 'Check the archive with its .sha256 file, and unpack it to a new directory.',
});
