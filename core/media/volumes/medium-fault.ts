import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { systemErrorCode } from '../../base/errors/system-error.ts';

/** What file systems answer that are not to be written. */
export const READ_ONLY_CODES: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);
/** What file systems answer whose medium is no more there. */
const GONE_CODES = new Set([
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

/** Returns a fault as one of the medium (side `destination`). `path` is the file there, for errors that name none. */
export function onMedium(thrown: unknown, path?: string): AirlockError {
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

/** Why a medium cannot be written any more, by the error it gave. */
export function troubleOf(cause: unknown): 'gone' | 'read-only' | 'full' | 'too-large' | undefined {
  const code = systemErrorCode(cause);
  if (code === undefined) return undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  if (code === 'EFBIG') return 'too-large';
  if (READ_ONLY_CODES.has(code)) return 'read-only';
  return GONE_CODES.has(code) ? 'gone' : undefined;
}
