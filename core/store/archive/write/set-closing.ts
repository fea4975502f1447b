import { fillerName } from '../../set-format/entry-names.ts';
import type { IndexEntry, IndexVolume, WrittenIndex } from '../../set-format/set-index.ts';
import { BLOCK, END_BYTES, encodeHeader, headerBytes } from '../../set-format/tar-header.ts';
import type { VolumeFiles } from '../../set-format/volume-files.ts';
import type { Stretch, VolumePlan } from '../../set-format/volume-plan.ts';
import { nameOfVolume } from '../../set-format/volume-plan.ts';
import type { PlacedEntry } from './set-content.ts';
import type { VolumeHasher } from './volume-hash.ts';

const CHUNK = 1024 * 1024;
const ENTRIES_AT_ONCE = 4096;

/** Yields the text of `index.json` in chunks, because it has 131 MiB for a million entries. */
export async function* indexText(index: WrittenIndex): AsyncGenerator<Buffer> {
  let before = '{';
  for (const [key, value] of Object.entries(index)) {
    if (value === undefined) continue;
    before += `${JSON.stringify(key)}:`;
    if (key === 'volumes') yield* volumesText(before, index.volumes);
    else yield Buffer.from(before + JSON.stringify(value));
    before = ',';
  }
  yield Buffer.from('}\n');
}

function* volumesText(before: string, volumes: WrittenIndex['volumes']): Generator<Buffer> {
  yield Buffer.from(`${before}[`);
  for (const [i, { entries, ...volume }] of volumes.entries()) {
    yield Buffer.from(`${i === 0 ? '' : ','}${JSON.stringify(volume).slice(0, -1)},"entries":[`);
    for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE) {
      const text = JSON.stringify(entries.slice(at, at + ENTRIES_AT_ONCE)).slice(1, -1);
      yield Buffer.from(at === 0 ? text : `,${text}`);
    }
    yield Buffer.from(']}');
  }
  yield Buffer.from(']');
}

/**
 * Turns ranges without content into entries: a header, and zeros where an earlier attempt left bytes, because volumes
 * must be reproducible. Untouched ranges stay holes.
 */
export async function writeFillers(
  files: VolumeFiles,
  mtime: number,
  stretches: readonly Stretch[],
): Promise<PlacedEntry[]> {
  const placed: PlacedEntry[] = [];
  for (const { volume, offset, length } of stretches) {
    for (let at = offset; at < offset + length; ) {
      const name = fillerName(placed.length + 1);
      const size = fillerSize(name, offset + length - at);
      const header = encodeHeader({ name, size, mtime });
      await files.write(volume, [header], at);
      await clear(files, volume, at + header.length, size);
      placed.push({ volume, name, offset: at, size });
      at += header.length + size;
    }
  }
  return placed;
}

/**
 * Returns the content size of a filler that fills as much of `length` bytes as one entry can. Just above USTAR's 8 GiB
 * no size fits exactly, because the header grows. An empty entry is then added before it.
 */
function fillerSize(name: string, length: number): number {
  for (const header of [BLOCK, headerBytes(name, 2 ** 40)]) {
    const size = length - header;
    if (size >= 0 && headerBytes(name, size) === header) return size;
  }
  return 0;
}

async function clear(files: VolumeFiles, volume: number, offset: number, length: number): Promise<void> {
  const handle = await files.handle(volume);
  const zeros = Buffer.alloc(CHUNK);
  const buffer = Buffer.allocUnsafe(CHUNK);
  for (let at = offset; at < offset + length; ) {
    const wanted = Math.min(CHUNK, offset + length - at);
    const { bytesRead } = await handle.read(buffer, 0, wanted, at);
    // There is nothing to clear beyond the end of the file. It's extended with a hole.
    if (bytesRead === 0) return;
    if (!buffer.subarray(0, bytesRead).equals(zeros.subarray(0, bytesRead)))
      await files.write(volume, [zeros.subarray(0, bytesRead)], at);
    at += bytesRead;
  }
}

/**
 * Completes every volume, syncs it to disk and returns its content. Volume numbers have no gaps: a volume without
 * entries has only an end marker.
 */
export async function closeVolumes(
  plan: VolumePlan,
  files: VolumeFiles,
  hasher: VolumeHasher,
  entries: PlacedEntry[],
): Promise<IndexVolume<IndexEntry[]>[]> {
  const count = Math.max(...plan.ends.keys());
  const byVolume = Map.groupBy(entries, (entry) => entry.volume);
  const volumes: Omit<IndexVolume<IndexEntry[]>, 'sha256'>[] = [];
  for (let volume = 1; volume <= count; volume++) {
    const end = plan.ends.get(volume) ?? 0;
    await files.write(volume, [Buffer.alloc(END_BYTES)], end);
    await files.truncate(volume, end + END_BYTES);
    const inOrder = (byVolume.get(volume) ?? []).toSorted((a, b) => a.offset - b.offset);
    volumes.push({
      name: nameOfVolume({ volume }),
      size: end + END_BYTES,
      entries: inOrder.map(({ name, offset, size, sha256 }) =>
        sha256 === undefined ? [name, offset, size] : [name, offset, size, sha256],
      ),
    });
  }
  const [digests] = await Promise.all([
    Promise.all(volumes.map((volume, i) => hasher.digest(files.path(i + 1), volume.size))),
    files.sync(),
  ]);
  return volumes.map(({ name, size, entries: listed }, i) => ({
    name,
    size,
    sha256: digests[i]!,
    entries: listed,
  }));
}
