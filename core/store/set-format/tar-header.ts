import { AirlockError } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

/** Bytes of a tar block. Headers and content are padded to full blocks. */
export const BLOCK = 512;
/** The end-of-archive marker is two blocks of zeros (POSIX.1-2001, pax interchange format). */
export const END_BYTES = 2 * BLOCK;
/** The largest size in USTAR's eleven octal digits (8 GiB - 1). */
const USTAR_SIZE_LIMIT = 0o77777777777;

export interface HeaderFields {
  name: string;
  /** Bytes of content. */
  size: number;
  /** Seconds since 1970. */
  mtime: number;
}

/** Returns a size rounded up to full blocks. */
export function padded(size: number): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}

/** Returns the size of {@link encodeHeader} for an entry, which doesn't depend on the time. */
export function headerBytes(name: string, size: number): number {
  const records = paxRecords(name, size);
  return records.length === 0 ? BLOCK : 2 * BLOCK + padded(records.length);
}

/**
 * Returns the header blocks of a regular file: USTAR if the fields fit, else with a PAX header for `path` and `size`, like Go's
 * archive/tar. The mode is 0644, uid and gid are 0, and owner names are empty, so that equal input results in equal bytes.
 */
export function encodeHeader(fields: HeaderFields): Buffer {
  const records = paxRecords(fields.name, fields.size);
  if (records.length === 0) return ustarBlock(fields, '0');
  const last = fields.name.slice(fields.name.lastIndexOf('/') + 1);
  const extended = {
    name: `PaxHeaders.0/${asciiPrefix(last, 80)}`,
    size: records.length,
    mtime: fields.mtime,
  };
  return Buffer.concat([
    ustarBlock(extended, 'x'),
    records,
    Buffer.alloc(padded(records.length) - records.length),
    ustarBlock(
      { ...fields, name: splitName(fields.name) ? fields.name : asciiPrefix(fields.name, 100) },
      '0',
    ),
  ]);
}

