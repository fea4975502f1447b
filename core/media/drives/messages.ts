import { translator } from '../../base/messages/translator.ts';

export const t = translator({
  drivesUnreadable: "The system's list of drives can't be read",
  drivesUnsupported: "Airlock can't list the drives of this system ({platform})",
  drivesRemedy: "Give the drive's mount point with --to.",
  systemDrive: 'the running system is on it',
  driveUnmounted: "it isn't mounted. Open it in the file manager, or mount it.",
  workspaceDrive: 'the workspace is on it',
  driveReadOnly: 'it is read-only. Check its write-protect switch and its file system.',
  driveInUse: 'it is in use',
  ejectRejected: "{drive} wasn't ejected: {reason}",
  ejectFailed: "{drive} can't be ejected: {reason}",
  ejectFailedRemedy:
    'Close all files on the drive and eject it in the file manager. Everything that Airlock wrote is already on the drive.',
});
