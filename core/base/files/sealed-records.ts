import { channel } from 'node:diagnostics_channel';
import { crc32 } from 'node:zlib';

/**
 * Returns a record as a line of a cache or state file: the text (one line, usually JSON), a tab, its CRC-32 in eight
 * hexadecimal digits, and a line break. CRC-32 finds every flipped bit and every damaged run of up to 32 bits.
 */
export function sealedRecord(text: string): string {
  return `${text}\t${checksum(text)}\n`;
}

/** The channel for reports of damaged records (`{ file }`). The command line logs them at debug level. */
export const damagedRecords = channel('airlock.damaged-record');

/** Reports that a cache record was dropped because it is damaged or has another format. */
export function reportDamagedRecord(file: string): void {
  damagedRecords.publish({ file });
}

/** Returns the text of a line that {@link sealedRecord} wrote, without its line break; undefined if it is damaged. */
export function openRecord(line: string): string | undefined {
  const text = line.slice(0, -9);
  return line.at(-9) === '\t' && line.slice(-8) === checksum(text) ? text : undefined;
}

/**
 * Returns the value of a file with one sealed JSON record; undefined if the file is missing, damaged (which is reported), or
 * has another format.
 * @param text the complete file
 */
export function openSealedJson(text: string | Buffer | undefined, file: string): unknown {
  const value = recordValue(text);
  if (text !== undefined && value === undefined) reportDamagedRecord(file);
  return value;
}

/**
 * Returns the texts of the complete lines in a file of sealed records, in order. Omits damaged lines, which it reports, and a
 * truncated last line.
 */
export function openRecords(text: string, file: string): string[] {
  const lines = text.split('\n');
  const torn = lines.pop();
  const records = lines.flatMap((line) => (line === '' ? [] : (openRecord(line) ?? [])));
  if (torn || records.length < lines.filter((line) => line !== '').length) reportDamagedRecord(file);
  return records;
}

function recordValue(text: string | Buffer | undefined): unknown {
  const line = text?.toString('utf8');
  const record = line?.endsWith('\n') ? openRecord(line.slice(0, -1)) : undefined;
  if (record === undefined) return undefined;
  try {
    return JSON.parse(record);
  } catch {
    return undefined;
  }
}

/** Returns a value as a file with one sealed JSON record. */
export function sealedJson(value: unknown): string {
  return sealedRecord(JSON.stringify(value));
}

/** Returns the content of a file, text or binary, followed by its checksum as in {@link sealedRecord}. */
export function sealedContent(content: string | Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(content as string), Buffer.from(`\t${checksum(content)}\n`)]);
}

/** Returns the content that {@link sealedContent} wrote; undefined if it is missing or damaged (which is reported). */
export function openSealedContent(sealed: Buffer | undefined, file: string): Buffer | undefined {
  if (!sealed) return undefined;
  const content = sealed.subarray(0, Math.max(0, sealed.length - 10));
  if (sealed.subarray(content.length).equals(Buffer.from(`\t${checksum(content)}\n`))) return content;
  reportDamagedRecord(file);
  return undefined;
}

function checksum(text: string | Uint8Array): string {
  return crc32(text).toString(16).padStart(8, '0');
}
