import type { ErrorCode } from './codes.ts';
import { t } from './messages.ts';

/** EDQUOT on Linux and macOS. libuv has no name for it and reports "Unknown system error -122". */
const QUOTA_NUMBERS: ReadonlySet<number> = new Set([-122, -69]);

/** Errors of files and file systems whose own text is sufficient: "EACCES: permission denied, open '/srv/mirror'". */
const PLAIN: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
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

/** Returns whether a system error, or the cause of an error, is that this user has no permission. */
export function isPermissionDenied(error: unknown): boolean {
  const code = systemErrorCode(error instanceof Error && error.cause ? error.cause : error);
  return code === 'EACCES' || code === 'EPERM';
}

/**
 * Sets the path of a system error, because errors of open files have none and those of a temporary file have the wrong
 * one. Returns the same error. Other values are returned unchanged.
 */
export function atPath<T>(error: T, path: string): T {
  if (error instanceof Error && 'syscall' in error) Object.assign(error, { path });
  return error;
}

/** Returns why a path can't be read: it doesn't exist, or the code of the system error. */
export function unreadableReason(path: string, error: unknown): string {
  const code = systemErrorCode(error);
  return code === 'ENOENT' ? t('fileMissing', { path }) : t('fileUnreadable', { path, code: code ?? 'none' });
}

/** Returns the code, message and remedy for a file-system error. Undefined for errors of another kind. */
export function systemFault(error: Error, knownPath?: string): SystemFault | undefined {
  const path = (error as { path?: string }).path ?? knownPath;
  const code = systemErrorCode(error);
  const at = (message: string) => (path === undefined ? message : t('withPath', { message, path }));
  switch (code) {
    case 'ENOSPC':
      return {
        code: 'disk-full',
        message: path === undefined ? t('diskFull') : t('diskFullAt', { path }),
        remedy: t('diskFullRemedy'),
      };
    case 'EDQUOT':
      return { code: 'disk-full', message: at(t('quotaExceeded')), remedy: t('quotaExceededRemedy') };
    case 'EROFS':
      return { code: 'disk', message: at(t('readOnly')), remedy: t('readOnlyRemedy') };
    case 'EMFILE':
      return { code: 'disk', message: at(t('processFiles')), remedy: t('processFilesRemedy') };
    case 'ENFILE':
      return { code: 'disk', message: at(t('hostFiles')), remedy: t('hostFilesRemedy') };
    case 'EFBIG':
      return { code: 'disk', message: at(t('fileTooLarge')), remedy: t('fileTooLargeRemedy') };
    case 'EIO':
      return { code: 'disk', message: at(t('diskFault')), remedy: t('diskFaultRemedy') };
    case 'ENOENT':
      return path === undefined
        ? { code: 'disk', message: error.message }
        : { code: 'disk', message: t('fileMissing', { path }) };
    default:
      return code !== undefined && PLAIN.has(code) ? { code: 'disk', message: error.message } : undefined;
  }
}
