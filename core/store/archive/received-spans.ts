import { join } from 'node:path';
import { leadingValues, readOrEmpty } from '../../base/files/line-files.ts';
import { ByteRanges } from '../set-format/byte-ranges.ts';
import type { IndexEntry, IndexVolume, SetIndex } from '../set-format/set-index.ts';
import { headerBytes, padded } from '../set-format/tar-header.ts';

/** The journal of a set that arrives in parts; where it lies, `<transfer>.incoming`, is one. */
export const RECEIVED_NAME = 'received.jsonl';
export const INCOMING = '.incoming';
/** In such a folder: nothing of it may be used before a check command was asked, or the command refused it. */
export const QUARANTINE_NAME = 'quarantine.json';

/**
 * A line of `received.jsonl`: bytes of the set's file number `f` (from 1) that are in place, verified and on the disk;
 * or that turned out wrong and are not there any more. An entry of which every byte is there has its digest.
 */
export type ReceivedLine =
  | { t: 'open'; format: 1; index: string }
  | { t: 'got'; f: number; o: number; l: number }
  | { t: 'lost'; f: number; o: number; l: number };

/** What of each file of a set is there, in the order of the index. */
export type Received = ByteRanges[];

/** `[from, to)` of an entry in its file: header, content, padding. */
export function entryRange([name, offset, size]: IndexEntry): [from: number, to: number] {
  return [offset, offset + headerBytes(name, size) + padded(size)];
}

/** True when all of the entry arrived, and so is what the index says. */
export function entryArrived(ranges: ByteRanges, entry: IndexEntry): boolean {
  return ranges.covers(...entryRange(entry));
}

/** True when all entries of the file arrived; the end marker is part of no piece. */
export function fileArrived(ranges: ByteRanges, { entries }: IndexVolume): boolean {
  const last = entries.at(-1);
  return !last || ranges.covers(0, entryRange(last)[1]);
}

/**
 * What the journal of an incoming set says; lines that are torn or make no sense end it.
 * @returns also the bytes up to there, and the digest (hex) of the index that it is about
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
      if (line.t === 'got') ranges.add(line.o, line.o + line.l);
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
    return line.format === 1 && typeof line.index === 'string' && /^[0-9a-f]{64}$/.test(line.index)
      ? line
      : undefined;
  if (line.t !== 'got' && line.t !== 'lost') return undefined;
  const { f, o, l } = line;
  return [f, o, l].every((value) => Number.isSafeInteger(value) && value >= 0) && f > 0 ? line : undefined;
}
