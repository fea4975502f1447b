import { stat } from 'node:fs/promises';
import { lineValues, readLinesFrom } from '../../base/files/line-files.ts';

/** Reads a growing file with one JSON value per line. */
export interface LineTail {
  /** Returns the values of lines that were completed since the last call. Omits lines that aren't JSON objects. */
  read(): Promise<Record<string, unknown>[]>;
}

/** Returns a reader of a file. A missing file has no lines yet. A file that became shorter is read again from its start. */
export function tailLines(path: string): LineTail {
  let size = 0;
  let next = 0;
  return {
    async read() {
      const now = (await stat(path).catch(() => undefined))?.size ?? 0;
      if (now < size) next = 0;
      if (now === size) return [];
      const lines: string[] = [];
      try {
        next = await readLinesFrom(path, next, (line) => lines.push(line));
        size = Math.max(now, next);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).syscall !== 'open') throw error;
      }
      return lineValues(lines, objectOf);
    },
  };
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
