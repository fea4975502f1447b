import { type ArchiveSource, openImageSource } from '../../store/archive/archive-source.ts';
import { countImages } from '../../store/archive/attached-images.ts';
import { type ImageOfSet, imagesOfSet } from '../../store/archive/complete-images.ts';
import { entriesIn, entryArrived, entryRange, type Received } from '../../store/archive/received-spans.ts';
import { classify } from '../../store/set-format/entry-names.ts';
import type { EntryList } from '../../store/set-format/index-entries.ts';
import type { SetIndex } from '../../store/set-format/set-index.ts';
import type { DeliverableNames } from '../record/deliverable-names.ts';
import {
  type Acknowledgment,
  acknowledgmentCode,
  acknowledgmentWords,
  type Reached,
  setShortId,
} from '../transfer/acknowledgment-code.ts';
import type { CutVolume, ExportDocument } from '../volumes/export-document.ts';
import type { PlaceOfDamage } from '../volumes/receive-volume.ts';
import { imagesNeeding } from './images-needing.ts';
import { t } from './messages.ts';

/** A release, a catalog, or the rest, with its images: a unit that is usable or not. */
export interface ConcernedDeliverable {
  name: string;
  /** `repository:tag`, including what is attached to images. */
  images: string[];
  /** Those that are attached to an image, such as its signature. They aren't counted as images. */
  attached?: string[];
}

/** Damage of a file on media, with its consequences. */
export interface DamagedPlace extends Omit<PlaceOfDamage, 'entries'> {
  /** Path as it was read. */
  file: string;
  /** Number of the volume. */
  volume?: number;
  deliverables: ConcernedDeliverable[];
  /** Files at this place that aren't part of an image, such as graphs and the configuration. */
  files: string[];
}

/** What this side knows of one volume of an export, or of a file of a set that was copied unchanged. */
export interface VolumeArrival {
  number: number;
  name: string;
  /** Bytes of the file on the media. */
  size: number;
  /** `damaged`: a copy was found and is invalid; `missing`: no copy was found. */
  state: 'complete' | 'missing' | 'damaged';
  /** Bytes of the set in it, and how many of them are in place. */
  bytes: number;
  bytesReceived: number;
  /** Images that are missing content because of it. */
  deliverables: ConcernedDeliverable[];
}

/** The part of a transfer that has arrived. */
export interface TransferArrival {
  transfer: string;
  enclave: string;
  number: number;
  /** `transfers/<transfer>`, or `<transfer>.incoming` while something is missing. */
  directory: string;
  complete: boolean;
  /** Bytes of the set, and how many of them are in place. */
  bytes: number;
  bytesReceived: number;
  /** Excludes what is attached to images; `complete`: no content of the image itself is missing. */
  images: { total: number; complete: number };
  volumes: VolumeArrival[];
  /** Images that can't be used yet, each listed once. */
  missing: ConcernedDeliverable[];
  /** Missing files that aren't part of an image, such as graphs and the configuration. */
  files: string[];
  /** The answer for the other side: `0007 is incomplete: volumes 3 and 5 are missing or damaged`, and its code. */
  summary: string;
  /** Empty when there is no answer to send. */
  code: string;
  /** A set of another tool, which got its number here: the other side doesn't know its code. */
  foreign?: true;
}

/** What is needed to determine how much of a set has arrived. */
export interface ArrivalFacts {
  index: SetIndex;
  directory: string;
  received: Received;
  /** Revisions that were found, the latest last. */
  documents: readonly ExportDocument[];
  /** Numbers of volumes of which an invalid copy was found. */
  damaged: ReadonlySet<number>;
  /** What the images are for, if a record of the other side lists it. */
  named?: DeliverableNames;
  /** The state of the content that the code reports; default `imported`. */
  reached?: Reached;
}

/**
 * Returns how much of an incomplete set has arrived, which volumes are missing, and exactly which images are affected.
 * @param images from {@link imagesOfIncoming}
 */
