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
  /**
   * Numbers of texts by the numbers of their last and first parts. V8's hashes of numbers are known, so one key for both parts
   * would let an index choose colliding keys.
   */
  #numbers: Map<number, number>[] = [];

  /** Adds a text, if it's new. Returns its number. */
  add(text: string): number {
    const [first, last] = parted(text);
    const a = numberOf(first, this.#firsts, this.#firstNumbers);
    const b = numberOf(last, this.#lasts, this.#lastNumbers);
    const numbers = this.#numbers[b] ?? new Map<number, number>();
    this.#numbers[b] = numbers;
    let number = numbers.get(a);
    if (number === undefined) {
      number = this.#parts.length / 2;
      this.#parts.push(a, b);
      numbers.set(a, number);
    }
    return number;
  }

  /** Returns the number of a text that was added. */
  find(text: string): number | undefined {
    const [first, last] = parted(text);
    const [a, b] = [this.#firstNumbers.get(first), this.#lastNumbers.get(last)];
    return a === undefined || b === undefined ? undefined : this.#numbers[b]?.get(a);
  }

  at(number: number): string {
    return this.#firsts[this.#parts[2 * number]!]! + this.#lasts[this.#parts[2 * number + 1]!]!;
  }

  /** Frees what only adding and finding need. */
  trim(): void {
    this.#numbers = [];
    this.#firstNumbers = new Map();
    this.#lastNumbers = new Map();
  }
}

function parted(text: string): [first: string, last: string] {
  const place = text.indexOf(LINKS);
  const middle = place < 0 ? text.length : place;
  return [text.slice(0, middle), text.slice(middle)];
}

function numberOf(part: string, parts: string[], numbers: Map<string, number>): number {
  const known = numbers.get(part);
  if (known !== undefined) return known;
  // Joined, because V8 retains the entire text of which a part was cut out.
  const own = [part.slice(0, 1), part.slice(1)].join('');
  numbers.set(own, parts.length);
  return parts.push(own) - 1;
}
