/** Bytes that are put together, in memory that is used again: a catalog has too many documents for a buffer each. */
export interface ByteBuffer {
  byte(value: number): void;
  /** Copies the values from `from` on, up to `to`. */
  bytes(values: Uint8Array, from?: number, to?: number): void;
  fill(value: number, count: number): void;
  length(): number;
  /** What is in it, valid until the next change; the buffer counts as empty then. */
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
      // A view of the values is an object of its own: ten million of them are what a large catalog would cost.
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
    length: () => length,
    take() {
      const complete = buffer.subarray(0, length);
      length = 0;
      return complete;
    },
  };
}
