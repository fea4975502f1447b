import { AirlockError } from '../../base/errors/airlock-error.ts';
import { offsetAt } from '../../store/set-format/index-entries.ts';
import type { SetIndex } from '../../store/set-format/set-index.ts';
import { BLOCK, END_BYTES } from '../../store/set-format/tar-header.ts';
import { type CutVolume, carryVolumeName, type Span } from './export-document.ts';
import { t } from './messages.ts';
import { entryBoundaries, isPart } from './set-bytes.ts';
import { carryVolumeBytes, headBytes, partHeaderBytes } from './volume-layout.ts';

/** 4,000,000,000 bytes: below FAT32's 4 GiB - 1, and what scanners take. */
export const DEFAULT_VOLUME_SIZE = 4_000_000_000;
/** The last piece of a medium that holds full ones has at least so many bytes, unless the set ends with it. */
const LEAST_LAST = 64 * 1024 * 1024;
/** No piece is smaller than that can be asked for. */
export const MINIMUM_VOLUME_SIZE = 16 * 1024;
/** What stays empty in a piece without searching for something that fits in: one part in so many. */
const WORTH_A_SEARCH = 32;
const MOST_SPANS = 64;

/** Room on a medium, in bytes. */
export interface MediumRoom {
  freeBytes: number;
  /** The largest file its file system takes. */
  maxFileBytes?: number;
  /** Files take whole blocks of so many bytes. */
  blockBytes?: number;
}

export interface CutOptions {
  /** Bytes: no piece is larger. */
  volumeSize: number;
  /** The media that are named, in the order they are filled. */
  media: readonly MediumRoom[];
  /** Bytes that every piece has beside `volume.json` and its spans. */
  extraBytes?: number;
  /** Pieces that are written: their spans are not cut again, their numbers are taken. */
  written?: readonly Pick<CutVolume, 'number' | 'spans'>[];
  /** Names of pieces; default {@link carryPieceName}. */
  nameOf?: (number: number) => string;
}

/** A place for a piece: `capacity` bytes of file; `medium` as in {@link CutOptions.media}, absent for media to come. */
interface Place {
  capacity: number;
  medium?: number;
}

/**
 * Divides a set into carry pieces. Equal input gives equal pieces. Each named medium gets full pieces and one shorter
 * last one; what does not fit is cut by full size. Pieces end where entries of the set end; only an entry that is larger
 * than a piece is split, or, when whole entries would need one more medium than bytes do, any.
 * The spans of all pieces, written ones included, cover each file of the set without its end marker exactly once.
 * @throws AirlockError `archive-size` when a piece of this size holds nothing
 */
export function cutSet(index: SetIndex, options: CutOptions): CutVolume[] {
  const boundaries = entryBoundaries(index);
  const part = (span: Span): boolean => isPart(span, boundaries);
  const extraBytes = options.extraBytes ?? 0;
  if (options.volumeSize < MINIMUM_VOLUME_SIZE + extraBytes)
    throw new AirlockError('archive-size', t('volumeTooSmall', { size: String(options.volumeSize) }), {
      side: 'local',
      expected: t('volumeSizeExpected', { size: String(MINIMUM_VOLUME_SIZE + extraBytes) }),
      remedy: t('volumeSizeRemedy'),
    });
  const units = unitsOf(index, options.written ?? []);
  const fill = { units, part, extraBytes };
  const named = [...placesOn(options)];
  const complete = fillComplete(fill, named, options.volumeSize);
  const tight = complete.length > named.length ? fillTight(fill, named) : undefined;
  const accepted = new Set(options.written?.map(({ number }) => number));
  const nameOf = options.nameOf ?? ((number) => carryVolumeName(index.transfer, number));
  let number = 0;
  return (tight ?? complete)
    .filter((spans) => spans.length > 0)
    .map((spans) => {
      do number++;
      while (accepted.has(number));
      return { number, name: nameOf(number), size: carryVolumeBytes(spans, part, extraBytes), spans };
    });
}

/** Bytes of a set that carry pieces bring: all but the end markers of its files. */
export function carriedBytes(index: SetIndex): number {
  return index.volumes.reduce((sum, { size }) => sum + size - END_BYTES, 0);
}

/** The entries of a set in their order, without what is written. An entry of which a part is written is what is left. */
function unitsOf(index: SetIndex, written: readonly Pick<CutVolume, 'spans'>[]): Span[] {
  const covered = new Map<string, Span[]>();
  for (const span of written.flatMap(({ spans }) => spans))
    covered.set(span.file, [...(covered.get(span.file) ?? []), span]);
  for (const spans of covered.values()) spans.sort((a, b) => a.offset - b.offset);
  const units: Span[] = [];
  for (const { name, size, entries } of index.volumes) {
    const spans = covered.get(name) ?? [];
    let next = 0;
    for (let i = 0; i < entries.length; i++) {
      const end = i + 1 < entries.length ? offsetAt(entries, i + 1) : size - END_BYTES;
      let at = offsetAt(entries, i);
      while (spans[next] && spans[next]!.offset + spans[next]!.length <= at) next++;
      for (let k = next; at < end; k++) {
        const stop = Math.min(end, Math.max(at, spans[k]?.offset ?? end));
        if (stop > at) units.push({ file: name, offset: at, length: stop - at });
        at = spans[k] ? Math.max(stop, Math.min(end, spans[k]!.offset + spans[k]!.length)) : end;
      }
    }
  }
  return units;
}

