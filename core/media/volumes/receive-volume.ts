import { createHash } from 'node:crypto';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { ByteRange } from '../../base/image/byte-ranges.ts';
import { type Check, checkMaker, EntryCheck } from '../../store/archive/check-entries.ts';
import { entryRange } from '../../store/archive/received-spans.ts';
import { type EntryList, placeOf } from '../../store/set-format/index-entries.ts';
import type { IndexEntry, SetIndex } from '../../store/set-format/set-index.ts';
import { END_BYTES, encodeHeader } from '../../store/set-format/tar-header.ts';
import type { Span } from './export-document.ts';
import { t } from './messages.ts';
import { bytesAt, chunksOf, type SpanFile } from './span-file.ts';
import { partName } from './volume-layout.ts';

/** Destination of verified bytes of a set. Files are numbered from 0, in the order of the index. */
export interface SpanSink {
  /** Returns the ranges of a stretch that are still missing. */
  gaps(file: number, from: number, to: number): ByteRange[];
  write(file: number, position: number, bytes: Buffer): Promise<void>;
  take(file: number, from: number, to: number): void;
  /** @returns whether the entry still counts as valid, now that all of it has arrived */
  takePart(file: number, entry: IndexEntry, from: number, to: number): Promise<boolean>;
}

/** Bytes of a volume that differ from the expected content. Offsets and lengths in bytes of the volume's file. */
export interface PlaceOfDamage {
  offset: number;
  length: number;
  /** `missing`: the file ends before them; `unreadable`: reading them from the drive fails. */
  kind: 'altered' | 'missing' | 'unreadable';
  /** Names of the set's entries in this place. Empty for the volume's own data. */
  entries: string[];
}

/** A span of a set, and where its bytes are in a file. */
export interface PlacedSpan extends Span {
  position: number;
  /** Hex. Undefined when no document contains it. */
  sha256?: string;
  /** Whether it's a separate entry with its own header. */
  part: boolean;
}

export interface ReceiveOptions {
  signal?: AbortSignal;
  /** Bytes that were read or skipped. */
  onBytes?: (count: number) => void;
}

/** Collects damage, and merges neighbors of one kind. */
export function damageList(): { places: PlaceOfDamage[]; note: (place: PlaceOfDamage) => void } {
  const places: PlaceOfDamage[] = [];
  return {
    places,
    note(place) {
      const last = places.at(-1);
      if (last?.kind === place.kind && last.offset + last.length === place.offset) {
        last.length += place.length;
        last.entries.push(...place.entries);
      } else places.push({ ...place, entries: [...place.entries] });
    },
  };
}

/**
 * Reads the spans of a file into a set, and each missing byte once. Compares entire entries with the index, and parts
 * of entries with the digest of their span. Skips and reports content that doesn't match.
 * @throws AirlockError `archive-hostile` for spans that aren't of this set, `disk` when the drive is disconnected,
 *   `disk-full`, `interrupted`
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
    const number = index.volumes.findIndex(({ name }) => name === span.file);
    const volume = index.volumes[number];
    if (!volume || span.offset + span.length > volume.size)
      throw new AirlockError(
        'archive-hostile',
        t('bytesForeign', { path: file.path, file: span.file, transfer: index.transfer }),
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
      entries: volume.entries,
      end: volume.size - END_BYTES,
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
  entries: EntryList;
  /** Where the end marker of the set's file begins. */
  end: number;
  checkOf: (entry: IndexEntry) => Check;
  sink: SpanSink;
  note: (place: PlaceOfDamage) => void;
  options: ReceiveOptions;
}

/** The part of an entry of the set that is in a span. */
interface Unit {
  entry: IndexEntry;
  from: number;
  to: number;
  complete: boolean;
}

/** A range that is read in one go, `[from, to)` of the set's file, with the indexes of its entries, `[first, end)`. */
interface Run {
  from: number;
  to: number;
  first: number;
  end: number;
}

/** A unit while its bytes are read. A set may have a million entries, so only one of these exists at a time. */
interface Passing {
  unit: Unit;
  check: EntryCheck | undefined;
  bad: PlaceOfDamage['kind'] | undefined;
  fresh: boolean;
}

async function receiveSpan(work: SpanWork): Promise<void> {
  const { span, options } = work;
  let passed = span.length;
  for (const run of runsOf(work)) {
    passed -= run.to - run.from;
    await receiveRun(work, run);
  }
  options.onBytes?.(passed);
}

/** How far a run has been read, by the parts of entries in it. */
interface Walk {
  /** The entry that begins next. */
  next: number;
  current: Passing | undefined;
  /** Parts of entries that were read and that continue in other spans. */
  parts: Passing[];
  /** The first read error of the drive. */
  fault: PlaceOfDamage['kind'] | undefined;
  /** Whether an entire entry was recorded as damaged. */
  damaged: boolean;
}

/** Bytes that were read, or couldn't be read, at once. */
interface Passage {
  start: number;
  end: number;
  chunk: Buffer | undefined;
  fault: PlaceOfDamage['kind'] | undefined;
}

