import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { systemErrorCode } from '../../base/errors/system-error.ts';

/** Errors of file systems that aren't writable. */
export const READ_ONLY_CODES: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);
/** Errors of file systems whose drive is disconnected. */
const REMOVED_CODES = new Set([
  'ENOENT',
  'ENOTDIR',
  'EIO',
  'ENODEV',
  'ENXIO',
  'ENOTCONN',
  'ESTALE',
  'ENOMEDIUM',
  'ESHUTDOWN',
]);

/** Returns an error as one of the drive (side `destination`). `path` is the file there, for errors that name none. */
export function onDrive(thrown: unknown, path?: string): AirlockError {
  const error = asAirlockError(thrown, path);
  if (error.code !== 'disk' && error.code !== 'disk-full' && error.code !== 'internal') return error;
  const known = error.code !== 'internal' || isSystemError(error.cause);
  return new AirlockError(known && error.code === 'internal' ? 'disk' : error.code, error.message, {
    side: 'destination',
    remedy: error.remedy,
    cause: error.cause,
  });
}

function isSystemError(cause: unknown): boolean {
  return cause instanceof Error && 'syscall' in cause;
}

/** Returns why a drive isn't writable any more, by its error. */
export function driveFaultKind(cause: unknown): 'removed' | 'read-only' | 'full' | 'too-large' | undefined {
  const code = systemErrorCode(cause);
  if (code === undefined) return undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  if (code === 'EFBIG') return 'too-large';
  if (READ_ONLY_CODES.has(code)) return 'read-only';
  return REMOVED_CODES.has(code) ? 'removed' : undefined;
}
