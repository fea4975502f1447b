import { open, stat } from 'node:fs/promises';

const READ_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/** Reads a file of one JSON value a line as it grows. */
export interface LineTail {
  /** The values of lines that were completed since the last call; lines that are no JSON objects are left out. */
  read(): Promise<Record<string, unknown>[]>;
}

/** A file that is absent has no lines yet; one that became shorter is read again from its start. */
export function tailLines(path: string): LineTail {
  let offset = 0;
  let rest: Buffer = Buffer.alloc(0);
  return {
    async read() {
      const size = (await stat(path).catch(() => undefined))?.size ?? 0;
      if (size < offset) {
        offset = 0;
        rest = Buffer.alloc(0);
      }
      if (size === offset) return [];
      const values: Record<string, unknown>[] = [];
      const handle = await open(path, 'r').catch(() => undefined);
      if (!handle) return [];
      try {
        while (offset < size) {
          const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, size - offset));
          const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
          if (bytesRead === 0) break;
          offset += bytesRead;
          const bytes = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
          const end = bytes.lastIndexOf(NEWLINE) + 1;
          rest = bytes.subarray(end);
          for (const line of bytes.toString('utf8', 0, end).split('\n')) {
            const value = objectOf(line);
            if (value) values.push(value);
          }
        }
      } finally {
        await handle.close();
      }
      return values;
    },
  };
}

function objectOf(line: string): Record<string, unknown> | undefined {
  if (!line) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