async function receiveRun(work: SpanWork, run: Run): Promise<void> {
  const { file, span, number, sink, note, options } = work;
  const { from, to } = run;
  const all = from === span.offset && to === span.offset + span.length;
  const complete = all && span.sha256 !== undefined ? createHash('sha256') : undefined;
  const walk: Walk = { next: run.first, current: undefined, parts: [], fault: undefined, damaged: false };
  for await (const { at, chunk, length } of chunksOf(file, placeIn(span, from), to - from, options.signal)) {
    const start = from + at;
    if (chunk) {
      const written = sink
        .gaps(number, start, Math.min(start + chunk.length, work.end))
        .map(([low, high]) => sink.write(number, low, chunk.subarray(low - start, high - start)));
      complete?.update(chunk);
      await Promise.all(written);
    }
    const fault = chunk ? undefined : placeIn(span, start) >= file.size ? 'missing' : 'unreadable';
    await passEntries(work, run, walk, { start, end: start + length, chunk, fault });
    options.onBytes?.(length);
  }
  const right = walk.fault === undefined && (complete ? complete.digest('hex') === span.sha256 : false);
  for (const { unit } of walk.parts) {
    if (right && (await sink.takePart(number, unit.entry, unit.from, unit.to))) continue;
    noteUnit(work, unit, walk.fault ?? 'altered');
  }
  if (walk.parts.length === 0 && complete && !right && !walk.damaged)
    note({ offset: 0, length: span.position, kind: 'altered', entries: [] });
}

/** Checks the entries that a passage contains or ends. Accepts valid content and records the rest as damaged. */
async function passEntries(work: SpanWork, run: Run, walk: Walk, passage: Passage): Promise<void> {
  const { span, number, entries, checkOf, sink } = work;
  const { start, end, chunk, fault } = passage;
  const begin = (entry: IndexEntry): Passing => {
    const unit = unitOf(entry, span);
    const check = unit.complete ? new EntryCheck(checkOf(entry)) : undefined;
    return { unit, check, bad: undefined, fresh: isFresh(sink, number, unit) };
  };
  for (;;) {
    if (!walk.current && walk.next < run.end) walk.current = begin(entries.at(walk.next)!);
    const { current } = walk;
    if (!current || current.unit.from >= end) return;
    const { unit, check } = current;
    current.bad ??= fault;
    walk.fault ??= fault;
    if (chunk) check?.feed(chunk, start);
    if (unit.to > end) return;
    walk.current = undefined;
    walk.next++;
    if (!unit.complete) {
      walk.parts.push(current);
      continue;
    }
    const bad = current.bad ?? (check?.fault() ? 'altered' : undefined);
    if (bad === undefined && (await accepted(sink, number, current))) continue;
    walk.damaged = true;
    noteUnit(work, unit, bad ?? 'altered');
  }
}

/** Returns the position of an offset of the volume in the file on the drive. */
function placeIn(span: PlacedSpan, at: number): number {
  return span.position + at - span.offset;
}

function noteUnit({ span, note }: SpanWork, { entry, from, to }: Unit, kind: PlaceOfDamage['kind']): void {
  note({ offset: placeIn(span, from), length: to - from, kind, entries: [entry[0]] });
}

function isFresh(sink: SpanSink, file: number, { from, to }: Unit): boolean {
  const [gap] = sink.gaps(file, from, to);
  return gap?.[0] === from && gap[1] === to;
}

/** Accepts an entry. If a part of it existed before, all of it is read back, because that part may be wrong. */
async function accepted(sink: SpanSink, file: number, { unit, fresh }: Passing): Promise<boolean> {
  if (!fresh) return sink.takePart(file, unit.entry, unit.from, unit.to);
  sink.take(file, unit.from, unit.to);
  return true;
}

/** Returns the part of an entry that is in a span. */
function unitOf(entry: IndexEntry, { offset, length }: PlacedSpan): Unit {
  const [start, stop] = entryRange(entry);
  const end = offset + length;
  const complete = start >= offset && stop <= end;
  return { entry, from: Math.max(offset, start), to: Math.min(end, stop), complete };
}

/**
 * Returns the ranges of a span to read, with neighboring incomplete entries in one range. If a part of an entry is
 * needed, that is the entire span, because only the digest of all of it shows whether it's valid.
 */
function* runsOf(work: SpanWork): Generator<Run> {
  const { span, number, entries, sink } = work;
  const to = span.offset + span.length;
  const first = placeOf(entries, span.offset, work.end);
  const end = to > span.offset ? Math.min(entries.length, placeOf(entries, to - 1, work.end) + 1) : first;
  const isRequested = (unit: Unit): boolean => sink.gaps(number, unit.from, unit.to).length > 0;
  const parts = [first, end - 1].some((i) => {
    const entry = i >= first && i < end ? entries.at(i) : undefined;
    const unit = entry && unitOf(entry, span);
    return unit && !unit.complete && isRequested(unit);
  });
  if (parts) {
    yield { from: span.offset, to, first, end };
    return;
  }
  let run: Run | undefined;
  for (let i = first; i < end; i++) {
    const unit = unitOf(entries.at(i)!, span);
    if (isRequested(unit))
      run = run ? { ...run, to: unit.to, end: i + 1 } : { ...unit, first: i, end: i + 1 };
    else if (run) {
      yield run;
      run = undefined;
    }
  }
  if (run) yield run;
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
    note({ offset: span.position - header.length, length: header.length, kind: 'altered', entries: [] });
}
