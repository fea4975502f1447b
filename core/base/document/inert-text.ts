/**
 * Characters that terminals, browsers and spreadsheets act on instead of showing them: control characters, bidirectional
 * controls ("Trojan Source", CVE-2021-42574), and characters without any width.
 */
const ACTIVE =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** As people and languages write them. */
const LETTERS: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Returns text of several lines with every active character but line breaks and tabs spelled out, for example `\x1b` or
 * `\u202e`. Names in it must be a {@link visibleLine} already.
 */
export function visibleText(text: string): string {
  return text.replaceAll(ACTIVE, (character) =>
    character === '\n' || character === '\t' ? character : spelledOut(character),
  );
}

/** Returns a name, or another text of one line, with every active character spelled out: a line break becomes `\n`. */
export function visibleLine(text: string): string {
  return text.replaceAll(ACTIVE, spelledOut);
}

function spelledOut(character: string): string {
  const letter = LETTERS[character];
  if (letter !== undefined) return letter;
  const code = character.codePointAt(0)!;
  if (code > 0xffff) return `\\u{${code.toString(16)}}`;
  return code < 0x100
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** Returns the JSON text of a value with every active character as an escape that any JSON reader resolves. */
export function inertJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replaceAll(ACTIVE, (character) =>
    character === '\n'
      ? character
      : Array.from(
          { length: character.length },
          (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
        ).join(''),
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns text as it must stand in HTML, XML and their quoted attributes, with active characters spelled out. */
export function inHtml(text: string): string {
  return visibleText(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** What a spreadsheet takes for the start of a formula, also behind spaces and guards (OWASP, CSV injection). */
const FORMULA = /^'*(?:\s*[=+\-@]|[\t\r\n])/;

/**
 * Returns a text as a cell that no spreadsheet evaluates: an apostrophe stands in front of what looks like a formula, and
 * active characters are spelled out. Quoted as RFC 4180 asks for.
 */
export function csvCell(text: string, delimiter = ','): string {
  const visible = visibleText(FORMULA.test(text) ? `'${text}` : text);
  return visible.includes(delimiter) || /["\r\n]|^\s|\s$/.test(visible)
    ? `"${visible.replaceAll('"', '""')}"`
    : visible;
}

/** Returns the text that {@link csvCell} was given, of a cell without its quotes. */
export function csvText(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}
