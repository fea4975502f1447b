/** Represents any text among the parts of {@link starPattern}. */
export const STAR = Symbol('*');

/**
 * Returns the source of a regular expression for one element of a glob. `parts` are sources of fixed length, and {@link
 * STAR} among them is any number of `character`. The text after each star but the last is matched only at its first
 * occurrence, so that a search takes linear time per star instead of time exponential in the number of stars.
 * @param group prefix for names of groups, different for each element of one expression
 */
export function starPattern(
  parts: readonly (string | typeof STAR)[],
  character: string,
  group: string,
): string {
  const segments: string[] = [''];
  for (const part of parts) {
    if (part === STAR) segments.push('');
    else segments[segments.length - 1] += part;
  }
  const [first = '', ...others] = segments;
  return (
    first +
    others
      .map((segment, index) =>
        index === others.length - 1
          ? `${character}*${segment}`
          : // Assertions are atomic: their matches are never tried elsewhere.
            `(?=(?<${group}x${index}>${character}*?${segment}))\\k<${group}x${index}>`,
      )
      .join('')
  );
}
