import type { ErrorCode } from './codes.ts';

/** EDQUOT as Linux and macOS number it: libuv has no name for it and reports "Unknown system error -122". */
const QUOTA_NUMBERS: ReadonlySet<number> = new Set([-122, -69]);

/** Errors of files and file systems whose own text says enough: "EACCES: permission denied, open '/srv/mirror'". */
const PLAIN: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'ENOTEMPTY',
  'EBUSY',
  'ELOOP',
  'ENAMETOOLONG',
  'ENODEV',
  'ENXIO',
  'ESTALE',
]);

interface SystemFault {
  code: ErrorCode;
  message: string;
  remedy?: string;
}

/** Returns the code of a system error (`ENOSPC`), with `EDQUOT` recognized by its number; undefined for other values. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errno } = error as { code?: unknown; errno?: unknown };
  if (typeof errno === 'number' && QUOTA_NUMBERS.has(errno)) return 'EDQUOT';
  return typeof code === 'string' ? code : undefined;
}

/**
 * Sets the path of a system error, because errors of open files carry none and those of a temporary file name the wrong
 * one. Returns the same error; other values stay as they are.
 */
export function atPath<T>(error: T, path: string): T {
  if (error instanceof Error && 'syscall' in error) Object.assign(error, { path });
  return error;
}

/** Returns the code, message and remedy for a file-system error; undefined for errors of another kind. */
export function systemFault(error: Error, knownPath?: string): SystemFault | undefined {
  const path = (error as { path?: string }).path ?? knownPath;
  const at = path === undefined ? '' : ` (${path})`;
  const code = systemErrorCode(error);
  switch (code) {
    case 'ENOSPC':
      return {
        code: 'disk-full',
        message: `no space left on the file system${path === undefined ? '' : ` that contains ${path}`}`,
        remedy: `Free up space or inodes (\`df -h\`, \`df -i\`) or use another disk, then run the same command again.`,
      };
    case 'EDQUOT':
      return {
        code: 'disk-full',
        message: `disk quota exceeded${at}`,
        remedy: 'Delete files or request a larger quota, then run the same command again.',
      };
    case 'EROFS':
      return {
        code: 'disk',
        message: `the file system is read-only${at}`,
        remedy:
          'Mount the file system read-write, or use another directory. If it was writable before, check the kernel log (`dmesg`): Linux remounts damaged file systems read-only.',
      };
    case 'EMFILE':
      return {
        code: 'disk',
        message: `this process has too many open files${at}`,
        remedy: 'Raise the open file limit (`ulimit -n 4096`), then run the same command again.',
      };
    case 'ENFILE':
      return {
        code: 'disk',
        message: `this host has too many open files${at}`,
        remedy:
          'Stop other programs or raise the kernel setting `fs.file-max`, then run the same command again.',
      };
    case 'EFBIG':
      return {
        code: 'disk',
        message: `the file would exceed the maximum file size${at}`,
        remedy:
          'Use a smaller --archive-size or another file system, or raise the file size limit (`ulimit -f`).',
      };
    case 'EIO':
      return {
        code: 'disk',
        message: `the disk reported an I/O error${at}`,
        remedy: 'Check the kernel log (`dmesg`) and the disk, or use another disk.',
      };
    default:
      return code !== undefined && PLAIN.has(code) ? { code: 'disk', message: error.message } : undefined;
  }
}
