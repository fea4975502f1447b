import { t } from './messages.ts';

/** A place in a text, with line and column from 1. The offset counts UTF-16 units from 0. */
export interface GcfgPlace {
  line: number;
  column: number;
  offset: number;
}

/** `key = value` of a section, in the order of the file. */
export interface GcfgEntry extends GcfgPlace {
  /** Name as written. Comparisons ignore case. */
  section: string;
  /** Name from `[section "subsection"]`. Comparisons are case-sensitive. */
  subsection?: string;
  key: string;
  /** Absent for a key without a value, which means true. */
  value?: string;
  /** Place of the value, including quotes and escapes. */
  valueStart: number;
  valueEnd: number;
}

export interface GcfgSection extends GcfgPlace {
  section: string;
  subsection?: string;
}

export interface GcfgText {
  sections: GcfgSection[];
  entries: GcfgEntry[];
  /** Number of comments. */
  comments: number;
  /** Syntax errors with the messages of Go's gcfg, without values. Reading continues in the next line. */
  faults: (GcfgPlace & { message: string })[];
}

/** Maximum of sections, keys and faults together. Real files have some dozens. A text at the limit uses about 100 MB. */
const MOST_STATEMENTS = 100_000;

const ESCAPES: Record<string, string> = { '\\': '\\', '"': '"', n: '\n', t: '\t', b: '\b' };

/** Marks a line that continues in the next one. */
const CONTINUED = '';

/**
 * Reads git-config-like text as `gopkg.in/gcfg` does. `;` and `#` start comments, also after a value. Quotes are optional and
 * may be anywhere in a value. `\\`, `\"`, `\n`, `\t`, `\b` are escapes, and a backslash at the end of a line continues in the
 * next. A key without a value is true. Keys may repeat. Never throws. Stops with a fault after {@link MOST_STATEMENTS}.
 */
export function readGcfg(text: string): GcfgText {
  return new GcfgReader(text).read();
}

/** Reads a text. The methods continue from `position`. */
class GcfgReader {
  private readonly text: string;
  private readonly lines: readonly number[];
  private readonly result: GcfgText = { sections: [], entries: [], comments: 0, faults: [] };
  private position: number;
  private current: GcfgSection | undefined;
  private isHeaderMissing = false;

  constructor(text: string) {
    this.text = text;
    this.lines = lineStarts(text);
    this.position = text.startsWith('\uFEFF') ? 1 : 0;
  }

  read(): GcfgText {
    const { sections, entries, faults } = this.result;
    while (this.position < this.text.length) {
      this.skipBlanks();
      const character = this.text[this.position];
      if (character === undefined) break;
      if (sections.length + entries.length + faults.length >= MOST_STATEMENTS) {
        this.fault(t('tooManyStatements', { maximum: MOST_STATEMENTS }));
        // Comes first, because the list of problems is limited.
        faults.unshift(faults.pop()!);
        break;
      }
      if (character === '\n') this.position++;
      else if (character === ';' || character === '#') this.readLineEnd();
      else if (character === '[') this.readSection();
      else this.readEntry();
    }
    return this.result;
  }

  private readSection() {
    const start = this.place(this.position);
    this.position++;
    this.skipBlanks();
    const section = this.readName();
    if (!section) return this.fault('expected section name');
    this.skipBlanks();
    let subsection: string | undefined;
    if (this.text[this.position] === '"') {
      subsection = this.readSubsection();
      if (subsection === undefined) return this.fault('string not terminated');
      if (subsection === '') return this.fault('empty subsection name');
      this.skipBlanks();
    }
    if (this.text[this.position] !== ']')
      return this.fault(
        subsection === undefined ? 'expected subsection name or right bracket' : 'expected right bracket',
      );
    this.position++;
    this.current = { section, subsection, ...start };
    this.result.sections.push(this.current);
    this.readLineEnd();
  }

  /** Reads the name of a subsection. Only `\\` and `\"` are escapes. Undefined if it doesn't end in its line. */
  private readSubsection(): string | undefined {
    const { text } = this;
    let value = '';
    for (this.position++; this.position < text.length && text[this.position] !== '\n'; this.position++) {
      const character = text[this.position]!;
      if (character === '"') {
        this.position++;
        return value;
      }
      if (character === '\\') value += text[++this.position] ?? '';
      else value += character;
    }
    return undefined;
  }

