import { t } from '../messages.ts';
import { byteBuffer } from '../model/byte-buffer.ts';
import { type DocumentPart, MAX_DOCUMENT_BYTES } from './document-part.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;

/**
 * Splits a stream of concatenated JSON values at the ends of its objects and arrays. Only recognizes brackets and
 * strings. One document and one chunk are in memory. A document with a fault is the last one.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the bytes of a catalog of 300 MB, without a call per byte
export async function* splitJson(content: AsyncIterable<Uint8Array>): AsyncGenerator<DocumentPart> {
  const open = byteBuffer();
  let depth = 0;
  let inString = false;
  let escaped = false;
  let line = 1;
  let firstLine = 1;
  for await (const data of content) {
    const chunk = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    let start = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
      } else if (byte === LINE_FEED) line++;
      else if (depth > 0 && byte === QUOTE) inString = true;
      else if (byte === 0x7b || byte === 0x5b) {
        if (depth++ === 0) {
          start = i;
          firstLine = line;
        }
      } else if (depth > 0 && (byte === 0x7d || byte === 0x5d)) {
        if (--depth > 0) continue;
        const rest = chunk.subarray(start, i + 1);
        // Most documents are in one chunk and need no copy.
        if (open.length() === 0) yield { bytes: rest, line: firstLine };
        else {
          open.bytes(rest);
          yield { bytes: open.take(), line: firstLine };
        }
      } else if (depth === 0 && byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) {
        const found = JSON.stringify(String.fromCharCode(byte));
        yield { bytes: Buffer.alloc(0), line, fault: t('objectExpected', { found }) };
        return;
      }
    }
    if (depth > 0) open.bytes(chunk.subarray(start));
    if (open.length() > MAX_DOCUMENT_BYTES) {
      yield { bytes: Buffer.alloc(0), line: firstLine, fault: t('documentTooLarge') };
      return;
    }
  }
  if (depth > 0) yield { bytes: Buffer.alloc(0), line: firstLine, fault: t('documentTruncated') };
}
