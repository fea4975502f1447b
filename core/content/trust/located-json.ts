import { jsonFault } from '../../registry/access/json-fault.ts';

type Path = readonly PropertyKey[];

export interface LocatedJson {
  value: unknown;
  /** Line, from 1, of the field or element that a path names, or of the nearest thing around it that exists. */
  lineOf(path: Path): number;
  /** The first field that is there twice. */
  duplicate?: { path: Path; line: number };
}

/** Where and why a text cannot be read; line and column count from 1. */
export interface JsonFault {
  fault: string;
  line: number;
  column: number;
}

/** No file that is read this way has a tenth of it. */
const DEEPEST = 64;

/** Reads JSON so that every part is known by its line and a repeated key is seen: JSON.parse takes the last one silently. */
export function readJson(text: string): LocatedJson | JsonFault {
  const wrong = jsonFault(text);
  if (wrong) return { fault: 'it is not JSON from here on (comments are not JSON either)', ...wrong };
  return new Reader(text).read();
}

/** `transports.docker["quay.io/ns"][0].keyPath` */
export function pathText(path: Path): string {
  return path
    .map((part) =>
      typeof part === 'number'
        ? `[${part}]`
        : /^[A-Za-z_]\w*$/.test(String(part))
          ? `.${String(part)}`
          : `["${String(part)}"]`,
    )
    .join('')
    .replace(/^\./, '');
}

/** Walks a text that is known to be JSON. */
class Reader {
  readonly #text: string;
  readonly #lines = new Map<string, number>();
  #at = 0;
  #line = 1;
  #duplicate: { path: Path; line: number } | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  read(): LocatedJson | JsonFault {
    const value = this.#value([]);
    if (value === TOO_DEEP) return { fault: 'it is nested too deeply', line: this.#line, column: 1 };
    return {
      value,
      lineOf: (path) => {
        for (let length = path.length; length >= 0; length--) {
          const line = this.#lines.get(keyOf(path.slice(0, length)));
          if (line !== undefined) return line;
        }
        return 1;
      },
      ...(this.#duplicate && { duplicate: this.#duplicate }),
    };
  }

  #value(path: Path): unknown {
    this.#space();
    if (!this.#lines.has(keyOf(path))) this.#lines.set(keyOf(path), this.#line);
    const sign = this.#text[this.#at];
    if (path.length > DEEPEST) return TOO_DEEP;
    if (sign === '{') return this.#object(path);
    if (sign === '[') return this.#array(path);
    return JSON.parse(this.#token());
  }

  #object(path: Path): unknown {
    const fields = new Map<string, unknown>();
    this.#at++;
    for (this.#space(); this.#text[this.#at] !== '}'; this.#space()) {
      if (this.#text[this.#at] === ',') {
        this.#at++;
        this.#space();
      }
      const here = this.#line;
      const name = JSON.parse(this.#token()) as string;
      const inner = [...path, name];
      if (fields.has(name)) this.#duplicate ??= { path: inner, line: here };
      this.#lines.set(keyOf(inner), here);
      this.#space();
      this.#at++;
      const value = this.#value(inner);
      if (value === TOO_DEEP) return TOO_DEEP;
      fields.set(name, value);
    }
    this.#at++;
    return Object.fromEntries(fields);
  }

  #array(path: Path): unknown {
    const items: unknown[] = [];
    this.#at++;
    for (this.#space(); this.#text[this.#at] !== ']'; this.#space()) {
      if (this.#text[this.#at] === ',') this.#at++;
      const value = this.#value([...path, items.length]);
      if (value === TOO_DEEP) return TOO_DEEP;
      items.push(value);
    }
    this.#at++;
    return items;
  }

  #token(): string {
    const token = /"(?:[^"\\]|\\.)*"|[^\s,:{}[\]"]+/y;
    token.lastIndex = this.#at;
    const [found] = token.exec(this.#text)!;
    this.#at += found.length;
    return found;
  }

  #space(): void {
    for (; ' \t\r\n'.includes(this.#text[this.#at] ?? '-'); this.#at++)
      if (this.#text[this.#at] === '\n') this.#line++;
  }
}

const TOO_DEEP = Symbol('too deep');

function keyOf(path: Path): string {
  return JSON.stringify(path);
}
