import { translator } from '../../base/messages/translator.ts';

export const t = translator({
  drivesUnreadable: "The list of drives can't be read from the operating system",
  drivesUnsupported: "Airlock can't list drives on this operating system ({platform})",
  drivesRemedy: "Specify the drive's mount point with --to.",
  systemDrive: 'the running system is on this drive',
  driveUnmounted: "the drive isn't mounted. Open the drive in the file manager, or mount it.",
  workspaceDrive: 'the workspace is on this drive',
  driveReadOnly: 'the drive is read-only. Check its write-protect switch and its file system.',
  driveInUse: 'the drive is in use',
  ejectRejected: "drive {drive} wasn't ejected: {reason}",
  ejectFailed: "drive {drive} can't be ejected: {reason}",
  ejectFailedRemedy:
    'Close all files on the drive, and eject it in the file manager. All content that Airlock wrote is already on the drive.',
  toolFailed: 'the program {program} failed ({end})',
  toolFailedWith: 'the program {program} failed ({end}): {output}',
  toolMissing: "the program {program} isn't installed",
  toolUnusable: "the program {program} can't be run",
  stopped: 'stopped on request',
});
