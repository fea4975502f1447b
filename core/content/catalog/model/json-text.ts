import { byteBuffer } from './byte-buffer.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Formats compact JSON like Go's encoder with an indent of four spaces: empty objects and arrays stay on one line.
 * Strings and numbers stay the same bytes, so nothing is lost. The result ends with a line feed.
 */
export function indentJson(compact: Uint8Array): Buffer {
  const out = byteBuffer(compact.length * 2);
  const line = (depth: number) => {
    out.byte(0x0a);
    out.fill(0x20, depth * 4);
  };
  let depth = 0;
  for (let i = 0; i < compact.length; i++) {
    const byte = compact[i]!;
    if (byte === QUOTE) {
      const end = endOfText(compact, i);
      out.bytes(compact, i, end);
      i = end - 1;
    } else if (byte === 0x7b || byte === 0x5b) {
      out.byte(byte);
      const next = compact[i + 1];
      if (next === 0x7d || next === 0x5d) out.byte(compact[++i]!);
      else line(++depth);
    } else if (byte === 0x7d || byte === 0x5d) {
      line(--depth);
      out.byte(byte);
    } else if (byte === 0x2c) {
      out.byte(byte);
      line(depth);
    } else if (byte === 0x3a) {
      out.byte(byte);
      out.byte(0x20);
    } else out.byte(byte);
  }
  out.byte(0x0a);
  return out.take();
}

/** Returns the position after the closing quote of the string that begins at `start`. */
function endOfText(json: Uint8Array, start: number): number {
  let i = start + 1;
  while (i < json.length && json[i] !== QUOTE) i += json[i] === BACKSLASH ? 2 : 1;
  return Math.min(i + 1, json.length);
}
