/** Generates texts on which a backtracking search by a regular expression costs most. */

type Node =
  | { kind: 'set'; source: string }
  | { kind: 'group'; body: Node[][] }
  | { kind: 'loop'; body: Node; min: number; max: number }
  | { kind: 'nothing' };

/** A text is `before`, then `pump` again and again, then `after`. */
export interface Attack {
  before: string;
  pump: string;
  after: string;
}

/** Returns the text of an attack. @param length UTF-16 units of the pumped part */
export function attackText({ before, pump, after }: Attack, length: number): string {
  return before + pump.repeat(Math.ceil(length / pump.length)) + after;
}

const CHARACTERS = [...Array(95).keys()]
  .map((code) => String.fromCharCode(code + 32))
  .concat('\n', '\t', '\r', '\u0000', 'ä', '€');
const MOST_PUMPS = 48;
const MOST_BEFORE = 4;
/** Almost no set of a pattern accepts a zero; a loop over `.` does and stops at a line end. */
const AFTERS = ['\u0000', '\u0000\n\u0000'];

/**
 * Repeats each kind of character that the pattern distinguishes, each pair of them and the matches of its groups, after the
 * shortest texts that reach a loop, and before texts that end the match.
 */
export function attacksOn(pattern: string, flags: string): Attack[] {
  const tree = new PatternReader(pattern, flags.includes('v')).read();
  const sets = new Set<string>();
  const volumes = new Set<string>();
  const befores = new Set<string>(['']);
  const matches = matcher(flags);
  collect(tree, '');
  function collect(alternatives: Node[][], before: string): void {
    for (const sequence of alternatives) {
      let text = '';
      for (const node of sequence) {
        visit(node, before + text);
        text += sample(node, matches);
        volumes.add(text);
      }
    }
  }
  function visit(node: Node, before: string): void {
    if (node.kind === 'set') sets.add(node.source);
    else if (node.kind === 'group') collect(node.body, before);
    else if (node.kind === 'loop') {
      if (node.max > 10) befores.add(before);
      volumes.add(sample(node.body, matches));
      visit(node.body, before);
    }
  }
  // Characters that all sets treat the same are one character to the pattern.
  const kinds = new Map<string, string>();
  for (const character of CHARACTERS) {
    const kind = [...sets].map((set) => (matches(set, character) ? '1' : '0')).join('');
    if (kind.includes('1') && !kinds.has(kind)) kinds.set(kind, character);
  }
  const single = [...kinds.values()];
  const pairs = single.flatMap((one) => single.filter((other) => other !== one).map((other) => one + other));
  const pumps = [...new Set([...single, ...volumes, ...pairs])]
    .filter((pump) => pump !== '')
    .slice(0, MOST_PUMPS);
  const starts = [...befores].slice(0, MOST_BEFORE);
  return starts.flatMap((before) =>
    pumps.flatMap((pump) => AFTERS.map((after) => ({ before, pump, after }))),
  );
}

type Matches = (set: string, character: string) => boolean;

function matcher(flags: string): Matches {
  const known = new Map<string, RegExp>();
  return (set, character) => {
    const regex = known.get(set) ?? new RegExp(`^(?:${set})$`, flags.replace(/[gyd]/g, ''));
    known.set(set, regex);
    return regex.test(character);
  };
}

/** A short text that the node matches; empty if it can't be determined. */
function sample(node: Node, matches: Matches): string {
  if (node.kind === 'set') return CHARACTERS.find((character) => matches(node.source, character)) ?? '';
  if (node.kind === 'group') return (node.body[0] ?? []).map((part) => sample(part, matches)).join('');
  if (node.kind === 'loop') return sample(node.body, matches).repeat(Math.max(1, Math.min(node.min, 8)));
  return '';
}

/** Reads the structure of a pattern that is known to be valid. */
class PatternReader {
  readonly #text: string;
  readonly #nested: boolean;
  #at = 0;

  constructor(text: string, nestedClasses: boolean) {
    this.#text = text;
    this.#nested = nestedClasses;
  }

  read(): Node[][] {
    const alternatives: Node[][] = [[]];
    while (this.#at < this.#text.length && this.#text[this.#at] !== ')') {
      if (this.#text[this.#at] === '|') {
        this.#at++;
        alternatives.push([]);
      } else alternatives.at(-1)!.push(this.#quantified(this.#atom()));
    }
    return alternatives;
  }

  #atom(): Node {
    const start = this.#at;
    const sign = this.#text[this.#at++]!;
    if (sign === '(') {
      const [head = ''] =
        /^\?(?:[:=!]|<[=!]|<[^>]*>|[a-z-]*:)/.exec(this.#text.slice(this.#at, this.#at + 60)) ?? [];
      this.#at += head.length;
      const body = this.read();
      this.#at++;
      return /^\?(?:=|<=)/.test(head) || !/^\?<?!/.test(head) ? { kind: 'group', body } : { kind: 'nothing' };
    }
    if (sign === '^' || sign === '$') return { kind: 'nothing' };
    if (sign === '[') {
      for (let depth = 1; depth > 0; this.#at++) {
        if (this.#text[this.#at] === '\\') this.#at++;
        else if (this.#text[this.#at] === '[' && this.#nested) depth++;
        else if (this.#text[this.#at] === ']') depth--;
      }
    } else if (sign === '\\') {
      const [escaped = ''] =
        /^(?:[bB]|[1-9]\d*|k<[^>]*>|[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|.)/s.exec(
          this.#text.slice(this.#at, this.#at + 60),
        ) ?? [];
      this.#at += escaped.length;
      if (/^(?:[bB]$|[1-9k])/.test(escaped)) return { kind: 'nothing' };
    }
    return { kind: 'set', source: this.#text.slice(start, this.#at) };
  }

  #quantified(body: Node): Node {
    const [all, sign, from, comma, to] =
      /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(this.#text.slice(this.#at, this.#at + 30)) ?? [];
    if (all === undefined) return body;
    this.#at += all.length;
    const min = sign ? Number(sign === '+') : Number(from);
    const open = sign ? sign !== '?' : comma && !to;
    const max = open ? Number.POSITIVE_INFINITY : sign ? 1 : Number(to || from);
    return { kind: 'loop', body, min, max };
  }
}