export function arrivalOf(facts: ArrivalFacts, images: readonly ImageOfSet[]): TransferArrival {
  const { index, directory, received, documents, damaged, named, reached = 'imported' } = facts;
  const missing = index.volumes.flatMap(({ entries }, i) => [...namesMissing(entries, received[i]!)]);
  // A cut that omits the missing content says nothing about it.
  const document = documents.findLast((one) =>
    one.volumes.some((volume) => arrivedOf(volume, index, received).missing.length > 0),
  );
  const cut = volumesOf(index, missing.length > 0 ? document : documents.at(-1));
  const concerned = imagesNeeding(images, 'content');
  const volumes = cut.map((volume): VolumeArrival => {
    const found = arrivedOf(volume, index, received);
    const { bytes, bytesReceived: here } = found;
    const state = here === bytes ? 'complete' : damaged.has(volume.number) ? 'damaged' : 'missing';
    const { number, name, size } = volume;
    return {
      number,
      name,
      size,
      state,
      bytes,
      bytesReceived: here,
      deliverables: byDeliverable(concerned(found.missing), named),
    };
  });
  const missingContent = concerned(missing);
  const missingItems = volumes.filter(({ state }) => state !== 'complete').map(({ number }) => number);
  const here = volumes.reduce((sum, volume) => sum + volume.bytesReceived, 0);
  const acknowledgment: Omit<Acknowledgment, 'shortId'> = {
    number: index.number,
    reached,
    missing: here === 0 && missingItems.length > 0 ? 'all' : missingItems,
  };
  return {
    ...headOf(index, directory),
    complete: missing.length === 0,
    bytes: volumes.reduce((sum, { bytes }) => sum + bytes, 0),
    bytesReceived: here,
    images: { total: countImages(index), complete: countOwn(images) - countOwn(missingContent) },
    volumes,
    missing: byDeliverable(missingContent, named),
    files: filesAmong(missing),
    summary: acknowledgmentWords(acknowledgment),
    code: acknowledgmentCode({
      ...acknowledgment,
      shortId: missing.length > 0 && document ? document.shortId : setShortId(index),
    }),
  };
}

function* namesMissing(entries: EntryList, ranges: Received[number]): Generator<string> {
  for (const entry of entries) if (!entryArrived(ranges, entry)) yield entry[0];
}

/** Counts images, excluding what is attached to them. Images with the same name count once. */
export function countOwn(images: readonly Pick<ImageOfSet, 'name' | 'attached'>[]): number {
  return new Set(images.flatMap(({ name, attached }) => (attached ? [] : [name]))).size;
}

/** The same for a complete set. */
export function completeArrival(
  index: SetIndex,
  directory: string,
  documents: readonly ExportDocument[],
): TransferArrival {
  const volumes = volumesOf(index, documents.at(-1)).map(({ number, name, size, spans }): VolumeArrival => {
    const bytes = spans.reduce((sum, { length }) => sum + length, 0);
    return { number, name, size, state: 'complete', bytes, bytesReceived: bytes, deliverables: [] };
  });
  const bytes = volumes.reduce((sum, volume) => sum + volume.bytes, 0);
  const acknowledgment = { number: index.number, reached: 'imported' as const, missing: [] };
  const total = countImages(index);
  return {
    ...headOf(index, directory),
    complete: true,
    bytes,
    bytesReceived: bytes,
    images: { total, complete: total },
    volumes,
    missing: [],
    files: [],
    summary: acknowledgmentWords(acknowledgment),
    code: acknowledgmentCode({ ...acknowledgment, shortId: setShortId(index) }),
  };
}

/** Returns the images of an incomplete set, from the readable content of it and of the sets next to it. */
export async function imagesOfIncoming(
  root: string,
  directory: string,
  index: SetIndex,
): Promise<ImageOfSet[]> {
  const all = await openAllSets(root);
  try {
    return await imagesFromOpen(all, directory, index);
  } finally {
    await all?.close();
  }
}

