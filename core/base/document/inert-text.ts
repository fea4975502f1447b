/**
 * Characters that terminals, browsers and spreadsheets interpret instead of showing them: control characters,
 * bidirectional controls ("Trojan Source", CVE-2021-42574), and characters without width.
 */
const ACTIVE =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Exceptions that ordinary writing needs. */
const LETTERS: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Returns text of several lines with active characters spelled out, for example `\x1b` or `\u202e`, except line breaks
 * and tabs. Names in it must already be a {@link visibleLine}.
 */
export function visibleText(text: string): string {
  return text.replaceAll(ACTIVE, (character) =>
    character === '\n' || character === '\t' ? character : spelledOut(character),
  );
}

/**
 * Returns a name or another single-line text with active characters spelled out. A line break becomes `
 * `.
 */
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

/** Returns the text escaped for HTML, XML and their quoted attributes. */
export function inHtml(text: string): string {
  return visibleText(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}
