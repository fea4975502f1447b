/** Bytes from one position to before another. */
export type ByteRange = readonly [from: number, to: number];

/** The written byte ranges of a file or blob, in ascending order, which neither overlap nor adjoin. */
export class ByteRanges {
  #ranges: ByteRange[];

  /** @param ranges in ascending order, which neither overlap nor adjoin */
  constructor(ranges: readonly ByteRange[] = []) {
    this.#ranges = [...ranges];
  }

  /** Total bytes of all ranges. */
  get bytes(): number {
    return this.#ranges.reduce((sum, [from, to]) => sum + to - from, 0);
  }

  /** End of the contiguous part that starts at byte 0. */
  get head(): number {
    const first = this.#ranges[0];
    return first?.[0] === 0 ? first[1] : 0;
  }

  /** The ranges after the contiguous part that starts at byte 0. */
  get ahead(): readonly ByteRange[] {
    return this.#ranges.filter(([from]) => from > 0);
  }

  add(from: number, to: number): void {
    if (to <= from) return;
    const start = this.#firstEndingAt(from);
    let end = start;
    let [low, high] = [from, to];
    for (let range = this.#ranges[end]; range && range[0] <= high; range = this.#ranges[++end]) {
      low = Math.min(low, range[0]);
      high = Math.max(high, range[1]);
    }
    this.#ranges.splice(start, end - start, [low, high]);
  }

  remove(from: number, to: number): void {
    if (to <= from) return;
    this.#ranges = this.#ranges.flatMap(([low, high]): ByteRange[] => {
      if (high <= from || low >= to) return [[low, high]];
      const left: ByteRange[] = low < from ? [[low, from]] : [];
      return high > to ? [...left, [to, high]] : left;
    });
  }

  /** Returns whether a range is complete. An empty range always is. */
  covers(from: number, to: number): boolean {
    if (to <= from) return true;
    const range = this.#ranges[this.#firstEndingAt(from + 1)];
    return range !== undefined && range[0] <= from && range[1] >= to;
  }

  /** Returns the number of written bytes in a range. */
  within(from: number, to: number): number {
    return to - from - this.gaps(from, to).reduce((sum, [low, high]) => sum + high - low, 0);
  }

  /** Returns the missing parts of a range. */
  gaps(from: number, to: number): ByteRange[] {
    const gaps: ByteRange[] = [];
    let at = from;
    for (let i = this.#firstEndingAt(from + 1); at < to; i++) {
      const range = this.#ranges[i];
      const next = Math.min(to, range?.[0] ?? to);
      if (next > at) gaps.push([at, next]);
      if (!range) break;
      at = Math.max(at, range[1]);
    }
    return gaps;
  }

  /** Returns the index of the first range that ends at this byte or later. */
  #firstEndingAt(byte: number): number {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ranges[middle]![1] < byte) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
