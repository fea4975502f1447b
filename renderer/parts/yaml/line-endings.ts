/** One replacement between two texts: what lies between their equal beginnings and ends. */
export interface Replacement {
  from: number;
  to: number;
  insert: string;
}

/** The smallest single replacement that makes `after` of `before`. */
export function replacementBetween(before: string, after: string): Replacement {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

/** With `\n` alone, as the editor holds it. */
export function withPlainEndings(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/**
 * What was typed into a text that the editor holds with plain endings, put into the text itself: all other lines keep the
 * endings that they have, new ones take those of the text.
 * @param typed with plain endings
 */
export function typedInto(text: string, typed: string): string {
  if (!text.includes('\r\n')) return typed;
  const { from, to, insert } = replacementBetween(withPlainEndings(text), typed);
  return `${text.slice(0, placeIn(text, from))}${insert.replaceAll('\n', '\r\n')}${text.slice(placeIn(text, to))}`;
}

/** Where a position of the text with plain endings is in the text itself. */
function placeIn(text: string, position: number): number {
  let left = position;
  let at = 0;
  while (left > 0) {
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
    left--;
  }
  return at;
}