function ustarBlock({ name, size, mtime }: HeaderFields, type: '0' | 'x'): Buffer {
  // From Node's pool, because a set may have a million headers, and separate allocations are expensive to collect.
  const block = Buffer.allocUnsafe(BLOCK).fill(0);
  const [prefix, short] = splitName(name) ?? ['', name];
  block.write(short, 0, 100, 'latin1');
  block.write('0000644\0', 100, 'latin1');
  block.write('0000000\0', 108, 'latin1');
  block.write('0000000\0', 116, 'latin1');
  block.write(`${octal(size <= USTAR_SIZE_LIMIT ? size : 0, 11)}\0`, 124, 'latin1');
  block.write(`${octal(mtime, 11)}\0`, 136, 'latin1');
  block.write(type, 156, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  block.write('0000000\0', 329, 'latin1');
  block.write('0000000\0', 337, 'latin1');
  block.write(prefix, 345, 155, 'latin1');
  block.write(`${octal(checksum(block), 6)}\0 `, 148, 'latin1');
  return block;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

/** Returns USTAR's prefix and name, split at a slash; undefined if the name doesn't fit or isn't ASCII. */
function splitName(name: string): [prefix: string, name: string] | undefined {
  if (!/^[\x20-\x7e]+$/.test(name)) return undefined;
  if (name.length <= 100) return ['', name];
  const slash = name.indexOf('/', Math.max(1, name.length - 101));
  return slash > 0 && slash <= 155 && slash < name.length - 1
    ? [name.slice(0, slash), name.slice(slash + 1)]
    : undefined;
}

function asciiPrefix(text: string, length: number): string {
  return text.replace(/[^\x20-\x7e]/g, '_').slice(0, length);
}

function paxRecords(name: string, size: number): Buffer {
  const records: string[] = [];
  if (!splitName(name)) records.push(paxRecord('path', name));
  if (size > USTAR_SIZE_LIMIT) records.push(paxRecord('size', String(size)));
  return Buffer.from(records.join(''));
}

/** Returns `length key=value\n`. The length counts all bytes of the record, including its own digits. */
function paxRecord(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (String(length).length !== String(rest).length) length = rest + String(length).length;
  return `${length} ${key}=${value}\n`;
}

/** A place in an archive, for messages. */
export interface TarPlace {
  file: string;
  offset: number;
  /** Name of the entry. */
  entry?: string;
}

/**
 * Returns the error for a fault in an archive.
 * @param text returns the message for a file and a place in it
 */
export function tarFault(
  code: 'archive-malformed' | 'archive-hostile',
  { file, offset, entry }: TarPlace,
  text: (values: { file: string; place: string }) => string,
  cause?: unknown,
): AirlockError {
  const place = entry
    ? t('entryPlace', { offset, entry: JSON.stringify(entry.slice(0, 200)) })
    : t('bytePlace', { offset });
  return new AirlockError(code, text({ file, place }), { side: 'local', at: { file }, cause });
}

/** The fields of a header block before extensions are applied. */
export interface RawHeader {
  name: string;
  size: number;
  type: string;
}

/**
 * Decodes one header block of a USTAR, old GNU or V7 archive. Returns undefined for a block of zeros.
 * @throws AirlockError `archive-malformed`, `archive-hostile` for a name that isn't UTF-8
 */
export function decodeHeader(block: Buffer, place: TarPlace): RawHeader | undefined {
  if (isZero(block)) return undefined;
  const stored = numeric(block.subarray(148, 156));
  if (stored !== checksum(block)) throw malformed(place, 'headerChecksum');
  const size = numeric(block.subarray(124, 136));
  if (size === undefined) throw malformed(place, 'headerSize');
  const ustar = block.toString('latin1', 257, 263) === 'ustar\0';
  const prefix = ustar ? text(block.subarray(345, 500), place) : '';
  const name = text(block.subarray(0, 100), place);
  return { name: prefix ? `${prefix}/${name}` : name, size, type: String.fromCharCode(block[156]!) };
}

/** Returns the sum of the block's bytes, with spaces in place of the checksum field. */
function checksum(block: Buffer): number {
  let sum = 8 * 0x20;
  for (let i = 0; i < 148; i++) sum += block[i]!;
  for (let i = 156; i < BLOCK; i++) sum += block[i]!;
  return sum;
}

/** Decodes octal digits surrounded by spaces, or GNU's base 256. Undefined for anything else, and above 2^53. */
function numeric(field: Buffer): number | undefined {
  if (field[0]! & 0x80) {
    // 0xff… is a negative number, which is invalid in archives.
    if (field[0] !== 0x80) return undefined;
    let value = 0;
    for (const byte of field.subarray(1)) value = value * 256 + byte;
    return Number.isSafeInteger(value) ? value : undefined;
  }
  const digits = /^ *([0-7]+)[ \0]*$/.exec(field.toString('latin1'))?.[1];
  return digits === undefined ? undefined : Number.parseInt(digits, 8);
}

function isZero(block: Buffer): boolean {
  return block.every((byte) => byte === 0);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns a NUL-terminated name. @throws AirlockError `archive-hostile` for a name that isn't UTF-8 */
export function text(field: Buffer, place: TarPlace): string {
  const end = field.indexOf(0);
  try {
    return UTF8.decode(end < 0 ? field : field.subarray(0, end));
  } catch (cause) {
    throw tarFault('archive-hostile', place, (values) => t('nameNotUtf8', values), cause);
  }
}

/**
 * Returns the records of a PAX header (`length key=value\n`).
 * @throws AirlockError `archive-malformed` for incorrect lengths
 */
export function decodePax(data: Buffer, place: TarPlace): Map<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(0x20, at);
    const digits = space < 0 ? '' : data.toString('latin1', at, space);
    const end = at + Number(digits);
    if (!/^[1-9][0-9]{0,6}$/.test(digits) || end > data.length || end <= space + 2 || data[end - 1] !== 0x0a)
      throw malformed(place, 'paxLength');
    const equals = data.indexOf(0x3d, space + 1);
    if (equals < 0 || equals >= end - 1) throw malformed(place, 'paxWithoutValue');
    records.set(text(data.subarray(space + 1, equals), place), paxValue(data.subarray(equals + 1, end - 1)));
    at = end;
  }
  return records;
}

function paxValue(value: Buffer): string {
  try {
    return UTF8.decode(value);
  } catch {
    // Binary values are valid in keys that aren't used here (SCHILY.xattr.*). In a path, U+FFFD is rejected.
    return value.toString('utf8');
  }
}

function malformed(
  place: TarPlace,
  fault: 'headerChecksum' | 'headerSize' | 'paxLength' | 'paxWithoutValue',
): AirlockError {
  return tarFault('archive-malformed', place, (values) => t(fault, values));
}
