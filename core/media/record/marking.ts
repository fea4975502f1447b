/** Longest marking, in characters. It's one line at the head and foot of every page. */
export const LONGEST_MARKING = 120;

/** Returns whether a text can be the marking of a transfer record: one line without control characters. */
export function isMarking(line: string): boolean {
  return line !== '' && line.length <= LONGEST_MARKING && !/\p{Cc}/u.test(line);
}
