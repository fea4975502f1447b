import { createHash } from 'node:crypto';
import { type FileHandle, stat } from 'node:fs/promises';
import { type Check, checkMaker, EntryCheck } from '../archive/check-entries.ts';
import { entryRange } from '../archive/received-spans.ts';
import type { IndexEntry, SetIndex } from '../archive/set-index.ts';
import { END_BYTES, encodeHeader } from '../archive/tar-header.ts';
import { AirlockError, asAirlockError } from '../errors/airlock-error.ts';
import { readFully } from '../store/verified-read.ts';
import type { Span } from './export-document.ts';
import { partName } from './piece-layout.ts';

const CHUNK = 1024 * 1024;
const NOTHING = Buffer.alloc(0);

/** Where verified bytes of a set go; files are numbers in the order of the index, from 0. */
export interface SpanSink {
  /** What of a stretch is not there yet. */
  gaps(file: number, from: number, to: number): [from: number, to: number][];
  write(file: number, position: number, bytes: Buffer): Promise<void>;
  take(file: number, from: number, to: number): void;
  /** @returns whether the entry is still believed, now that all of it is there */
  takePart(file: number, entry: IndexEntry, from: number, to: number): Promise<boolean>;
}

/** Bytes of a piece that are not what they must be. Offsets and lengths in bytes of the piece's file. */
export interface PlaceOfDamage {
  offset: number;
  length: number;
  /** `missing`: the file ends before; `unreadable`: the medium gives an error there. */
  what: 'altered' | 'missing' | 'unreadable';
  /** Names of entries of the set that lie there; none for what is the piece's own. */
  entries: string[];
}

/** A span of a set, and where its bytes are in a file. */
export interface PlacedSpan extends Span {
  position: number;
  /** Hex; absent where nothing says it. */
  sha256?: string;
  /** An entry of its own with a header in front of it. */
  part: boolean;
}

export interface ReceiveOptions {
  signal?: AbortSignal;
  /** Bytes that were read or passed over. */
  onBytes?: (count: number) => void;
}

/** The file that spans are read from. */
export interface SpanFile {
  handle: FileHandle;
  path: string;
  /** Bytes. */
  size: number;
}

/** Notes damage; neighbours of one kind become one. */
export function damageList(): { places: PlaceOfDamage[]; note: (place: PlaceOfDamage) => void } {
  const places: PlaceOfDamage[] = [];
  return {
    places,
    note(place) {
      const last = places.at(-1);
      if (last?.what === place.what && last.offset + last.length === place.offset) {
        last.length += place.length;
        last.entries.push(...place.entries);
      } else places.push({ ...place, entries: [...place.entries] });
    },
  };
}

/**
 * Reads the spans of a file into a set, each byte that is not there yet once. Whole entries are compared with the index,
 * parts of entries with the digest of their span; what is not right is left out and told.
 * @throws AirlockError `archive-hostile` for spans that are not of this set, `disk` when the medium is gone, `disk-full`, `interrupted`
 */
export async function receiveSpans(
  file: SpanFile,
  spans: readonly PlacedSpan[],
  index: SetIndex,
  sink: SpanSink,
  note: (place: PlaceOfDamage) => void,
  options: ReceiveOptions = {},
): Promise<void> {
  const checkOf = checkMaker(index);
  const mtime = Math.floor(Date.parse(index.created) / 1000);
  for (const span of spans) {
    const number = index.pieces.findIndex(({ name }) => name === span.file);
    const piece = index.pieces[number];
    if (!piece || span.offset + span.length > piece.size)
      throw new AirlockError(
        'archive-hostile',
        `${file.path} has bytes of ${span.file} that ${index.transfer} does not have`,
        {
          side: 'local',
          at: { file: file.path },
        },
      );
    if (span.part) await checkPartHeader(file, span, mtime, note);
    await receiveSpan({
      file,
      span,
      number,
      entries: piece.entries,
      end: piece.size - END_BYTES,
      checkOf,
      sink,
      note,
      options,
    });
  }
}

