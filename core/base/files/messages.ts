import { translator } from '../messages/translator.ts';

/** Texts about files and directories. */
export const t = translator({
  // private directories
  symbolicLink: '{path} is a symbolic link',
  notADirectory: "{path} isn't a directory",
  otherOwner: '{path} is owned by another user (uid {uid})',
  writable: '{path} is writable by its group or others',
  tooManyLinks: '{path} has too many symbolic links',
  personWithSudo: '{user} (sudo by {caller})',
  userId: 'uid {uid}',

  // shared workspaces
  unsafePath: "can't write to {path} safely: {reason}",
  unsafePathRemedy:
    'Find out who created it (`ls -ld {path}`), then remove it. To store content on another disk, mount the disk at this path.',
  unsafeOwner: "its owner isn't a member of the group (uid {uid}, gid {gid})",
  unsafeOwnerRemedy:
    'Find out who created it (`ls -ld {path}`). If it belongs there, run `airlock workspace init --shared GROUP file://{root}` again. Otherwise remove it.',
  unsafeReadable: 'it must be private, but other accounts can read it',
  unsafeReplaced: 'it was replaced while Airlock was opening it',
  unsafeNotAFile: "it isn't a regular file",
  unsafeHardLinks: 'it has {count} hard links',
  unsafeOutside: 'it resolves to {target}, outside the shared workspace {root}',
  unsafeLink: 'it is a symbolic link',
});
