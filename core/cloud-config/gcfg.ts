/** A place of a text, counted from 1; the offset counts UTF-16 units from 0. */
export interface GcfgPlace {
  line: number;
  column: number;
  offset: number;
}

/** `key = value` of a section, in the order of the file. */
export interface GcfgEntry extends GcfgPlace {
  /** As it is written; names are compared without case. */
  section: string;
  /** Of `[section "subsection"]`; compared as it is written. */
  subsection?: string;
  key: string;
  /** Absent for a key alone, which means true. */
  value?: string;
  /** Where the value is written, quotes and escapes included. */
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
  /** What Go's gcfg stops at, in its words; reading goes on in the next line. Messages hold no values. */
  faults: (GcfgPlace & { message: string })[];
}

/** Sections, keys and faults together. Real files have some dozens; a text at the limit costs about 100 MB. */
export const MOST_STATEMENTS = 100_000;

const ESCAPES: Record<string, string> = { '\\': '\\', '"': '"', n: '\n', t: '\t', b: '\b' };

/**
 * Reads git-config-like text as `gopkg.in/gcfg` does: `;` and `#` begin comments, also behind a value; quotes are optional and
 * may be anywhere in a value; `\\`, `\"`, `\n`, `\t`, `\b` are escapes; a backslash at the end of a line goes on in the next;
 * a key alone is true; keys may repeat. Never throws. Stops with a fault after {@link MOST_STATEMENTS}.
 */
export function readGcfg(text: string): GcfgText {
  const result: GcfgText = { sections: [], entries: [], comments: 0, faults: [] };
  const lines = lineStarts(text);
  let position = text.startsWith('\uFEFF') ? 1 : 0;
  let current: GcfgSection | undefined;

  const place = (offset: number): GcfgPlace => {
    const line = lineAt(lines, offset);
    return { line: line + 1, column: offset - lines[line]! + 1, offset };
  };
  const skipBlanks = () => {
    while (/[ \t\r]/.test(text[position] ?? '')) position++;
  };
  const skipLine = () => {
    while (position < text.length && text[position] !== '\n') position++;
  };
  const fault = (message: string, at = position) => {
    result.faults.push({ message, ...place(at) });
    skipLine();
  };
  const name = (): string => {
    const found = /^[\p{L}][\p{L}\p{Nd}-]*/u.exec(text.slice(position, position + 256))?.[0] ?? '';
    position += found.length;
    return found;
  };
  /** What may stand behind a statement: nothing, or a comment. */
  const lineEnd = () => {
    skipBlanks();
    const character = text[position];
    if (character === ';' || character === '#') {
      result.comments++;
      skipLine();
    } else if (character !== undefined && character !== '\n') fault('expected EOL, EOF, or comment');
  };

  const section = () => {
    const start = place(position);
    position++;
    skipBlanks();
    const section = name();
    if (!section) return fault('expected section name');
    skipBlanks();
    let subsection: string | undefined;
    if (text[position] === '"') {
      subsection = quoted();
      if (subsection === undefined) return fault('string not terminated');
      if (subsection === '') return fault('empty subsection name');
      skipBlanks();
    }
    if (text[position] !== ']')
      return fault(
        subsection === undefined ? 'expected subsection name or right bracket' : 'expected right bracket',
      );
    position++;
    current = { section, ...(subsection !== undefined && { subsection }), ...start };
    result.sections.push(current);
    lineEnd();
  };
  /** A subsection's name: only `\\` and `\"` are escapes. Undefined when it does not end in its line. */
  const quoted = (): string | undefined => {
    let value = '';
    for (position++; position < text.length && text[position] !== '\n'; position++) {
      const character = text[position]!;
      if (character === '"') {
        position++;
        return value;
      }
      if (character === '\\') value += text[++position] ?? '';
      else value += character;
    }
    return undefined;
  };
  const entry = () => {
    const start = place(position);
    const key = name();
    if (!key) return fault('expected section header or variable name');
    if (!current) return fault('expected section header', start.offset);
    const { section, subsection } = current;
    const of = { section, ...(subsection !== undefined && { subsection }), key, ...start };
    skipBlanks();
    if (text[position] !== '=') {
      if (position < text.length && !/[\n;#]/.test(text[position]!)) return fault("expected '='");
      result.entries.push({ ...of, valueStart: position, valueEnd: position });
      return lineEnd();
    }
    position++;
    skipBlanks();
    const valueStart = position;
    const value = readValue();
    if (value !== undefined)
      result.entries.push({ ...of, value: value.text, valueStart, valueEnd: value.end });
    lineEnd();
  };
  /** Undefined when a fault was found. Blanks at the end do not count unless they are quoted. */
  const readValue = (): { text: string; end: number } | undefined => {
    const start = position;
    let value = '';
    let [kept, end] = [0, position];
    let inQuotes = false;
    while (position < text.length) {
      const character = text[position]!;
      if (character === '\n' && inQuotes) break;
      if (!inQuotes && /[\n;#]/.test(character)) break;
      position++;
      if (character === '"') inQuotes = !inQuotes;
      else if (character === '\\') {
        const escaped = text.startsWith('\r\n', position) ? '\r\n' : (text[position] ?? '');
        if (escaped.endsWith('\n') && !inQuotes) {
          position += escaped.length;
          continue;
        }
        const meant = ESCAPES[escaped];
        if (meant === undefined) {
          fault('unknown escape sequence', position - 1);
          return undefined;
        }
        position++;
        value += meant;
      } else if (character !== '\r') value += character;
      if (inQuotes || !/[ \t\r]/.test(character)) [kept, end] = [value.length, position];
    }
    if (inQuotes) {
      fault('string not terminated', start);
      return undefined;
    }
    return { text: value.slice(0, kept), end };
  };

  while (position < text.length) {
    skipBlanks();
    const character = text[position];
    if (character === undefined) break;
    const { sections, entries, faults } = result;
    if (sections.length + entries.length + faults.length >= MOST_STATEMENTS) {
      fault(`the text has more than ${MOST_STATEMENTS} sections and keys, the limit for INI`);
      // Comes first: the list of problems is cut.
      faults.unshift(faults.pop()!);
      break;
    }
    if (character === '\n') position++;
    else if (character === ';' || character === '#') lineEnd();
    else if (character === '[') section();
    else entry();
  }
  return result;
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
