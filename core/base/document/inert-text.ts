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

/** Returns the text escaped for HTML, XML and their quoted attributes. */
export function inHtml(text: string): string {
  return visibleText(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}