/** Places on the named media: full pieces, then what is left. */
function* placesOn({ media, volumeSize }: CutOptions): Generator<Place> {
  for (const [medium, { freeBytes, maxFileBytes, blockBytes = BLOCK }] of media.entries()) {
    const capacity = Math.min(volumeSize, maxFileBytes ?? volumeSize);
    const accepted = Math.ceil(capacity / blockBytes) * blockBytes;
    let room = freeBytes;
    // A medium that tells no free space takes pieces until it is full.
    if (room === Number.POSITIVE_INFINITY) return;
    let full = 0;
    for (; room >= accepted; room -= accepted, full++) yield { capacity, medium };
    const rest = Math.floor(room / blockBytes) * blockBytes;
    if (rest >= (full > 0 ? Math.min(LEAST_LAST, capacity / 8) : MINIMUM_VOLUME_SIZE))
      yield { capacity: Math.min(rest, capacity), medium };
  }
}

interface Fill {
  units: readonly Span[];
  part: (span: Span) => boolean;
  extraBytes: number;
}

/** One piece while it is filled. */
class Filling {
  readonly spans: Span[] = [];
  readonly #part: Fill['part'];
  readonly #capacity: number;
  #content: number;

  constructor({ part, extraBytes }: Fill, capacity: number) {
    this.#part = part;
    this.#capacity = capacity;
    this.#content = extraBytes + END_BYTES;
  }

  /** Bytes that are left for content if a span of this file is begun. */
  room(file: string): number {
    return this.#capacity - this.#content - headBytes([...this.spans, { file }]);
  }

  /** Adds whole entries, or what is left of one. @returns false when it does not fit */
  add(unit: Span): boolean {
    const last = this.spans.at(-1);
    const part = this.#part(unit);
    const follows =
      last &&
      !part &&
      last.file === unit.file &&
      last.offset + last.length === unit.offset &&
      !this.#part(last);
    const needed = unit.length + (part ? partHeaderBytes(unit) : 0);
    const head = headBytes(follows ? this.spans : [...this.spans, unit]);
    if (this.#content + needed + head > this.#capacity) return false;
    this.#content += needed;
    if (follows) last.length += unit.length;
    else this.spans.push({ ...unit });
    return true;
  }

  /** Adds as much of an entry as fits. @returns what is left of it; the unit itself when nothing fits */
  addSome(unit: Span): Span {
    // One header block is enough below 8 GiB; above, the name and size take three.
    const room = Math.floor((this.room(unit.file) - partHeaderBytes(unit)) / BLOCK) * BLOCK;
    if (room < BLOCK || room >= unit.length) return unit;
    const some = { ...unit, length: room };
    if (!this.add(some)) return unit;
    return { ...unit, offset: unit.offset + room, length: unit.length - room };
  }

  get full(): boolean {
    return this.spans.length >= MOST_SPANS;
  }
}

/** Whole entries, the next that fit; places beyond the named ones are full pieces. One list of spans a place. */
function fillComplete(fill: Fill, named: readonly Place[], volumeSize: number): Span[][] {
  const volumes: Span[][] = [];
  let rest = [...fill.units];
  for (let i = 0; rest.length > 0; i++) {
    const capacity = named[i]?.capacity ?? volumeSize;
    const volume = new Filling(fill, capacity);
    const left: Span[] = [];
    for (const [k, unit] of rest.entries()) {
      if (volume.add(unit)) continue;
      const worthIt = volume.room(unit.file) >= capacity / WORTH_A_SEARCH;
      const split = worthIt && !fits(fill, unit, volumeSize) ? volume.addSome(unit) : unit;
      left.push(split);
      if (split !== unit || volume.full || !worthIt) {
        left.push(...rest.slice(k + 1));
        break;
      }
    }
    // Nothing fits whole into this place: a part of the first, so that small media are of use, too.
    if (volume.spans.length === 0 && left[0]) left[0] = volume.addSome(left[0]);
    if (volume.spans.length === 0 && named[i] === undefined)
      throw new AirlockError('archive-size', t('volumeTooSmallForSet', { size: String(volumeSize) }), {
        side: 'local',
        remedy: t('volumeSizeRemedy'),
      });
    volumes.push(volume.spans);
    rest = left;
  }
  return volumes;
}

/** Whether a unit fits into an empty piece. */
function fits(fill: Fill, unit: Span, capacity: number): boolean {
  return new Filling(fill, capacity).add(unit);
}

/**
 * Everything onto the named media, in order; entries are split where leaving room empty would use up what can be spared.
 * @returns undefined when it does not fit
 */
function fillTight(fill: Fill, named: readonly Place[]): Span[][] | undefined {
  const needed = fill.units.reduce((sum, { length }) => sum + length, 0);
  const rooms = named.map(({ capacity }) => new Filling(fill, capacity).room('mirror_000001.tar'));
  // A piece has at most a part at each end and the rest of a file between them and some files more.
  const overhead = named.length * 4 * 2 * BLOCK;
  let spare = rooms.reduce((sum, room) => sum + Math.max(0, room), 0) - needed - overhead;
  if (spare < 0) return undefined;
  const rest = [...fill.units].reverse();
  const volumes: Span[][] = [];
  for (const { capacity } of named) {
    const volume = new Filling(fill, capacity);
    for (let unit = rest.pop(); unit; unit = rest.pop()) {
      if (volume.add(unit)) continue;
      const room = Math.max(0, volume.room(unit.file));
      if (room <= spare && volume.spans.length > 0) {
        spare -= room;
        rest.push(unit);
      } else rest.push(volume.addSome(unit));
      break;
    }
    volumes.push(volume.spans);
  }
  return rest.length === 0 ? volumes : undefined;
}
