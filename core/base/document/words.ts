/** Returns a text with its first letter in upper case. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns `a, b and c`; empty for no words. */
export function wordList(words: readonly (string | number)[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Returns the first words and how many follow: `a, b and 3 more`. */
export function firstWords(words: readonly string[], most: number): string {
  const more = words.length - most;
  return `${words.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
