const LINKS = '/_';

/**
 * Texts of the names of entries. The names of links begin with their repository, of which a large set has many. Each
 * repository is stored once.
 */
export class NameTexts {
  readonly #firsts: string[] = [];
  readonly #lasts: string[] = [];
  /** Two numbers for each text. */
  readonly #parts: number[] = [];
  #firstNumbers = new Map<string, number>();
  #lastNumbers = new Map<string, number>();
  /** Numbers of texts by both of their parts. */
  #numbers = new Map<number, number>();

  /** Adds a text, if it's new. Returns its number. */
  add(text: string): number {
    const [first, last] = parted(text);
    const parts = [
      numberOf(first, this.#firsts, this.#firstNumbers),
      numberOf(last, this.#lasts, this.#lastNumbers),
    ] as const;
    const key = keyOf(...parts);
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#parts.length / 2;
      this.#parts.push(...parts);
      this.#numbers.set(key, number);
    }
    return number;
  }

  /** Returns the number of a text that was added. */
  find(text: string): number | undefined {
    const [first, last] = parted(text);
    const [a, b] = [this.#firstNumbers.get(first), this.#lastNumbers.get(last)];
    return a === undefined || b === undefined ? undefined : this.#numbers.get(keyOf(a, b));
  }

  at(number: number): string {
    return this.#firsts[this.#parts[2 * number]!]! + this.#lasts[this.#parts[2 * number + 1]!]!;
  }

  /** Frees what only adding and finding need. */
  trim(): void {
    this.#numbers = new Map();
    this.#firstNumbers = new Map();
    this.#lastNumbers = new Map();
  }
}

function parted(text: string): [first: string, last: string] {
  const place = text.indexOf(LINKS);
  const middle = place < 0 ? text.length : place;
  return [text.slice(0, middle), text.slice(middle)];
}

/** More than the entries of a set (`MOST_ENTRIES` of index-reader.ts), so that no two pairs have the same key. */
const MOST_PARTS = 2 ** 22;

function keyOf(first: number, last: number): number {
  return first * MOST_PARTS + last;
}

function numberOf(part: string, parts: string[], numbers: Map<string, number>): number {
  const known = numbers.get(part);
  if (known !== undefined) return known;
  // Joined, because V8 retains the entire text of which a part was cut out.
  const own = [part.slice(0, 1), part.slice(1)].join('');
  numbers.set(own, parts.length);
  return parts.push(own) - 1;
}
