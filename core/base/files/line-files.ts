import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { asAirlockError } from '../errors/airlock-error.ts';
import { makeDirectory, syncDirectory } from './atomic-file.ts';
import { mkdir, open } from './created-files.ts';

/**
 * Append-only files with one JSON value per line. A line that a kill or a power failure truncated counts as never written.
 */

const LINE_FEED = 0x0a;
const READ_BYTES = 2 ** 20;

/** Returns the value of a line; undefined if it isn't JSON, such as a truncated line. */
export function lineValue(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Returns the results of `accept` for each line that is JSON, in order, without `undefined`. */
export function lineValues<T>(
  lines: readonly string[],
  accept: (value: unknown) => T | undefined,
): Exclude<T, undefined>[] {
  const accepted: Exclude<T, undefined>[] = [];
  for (const line of lines) {
    const value = lineValue(line);
    const used = value === undefined ? undefined : accept(value);
    if (used !== undefined) accepted.push(used as Exclude<T, undefined>);
  }
  return accepted;
}

/** Yields the values of the lines up to the first invalid or truncated one. `end` is the start of the next line. */
export function* leadingValues(bytes: Buffer): Generator<{ value: unknown; end: number }> {
  for (let start = 0; ; ) {
    const feed = bytes.indexOf(LINE_FEED, start);
    const value = feed < 0 ? undefined : lineValue(bytes.toString('utf8', start, feed));
    if (value === undefined) return;
    start = feed + 1;
    yield { value, end: start };
  }
}

/** Returns the bytes of a file, or no bytes if it doesn't exist. @throws AirlockError `disk` */
export async function readOrEmpty(path: string): Promise<Buffer> {
  return await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw asAirlockError(error);
  });
}

/**
 * Calls `take` with each complete line after a position, except empty lines.
 * @returns the start of the first incomplete line
 * @throws system errors
 */
export async function readLinesFrom(
  path: string,
  start: number,
  take: (line: string) => void,
): Promise<number> {
  await using handle = await open(path);
  let position = start;
  let rest = Buffer.alloc(0);
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, READ_BYTES, position + rest.length);
    if (bytesRead === 0) return position;
    const bytes = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    for (const line of bytes.toString('utf8', 0, end).split('\n')) if (line) take(line);
    position += end;
    rest = bytes.subarray(end);
  }
}

/**
 * Appends complete lines in one write, so that lines of several processes don't mix. Starts a new line after a truncated one.
 * Syncs the lines to disk before it returns.
 * @param options `synced: false` for a cache that can be rebuilt
 * @throws AirlockError `disk`, `disk-full`
 */
export async function appendLines(
  path: string,
  lines: string,
  { synced = true }: { synced?: boolean } = {},
): Promise<void> {
  const directory = dirname(path);
  try {
    await (synced ? makeDirectory(directory) : mkdir(directory, { recursive: true }));
    {
      await using handle = await open(path, 'a+');
      const { size } = await handle.stat();
      const last = size > 0 && (await handle.read(Buffer.alloc(1), 0, 1, size - 1)).buffer[0];
      await handle.writeFile(last === false || last === LINE_FEED ? lines : `\n${lines}`);
      if (synced) await handle.sync();
    }
    if (synced) await syncDirectory(directory);
  } catch (error) {
    throw asAirlockError(error, path);
  }
}
