import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { bytesText } from '../../base/messages/bytes-text.ts';
import { volumeName } from './entry-names.ts';
import { t } from './messages.ts';
import { BLOCK, END_BYTES, headerBytes, padded } from './tar-header.ts';

/** A range of a volume, including headers. Offsets and lengths are in bytes and multiples of 512. */
export interface Stretch {
  /** Number of the volume, from 1. */
  volume: number;
  offset: number;
  length: number;
}

export interface PlanOptions {
  /** Maximum size of a volume in bytes, including header blocks and end marker. */
  archiveSizeBytes: number;
  /** Whether a file larger than a volume is an error. Otherwise it gets its own volume. */
  strict: boolean;
  /** Maximum file size of the file system. */
  maxFileBytes?: number;
  onWarning?: (problem: Problem) => void;
}

/** Returns the bytes of an entry in a volume: header, content and padding. */
export function entryBytes(name: string, size: number): number {
  return headerBytes(name, size) + padded(size);
}

/**
 * Assigns a place to each entry before its content arrives. Fills gaps of an earlier run first. An entry that is larger than a
 * volume gets its own volume, and the current volume remains open (oc-mirror v2: internal/pkg/archive/permissive_adder.go).
 */
export class VolumePlan {
  /** End of the placed entries, by volume number. */
  readonly ends = new Map<number, number>();
  #gaps: Stretch[] = [];
  #current = 1;
  readonly #alone = new Set<number>();
  readonly #limit: number;
  readonly #options: PlanOptions;

  constructor(options: PlanOptions) {
    this.#options = options;
    const limit = Math.min(options.archiveSizeBytes, options.maxFileBytes ?? Number.POSITIVE_INFINITY);
    this.#limit = Math.floor(limit / BLOCK) * BLOCK;
    if (this.#limit < BLOCK + END_BYTES)
      throw new AirlockError('archive-size', t('volumeSizeTooSmall', { size: bytesText(limit) }));
  }

  /** Ranges without an entry, in order. */
  get gaps(): readonly Stretch[] {
    return this.#gaps;
  }

  /** Restores the places from a journal. Space between them becomes gaps, and space after them is free. */
  restore(placed: Stretch[]): void {
    const sorted = placed.toSorted((a, b) => a.volume - b.volume || a.offset - b.offset);
    for (const { volume, offset, length } of sorted) {
      const end = this.ends.get(volume) ?? 0;
      if (offset > end) this.#gaps.push({ volume, offset: end, length: offset - end });
      this.ends.set(volume, offset + length);
      this.#current = Math.max(this.#current, volume);
    }
    for (const [volume, end] of this.ends) if (end + END_BYTES > this.#limit) this.#alone.add(volume);
    while (this.#alone.has(this.#current)) this.#current++;
  }

  /** Returns a place for an entry. @throws AirlockError `archive-size` if the entry is too large */
  place(name: string, size: number): Stretch {
    return this.#fill(entryBytes(name, size)) ?? this.append(name, size);
  }

  /** Returns a place after all other entries, so that entries of one kind are consecutive. */
  append(name: string, size: number): Stretch {
    const length = entryBytes(name, size);
    if (length + END_BYTES > this.#limit) return this.#placeAlone(name, length);
    if ((this.ends.get(this.#current) ?? 0) + length + END_BYTES > this.#limit)
      do this.#current++;
      while (this.ends.has(this.#current));
    return this.#at(this.#current, length);
  }

  #at(volume: number, length: number): Stretch {
    const offset = this.ends.get(volume) ?? 0;
    this.ends.set(volume, offset + length);
    return { volume, offset, length };
  }

  #fill(length: number): Stretch | undefined {
    const index = this.#gaps.findIndex((gap) => gap.length >= length);
    const gap = this.#gaps[index];
    if (!gap) return undefined;
    if (gap.length === length) this.#gaps.splice(index, 1);
    else this.#gaps[index] = { ...gap, offset: gap.offset + length, length: gap.length - length };
    return { volume: gap.volume, offset: gap.offset, length };
  }

  #placeAlone(name: string, length: number): Stretch {
    const { maxFileBytes, strict, onWarning } = this.#options;
    const needed = length + END_BYTES;
    const size = bytesText(needed);
    if (maxFileBytes !== undefined && needed > maxFileBytes)
      throw new AirlockError(
        'archive-size',
        t('fileTooLarge', { name, size, limit: bytesText(maxFileBytes) }),
        {
          remedy: t('fileTooLargeRemedy'),
          side: 'local',
        },
      );
    const remedy = t('largerThanVolumeRemedy', { size: Math.ceil(needed / 2 ** 30) });
    if (strict) {
      const message = t('largerThanVolume', { name, size, limit: bytesText(this.#limit) });
      throw new AirlockError('archive-size', message, { remedy, side: 'local' });
    }
    const message = t('largerThanVolumeAlone', { name, size });
    onWarning?.({ code: 'archive-size', level: 'warning', message, remedy });
    let volume = Math.max(this.#current, 0, ...this.ends.keys());
    if (this.ends.has(volume)) volume++;
    this.#alone.add(volume);
    if (volume === this.#current) this.#current++;
    return this.#at(volume, length);
  }
}

/** Returns the file name of a planned volume. */
export function nameOfVolume(stretch: { volume: number }): string {
  return volumeName(stretch.volume);
}