interface SpanWork {
  file: SpanFile;
  span: PlacedSpan;
  /** Number of the set's file. */
  number: number;
  entries: readonly IndexEntry[];
  /** Where the end marker of the set's file begins. */
  end: number;
  checkOf: (entry: IndexEntry) => Check;
  sink: SpanSink;
  note: (place: PlaceOfDamage) => void;
  options: ReceiveOptions;
}

/** An entry of the set, as far as it lies in a span. */
interface Unit {
  entry: IndexEntry;
  from: number;
  to: number;
  whole: boolean;
}

async function receiveSpan(work: SpanWork): Promise<void> {
  const { span, number, sink, options } = work;
  const units = unitsIn(work.entries, span.offset, span.offset + span.length);
  const wanted = units.filter(({ from, to }) => sink.gaps(number, from, to).length > 0);
  let passed = span.length;
  if (wanted.length > 0) {
    const parts = wanted.some(({ whole }) => !whole);
    const runs = parts ? [{ from: span.offset, units }] : runsOf(wanted);
    for (const run of runs) {
      const to = parts ? span.offset + span.length : run.units.at(-1)!.to;
      passed -= to - run.from;
      await receiveRun(work, run.from, to, run.units);
    }
  }
  options.onBytes?.(passed);
}

/** Reads `[from, to)` of the set's file, which has these entries. */
async function receiveRun(work: SpanWork, from: number, to: number, units: readonly Unit[]): Promise<void> {
  const { file, span, number, checkOf, sink, note, options } = work;
  const place = (at: number): number => span.position + at - span.offset;
  const all = from === span.offset && to === span.offset + span.length;
  const whole = all && span.sha256 !== undefined ? createHash('sha256') : undefined;
  const pending = units.map((unit) => ({
    unit,
    // Made when its first byte comes and dropped with its last one: a set may have a million entries.
    check: undefined as EntryCheck | undefined,
    bad: undefined as PlaceOfDamage['what'] | undefined,
    fresh: isFresh(sink, number, unit),
  }));
  let next = 0;
  let damaged = false;
  const spoil = (at: number, end: number, what: PlaceOfDamage['what']): void => {
    for (let i = next; i < pending.length && pending[i]!.unit.from < end; i++)
      if (pending[i]!.unit.to > at) pending[i]!.bad ??= what;
  };
  for await (const { at, chunk, length } of chunksOf(file, place(from), to - from, options.signal)) {
    const start = from + at;
    if (chunk) {
      const written = sink
        .gaps(number, start, Math.min(start + chunk.length, work.end))
        .map(([low, high]) => sink.write(number, low, chunk.subarray(low - start, high - start)));
      whole?.update(chunk);
      await Promise.all(written);
    } else spoil(start, start + length, place(start) >= file.size ? 'missing' : 'unreadable');
    for (let i = next; i < pending.length && pending[i]!.unit.from < start + length; i++) {
      const { unit } = pending[i]!;
      if (unit.whole) pending[i]!.check ??= new EntryCheck(checkOf(unit.entry));
      if (chunk) pending[i]!.check?.feed(chunk, start);
      if (unit.to > start + length) break;
      if (!unit.whole) continue;
      next = i + 1;
      const bad = pending[i]!.bad ?? (pending[i]!.check?.fault() ? 'altered' : undefined);
      pending[i]!.check = undefined;
      if (bad === undefined && (await taken(sink, number, pending[i]!))) continue;
      damaged = true;
      note({
        offset: place(unit.from),
        length: unit.to - unit.from,
        what: bad ?? 'altered',
        entries: [unit.entry[0]],
      });
    }
    options.onBytes?.(length);
  }
  const parts = pending.filter(({ unit }) => !unit.whole);
  const bad = pending.find(({ bad: what }) => what)?.bad;
  const right = bad === undefined && (whole ? whole.digest('hex') === span.sha256 : false);
  if (parts.length > 0) {
    for (const { unit } of parts) {
      if (right && (await sink.takePart(number, unit.entry, unit.from, unit.to))) continue;
      note({
        offset: place(unit.from),
        length: unit.to - unit.from,
        what: bad ?? 'altered',
        entries: [unit.entry[0]],
      });
    }
  } else if (whole && !right && !damaged)
    note({ offset: 0, length: span.position, what: 'altered', entries: [] });
}

