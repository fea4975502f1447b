/** Returns what is left of consecutive buffers after a write call wrote this many bytes of them. */
export function unwritten<T extends Uint8Array>(buffers: readonly T[], bytes: number): T[] {
  let left = bytes;
  const index = buffers.findIndex((buffer) => {
    if (left < buffer.length) return true;
    left -= buffer.length;
    return false;
  });
  if (index < 0) return [];
  if (left === 0) return buffers.slice(index);
  return [buffers[index]!.subarray(left) as T, ...buffers.slice(index + 1)];
}