  private readEntry() {
    const { text, current } = this;
    const start = this.place(this.position);
    const key = this.readName();
    if (!key) return this.fault('expected section header or variable name');
    if (!current) {
      // One missing header causes the faults of all keys before the first section.
      if (this.isHeaderMissing) return this.skipLine();
      this.isHeaderMissing = true;
      return this.fault('expected section header', start.offset);
    }
    const { section, subsection } = current;
    const of = { section, subsection, key, ...start };
    this.skipBlanks();
    if (text[this.position] !== '=') {
      if (this.position < text.length && !/[\n;#]/.test(text[this.position]!))
        return this.fault("expected '='");
      this.result.entries.push({ ...of, valueStart: this.position, valueEnd: this.position });
      return this.readLineEnd();
    }
    this.position++;
    this.skipBlanks();
    const valueStart = this.position;
    const value = this.readValue();
    if (value !== undefined)
      this.result.entries.push({ ...of, value: value.text, valueStart, valueEnd: value.end });
    this.readLineEnd();
  }

  /** Reads a value without trailing blanks, unless they are quoted. Undefined after a fault. */
  private readValue(): { text: string; end: number } | undefined {
    const { text } = this;
    const start = this.position;
    let value = '';
    let [length, end] = [0, start];
    let inQuotes = false;
    while (this.position < text.length) {
      const character = text[this.position]!;
      if (character === '\n' && inQuotes) break;
      if (!inQuotes && /[\n;#]/.test(character)) break;
      this.position++;
      if (character === '"') inQuotes = !inQuotes;
      else if (character === '\\') {
        const meaning = this.readEscape(inQuotes);
        if (meaning === undefined) return undefined;
        if (meaning === CONTINUED) continue;
        value += meaning;
      } else if (character !== '\r') value += character;
      if (inQuotes || !/[ \t\r]/.test(character)) [length, end] = [value.length, this.position];
    }
    if (!inQuotes) return { text: value.slice(0, length), end };
    this.fault('string not terminated', start);
    return undefined;
  }

  /** Reads the character after a backslash. Returns its meaning, which is empty for a continued line. Undefined after a fault. */
  private readEscape(inQuotes: boolean): string | undefined {
    const { text, position } = this;
    const escaped = text.startsWith('\r\n', position) ? '\r\n' : (text[position] ?? '');
    if (escaped.endsWith('\n') && !inQuotes) {
      this.position += escaped.length;
      return CONTINUED;
    }
    const meaning = ESCAPES[escaped];
    if (meaning === undefined) this.fault('unknown escape sequence', position - 1);
    else this.position++;
    return meaning;
  }

  private readName(): string {
    const ahead = this.text.slice(this.position, this.position + 256);
    const found = /^[\p{L}][\p{L}\p{Nd}-]*/u.exec(ahead)?.[0] ?? '';
    this.position += found.length;
    return found;
  }

  /** Reads the rest of a line after a statement, which is empty or a comment. */
  private readLineEnd(): void {
    this.skipBlanks();
    const character = this.text[this.position];
    if (character === ';' || character === '#') {
      this.result.comments++;
      this.skipLine();
    } else if (character !== undefined && character !== '\n') this.fault('expected EOL, EOF, or comment');
  }

  private fault(message: string, at = this.position) {
    this.result.faults.push({ message, ...this.place(at) });
    this.skipLine();
  }

  private place(offset: number): GcfgPlace {
    const line = lineAt(this.lines, offset);
    return { line: line + 1, column: offset - this.lines[line]! + 1, offset };
  }

  private skipBlanks(): void {
    while (/[ \t\r]/.test(this.text[this.position] ?? '')) this.position++;
  }

  private skipLine(): void {
    while (this.position < this.text.length && this.text[this.position] !== '\n') this.position++;
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index } of text.matchAll(/\n/g)) starts.push(index + 1);
  return starts;
}

/** Returns the index of the last line start at or before an offset. Halves the list: a file may have a fault in each line. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
