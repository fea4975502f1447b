import { encodeHeader } from '../../set-format/tar-header.ts';
import type { VolumeFiles } from '../../set-format/volume-files.ts';

/** Headers this close to each other are read at once. */
const READ_BYTES = 256 * 1024;

/** An entry at its planned place. */
interface Placed {
  volume: number;
  offset: number;
  name: string;
  size: number;
}

/**
 * Returns the entries whose tar header isn't, byte for byte, at its planned place, in the order of their places.
 * @param mtime of every entry, in seconds since 1970
 * @throws AirlockError `disk`
 */
export async function damagedHeaders<Entry extends Placed>(
  files: VolumeFiles,
  mtime: number,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const damaged: Entry[] = [];
  const sorted = entries.toSorted((a, b) => a.volume - b.volume || a.offset - b.offset);
  for (let at = 0; at < sorted.length; ) {
    const { volume, offset: start } = sorted[at]!;
    const headers: { entry: Entry; header: Buffer }[] = [];
    let end = start;
    for (let entry = sorted[at]; entry?.volume === volume; entry = sorted[++at]) {
      const header = encodeHeader({ name: entry.name, size: entry.size, mtime });
      if (headers.length > 0 && entry.offset + header.length > start + READ_BYTES) break;
      headers.push({ entry, header });
      end = entry.offset + header.length;
    }
    const bytes = await files.read(volume, start, end - start);
    for (const { entry, header } of headers) {
      const from = entry.offset - start;
      if (!bytes.subarray(from, from + header.length).equals(header)) damaged.push(entry);
    }
  }
  return damaged;
}
