const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The same JSON without white space between its parts. Texts and numbers stay byte for byte. */
export function compactJson(json: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(json.length);
  let length = 0;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]!;
    if (byte === QUOTE) {
      const end = endOfText(json, i);
      out.set(json.subarray(i, end), length);
      length += end - i;
      i = end - 1;
    } else if (!isBlank(byte)) out[length++] = byte;
  }
  return out.subarray(0, length);
}

/**
 * Compact JSON set out as Go's encoder does with an indent of four spaces: empty objects and arrays stay on one line.
 * Texts and numbers stay byte for byte, so nothing is lost on the way. The result ends with a line feed.
 */
export function indentJson(compact: Uint8Array): Buffer {
  const out = growing(compact.length * 2);
  let depth = 0;
  for (let i = 0; i < compact.length; i++) {
    const byte = compact[i]!;
    if (byte === QUOTE) {
      const end = endOfText(compact, i);
      out.bytes(compact.subarray(i, end));
      i = end - 1;
    } else if (byte === 0x7b || byte === 0x5b) {
      out.byte(byte);
      const next = compact[i + 1];
      if (next === 0x7d || next === 0x5d) out.byte(compact[++i]!);
      else out.line(++depth);
    } else if (byte === 0x7d || byte === 0x5d) {
      out.line(--depth);
      out.byte(byte);
    } else if (byte === 0x2c) {
      out.byte(byte);
      out.line(depth);
    } else if (byte === 0x3a) {
      out.byte(byte);
      out.byte(0x20);
    } else out.byte(byte);
  }
  out.byte(0x0a);
  return out.take();
}

/** Behind the closing quote of the text that begins at `start`. */
function endOfText(json: Uint8Array, start: number): number {
  let i = start + 1;
  while (i < json.length && json[i] !== QUOTE) i += json[i] === BACKSLASH ? 2 : 1;
  return Math.min(i + 1, json.length);
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x09 || byte === 0x0d;
}

function growing(expected: number) {
  let buffer = Buffer.allocUnsafe(expected + 64);
  let length = 0;
  const room = (more: number) => {
    if (length + more <= buffer.length) return;
    const larger = Buffer.allocUnsafe((length + more) * 2);
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  };
  return {
    byte(value: number) {
      room(1);
      buffer[length++] = value;
    },
    bytes(values: Uint8Array) {
      room(values.length);
      buffer.set(values, length);
      length += values.length;
    },
    line(depth: number) {
      room(1 + depth * 4);
      buffer[length++] = 0x0a;
      buffer.fill(0x20, length, length + depth * 4);
      length += depth * 4;
    },
    take: () => buffer.subarray(0, length),
  };
}