function isFresh(sink: SpanSink, file: number, { from, to }: Unit): boolean {
  const [gap] = sink.gaps(file, from, to);
  return gap?.[0] === from && gap[1] === to;
}

/** An entry of which a part was there before is read back as a whole: that part may have lied. */
async function taken(
  sink: SpanSink,
  file: number,
  { unit, fresh }: { unit: Unit; fresh: boolean },
): Promise<boolean> {
  if (!fresh) return sink.takePart(file, unit.entry, unit.from, unit.to);
  sink.take(file, unit.from, unit.to);
  return true;
}

/** Entries that lie in `[from, to)`, or have a part there. */
function unitsIn(entries: readonly IndexEntry[], from: number, to: number): Unit[] {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entryRange(entries[middle]!)[1] <= from) low = middle + 1;
    else high = middle;
  }
  const units: Unit[] = [];
  for (let entry = entries[low]; entry && entry[1] < to; entry = entries[++low]) {
    const [start, end] = entryRange(entry);
    units.push({
      entry,
      from: Math.max(from, start),
      to: Math.min(to, end),
      whole: start >= from && end <= to,
    });
  }
  return units;
}

/** Units that follow each other are read in one go. */
function runsOf(units: readonly Unit[]): { from: number; units: Unit[] }[] {
  const runs: { from: number; units: Unit[] }[] = [];
  for (const unit of units) {
    const last = runs.at(-1);
    if (last?.units.at(-1)?.to === unit.from) last.units.push(unit);
    else runs.push({ from: unit.from, units: [unit] });
  }
  return runs;
}

/**
 * Bytes of a file, one chunk read ahead; a chunk that cannot be read, or lies behind the end, comes without bytes.
 * @throws AirlockError `disk` when the file is gone altogether, `interrupted`
 */
async function* chunksOf(
  { handle, path, size }: SpanFile,
  offset: number,
  length: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ at: number; length: number; chunk?: Buffer }> {
  const buffers = [Buffer.allocUnsafeSlow(CHUNK), Buffer.allocUnsafeSlow(CHUNK)];
  let turn = 0;
  const readAt = (
    at: number,
  ): { at: number; length: number; bytes: Promise<Buffer | undefined> } | undefined => {
    if (at >= length) return undefined;
    const left = size - offset - at;
    if (left <= 0) return { at, length: length - at, bytes: Promise.resolve(undefined) };
    const count = Math.min(CHUNK, length - at, left);
    const buffer = buffers[turn]!.subarray(0, count);
    turn = 1 - turn;
    const bytes = readFully(handle, buffer, offset + at, path).then(
      () => buffer,
      () => undefined,
    );
    return { at, length: count, bytes };
  };
  for (let next = readAt(0); next; ) {
    signal?.throwIfAborted();
    const { at, length: count, bytes } = next;
    const chunk = await bytes;
    if (!chunk && offset + at + count <= size) await stillThere(path);
    next = readAt(at + count);
    yield { at, length: count, ...(chunk && { chunk }) };
  }
}

async function stillThere(path: string): Promise<void> {
  try {
    await stat(path);
  } catch (cause) {
    throw new AirlockError('disk', `${path} is gone while it was read`, {
      side: 'source',
      remedy: 'Put the medium in again and run the same command: it goes on where it stopped.',
      cause,
    });
  }
}

async function checkPartHeader(
  file: SpanFile,
  span: PlacedSpan,
  mtime: number,
  note: (place: PlaceOfDamage) => void,
): Promise<void> {
  const header = encodeHeader({ name: partName(span), size: span.length, mtime });
  const found = await bytesAt(file, span.position - header.length, header.length);
  if (!found.equals(header))
    note({ offset: span.position - header.length, length: header.length, what: 'altered', entries: [] });
}

/** Bytes of a file; none when they cannot be read. */
export async function bytesAt(
  { handle, path, size }: SpanFile,
  offset: number,
  length: number,
): Promise<Buffer> {
  if (offset < 0 || offset + length > size) return NOTHING;
  const buffer = Buffer.alloc(length);
  try {
    await readFully(handle, buffer, offset, path);
    return buffer;
  } catch (error) {
    if (asAirlockError(error).code !== 'disk') throw error;
    return NOTHING;
  }
}
