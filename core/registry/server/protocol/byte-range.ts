/** A range of content, in bytes. */
export interface ByteRange {
  offset: number;
  length: number;
}

/**
 * Parses a `Range` header (RFC 9110, 14.2) for content of `size` bytes. Undefined means the complete content: no
 * header, another unit, several ranges, or a syntax error.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!parts || (parts[1] === '' && parts[2] === '')) return undefined;
  if (parts[1] === '') {
    const length = Math.min(Number(parts[2]), size);
    return length === 0 ? 'unsatisfiable' : { offset: size - length, length };
  }
  const offset = Number(parts[1]);
  const last = parts[2] === '' ? size - 1 : Math.min(Number(parts[2]), size - 1);
  if (parts[2] !== '' && Number(parts[2]) < offset) return undefined;
  return offset >= size ? 'unsatisfiable' : { offset, length: last - offset + 1 };
}

/** Parses the `Content-Range` of an upload chunk: `0-1023`, or `bytes 0-1023/*` from some clients. */
export function parseContentRange(header: string): ByteRange | undefined {
  const parts = /^(?:bytes[ =])?(\d+)-(\d+)(?:\/(?:\d+|\*))?$/.exec(header.trim());
  if (!parts || Number(parts[2]) < Number(parts[1])) return undefined;
  return { offset: Number(parts[1]), length: Number(parts[2]) - Number(parts[1]) + 1 };
}
