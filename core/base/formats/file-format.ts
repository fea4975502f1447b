import { stat } from 'node:fs/promises';
import { AirlockError } from '../errors/airlock-error.ts';
import { writeFileAtomic } from '../files/atomic-file.ts';
import { readFileStart, readRegularFile } from '../files/regular-file.ts';
import { type FormatKind, unsupportedFormat } from './unsupported-format.ts';

/** More than any file with a format number has. */
const MOST_BYTES = 2 ** 30;
/** Bytes at the start of a file that contain its number, if that is the first field. */
const START_BYTES = 64;

type Fields = Record<string, unknown>;

/** The format of a file, and the earlier formats that this version reads (docs/formats.md#format-numbers). */
export interface FileFormat {
  kind: FormatKind;
  /** The format that this version writes. */
  current: number;
  /** The format of a file without a number; absent: every file has one. */
  unnumbered?: number;
  /** Each returns the fields of the next format. Keyed by the format that it reads. */
  migrations?: Readonly<Record<number, (fields: Fields) => Fields>>;
}

/**
 * Returns the JSON value of a file in the current format, after the migrations of an older one. Changes no file. Returns a
 * value without a format unchanged, for the schema to reject.
 * @param path for messages
 * @throws AirlockError `workspace-format` for a newer format, or an older one without migration
 */
export function inCurrentFormat(value: unknown, path: string, format: FileFormat): unknown {
  const found = formatOf(value, format);
  if (found === undefined || found === format.current) return value;
  requireReadable(found, path, format);
  let fields = value as Fields;
  for (let number = found; number < format.current; number++)
    fields = { ...format.migrations![number]!(fields), format: number + 1 };
  return fields;
}

/**
 * Writes a file in the current format. A file in an older format is first copied to `NAME.formatN`, so that a crash or a
 * return to an earlier version of Airlock loses nothing.
 * @param text with the current format
 * @throws AirlockError `workspace-format` for an existing file whose format this version doesn't read. It stays unchanged.
 * @throws system errors that name the file
 */
export async function writeInFormat(
  path: string,
  text: string,
  format: FileFormat,
  options: { mode?: number } = {},
): Promise<void> {
  if (firstNumber(await startOf(path)) !== format.current) {
    const existing = await contentOf(path);
    const found = existing && formatOf(jsonOf(existing), format);
    if (found !== undefined && found !== format.current) {
      requireReadable(found, path, format);
      await backUp(path, existing!, found);
    }
  }
  await writeFileAtomic(path, text, options);
}

/** Returns the oldest format that the migrations lead from to the current one. */
export function oldestReadable({ current, migrations }: FileFormat): number {
  let oldest = current;
  while (migrations?.[oldest - 1]) oldest--;
  return oldest;
}

/** Rethrows an error of {@link inCurrentFormat}, so that callers report only other errors as damage. */
export function rethrowFormat(cause: unknown): void {
  if (cause instanceof AirlockError && cause.code === 'workspace-format') throw cause;
}

/** Returns the format of a file's value, undefined for a value that no version of Airlock wrote. */
function formatOf(value: unknown, { unnumbered }: FileFormat): number | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const { format = unnumbered } = value as Fields;
  return Number.isSafeInteger(format) && (format as number) >= 1 ? (format as number) : undefined;
}

function requireReadable(found: number, path: string, format: FileFormat): void {
  const oldest = oldestReadable(format);
  if (found < oldest || found > format.current)
    throw unsupportedFormat(format.kind, { path, found, supported: format.current, oldest });
}

/** Copies a file to the first free name `NAME.formatN`, `NAME.formatN-2`, … Does nothing if one of them is a copy already. */
async function backUp(path: string, content: Buffer, found: number): Promise<void> {
  const { mode } = await stat(path);
  for (let copy = 1; ; copy++) {
    const backup = `${path}.format${found}${copy === 1 ? '' : `-${copy}`}`;
    const earlier = await contentOf(backup);
    if (earlier?.equals(content)) return;
    if (earlier === undefined) return writeFileAtomic(backup, content, { mode: mode & 0o777 });
  }
}

const startOf = (path: string) => orUndefined(readFileStart(path, START_BYTES));
const contentOf = (path: string) => orUndefined(readRegularFile(path, MOST_BYTES));

/** Returns undefined if there is no file, or something that Airlock didn't write, such as a pipe. */
async function orUndefined(reading: Promise<Buffer | string>): Promise<Buffer | undefined> {
  const content = await reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return typeof content === 'string' ? undefined : content;
}

/** Returns the number of a JSON text that starts with it, as that of large files does. */
function firstNumber(content: Buffer | undefined): number | undefined {
  const text = content?.toString('latin1', 0, START_BYTES) ?? '';
  const number = /^\s*\{\s*"format"\s*:\s*(\d+)\s*[,}]/.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Returns the value of a JSON text, or of only its number where the text starts with it. */
function jsonOf(content: Buffer): unknown {
  const number = firstNumber(content);
  if (number !== undefined) return { format: number };
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return undefined;
  }
}
