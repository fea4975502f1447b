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
 * @param entries in the order of their places
 * @throws AirlockError `disk`
 */
export async function damagedHeaders<Entry extends Placed>(
  files: VolumeFiles,
  mtime: number,
  entries: Iterable<Entry>,
): Promise<Entry[]> {
  const damaged: Entry[] = [];
  let headers: { entry: Entry; header: Buffer }[] = [];
  const check = async (): Promise<void> => {
    const [first, last] = [headers[0], headers.at(-1)];
    if (!first || !last) return;
    const { volume, offset: start } = first.entry;
    const bytes = await files.read(volume, start, last.entry.offset + last.header.length - start);
    for (const { entry, header } of headers) {
      const from = entry.offset - start;
      if (!bytes.subarray(from, from + header.length).equals(header)) damaged.push(entry);
    }
    headers = [];
  };
  for (const entry of entries) {
    const header = encodeHeader({ name: entry.name, size: entry.size, mtime });
    const first = headers[0]?.entry;
    const isNear =
      first?.volume === entry.volume && entry.offset + header.length <= first.offset + READ_BYTES;
    if (!isNear) await check();
    headers.push({ entry, header });
  }
  await check();
  return damaged;
}
