/** The line starts of a text, for finding many positions without reading the text again. */
export class LineIndex {
  readonly #starts: number[];

  constructor(text: string) {
    // A byte order mark isn't a column.
    this.#starts = [text.startsWith('\uFEFF') ? 1 : 0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  /** Returns line and column of an offset, from 1. */
  placeOf(offset: number): { line: number; column: number } {
    const line = lastAtMost(this.#starts, offset);
    return { line: line + 1, column: Math.max(offset - this.#starts[line]! + 1, 1) };
  }

  /** Returns the offset of a line and column. */
  offsetOf(line: number, column: number): number {
    return this.#starts[Math.min(line, this.#starts.length) - 1]! + column - 1;
  }
}

/** Returns the index of the last of ascending numbers that is at most `limit`; 0 if there is none. */
export function lastAtMost(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (numbers[middle]! <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
