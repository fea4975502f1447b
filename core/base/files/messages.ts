import { translator } from '../messages/translator.ts';

/** Texts about files and directories. */
export const t = translator({
  // private directories
  symbolicLink: '{path} is a symbolic link',
  notADirectory: "{path} isn't a directory",
  otherOwner: '{path} is owned by another user (uid {uid})',
  writable: '{path} is writable by its group or by other users',
  tooManyLinks: '{path} resolves through too many symbolic links',
  personWithSudo: '{user} (sudo by {caller})',
  userId: 'uid {uid}',

  // new directories
  folderNotEmpty: '{path} exists and contains files',
  folderNotEmptyRemedy: 'Choose a new or empty directory.',

  // shared workspaces
  unsafePath: "can't write to {path} safely: {reason}",
  unsafePathRemedy:
    'Find out who created {path} (`ls -ld {path}`), then remove it. To store content on another disk, mount the disk at this path.',
  unsafeOwner: "the owner (uid {uid}, gid {gid}) isn't a member of the group",
  unsafeOwnerRemedy:
    'Find out who created {path} (`ls -ld {path}`). If the path belongs to the workspace, run `airlock workspace init --shared GROUP file://{root}` again. Otherwise, remove it.',
  unsafeReadable: 'the file must be private, but other users can read it',
  unsafeReplaced: 'the file was replaced while Airlock was opening it',
  unsafeNotAFile: "the path isn't a regular file",
  unsafeHardLinks: 'the file has {count} hard links',
  unsafeOutside: 'the path resolves to {target}, outside the shared workspace {root}',
  unsafeLink: 'the path is a symbolic link',
});
