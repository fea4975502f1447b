/** The difference of two texts: the part between their equal start and end. */
export interface Replacement {
  from: number;
  to: number;
  insert: string;
}

/** Returns the smallest single replacement that turns `before` into `after`. */
export function replacementBetween(before: string, after: string): Replacement {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

/** Returns the text with `\n` endings, as in the editor. */
export function withPlainEndings(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/**
 * Applies changes from the editor, which has `\n` endings, to a text. Unchanged lines keep their endings, and new lines
 * get those of the text.
 * @param typed with `\n` endings
 */
export function typedInto(text: string, typed: string): string {
  if (!text.includes('\r\n')) return typed;
  const { from, to, insert } = replacementBetween(withPlainEndings(text), typed);
  return `${text.slice(0, placeIn(text, from))}${insert.replaceAll('\n', '\r\n')}${text.slice(placeIn(text, to))}`;
}

/** Returns the position in a text of a position in the text with `\n` endings. */
function placeIn(text: string, position: number): number {
  let remaining = position;
  let at = 0;
  while (remaining > 0) {
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
    remaining--;
  }
  return at;
}
