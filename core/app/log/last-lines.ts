import { closeSync, openSync, readSync, statSync } from 'node:fs';

/**
 * Returns the last complete lines of a log without reading the rest. Synchronous, for a process that crashes.
 * @param most.bytes at the end of the file that are read
 * @returns an empty list for a missing file
 * @throws system errors
 */
export function lastLines(file: string, most: { lines: number; bytes: number }): string[] {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return [];
  const fd = openSync(file, 'r');
  try {
    const length = Math.min(size, most.bytes);
    const bytes = Buffer.alloc(length);
    const read = readSync(fd, bytes, 0, length, size - length);
    const lines = bytes.subarray(0, read).toString('utf8').split('\n');
    if (length < size) lines.shift();
    return lines.filter((line) => line !== '').slice(-most.lines);
  } finally {
    closeSync(fd);
  }
}
