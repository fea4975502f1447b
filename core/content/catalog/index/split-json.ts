import { t } from '../messages.ts';
import { byteBuffer } from '../model/byte-buffer.ts';
import { type DocumentPart, MAX_DOCUMENT_BYTES } from './document-part.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
const NOTHING = Buffer.alloc(0);

/**
 * Splits a stream of concatenated JSON values at the ends of its objects and arrays, and removes their white space in the
 * same pass. Only recognizes brackets and strings. One document and one chunk are in memory. A document with a fault is
 * the last one.
 */
export async function* splitJson(content: AsyncIterable<Uint8Array>): AsyncGenerator<DocumentPart> {
  const open = byteBuffer();
  const compact = byteBuffer();
  const scan: Scan = {
    depth: 0,
    inString: false,
    escaped: false,
    line: 1,
    start: 0,
    firstLine: 1,
    written: 0,
  };
  const faulty = (line: number, fault: string) => ({ bytes: NOTHING, compact: NOTHING, line, fault });
  for await (const data of content) {
    const chunk = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    scan.start = 0;
    for (let from = 0; from < chunk.length; ) {
      const end = scanned(scan, chunk, from, compact.room(chunk.length - from));
      compact.grow(scan.written);
      from = end;
      if (scan.depth === 0 && scan.written > 0) {
        const rest = chunk.subarray(scan.start, end);
        // Most documents are in one chunk and need no copy.
        if (open.length() > 0) open.bytes(rest);
        yield {
          bytes: open.length() > 0 ? open.take() : rest,
          compact: compact.take(),
          line: scan.firstLine,
        };
      } else if (end < chunk.length) {
        const found = JSON.stringify(String.fromCharCode(chunk[end]!));
        yield faulty(scan.line, t('objectExpected', { found }));
        return;
      }
    }
    if (scan.depth > 0) open.bytes(chunk.subarray(scan.start));
    if (open.length() > MAX_DOCUMENT_BYTES) {
      yield faulty(scan.firstLine, t('documentTooLarge'));
      return;
    }
  }
  if (scan.depth > 0) yield faulty(scan.firstLine, t('documentTruncated'));
}

/** A scan that can stop after any byte. */
interface Scan {
  depth: number;
  inString: boolean;
  escaped: boolean;
  line: number;
  /** Of the last document: its position in the chunk, 0 if it began in an earlier one, and its line. */
  start: number;
  firstLine: number;
  /** Compact bytes of the last call. */
  written: number;
}

/**
 * Scans a chunk to the end of a document or of the chunk, or to a byte that can't begin a document. Writes the bytes
 * without white space to `out`. Isn't a generator, because engines optimize loops of functions much better.
 * @returns the position after the last scanned byte
 */
function scanned(scan: Scan, chunk: Buffer, from: number, out: Buffer): number {
  let { depth, inString, escaped, line } = scan;
  let at = from;
  let written = 0;
  while (at < chunk.length) {
    if (inString) {
      const start = at;
      if (escaped) {
        escaped = false;
        at++;
      }
      while (at < chunk.length) {
        const byte = chunk[at++]!;
        if (byte === QUOTE) {
          inString = false;
          break;
        }
        if (byte !== BACKSLASH) continue;
        if (at < chunk.length) at++;
        else escaped = true;
      }
      // Short strings are copied faster one by one.
      if (at - start < 64) for (let i = start; i < at; i++) out[written++] = chunk[i]!;
      else {
        out.set(chunk.subarray(start, at), written);
        written += at - start;
      }
      continue;
    }
    const byte = chunk[at]!;
    if (byte === 0x20 || byte === LINE_FEED || byte === 0x09 || byte === 0x0d) {
      if (byte === LINE_FEED) line++;
      at++;
      continue;
    }
    const opens = byte === 0x7b || byte === 0x5b;
    if (depth === 0) {
      if (!opens) break;
      scan.start = at;
      scan.firstLine = line;
    }
    out[written++] = byte;
    at++;
    if (byte === QUOTE) inString = true;
    else if (opens) depth++;
    else if ((byte === 0x7d || byte === 0x5d) && --depth === 0) break;
  }
  scan.depth = depth;
  scan.inString = inString;
  scan.escaped = escaped;
  scan.line = line;
  scan.written = written;
  return at;
}
