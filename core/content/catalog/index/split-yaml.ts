import { t } from '../messages.ts';
import { byteBuffer } from '../model/byte-buffer.ts';
import { type DocumentPart, MAX_DOCUMENT_BYTES } from './document-part.ts';

const SEPARATOR = Buffer.from('\n---');
const NOTHING = Buffer.alloc(0);

/**
 * Splits a YAML stream at its `---` lines. One document and one chunk are in memory. Text after `---` on the same line
 * belongs to the document. A document with a fault is the last one.
 */
export async function* splitYaml(content: AsyncIterable<Uint8Array>): AsyncGenerator<DocumentPart> {
  const open = byteBuffer();
  // An additional line feed, so that `---` at the beginning of the file is found too.
  let carry: Buffer = Buffer.from('\n');
  let line = 0;
  const take = (): DocumentPart => {
    const bytes = open.take();
    const volume = { bytes, line };
    for (let i = bytes.indexOf(0x0a); i >= 0; i = bytes.indexOf(0x0a, i + 1)) line++;
    return volume;
  };
  for await (const chunk of content) {
    const data = Buffer.concat([carry, chunk]);
    let start = 0;
    let at = data.indexOf(SEPARATOR);
    for (; at >= 0 && at + SEPARATOR.length < data.length; at = data.indexOf(SEPARATOR, at + 1)) {
      if (!isBlank(data[at + SEPARATOR.length]!)) continue;
      open.bytes(data.subarray(start, at + 1));
      yield take();
      start = at + SEPARATOR.length;
    }
    const keep = at >= 0 ? at : Math.max(start, data.length - SEPARATOR.length + 1);
    open.bytes(data.subarray(start, keep));
    carry = data.subarray(keep);
    if (open.length() > MAX_DOCUMENT_BYTES) {
      yield { bytes: NOTHING, line: Math.max(line, 1), fault: t('documentTooLarge') };
      return;
    }
  }
  if (!carry.equals(SEPARATOR)) open.bytes(carry);
  yield take();
}

function isBlank(byte: number): boolean {
  return byte === 0x0a || byte === 0x0d || byte === 0x20 || byte === 0x09;
}
