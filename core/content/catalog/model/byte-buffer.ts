/** A buffer with reused memory, because a catalog has too many documents for one buffer each. */
export interface ByteBuffer {
  byte(value: number): void;
  /** Copies the values from `from` on, up to `to`. */
  bytes(values: Uint8Array, from?: number, to?: number): void;
  fill(value: number, count: number): void;
  /** Returns memory for `count` more bytes after the content. They are content once {@link grow} is called. */
  room(count: number): Buffer;
  /** Adds `count` bytes that were written to {@link room}. */
  grow(count: number): void;
  length(): number;
  /** Returns the content, which is valid until the next change, and empties the buffer. */
  take(): Buffer;
}

/** Copied faster one by one. */
const SHORT_BYTES = 64;

export function byteBuffer(expected = 0): ByteBuffer {
  let buffer = Buffer.allocUnsafeSlow(Math.max(expected, 1024));
  let length = 0;
  const room = (more: number) => {
    if (length + more <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow((length + more) * 2);
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  };
  return {
    byte(value) {
      room(1);
      buffer[length++] = value;
    },
    bytes(values, from = 0, to = values.length) {
      room(to - from);
      // Views of the values would be ten million objects for a large catalog.
      if (to - from < SHORT_BYTES) for (let i = from; i < to; i++) buffer[length++] = values[i]!;
      else {
        buffer.set(values.subarray(from, to), length);
        length += to - from;
      }
    },
    fill(value, count) {
      room(count);
      buffer.fill(value, length, length + count);
      length += count;
    },
    room(count) {
      room(count);
      return buffer.subarray(length);
    },
    grow(count) {
      length += count;
    },
    length: () => length,
    take() {
      const complete = buffer.subarray(0, length);
      length = 0;
      return complete;
    },
  };
}
