import { join } from 'node:path';
import { leadingValues, readOrEmpty } from '../../base/files/line-files.ts';
import { ByteRanges } from '../../base/image/byte-ranges.ts';
import { type EntryList, offsetAt, placeOf } from '../set-format/index-entries.ts';
import type { IndexEntry, IndexVolume, SetIndex } from '../set-format/set-index.ts';
import { headerBytes, padded } from '../set-format/tar-header.ts';

/** The journal of a set that arrives in parts, in its folder `<transfer>.incoming`. */
export const RECEIVED_NAME = 'received.jsonl';
export const INCOMING = '.incoming';
/** In such a folder: the set can't be used, because its check command hasn't run yet or rejected it. */
export const QUARANTINE_NAME = 'quarantine.json';

/**
 * A line of `received.jsonl`. Either bytes of the set's file number `f` (from 1) are in place, verified and synced to
 * disk, or they turned out to be wrong and were discarded. An entry with all of its bytes in place matches its digest.
 */
export type ReceivedLine =
  | { t: 'open'; format: 2; index: string }
  | { t: 'received'; f: number; o: number; l: number }
  | { t: 'lost'; f: number; o: number; l: number };

/** The received ranges of each file of a set, in the order of the index. */
export type Received = ByteRanges[];

/** Returns the range `[from, to)` of an entry in its file: header, content and padding. */
export function entryRange([name, offset, size]: IndexEntry): [from: number, to: number] {
  return [offset, offset + headerBytes(name, size) + padded(size)];
}

/** Yields the entries with bytes in a range of their file. Reads no others, because a file may have a million of them. */
export function* entriesIn(entries: EntryList, from: number, to: number): Generator<IndexEntry> {
  for (
    let i = Math.max(0, placeOf(entries, from, to));
    i < entries.length && offsetAt(entries, i) < to;
    i++
  ) {
    const entry = entries.at(i)!;
    // Only the end marker follows the last entry.
    if (entryRange(entry)[1] > from) yield entry;
  }
}

/** Checks whether all of an entry arrived, which means that it matches the index. */
export function entryArrived(ranges: ByteRanges, entry: IndexEntry): boolean {
  return ranges.covers(...entryRange(entry));
}

/** Checks whether all entries of the file arrived. The end marker doesn't belong to an entry. */
export function fileArrived(ranges: ByteRanges, { entries }: IndexVolume): boolean {
  const last = entries.at(-1);
  return !last || ranges.covers(0, entryRange(last)[1]);
}

/**
 * Reads the journal of an incoming set up to the first truncated or invalid line.
 * @returns also the bytes up to there, and the digest (hex) of the index that it belongs to
 * @throws AirlockError `disk`
 */
export async function readReceived(
  directory: string,
  index: SetIndex,
): Promise<{ received: Received; length: number; index?: string }> {
  const received = index.volumes.map(() => new ByteRanges());
  let length = 0;
  let about: string | undefined;
  for (const { value, end } of leadingValues(await readOrEmpty(join(directory, RECEIVED_NAME)))) {
    const line = lineOf(value);
    if (!line || (about === undefined && line.t !== 'open')) break;
    if (line.t === 'open') about ??= line.index;
    else {
      const volume = index.volumes[line.f - 1];
      if (!volume || line.o + line.l > volume.size) break;
      const ranges = received[line.f - 1]!;
      if (line.t === 'received') ranges.add(line.o, line.o + line.l);
      else ranges.remove(line.o, line.o + line.l);
    }
    length = end;
  }
  return { received, length, index: about };
}

function lineOf(value: unknown): ReceivedLine | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  const line = value as ReceivedLine;
  if (line.t === 'open')
    return line.format === 2 && typeof line.index === 'string' && /^[0-9a-f]{64}$/.test(line.index)
      ? line
      : undefined;
  if (line.t !== 'received' && line.t !== 'lost') return undefined;
  const { f, o, l } = line;
  return [f, o, l].every((value) => Number.isSafeInteger(value) && value >= 0) && f > 0 ? line : undefined;
}
