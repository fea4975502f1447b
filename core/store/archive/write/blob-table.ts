import type { Hash } from 'node:crypto';
import type { ByteRange } from '../../../base/image/byte-ranges.ts';
import type { Digest } from '../../../base/image/digest.ts';
import { BLOCK } from '../../set-format/tar-header.ts';
import type { Stretch } from '../../set-format/volume-plan.ts';
import type { VolumeSink } from './blob-sink.ts';

/** `failed`: abandoned in this run; it can be started again. */
export type BlobState = 'absent' | 'reserved' | 'partial' | 'done' | 'failed';

const STATES = ['reserved', 'partial', 'done', 'failed'] as const satisfies BlobState[];
const FIRST_ROWS = 64;

/** The numbers of a row. */
const COLUMNS = 5;
const SIZE = 0;
const VOLUME = 1;
const OFFSET = 2;
const LENGTH = 3;
const BYTES = 4;

/** Attempts to write a blob. */
interface Attempts {
  /** What earlier attempts left in the file after a gap. */
  ahead: readonly ByteRange[];
  /** Hash of the first bytes, if this process wrote them. */
  hash: Hash | undefined;
  open: boolean;
  /** The last attempt. No other one starts while it's open or its last write is in progress. */
  sink: VolumeSink | undefined;
}

const NO_ATTEMPTS: Attempts = { ahead: [], hash: undefined, open: false, sink: undefined };

/**
 * The blobs of a set, with a place for each. A set can have a million of them, so they are rows of numbers. Only blobs
 * that are being written, or whose writing was interrupted, have an object.
 */
export class BlobTable {
  readonly #rows = new Map<Digest, number>();
  /** Rows by volume and first block, until {@link passed}. */
  readonly #starts = new Map<number, Map<number, number>>();
  readonly attempts = new Map<number, Attempts>();
  numbers = new Float64Array(FIRST_ROWS * COLUMNS);
  states = new Uint8Array(FIRST_ROWS);
  wanted = new Uint8Array(FIRST_ROWS);

  get(digest: Digest): PlacedBlob | undefined {
    const row = this.#rows.get(digest);
    return row === undefined ? undefined : new PlacedBlob(this, row);
  }

  *all(): Generator<[Digest, PlacedBlob]> {
    for (const [digest, row] of this.#rows) yield [digest, new PlacedBlob(this, row)];
  }

  /** Returns the blob that starts at an offset of a volume. */
  at(volume: number, offset: number): PlacedBlob | undefined {
    const row = this.#starts.get(volume)?.get(offset / BLOCK);
    return row === undefined ? undefined : new PlacedBlob(this, row);
  }

  /** Forgets where a blob starts, so that {@link at} no longer returns it. */
  passed({ volume, offset }: Stretch): void {
    this.#starts.get(volume)?.delete(offset / BLOCK);
  }

  add(digest: Digest, size: number, { volume, offset, length }: Stretch): PlacedBlob {
    const row = this.#rows.size;
    if (row === this.states.length) this.#grow();
    this.numbers.set([size, volume, offset, length, 0], row * COLUMNS);
    this.#rows.set(digest, row);
    const starts = this.#starts.get(volume) ?? new Map<number, number>();
    this.#starts.set(volume, starts.set(offset / BLOCK, row));
    return new PlacedBlob(this, row);
  }

  /** Returns the last attempts of all blobs that aren't done. */
  sinks(): VolumeSink[] {
    return [...this.attempts.values()].flatMap(({ sink }) => sink ?? []);
  }

  #grow(): void {
    const rows = 2 * this.states.length;
    const { numbers, states, wanted } = this;
    this.numbers = new Float64Array(rows * COLUMNS);
    this.numbers.set(numbers);
    this.states = new Uint8Array(rows);
    this.states.set(states);
    this.wanted = new Uint8Array(rows);
    this.wanted.set(wanted);
  }
}

/** A blob that has a place: a view of its row. */
export class PlacedBlob {
  readonly #table: BlobTable;
  readonly #row: number;

  constructor(table: BlobTable, row: number) {
    this.#table = table;
    this.#row = row;
  }

  get size(): number {
    return this.#number(SIZE);
  }

  get stretch(): Stretch {
    return { volume: this.#number(VOLUME), offset: this.#number(OFFSET), length: this.#number(LENGTH) };
  }

  /** Bytes that an earlier attempt left in the file, from the start of the blob. */
  get bytes(): number {
    return this.#number(BYTES);
  }

  set bytes(bytes: number) {
    this.#table.numbers[this.#row * COLUMNS + BYTES] = bytes;
  }

  get state(): Exclude<BlobState, 'absent'> {
    return STATES[this.#table.states[this.#row]!]!;
  }

  set state(state: Exclude<BlobState, 'absent'>) {
    this.#table.states[this.#row] = STATES.indexOf(state);
  }

  /** Requested in this run. Other blobs become filler and aren't reported as missing. */
  get wanted(): boolean {
    return this.#table.wanted[this.#row] === 1;
  }

  set wanted(wanted: boolean) {
    this.#table.wanted[this.#row] = wanted ? 1 : 0;
  }

  get attempts(): Readonly<Attempts> {
    return this.#table.attempts.get(this.#row) ?? NO_ATTEMPTS;
  }

  change(attempts: Partial<Attempts>): void {
    this.#table.attempts.set(this.#row, { ...this.attempts, ...attempts });
  }

  /** Ends all attempts. */
  done(): void {
    this.state = 'done';
    this.bytes = 0;
    this.#table.attempts.delete(this.#row);
  }

  #number(column: number): number {
    return this.#table.numbers[this.#row * COLUMNS + column]!;
  }
}
