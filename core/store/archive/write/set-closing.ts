import { fillerName } from '../../set-format/entry-names.ts';
import type { EntryList } from '../../set-format/index-entries.ts';
import type { IndexVolume, SetIndex } from '../../set-format/set-index.ts';
import { BLOCK, END_BYTES, encodeHeader, headerBytes } from '../../set-format/tar-header.ts';
import type { VolumeFiles } from '../../set-format/volume-files.ts';
import type { Stretch, VolumePlan } from '../../set-format/volume-plan.ts';
import { nameOfVolume } from '../../set-format/volume-plan.ts';
import type { PlacedEntries } from './placed-entries.ts';
import type { VolumeHasher } from './volume-hash.ts';

const CHUNK = 1024 * 1024;
const ENTRIES_AT_ONCE = 1024;

/** Yields the text of `index.json` in chunks, because it has 131 MiB for a million entries. */
export async function* indexText(index: SetIndex): AsyncGenerator<Buffer> {
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

function* volumesText(before: string, volumes: SetIndex['volumes']): Generator<Buffer> {
  yield Buffer.from(`${before}[`);
  for (const [i, { entries, ...volume }] of volumes.entries()) {
    yield Buffer.from(`${i === 0 ? '' : ','}${JSON.stringify(volume).slice(0, -1)},"entries":[`);
    yield* entriesText(entries);
    yield Buffer.from(']}');
  }
  yield Buffer.from(']');
}

function* entriesText(entries: EntryList): Generator<Buffer> {
  let texts: string[] = [];
  let before = '';
  for (const entry of entries) {
    if (texts.length === ENTRIES_AT_ONCE) {
      yield Buffer.from(before + texts.join(','));
      before = ',';
      texts = [];
    }
    texts.push(JSON.stringify(entry));
  }
  if (texts.length > 0) yield Buffer.from(before + texts.join(','));
}

/**
 * Turns ranges without content into entries: a header, and zeros where an earlier attempt left bytes, because volumes
 * must be reproducible. Untouched ranges stay holes.
 */
export async function writeFillers(
  files: VolumeFiles,
  mtime: number,
  stretches: readonly Stretch[],
  placed: PlacedEntries,
): Promise<void> {
  let number = 0;
  for (const { volume, offset, length } of stretches) {
    for (let at = offset; at < offset + length; ) {
      const name = fillerName(++number);
      const size = fillerSize(name, offset + length - at);
      const header = encodeHeader({ name, size, mtime });
      await files.write(volume, [header], at);
      await clear(files, volume, at + header.length, size);
      placed.add({ volume, name, offset: at, size });
      at += header.length + size;
    }
  }
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
  entries: PlacedEntries,
): Promise<IndexVolume[]> {
  const count = Math.max(...plan.ends.keys());
  const volumes: Omit<IndexVolume, 'sha256'>[] = [];
  for (let volume = 1; volume <= count; volume++) {
    const end = plan.ends.get(volume) ?? 0;
    await files.write(volume, [Buffer.alloc(END_BYTES)], end);
    await files.truncate(volume, end + END_BYTES);
    volumes.push({
      name: nameOfVolume({ volume }),
      size: end + END_BYTES,
      entries: entries.in(volume),
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
