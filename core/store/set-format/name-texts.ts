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

  /** Adds a text. Returns its number. */
  add(text: string): number {
    const place = text.indexOf(LINKS);
    const middle = place < 0 ? text.length : place;
    const number = this.#parts.length / 2;
    this.#parts.push(
      numberOf(text.slice(0, middle), this.#firsts, this.#firstNumbers),
      numberOf(text.slice(middle), this.#lasts, this.#lastNumbers),
    );
    return number;
  }

  at(number: number): string {
    return this.#firsts[this.#parts[2 * number]!]! + this.#lasts[this.#parts[2 * number + 1]!]!;
  }

  /** Frees what only adding needs. */
  trim(): void {
    this.#firstNumbers = new Map();
    this.#lastNumbers = new Map();
  }
}

function numberOf(part: string, parts: string[], numbers: Map<string, number>): number {
  const known = numbers.get(part);
  if (known !== undefined) return known;
  // Joined, because V8 retains the entire text of which a part was cut out.
  const own = [part.slice(0, 1), part.slice(1)].join('');
  numbers.set(own, parts.length);
  return parts.push(own) - 1;
}