/** Opens all sets of a root, including incomplete and quarantined ones. Undefined if one of them can't be opened. */
export async function openAllSets(root: string): Promise<ArchiveSource | undefined> {
  return openImageSource(root, { includeQuarantined: true }).catch(() => undefined);
}

/** The same as {@link imagesOfIncoming}, for several sets of one root. @param all from {@link openAllSets} */
export async function imagesFromOpen(
  all: ArchiveSource | undefined,
  directory: string,
  index: SetIndex,
): Promise<ImageOfSet[]> {
  if (all)
    try {
      return await imagesOfSet(index, all);
    } finally {
      await all.closeIdle();
    }
  // An incomplete set next to it must not prevent a report about this one.
  const source = await openImageSource(directory, { includeQuarantined: true });
  try {
    return await imagesOfSet(index, source);
  } finally {
    await source.close();
  }
}

/** Returns the entries that are files and not part of an image. */
export function filesAmong(entries: readonly string[]): string[] {
  return entries.filter((name) => ['file', 'configuration'].includes(classify(name).kind));
}

/** Groups images by deliverable: as the other side's record lists them, else releases by their names, and the rest. */
export function byDeliverable(
  images: readonly ImageOfSet[],
  named?: DeliverableNames,
): ConcernedDeliverable[] {
  const found = new Map<string, { images: Set<string>; attached: Set<string> }>();
  for (const { repository, tag, name, attached } of images) {
    const release = /^openshift\/release(?:-images)?$/.test(repository)
      ? /^(\d+\.\d+\.\d+(?:-(?:rc|ec|fc)\.\d+)?-(?:x86_64|aarch64|ppc64le|s390x|multi))(?:-|$)/.exec(
          tag ?? '',
        )
      : null;
    const deliverable =
      named?.get(name) ??
      (release ? t('deliverableRelease', { release: release[1]! }) : t('deliverableOthers'));
    const line = found.get(deliverable) ?? { images: new Set(), attached: new Set() };
    found.set(deliverable, line);
    line.images.add(name);
    if (attached) line.attached.add(name);
  }
  return [...found]
    .map(([name, { images: names, attached }]) => ({
      name,
      images: [...names].toSorted(),
      attached: attached.size > 0 ? [...attached].toSorted() : undefined,
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the volumes of a cut; without a cut, the files of the set as they were copied. */
function volumesOf(index: SetIndex, document: ExportDocument | undefined): Omit<CutVolume, 'sha256'>[] {
  if (document) return document.volumes;
  return index.volumes.map(({ name, size, entries }, i) => {
    const last = entries.at(-1);
    const length = last ? entryRange(last)[1] : 0;
    return { number: i + 1, name, size, spans: length > 0 ? [{ file: name, offset: 0, length }] : [] };
  });
}

function arrivedOf(
  { spans }: Pick<CutVolume, 'spans'>,
  index: SetIndex,
  received: Received,
): { bytes: number; bytesReceived: number; missing: string[] } {
  let [bytes, here] = [0, 0];
  const missing: string[] = [];
  for (const { file, offset, length } of spans) {
    const number = index.volumes.findIndex(({ name }) => name === file);
    const ranges = received[number];
    bytes += length;
    if (!ranges) continue;
    here += ranges.within(offset, offset + length);
    if (ranges.covers(offset, offset + length)) continue;
    for (const entry of entriesIn(index.volumes[number]!.entries, offset, offset + length)) {
      const [from, to] = entryRange(entry);
      if (!ranges.covers(Math.max(from, offset), Math.min(to, offset + length))) missing.push(entry[0]);
    }
  }
  return { bytes, bytesReceived: here, missing };
}

function headOf(
  { transfer, enclave, number }: SetIndex,
  directory: string,
): Pick<TransferArrival, 'transfer' | 'enclave' | 'number' | 'directory'> {
  return { transfer, enclave, number, directory };
}
