import { expect, test } from 'vitest';
import { asAirlockError } from './airlock-error.ts';
import { systemErrorCode, systemFault, unreadableReason } from './system-error.ts';

function fault(code: string, errno: number, more: object = {}): Error {
  return Object.assign(new Error(`${code}: text of libuv, write`), {
    code,
    errno,
    syscall: 'write',
    ...more,
  });
}

test.each([
  ['ENOSPC', -28, 'disk-full', 'no space left on the file system that contains /srv/mirror/x.tar'],
  ['EROFS', -30, 'disk', 'the file system is read-only (/srv/mirror/x.tar)'],
  ['EMFILE', -24, 'disk', 'this process has too many open files (/srv/mirror/x.tar)'],
  ['ENFILE', -23, 'disk', 'this host has too many open files (/srv/mirror/x.tar)'],
  ['EFBIG', -27, 'disk', 'the file would exceed the maximum file size (/srv/mirror/x.tar)'],
  ['EIO', -5, 'disk', 'the disk reported an I/O error (/srv/mirror/x.tar)'],
  ['EACCES', -13, 'disk', 'EACCES: text of libuv, write'],
])('%s names the path, a remedy and exit code 4', (code, errno, expected, message) => {
  const error = asAirlockError(fault(code, errno), '/srv/mirror/x.tar');
  expect(error).toMatchObject({ code: expected, message, side: 'local', exitCode: 4 });
  expect(error.remedy).not.toMatch(/report/i);
});

test.each([
  ['Linux', -122],
  ['macOS', -69],
])('EDQUOT has no name in Node: its number on %s says that the quota is used up', (_, errno) => {
  const error = fault(`Unknown system error ${errno}`, errno, { path: '/srv/mirror/x.tar' });
  expect(systemErrorCode(error)).toBe('EDQUOT');
  expect(asAirlockError(error)).toMatchObject({
    code: 'disk-full',
    message: 'disk quota exceeded (/srv/mirror/x.tar)',
    remedy: expect.stringContaining('quota'),
    exitCode: 4,
  });
});

test('prefers the path of the system error, and leaves other faults internal', () => {
  const named = asAirlockError(fault('ENOSPC', -28, { path: '/a' }), '/b');
  expect(named.message).toBe('no space left on the file system that contains /a');
  expect(asAirlockError(fault('EBADF', -9), '/b').code).toBe('internal');
});

test('a file that cannot be read is missing, or has the code of the system', () => {
  const error = (code: string) => Object.assign(new Error('open'), { code });
  expect(unreadableReason('/a', error('ENOENT'))).toBe("/a doesn't exist");
  expect(unreadableReason('/a', error('EACCES'))).toBe("/a can't be read (EACCES)");
  expect(unreadableReason('/a', undefined)).toBe("/a can't be read");
  const missing = Object.assign(error('ENOENT'), { path: '/b' });
  expect(systemFault(missing)).toEqual({ code: 'disk', message: "/b doesn't exist" });
});
