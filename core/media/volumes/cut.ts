import { AirlockError } from '../../base/errors/airlock-error.ts';
import { offsetAt } from '../../store/set-format/index-entries.ts';
import type { SetIndex } from '../../store/set-format/set-index.ts';
import { BLOCK, END_BYTES } from '../../store/set-format/tar-header.ts';
import { type CutVolume, carryVolumeName, type Span } from './export-document.ts';
import { t } from './messages.ts';
import { entryBoundaries, isPart } from './set-bytes.ts';
import { carryVolumeBytes, headBytes, partHeaderBytes } from './volume-layout.ts';

/** 4,000,000,000 bytes: below FAT32's limit of 4 GiB - 1, and accepted by malware scanners. */
export const DEFAULT_VOLUME_SIZE = 4_000_000_000;
/** Minimum size of the last, shorter volume on a drive that also has full ones, unless the set ends with it. */
const LEAST_LAST = 64 * 1024 * 1024;
/** The smallest volume size that can be requested. */
export const MINIMUM_VOLUME_SIZE = 16 * 1024;
/** Up to one part in this many of a volume may stay empty without a search for an entry that fits. */
const WORTH_A_SEARCH = 32;
const MOST_SPANS = 64;

/** Space on a drive, in bytes. */
export interface DriveSpace {
  freeBytes: number;
  /** The largest file that its file system supports. */
  maxFileBytes?: number;
  /** Files occupy whole blocks of this many bytes. */
  blockBytes?: number;
}

/** Returns the bytes that a file of `size` bytes occupies on a drive. */
export function occupiedBytes(size: number, { blockBytes = BLOCK }: Pick<DriveSpace, 'blockBytes'>): number {
  return Math.ceil(size / blockBytes) * blockBytes;
}

/** Returns whether a file of `size` bytes fits on a drive. */
export function fitsOn(size: number, drive: DriveSpace): boolean {
  const { freeBytes, maxFileBytes = Number.POSITIVE_INFINITY } = drive;
  return occupiedBytes(size, drive) <= freeBytes && size <= maxFileBytes;
}

export interface CutOptions {
  /** Maximum size of a volume, in bytes. */
  volumeSize: number;
  /** The known drives, in the order in which they are filled. */
  media: readonly DriveSpace[];
  /** Bytes of every volume in addition to `volume.json` and its spans. */
  extraBytes?: number;
  /** Volumes that exist already. Their spans aren't cut again, and their numbers aren't used again. */
  written?: readonly Pick<CutVolume, 'number' | 'spans'>[];
  /** Names of volumes; default {@link carryVolumeName}. */
  nameOf?: (number: number) => string;
}

/**
 * A place for a volume file of `capacity` bytes; `drive` as in {@link CutOptions.media}, undefined for later
 * drives.
 */
interface Place {
  capacity: number;
  drive?: number;
}

/**
 * Divides a set into volumes. Equal input gives equal volumes. Each known drive gets full volumes and a shorter last
 * one. The rest is cut into full volumes. Volumes end where entries of the set end. Only an entry larger than a volume
 * is split, unless splitting others saves a drive. The spans of all volumes, including existing ones, cover each file
 * of the set without its end marker exactly once.
 * @throws AirlockError `archive-size` when a volume of this size is too small for any content
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

/** Returns the bytes of a set that volumes contain: all but the end markers of its files. */
export function carriedBytes(index: SetIndex): number {
  return index.volumes.reduce((sum, { size }) => sum + size - END_BYTES, 0);
}

/** Lists the entries of a set in order, without written content. Of a partly written entry, lists the rest. */
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

/** Returns the places on the known drives: full volumes, then the remaining space. */
function* placesOn({ media, volumeSize }: CutOptions): Generator<Place> {
  for (const [drive, { freeBytes, maxFileBytes, blockBytes = BLOCK }] of media.entries()) {
    const capacity = Math.min(volumeSize, maxFileBytes ?? volumeSize);
    const accepted = Math.ceil(capacity / blockBytes) * blockBytes;
    let room = freeBytes;
    // A drive that doesn't report its free space gets volumes until it's full.
    if (room === Number.POSITIVE_INFINITY) return;
    let full = 0;
    for (; room >= accepted; room -= accepted, full++) yield { capacity, drive };
    const rest = Math.floor(room / blockBytes) * blockBytes;
    if (rest >= (full > 0 ? Math.min(LEAST_LAST, capacity / 8) : MINIMUM_VOLUME_SIZE))
      yield { capacity: Math.min(rest, capacity), drive };
  }
}

interface Fill {
  units: readonly Span[];
  part: (span: Span) => boolean;
  extraBytes: number;
}

/** A volume that is being filled. */
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

  /** Returns the bytes left for content if a span of this file is added. */
  room(file: string): number {
    return this.#capacity - this.#content - headBytes([...this.spans, { file }]);
  }

  /** Adds entire entries, or the rest of one. @returns false when it doesn't fit */
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

  /** Adds as much of an entry as fits. @returns the rest of it; the unit itself when nothing fits */
  addSome(unit: Span): Span {
    // One header block is enough below 8 GiB. Above, the name and size need three.
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

/**
 * Fills volumes with entire entries, always the next that fit. Beyond the known places, volumes are full-size. Returns
 * a list of spans per place.
 */
function fillComplete(fill: Fill, named: readonly Place[], volumeSize: number): Span[][] {
  const volumes: Span[][] = [];
  // The next unit is the last one, so that a volume takes units from the end without moving all others.
  const rest = [...fill.units].reverse();
  for (let i = 0; rest.length > 0; i++) {
    const capacity = named[i]?.capacity ?? volumeSize;
    const volume = new Filling(fill, capacity);
    const left: Span[] = [];
    for (let unit = rest.pop(); unit; unit = rest.pop()) {
      if (volume.add(unit)) continue;
      const worthIt = volume.room(unit.file) >= capacity / WORTH_A_SEARCH;
      const split = worthIt && !fits(fill, unit, volumeSize) ? volume.addSome(unit) : unit;
      left.push(split);
      if (split !== unit || volume.full || !worthIt) break;
    }
    // No entire entry fits here. Adding a part of the first one lets small drives be used, too.
    if (volume.spans.length === 0 && left[0]) left[0] = volume.addSome(left[0]);
    if (volume.spans.length === 0 && named[i] === undefined)
      throw new AirlockError('archive-size', t('volumeTooSmallForSet', { size: String(volumeSize) }), {
        side: 'local',
        remedy: t('volumeSizeRemedy'),
      });
    volumes.push(volume.spans);
    for (const unit of left.reverse()) rest.push(unit);
  }
  return volumes;
}

/** Checks whether a unit fits into an empty volume. */
function fits(fill: Fill, unit: Span, capacity: number): boolean {
  return new Filling(fill, capacity).add(unit);
}

/**
 * Fits everything onto the known drives, in order. Splits an entry if leaving the space empty would exceed the space to
 * spare.
 * @returns undefined when it doesn't fit
 */
function fillTight(fill: Fill, named: readonly Place[]): Span[][] | undefined {
  const needed = fill.units.reduce((sum, { length }) => sum + length, 0);
  const rooms = named.map(({ capacity }) => new Filling(fill, capacity).room('mirror_000001.tar'));
  // A volume has at most a part at each end, with the rest of a file and some more files between them.
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
