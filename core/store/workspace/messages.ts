import { translator } from '../../base/messages/translator.ts';

/** Texts about workspaces: their format, lock, ledger, cache and files. */
export const t = translator({
  // format
  formatFileNotJson: "{path} isn't JSON",
  formatFileInvalid: '{path} has no format version',
  notWorkspace: "{directory} isn't a workspace",
  notWorkspaceRemedy: 'Use the directory that was given as file://DIR to `airlock mirror`.',

  // lock
  lockContended: "The lock {path} can't be acquired because other processes keep acquiring it",
  lockContendedRemedy: 'Try again.',
  lockInvalid:
    '{path} is {kind, select, directory {a directory} symbolicLink {a symbolic link} pipe {a named pipe} socket {a socket} other {a device}}, not an Airlock lock file',
  lockTooLarge: '{path} is a {size, number}-byte file, not an Airlock lock file',
  lockInvalidRemedy: 'Make sure that no Airlock process is using this workspace, then remove {path}.',
  lockOwner: 'process {pid} (user {user}) on {host}, since {since}',
  lockTakenOver:
    'Process {pid} (user {user}) exited without releasing the lock {path} (acquired {since}). Airlock took it over.',
  tornLockTakenOver:
    'The lock {path} is incomplete ({size, number} bytes): a killed process or a power failure interrupted the write. Airlock took it over.',
  locked: 'Process {pid} (user {user}) on {host} has been using this workspace since {since}',
  lockedBySameName:
    'Process {pid} (user {user}) on another host that is also named {host} has been using this workspace since {since}',
  lockedRemedy: 'Wait for the process to finish, or stop it.',
  lockedUncertainRemedy:
    "Wait for the process to finish, or stop it. If process {pid} isn't Airlock, remove {path}.",
  lockedElsewhereRemedy:
    'Wait for the process to finish. If it is no longer running on {host}, remove {path}.',
  lockedBySameNameRemedy:
    'Wait for the process to finish. If it is no longer running on the other host named {host}, remove {path}.',

  // enclaves and transfers
  enclaveInvalid: "{enclave} isn't a valid enclave name",
  enclaveRemedy:
    'Use up to 63 lowercase letters, digits, periods, hyphens and underscores. Begin and end the name with a letter or digit.',
  transferUnknown: 'Transfer {transfer} was never sent to {enclave}',
  ledgerDamaged: '{line} was damaged or altered after Airlock wrote it',

  // sharing
  otherOwner: '{path} is owned by another user (uid {uid})',
  otherOwnerRemedy: 'Run the command as the owner of the workspace or as root.',
  groupsUnsupported: '--shared requires Linux or macOS file permissions',
  groupInvalid: "--shared: {group} isn't a valid group name",
  groupUnknown: "--shared: group {group} doesn't exist on this host",
  groupUnknownRemedy: 'Create the group with `groupadd`, or use the GID of an existing group.',
  notMember: "--shared: {user} isn't a member of group {group}",
  notMemberRemedy: 'Run `usermod -aG {group} {user}` as root, then log out and back in.',

  // files
  colonsReplaced: "{name} was saved as {saved} because this file system doesn't allow colons in names",
  colonsReplacedRemedy:
    'Airlock finds the file under either name, but oc-mirror requires the name with colons. To use oc-mirror, put the workspace on a file system such as xfs or ext4.',
  pathInvalid: "{name} isn't a valid path below {directory}",
  cache: 'the cache',
  cacheDamaged: '{digest} was damaged in the cache and has been removed',
  digestDiffers: "The content for {digest} doesn't match this digest",
});
