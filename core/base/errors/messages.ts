import { translator } from '../messages/translator.ts';

/** Texts of errors that no single part of Airlock owns. The title and remedy of each code are in `codes.ts`. */
export const t = translator({
  stopped: 'stopped on request',
  withSubject: '{subject}: {statement}',
  withSubjectNote: '{subject}: {statement} {note}',
  loginInAddress: '{subject} contains a user name or password',
  moreFileProblems: 'the file has more than {limit} problems. Only the first {limit} are listed.',
  moreFileProblemsRemedy: 'Fix the listed problems, then check the file again.',
  moreTableProblems: 'The table has more than {limit} problems. Only the first {limit} are listed.',
  moreTableProblemsRemedy: 'Fix the listed problems, then check the table again.',

  // system errors
  withPath: '{message} ({path})',
  fileMissing: "{path} doesn't exist",
  fileUnreadable: "{path} can't be read{code, select, none {} other { ({code})}}",
  diskFull: 'no space left on the file system',
  diskFullAt: 'no space left on the file system that contains {path}',
  diskFullRemedy:
    'Free up space or inodes (`df -h`, `df -i`) or use another disk, then run the same command again.',
  quotaExceeded: 'disk quota exceeded',
  quotaExceededRemedy: 'Delete files or request a larger quota, then run the same command again.',
  readOnly: 'the file system is read-only',
  readOnlyRemedy:
    'Mount the file system read-write, or use another directory. If the file system was writable before, check the kernel log (`dmesg`): Linux remounts damaged file systems read-only.',
  processFiles: 'this process has too many open files',
  processFilesRemedy: 'Raise the open file limit (`ulimit -n 4096`), then run the same command again.',
  hostFiles: 'this host has too many open files',
  hostFilesRemedy:
    'Stop other programs or raise the kernel setting `fs.file-max`, then run the same command again.',
  fileTooLarge: 'the file would exceed the maximum file size',
  fileTooLargeRemedy:
    'Use a smaller --archive-size or a different file system, or raise the file size limit (`ulimit -f`).',
  diskFault: 'the disk reported an I/O error',
  diskFaultRemedy: 'Check the kernel log (`dmesg`) and the disk, or use another disk.',
});
